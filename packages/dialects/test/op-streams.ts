// Random sessions for property tests: entries of ops as an agent of any protocol might send them, on a few surfaces, a few
// components and a few paths, so that they meet often. Made from the catalogs' declarations.

import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import type { Catalog, Component, Json, Op, Prop, Props } from '@vitrine/core/internal';
import fc from 'fast-check';

export type Protocol = '0.8' | '0.9' | '1.0';
const CATALOGS: { readonly [protocol in Protocol]: Catalog } = { '0.8': basic08, '0.9': basic09, '1.0': basic10 };

const ids = fc.constantFrom('root', 'a', 'b', 'c', 'd', 'e');
const texts = fc.constantFrom('', 'Ada', 'B & C', '# Title', 'x\ny', '${/name}', '[x]');
const PATHS = ['/name', 'name', '/items', 'items', '/m', '/m/k', 'k', '/tags', '/items/0/name', '/m/x/name', '.'];
const lists = fc.constantFrom('/items', 'items', '/m', '/tags', 'tags', '/m/x');

const scalar: fc.Arbitrary<Json> = fc.oneof(texts, fc.integer({ min: -3, max: 9 }), fc.boolean(), fc.constant(null));
const item: fc.Arbitrary<Json> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        name: texts,
        k: scalar,
        items: fc.array(fc.record({ name: texts }), { maxLength: 2 }),
        tags: fc.array(texts, { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: scalar },
);
const value: fc.Arbitrary<Json> = fc.oneof(
  scalar,
  fc.array(item, { maxLength: 3 }),
  fc.array(texts, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('x', 'y', 'name', 'k'), item, { maxKeys: 3 }),
  item,
);

function path(protocol: Protocol): fc.Arbitrary<Json> {
  return fc
    .constantFrom(...PATHS)
    .map((pointer) => (protocol === '0.8' ? { path: pointer, from: 'item-first' } : { path: pointer }));
}

function template(protocol: Protocol): fc.Arbitrary<Json> {
  const more = protocol === '0.8' ? { from: 'item-first', over: 'list-or-map' } : {};
  return fc.record({ componentId: ids, path: lists }).map((made) => ({ ...made, ...more }));
}

function call(protocol: Protocol, depth: number): fc.Arbitrary<Json> {
  const functions = [...CATALOGS[protocol].functions];
  const named = fc
    .constantFrom(...functions)
    .chain(([name, { args }]) =>
      props(args, protocol, depth + 1).map((given) => ({ call: name, args: given }) as Json),
    );
  const greeting = fc
    .constantFrom('Hi ${name}', '${/name}!', '${formatNumber(value: ${k})} of ${/m/k}', '${name}')
    .map((text) => ({ call: 'formatString', args: { value: text } }) as Json);
  const index = fc.constant<Json>({ call: '@index', args: { offset: 1 } });
  return fc.oneof(
    { weight: 2, arbitrary: named },
    { weight: 3, arbitrary: greeting },
    ...(protocol === '1.0' ? [{ weight: 1, arbitrary: index }] : []),
  );
}

function dynamic(prop: Prop, literal: fc.Arbitrary<Json>, protocol: Protocol, depth: number): fc.Arbitrary<Json> {
  if (!('dynamic' in prop) || !prop.dynamic) return literal;
  const calls =
    protocol !== '0.8' && prop.calls !== false && depth < 2 ? [{ weight: 2, arbitrary: call(protocol, depth) }] : [];
  return fc.oneof({ weight: 3, arbitrary: literal }, { weight: 3, arbitrary: path(protocol) }, ...calls);
}

function propValue(prop: Prop, protocol: Protocol, depth: number): fc.Arbitrary<Json> {
  switch (prop.kind) {
    case 'text':
      return dynamic(
        prop,
        prop.format === 'url' ? fc.constantFrom('https://example.com/a', 'not a url') : texts,
        protocol,
        depth,
      );
    case 'number':
      return dynamic(prop, fc.integer({ min: prop.min ?? 0, max: 9 }), protocol, depth);
    case 'bool':
      return dynamic(prop, fc.boolean(), protocol, depth);
    case 'text-list':
      return dynamic(prop, fc.array(texts, { maxLength: 2 }), protocol, depth);
    case 'one-of':
      return dynamic(prop, fc.constantFrom(...prop.options), protocol, depth);
    case 'value':
      return fc.oneof(scalar, path(protocol), fc.constant<Json>(['x']), fc.constant<Json>({ a: 1 }));
    case 'any':
      return fc.oneof(scalar, path(protocol));
    case 'child':
      return ids;
    case 'children':
      return fc.oneof(
        { weight: 2, arbitrary: fc.array(ids, { maxLength: 3 }) },
        { weight: 1, arbitrary: template(protocol) },
      );
    case 'action':
      return action(protocol, depth);
    case 'checks':
      return fc.array(
        fc.record({
          condition: dynamic({ kind: 'bool', dynamic: true, required: false }, fc.boolean(), protocol, depth),
          message: texts,
        }),
        { maxLength: 2 },
      );
    case 'list':
      return fc.array(propValue(prop.item, protocol, depth), { minLength: prop.min ?? 0, maxLength: 2 });
    case 'object':
      return props(prop.props, protocol, depth);
    case 'map':
      return fc.constant({});
    case 'any-of':
      return fc.oneof(...prop.of.map((alternative) => propValue(alternative, protocol, depth)));
  }
}

function props(declared: Props, protocol: Protocol, depth: number): fc.Arbitrary<Json> {
  const model = Object.fromEntries(
    Object.entries(declared).map(([name, prop]) => [name, propValue(prop, protocol, depth)]),
  );
  const requiredKeys = Object.keys(declared).filter((name) => declared[name]?.required);
  return fc.record(model, { requiredKeys }) as fc.Arbitrary<Json>;
}

function action(protocol: Protocol, depth: number): fc.Arbitrary<Json> {
  const context = fc.dictionary(
    fc.constantFrom('p', 'q'),
    propValue({ kind: 'value', objects: protocol === '1.0', required: false }, protocol, depth),
    { maxKeys: 2 },
  );
  const event = fc
    .record({ name: fc.constantFrom('go', 'stop'), context }, { requiredKeys: ['name'] })
    .map((made) => ({ event: made }) as Json);
  const open = fc.constant<Json>({ functionCall: { call: 'openUrl', args: { url: 'https://example.com/' } } });
  return protocol === '0.8' ? event : fc.oneof({ weight: 3, arbitrary: event }, { weight: 1, arbitrary: open });
}

function component(protocol: Protocol): fc.Arbitrary<Component> {
  const types = [...CATALOGS[protocol].components];
  const often = types.filter(([name]) => ['Text', 'Column', 'List', 'Row'].includes(name));
  const chosen = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...often) },
    { weight: 3, arbitrary: fc.constantFrom(...types) },
  );
  return fc.tuple(ids, chosen).chain(([id, [type, declaration]]) =>
    fc
      .record({
        props: props(declaration.props, protocol, 0),
        weight: fc.option(fc.constant(2), { nil: undefined, freq: 4 }),
      })
      .map(({ props: given, weight }) => ({
        id,
        type,
        props: given as Component['props'],
        ...(weight === undefined ? {} : { weight }),
      })),
  );
}

const paths = fc.constantFrom(
  '/name',
  '/items',
  '/items/0',
  '/items/1',
  '/items/0/name',
  '/items/0/items',
  '/m',
  '/m/k',
  '/m/x',
  '/m/x/name',
  '/tags',
  '/tags/0',
  '/',
);

function change(surface: string, protocol: Protocol): fc.Arbitrary<Op> {
  const object = fc.dictionary(fc.constantFrom('name', 'items', 'm', 'k', 'tags'), value, { maxKeys: 3 });
  const put: fc.Arbitrary<Op> = fc
    .array(component(protocol), { minLength: 1, maxLength: 4 })
    .map((components) => ({ op: 'put', surface, components }));
  const set: fc.Arbitrary<Op> = fc
    .tuple(paths, value)
    .map(([at, made]) =>
      at === '/'
        ? { op: 'merge', surface, path: '/', value: { name: 'R' } }
        : { op: 'set', surface, path: at, value: made },
    );
  const merge: fc.Arbitrary<Op> = fc
    .tuple(fc.constantFrom('/', '/m', '/items/0'), object)
    .map(([at, made]) => ({ op: 'merge', surface, path: at, value: made }));
  const replace: fc.Arbitrary<Op> = object.map((made) => ({ op: 'set', surface, path: '/', value: made }));
  const unset: fc.Arbitrary<Op> = paths.map((at) => ({ op: 'unset', surface, path: at }));
  const append: fc.Arbitrary<Op> = fc.oneof(
    texts.map((text): Op => ({ op: 'append', surface, path: '/name', value: text })),
    fc
      .array(item, { minLength: 1, maxLength: 2 })
      .map((items): Op => ({ op: 'append', surface, path: '/items', value: items })),
  );
  const root = fc.constantFrom('root', 'root', 'a');
  const styles = fc.constantFrom<Json>({}, { primaryColor: '#00aa00' }, { primaryColor: '#ff0000', font: 'Roboto' });
  const reveal: fc.Arbitrary<Op> = fc
    .tuple(root, styles)
    .map(([id, theme]) => ({ op: 'reveal', surface, root: id, theme: theme as Component['props'] }));
  return fc.oneof(
    { weight: 5, arbitrary: put },
    { weight: 4, arbitrary: set },
    { weight: 2, arbitrary: merge },
    { weight: 2, arbitrary: append },
    { weight: 1, arbitrary: unset },
    { weight: 1, arbitrary: replace },
    ...(protocol === '0.8' ? [{ weight: 2, arbitrary: reveal }] : []),
  );
}

function opening(surface: string, protocol: Protocol): fc.Arbitrary<Op> {
  const { id } = CATALOGS[protocol];
  if (protocol === '0.8')
    return fc.constant<Op>({ op: 'open', surface, catalog: id, protocol, held: true, implicit: true });
  const theme = protocol === '0.9' ? { theme: { primaryColor: '#112233', agentDisplayName: 'A' } } : {};
  return fc
    .record({ sync: fc.boolean(), themed: fc.boolean() })
    .map(({ sync, themed }) => ({ op: 'open', surface, catalog: id, protocol, sync, ...(themed ? theme : {}) }) as Op);
}

export type Session = readonly (readonly Op[])[];

/** Entries of one protocol, on one or two surfaces that are opened, changed, closed and opened again. */
export function session(protocol: Protocol, length = 14): fc.Arbitrary<Session> {
  const surface = fc.constantFrom('s', 's', 's', 't');
  const entry = surface.chain((id) =>
    fc.oneof(
      {
        weight: 12,
        arbitrary: fc
          .array(change(id, protocol), { minLength: 1, maxLength: 3 })
          .chain((ops) => opening(id, protocol).map((open): Op[] => [{ ...open, implicit: true } as Op, ...ops])),
      },
      { weight: 2, arbitrary: opening(id, protocol).map((open): Op[] => [open]) },
      { weight: 1, arbitrary: fc.constant<Op[]>([{ op: 'close', surface: id }]) },
      { weight: 1, arbitrary: opening(id, protocol).map((open): Op[] => [{ op: 'close', surface: id }, open]) },
    ),
  );
  return fc.array(entry, { minLength: 2, maxLength: length });
}

// Streams of A2UI 0.9 for the differential run.

import type { Json, JsonObject } from '@vitrine/core';
import fc from 'fast-check';
import { amount, componentId, document, item, leaf, mostly, phrase, pointer, surfaceId } from './generate.ts';

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';

const path = fc
  .oneof(pointer, fc.constantFrom('name', 'tags/0', 'count', './name', 'missing', ''))
  .map((text): JsonObject => ({ path: text }));

const template = fc.constantFrom(
  'plain',
  'Hello ${/name}',
  '${name} has ${/count}',
  "${formatNumber(value: /count, decimals: 1)} of ${'all'}",
  '\\${kept} ${true}${null}',
  'unclosed ${/name',
  '${/user}',
);

function call(name: string, args: { readonly [arg: string]: fc.Arbitrary<Json> }): fc.Arbitrary<JsonObject> {
  return fc.record(args).map((values) => ({ call: name, args: values }));
}

const numeric = fc.oneof<[fc.Arbitrary<Json>, fc.Arbitrary<Json>]>(amount, path);
const textual = fc.oneof<[fc.Arbitrary<Json>, fc.Arbitrary<Json>]>(phrase, path);

const formatting = fc.oneof(
  call('formatString', { value: template }),
  call('formatNumber', { value: numeric, decimals: fc.constantFrom(0, 2) }),
  call('formatCurrency', { value: numeric, currency: fc.constantFrom('USD', 'EUR') }),
  call('pluralize', { value: numeric, one: fc.constant('one'), other: fc.constant('many') }),
  call('formatDate', {
    value: fc.constant('2026-03-04T05:06:07Z'),
    format: fc.constantFrom('yyyy-MM-dd', 'MMM d', 'HH:mm'),
  }),
  fc.constant<JsonObject>({ call: 'noSuchFunction', args: {} }),
  fc.constant<JsonObject>({ call: 'formatString' }),
);

const condition = fc.oneof(
  path,
  call('required', { value: textual }),
  call('email', { value: fc.constantFrom<Json>('a@b.co', 'nobody', '') }),
  call('length', { value: phrase, min: fc.constant(2) }),
  call('not', { value: fc.boolean() }),
  call('regex', { value: phrase, pattern: fc.constantFrom('^[A-Z]', '\\d+', '(a)\\1') }),
  call('and', { values: fc.array(fc.boolean(), { minLength: 2, maxLength: 3 }) }),
);

const text = fc.oneof<[fc.Arbitrary<Json>, fc.Arbitrary<Json>, fc.Arbitrary<Json>]>(phrase, path, formatting);
const checks = fc.array(fc.record({ condition, message: fc.constantFrom('first', 'second') }), {
  maxLength: 2,
}) as fc.Arbitrary<Json>;
const children = fc.oneof<[fc.Arbitrary<Json>, fc.Arbitrary<Json>]>(
  fc.array(componentId, { maxLength: 3 }),
  fc.record({ componentId, path: fc.constantFrom('/items', '/user', 'tags', '/missing') }),
);
const action = fc.oneof<[fc.Arbitrary<Json>, fc.Arbitrary<Json>]>(
  fc.record({ event: fc.record({ name: fc.constant('go'), context: fc.record({ who: text }) }) }),
  fc.constant({ functionCall: { call: 'openUrl', args: { url: 'https://example.org/' } } }),
);

/** Per type: what it needs, and what it may have. */
const TYPES: { readonly [type: string]: { readonly [prop: string]: fc.Arbitrary<Json> } } = {
  Text: { text, variant: fc.constantFrom('h1', 'body', 'caption') },
  Column: { children, align: fc.constantFrom('start', 'center') },
  Row: { children, justify: fc.constantFrom('end', 'spaceBetween') },
  List: { children, direction: fc.constantFrom('vertical', 'horizontal') },
  Card: { child: componentId },
  Button: { child: componentId, action, checks },
  TextField: { label: text, value: textual, checks },
  CheckBox: { label: text, value: fc.oneof<[fc.Arbitrary<Json>, fc.Arbitrary<Json>]>(fc.boolean(), path) },
  Slider: { value: numeric, max: fc.constant(10) },
  Icon: { name: fc.oneof<[fc.Arbitrary<Json>, fc.Arbitrary<Json>]>(fc.constantFrom('star', 'check'), path) },
  Tabs: { tabs: fc.array(fc.record({ title: text, child: componentId }), { minLength: 1, maxLength: 2 }) },
  Modal: { trigger: componentId, content: componentId },
  Divider: {},
};

const common = fc.record(
  { weight: fc.constantFrom(1, 2.5), accessibility: fc.record({ label: textual }) },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;

const rightComponent = fc
  .constantFrom(...Object.keys(TYPES))
  .chain((component) =>
    fc
      .record({ id: componentId, component: fc.constant(component), ...TYPES[component] })
      .chain((made) => common.map((more) => ({ ...(made as JsonObject), ...more }))),
  );

const wrongComponent: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ id: componentId, component: fc.constant('Widget'), text: phrase }),
  fc.record({ id: componentId, component: fc.constant('Text') }),
  fc.record({ id: componentId, component: fc.constant('Text'), text: phrase, colour: phrase }),
  fc.record({ id: componentId, component: fc.constant('Text'), text: amount }),
  fc.record({ id: componentId, component: fc.constant('Text'), text: phrase, variant: fc.constant('huge') }),
  fc.record({ id: componentId, text: phrase }),
  fc.record({ component: fc.constant('Text'), text: phrase }),
);

const components = fc.array(mostly(rightComponent, wrongComponent), { minLength: 1, maxLength: 5 });

function message(kind: string, payload: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  return payload.map((value) => ({ version: 'v0.9', [kind]: value }));
}

const create = message('createSurface', fc.record({ surfaceId, catalogId: fc.constant(CATALOG) }));
const update = message('updateComponents', fc.record({ surfaceId, components }));
const write = message(
  'updateDataModel',
  fc.record({ surfaceId, path: pointer, value: fc.oneof<[fc.Arbitrary<Json>, fc.Arbitrary<Json>]>(leaf, item) }),
);
const fill = message('updateDataModel', fc.record({ surfaceId, value: document }));
const remove = message('updateDataModel', fc.record({ surfaceId, path: pointer }));
const close = message('deleteSurface', fc.record({ surfaceId: fc.constantFrom('s1', 's2', 's3') }));

const oddPointer = fc.constantFrom('/a//b', '/bad~2', '/__proto__/x', '/list/9999', 'name', '/name/');
const odd: fc.Arbitrary<JsonObject> = fc.oneof(
  message('updateDataModel', fc.record({ surfaceId, path: oddPointer, value: leaf })),
  message('updateDataModel', fc.record({ surfaceId, value: fc.constant<Json>(JSON.parse('{"constructor": 1}')) })),
  message('createSurface', fc.record({ surfaceId, catalogId: fc.constant('https://example.org/none.json') })),
  message('createSurface', fc.record({ surfaceId: amount as fc.Arbitrary<Json>, catalogId: fc.constant(CATALOG) })),
  fc.record({ version: fc.constantFrom('v0.9', 'v7') }),
  create.map(({ createSurface }) => ({ createSurface: createSurface as Json })),
  create.map((made) => ({ ...made, version: 'v7' })),
  create.map((made) => ({ ...made, deleteSurface: { surfaceId: 's1' } })),
);

const next = fc.oneof(
  { weight: 6, arbitrary: update },
  { weight: 3, arbitrary: fill },
  { weight: 3, arbitrary: write },
  { weight: 1, arbitrary: remove },
  { weight: 1, arbitrary: create },
  { weight: 1, arbitrary: close },
  { weight: 1, arbitrary: odd },
);

/** Opens a surface first, most of the time. */
export const stream09: fc.Arbitrary<readonly JsonObject[]> = fc
  .tuple(
    mostly<readonly JsonObject[]>(fc.constant([open('s1')]), fc.constant([])),
    fc.array(next, { minLength: 1, maxLength: 8 }),
  )
  .map(([first, rest]) => [...first, ...rest]);

function open(id: string): JsonObject {
  return { version: 'v0.9', createSurface: { surfaceId: id, catalogId: CATALOG } };
}

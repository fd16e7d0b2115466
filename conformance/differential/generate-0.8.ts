// Streams of A2UI 0.8 for the differential run. Upstream wants every component that a message refers to in that message,
// so most updates bring a whole tree.

import type { Json, JsonObject } from '@vitrine/core';
import fc from 'fast-check';
import { amount, mostly, phrase, surfaceId } from './generate.ts';

const IDS = ['root', 'a', 'b', 'c', 'd'] as const;

const path = fc.constantFrom('/name', '/user/name', '/entries/one/name', 'name', '/missing', '/count');
const oddPath = fc.constantFrom('user.name', '/first~1last', './name', '/label');

function bound(literal: string, value: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return mostly<Json>(
    fc.oneof(
      value.map((it): JsonObject => ({ [literal]: it })),
      path.map((it): JsonObject => ({ path: it })),
    ),
    fc.oneof<[fc.Arbitrary<Json>, fc.Arbitrary<Json>, fc.Arbitrary<Json>, fc.Arbitrary<Json>]>(
      oddPath.map((it) => ({ path: it })),
      fc.tuple(value, path).map(([it, at]): JsonObject => ({ [literal]: it, path: at })),
      value.map((it): JsonObject => ({ literal: it })),
      value,
    ),
  );
}

const text = bound('literalString', phrase);
const number = bound('literalNumber', amount);
const bool = bound('literalBoolean', fc.boolean());

type Props = { readonly [prop: string]: fc.Arbitrary<Json> };

/** Per type, with the ids that it may refer to. */
function typesOver(ids: readonly string[]): { readonly [type: string]: Props } {
  const leaves = {
    Text: { text, usageHint: fc.constantFrom('h1', 'body') },
    Icon: { name: fc.constantFrom<Json[]>({ literalString: 'star' }, { literalString: 'check' }) },
    Divider: { axis: fc.constantFrom('horizontal', 'vertical') },
    TextField: { label: text, text, textFieldType: fc.constantFrom('shortText', 'number') },
    CheckBox: { label: text, value: bool },
    Slider: { value: number, minValue: fc.constant(0), maxValue: fc.constant(10) },
  };
  if (ids.length === 0) return leaves;
  const id = fc.constantFrom(...ids);
  const children = fc.oneof<[fc.Arbitrary<Json>, fc.Arbitrary<Json>]>(
    fc.array(id, { maxLength: 3 }).map((explicitList) => ({ explicitList })),
    fc.record({
      template: fc.record({ componentId: id, dataBinding: fc.constantFrom('/entries', '/list', '/tags', '/missing') }),
    }),
  );
  const action = fc.record({
    name: fc.constant('go'),
    context: fc.array(fc.record({ key: fc.constant('who'), value: text }), { maxLength: 1 }),
  });
  return {
    ...leaves,
    Row: { children, alignment: fc.constantFrom('start', 'center') },
    Column: { children, distribution: fc.constantFrom('start', 'spaceBetween') },
    List: { children, direction: fc.constantFrom('vertical', 'horizontal') },
    Card: { child: id },
    Button: { child: id, action, primary: fc.boolean() },
    Modal: { entryPointChild: id, contentChild: id },
    Tabs: { tabItems: fc.array(fc.record({ title: text, child: id }), { minLength: 1, maxLength: 2 }) },
  };
}

function component(id: string, refersTo: readonly string[]): fc.Arbitrary<JsonObject> {
  const types = typesOver(refersTo);
  return fc
    .constantFrom(...Object.keys(types))
    .chain((type) =>
      fc
        .record(types[type] as Props)
        .chain((props) =>
          fc
            .constantFrom({}, { weight: 2 })
            .map((more) => ({ id, ...more, component: { [type]: props as JsonObject } })),
        ),
    );
}

/** Each may refer to those behind it, so there is no cycle. */
const rightComponents = fc
  .tuple(...IDS.map((id, i) => component(id, IDS.slice(i + 1))))
  .map((list): readonly JsonObject[] => list);

const wrongComponents: fc.Arbitrary<readonly JsonObject[]> = fc.oneof(
  fc.tuple(...IDS.map((id) => component(id, IDS))),
  component('root', ['later']).map((root) => [root]),
  fc.constant([{ id: 'root', component: { Widget: { size: 3 } } }]),
  fc.constant([{ id: 'root', component: { Text: {} } }]),
  fc.constant([{ id: 'root', component: { Text: { text: { literalString: 'Hello' }, colour: 'red' } } }]),
  fc.constant([{ id: 'root', component: { Text: { text: { literalString: 'Hello' }, usageHint: 'huge' } } }]),
  fc.constant([
    { id: 'root', component: { Divider: {} } },
    { id: 'root', component: { Divider: {} } },
  ]),
  fc.constant([
    { id: 'root', component: { Card: { child: 'a' } } },
    { id: 'a', component: { Text: { text: { literalString: 'b' } } } },
    { id: 'b', component: { Divider: {} } },
  ]),
  fc.constant([]),
);

const update = fc.record({
  surfaceUpdate: fc.record({ surfaceId, components: mostly(rightComponents, wrongComponents) }),
});

const leafEntry: fc.Arbitrary<JsonObject> = fc.oneof(
  phrase.map((valueString) => ({ valueString })),
  amount.map((valueNumber) => ({ valueNumber })),
  fc.boolean().map((valueBoolean) => ({ valueBoolean })),
);

function entry(key: string, value: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  return value.map((typed) => ({ key, ...typed }));
}

function map(...members: readonly fc.Arbitrary<JsonObject>[]): fc.Arbitrary<JsonObject> {
  return fc.tuple(...members).map((valueMap) => ({ valueMap }));
}

const row = map(entry('name', leafEntry), entry('count', leafEntry));
const usualEntries = fc.subarray([
  entry('name', leafEntry),
  entry('count', leafEntry),
  entry('user', map(entry('name', leafEntry))),
  entry('entries', map(entry('one', row), entry('two', row))),
  entry('list', fc.constant({ valueString: '[{"name": "from text"}, {"name": "second"}]' })),
]);
const contents: fc.Arbitrary<readonly JsonObject[]> = usualEntries.chain((entries) => fc.tuple(...entries));

const oddContents: fc.Arbitrary<readonly JsonObject[]> = fc.oneof(
  fc.constant([{ key: '.', valueString: 'itself' }]),
  fc.constant([{ key: 'a.b', valueNumber: 1 }]),
  fc.constant([{ key: 'tags', valueArray: [{ valueString: 'one' }] }]),
  fc.constant([{ key: 'name', valueString: 'x', valueNumber: 1 }]),
  fc.constant([{ key: 'name' }]),
);

const base = fc.constantFrom<(string | undefined)[]>(
  undefined,
  undefined,
  '/',
  '/user',
  '/entries/one',
  '/name/deep',
  '/made/0',
  '/first~1last',
);
const fill = fc
  .record({ surfaceId, path: base, contents: mostly(contents, oddContents) })
  .map(({ path: at, ...rest }): JsonObject => ({ dataModelUpdate: at === undefined ? rest : { ...rest, path: at } }));

const begin = fc
  .record({
    surfaceId,
    root: fc.constant('root'),
    styles: fc.constantFrom<(JsonObject | undefined)[]>(
      undefined,
      { primaryColor: '#0055ff' },
      { font: 'Inter' },
      { mood: 'calm' },
    ),
  })
  .map(({ styles, ...rest }): JsonObject => ({ beginRendering: styles === undefined ? rest : { ...rest, styles } }));

const close = fc.constantFrom('s1', 's2', 's3').map((id): JsonObject => ({ deleteSurface: { surfaceId: id } }));
const odd: fc.Arbitrary<JsonObject> = fc.constantFrom(
  {},
  { beginRendering: { surfaceId: 's1', root: 'root' }, deleteSurface: { surfaceId: 's1' } },
  { beginRendering: { surfaceId: 7, root: 'root' } },
  { beginRendering: { surfaceId: 's1' } },
);

const next = fc.oneof(
  { weight: 5, arbitrary: update as fc.Arbitrary<JsonObject> },
  { weight: 4, arbitrary: fill },
  { weight: 3, arbitrary: begin },
  { weight: 1, arbitrary: close },
  { weight: 1, arbitrary: odd },
);

export const stream08: fc.Arbitrary<readonly JsonObject[]> = fc.array(next, { minLength: 1, maxLength: 8 });

import { Catalogs, DEFAULT_LIMITS, Fold, type Json, type JsonObject } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { importCatalog } from '@vitrine/core/import-catalog';
import { expect, it } from 'vitest';
import { convert } from '../convert.ts';
import { DIALECTS } from '../detect.ts';
import { Intake } from '../intake.ts';
import { a2ui08 } from './codec.ts';

const GAUGE: JsonObject = {
  title: { literalString: 'Load' },
  level: { literalNumber: 0.5 },
  on: { literalBoolean: true },
  tags: { literalArray: ['a', 'b'] },
  value: { path: '/load' },
  both: { path: '/both', literalString: 'first' },
  children: { explicitList: ['label'] },
  rows: { template: { componentId: 'label', dataBinding: '/rows' } },
  action: { name: 'go', context: [{ key: 'k', value: { path: '/load' } }] },
  nested: [{ caption: { literalString: 'x' }, child: 'label', plain: 'y', deep: { list: { explicitList: [] } } }],
  call: { call: 'f', args: { a: 1 } },
  likes: [{ path: '/a', from: 'item-first' }, { path: 1 }, { literal: { x: 1 } }, { literal: 'y' }],
  event: { event: { name: 'go', context: { k: { path: '/p' } } } },
  item: { componentId: 'label', path: '/rows' },
  hint: 'bare',
  size: 3,
  none: null,
};

const label = { id: 'label', component: { Text: { text: { literalString: 'x' } } } };
const stream = (component: JsonObject, more: JsonObject = {}): Json[] => [
  { surfaceUpdate: { surfaceId: 's', components: [{ id: 'root', component }, label] } },
  { beginRendering: { surfaceId: 's', root: 'root', ...more } },
];

/** The properties of the root in what is told to a viewer of 0.8. */
function rootIn(messages: readonly Json[]): Json | undefined {
  const updates = messages.flatMap((message) => {
    const { surfaceUpdate } = message as { readonly surfaceUpdate?: { readonly components: readonly JsonObject[] } };
    return surfaceUpdate?.components ?? [];
  });
  return updates.findLast(({ id }) => id === 'root')?.component;
}

it('[DA24] an unknown component is converted as it came', () => {
  const { messages, losses } = convert(stream({ Gauge: GAUGE }), a2ui08);
  expect(rootIn(messages)).toEqual({ Gauge: GAUGE });
  expect(losses).toEqual([]);
});

it('[DA24] a viewer who joins later gets it as it came, from the stored entries too', () => {
  const fold = new Fold({ catalogs: new Catalogs([basic08]) });
  const intake = new Intake(fold, { dialects: DIALECTS });
  const entries = stream({ Gauge: GAUGE }).map((message) => intake.message(message).entry);
  expect(rootIn(a2ui08.join(fold).wire)).toEqual({ Gauge: GAUGE });
  const replayed = new Fold({ catalogs: new Catalogs([basic08]) });
  for (const entry of JSON.parse(JSON.stringify(entries))) replayed.accept(entry);
  expect(rootIn(a2ui08.join(replayed).wire)).toEqual({ Gauge: GAUGE });
});

it('[DA24] an undeclared property of an open component is told as it came, a declared one by its declaration', () => {
  const definition = {
    catalogId: 'mine',
    components: {
      Gauge: { type: 'object', properties: { title: { type: 'object', properties: { literalString: {}, path: {} } } } },
    },
    styles: {},
  };
  const read = importCatalog(definition, DEFAULT_LIMITS);
  if (!read.ok) throw new Error(JSON.stringify(read.issues));
  const catalogs = new Catalogs([basic08, read.value]);
  const { messages } = convert(stream({ Gauge: GAUGE }, { catalogId: 'mine' }), a2ui08, { catalogs });
  expect(rootIn(messages)).toEqual({ Gauge: GAUGE });
});

it('[DA24] an unknown component that is not trusted is not told', () => {
  const { messages } = convert(stream({ Gauge: GAUGE }), a2ui08, { trust: 'untrusted' });
  expect(JSON.stringify(messages)).not.toContain('Load');
});

it('[DA24] a known component has nothing kept beside it', () => {
  const fold = new Fold({ catalogs: new Catalogs([basic08]) });
  const intake = new Intake(fold, { dialects: DIALECTS });
  for (const message of stream({ Text: { text: { literalString: 'x' } } })) intake.message(message);
  expect(fold.surfaces.get('s')?.component('root')).toEqual({ id: 'root', type: 'Text', props: { text: 'x' } });
});

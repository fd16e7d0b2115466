import {
  any,
  anyOf,
  type Catalog,
  Catalogs,
  children,
  defineCatalog,
  defineComponent,
  Fold,
  type Issue,
  type Json,
  type JsonObject,
  list,
  map,
  number,
  object,
  oneOf,
  plainText,
  required,
  text,
  value,
} from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { vitrine10 } from '@vitrine/core/catalogs/vitrine';
import { dialectById, Intake } from '@vitrine/dialects';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oddities, SchemaSubset, schemasIn } from '../../test/schema-subset.ts';
import { readStructured, type StructuredOptions, structuredSchema } from './structured.ts';

const own = defineCatalog({
  id: 'urn:own',
  components: {
    Box: defineComponent({
      parts: list(object({ name: required(text()), more: map(number()) }), { min: 1 }),
      free: any(),
      either: anyOf([plainText(), object({ deep: required(value()) })]),
      kind: oneOf(['a', 2, null]),
      inside: required(children()),
    }),
  },
});

const STYLES: readonly [string, StructuredOptions][] = [
  ['optional', {}],
  ['nullable', { absent: 'nullable' }],
  ['unbounded', { absent: 'nullable', bounds: false }],
];
const CATALOGS: readonly [string, Catalog][] = [
  ['basic 0.9', basic09],
  ['basic 1.0', basic10],
  ['vitrine 1.0', vitrine10],
  ['an own one', own],
];

/** What a schema cannot know: which ids there are, and what a text that is a URL, a date, a pattern or an outline holds. */
const CONTENT: ReadonlySet<string> = new Set([
  'VITRINE_COMPONENT_DUPLICATE',
  'VITRINE_TREE_CYCLE',
  'VITRINE_PATTERN_SYNTAX',
  'VITRINE_FUNCTION_ARGS',
  'VITRINE_PROP_VALUE',
  'VITRINE_PROP_TYPE',
]);

function readBack(document: Json, catalog: Catalog, strict = false): readonly Issue[] {
  const read = readStructured(document, catalog);
  if (!read.ok) return read.issues;
  const dialect = dialectById(catalog.protocol === '1.0' ? 'a2ui-1.0' : 'a2ui-0.9');
  if (dialect === undefined) throw new Error('no dialect');
  const intake = new Intake(new Fold({ catalogs: new Catalogs([catalog]), strict }), { dialects: [dialect] });
  return [...read.issues, ...read.value.flatMap((message) => intake.message(message).issues)];
}

describe.each(CATALOGS)('the schema of %s', (_name, catalog) => {
  it.each(STYLES)(
    '[PM7] in the style %s has no oneOf, no open object and nothing that leads back to itself',
    (_style, options) => {
      const schema = structuredSchema(catalog, options);
      expect(oddities(schema)).toEqual([]);
      expect(JSON.stringify(schema)).not.toContain('oneOf');
      expect(schema.type).toBe('object');
      const leadsTo = new Map(
        Object.entries(schema.$defs as JsonObject).map(([name, part]) => [
          name,
          [...schemasIn(part as JsonObject)].flatMap(([, { $ref }]) =>
            typeof $ref === 'string' ? [$ref.slice(8)] : [],
          ),
        ]),
      );
      const depth = (name: string, above: readonly string[] = []): number => {
        expect(above).not.toContain(name);
        return 1 + Math.max(0, ...(leadsTo.get(name) ?? []).map((next) => depth(next, [...above, name])));
      };
      for (const name of leadsTo.keys()) expect(depth(name)).toBeLessThan(10);
    },
  );

  it.each(STYLES.filter(([, { bounds }]) => bounds !== false))(
    '[PM8] in the style %s takes only what the decoder takes',
    (_style, options) => {
      const schema = structuredSchema(catalog, options);
      const subset = new SchemaSubset(schema);
      fc.assert(
        fc.property(subset.documents(schema), (document) => {
          expect(subset.takes(schema, document)).toBe(true);
          const refusals = readBack(document, catalog).filter(({ severity }) => severity === 'error');
          expect(refusals).toEqual([]);
          expect(readBack(document, catalog, true).filter(({ code }) => !CONTENT.has(code))).toEqual([]);
        }),
        { numRuns: 200 },
      );
    },
  );
});

describe('a structured document', () => {
  const form = {
    surfaceId: 'form',
    components: [
      { id: 'root', component: 'Column', children: ['name', 'go'], justify: null },
      { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' }, checks: null },
      {
        id: 'go',
        component: 'Button',
        child: 'label',
        action: { event: { name: 'go', context: { _entries: [{ key: 'name', value: { path: '/name' } }] } } },
      },
      { id: 'label', component: 'Text', text: 'Go' },
    ],
    data: {
      _entries: [
        { key: 'name', value: '' },
        { key: 'rows', value: [{ _entries: [{ key: 'n', value: null }] }, null] },
      ],
    },
  };

  it('[PM9] becomes messages: entries are members again, and null is what was left out', () => {
    expect(readStructured(form, basic09)).toEqual({
      ok: true,
      issues: [],
      value: [
        { version: 'v0.9', createSurface: { surfaceId: 'form', catalogId: basic09.id } },
        {
          version: 'v0.9',
          updateComponents: {
            surfaceId: 'form',
            components: [
              { id: 'root', component: 'Column', children: ['name', 'go'] },
              { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
              {
                id: 'go',
                component: 'Button',
                child: 'label',
                action: { event: { name: 'go', context: { name: { path: '/name' } } } },
              },
              { id: 'label', component: 'Text', text: 'Go' },
            ],
          },
        },
        {
          version: 'v0.9',
          updateDataModel: { surfaceId: 'form', path: '/', value: { name: '', rows: [{ n: null }, null] } },
        },
      ],
    });
    expect(readBack(form, basic09)).toEqual([]);
    const schema = structuredSchema(basic09);
    expect(new SchemaSubset(schema).takes(schema, withoutNulls(form))).toBe(true);
  });

  it('[PM9] goes to a surface that is there, without data where it has none', () => {
    const read = readStructured({ ...form, data: null }, basic10, { isOpen: true });
    expect(read).toMatchObject({ ok: true, value: [{ version: 'v1.0', updateComponents: {} }] });
  });

  it.each<[string, unknown, string]>([
    ['no object', [], 'VITRINE_MESSAGE_SHAPE'],
    ['no surface', { components: [] }, 'VITRINE_MESSAGE_SHAPE'],
    ['no components', { surfaceId: 's', components: {} }, 'VITRINE_MESSAGE_SHAPE'],
    ['a reserved member', JSON.parse('{"surfaceId": "s", "components": [], "__proto__": {}}'), 'VITRINE_NAME_RESERVED'],
    ['a depth of 10000', { surfaceId: 's', components: nest(10_000) }, 'VITRINE_LIMIT_DEPTH'],
  ])('[PM10] with %s is refused with an issue', (_what, document, code) => {
    expect(readStructured(document, basic09)).toMatchObject({ ok: false, issues: [{ code }] });
  });

  it('[PM10] loses entries that are none or bear a reserved name, and says so', () => {
    const data = { _entries: [{ key: '__proto__', value: 1 }, 7, { key: 'a', value: 1 }] };
    const read = readStructured({ ...form, data }, basic09);
    expect(read).toMatchObject({
      ok: true,
      issues: [{ code: 'VITRINE_NAME_RESERVED' }, { code: 'VITRINE_MESSAGE_SHAPE' }],
    });
    expect(read.ok && read.value[2]).toMatchObject({ updateDataModel: { value: { a: 1 } } });
    const path = { ...form, components: [{ id: 'root', component: 'Text', text: { path: '/__proto__' } }] };
    expect(readBack(path, basic09)).toMatchObject([{ severity: 'error' }]);
  });

  it('[PM7] is for catalogs of 0.9 and 1.0, and of chosen components', () => {
    expect(() => structuredSchema(basic08)).toThrow('structured output is for 0.9 and 1.0');
    const small = structuredSchema(basic09, { components: ['Text', 'Column'], functions: ['formatString'] });
    const names = [...schemasIn(small)].flatMap(([, part]) => (part.enum as readonly Json[] | undefined) ?? []);
    expect(names).toEqual(expect.arrayContaining(['Text', 'Column', 'formatString']));
    expect(names).not.toContain('Button');
    expect(() => structuredSchema(basic09, { components: ['Txt'] })).toThrow('has no component "Txt"');
  });
});

function withoutNulls(value: Json, isData = false): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withoutNulls(item, isData));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => isData || member !== null);
  return Object.fromEntries(members.map(([key, member]) => [key, withoutNulls(member, isData || key === '_entries')]));
}

function nest(depth: number): Json {
  let value: Json = [];
  for (let i = 0; i < depth; i++) value = [value];
  return value;
}

import { describe, expect, test } from 'vitest';
import { createValidator, publishedComponentValidator, publishedExamples, type Version } from '../test/published.ts';
import { runs } from '../test/runs.ts';
import { mutate, Random, Samples } from '../test/samples.ts';
import {
  any,
  anyOf,
  boundOneOf,
  type Catalog,
  defineCatalog,
  defineComponent,
  defineFunction,
  list,
  map,
  number,
  object,
  oneOf,
  plainTextList,
  required,
  text,
} from './catalog.ts';
import { basic08 } from './catalogs/basic-0.8.ts';
import { basic09 } from './catalogs/basic-0.9.ts';
import { basic10 } from './catalogs/basic-1.0.ts';
import { basic09Descriptions } from './catalogs/descriptions-0.9.ts';
import { minimal09 } from './catalogs/minimal-0.9.ts';
import { RESERVED_KEY_WIRE, wireOf } from './catalogs/wire.ts';
import { describeCatalog } from './descriptions.ts';
import { isArray, isObject, type Json, type JsonObject } from './json.ts';
import { catalogReference } from './reference.ts';
import { catalogSchema } from './schema.ts';

const PAIRS: readonly [name: string, Catalog, Version, file?: string][] = [
  ['basic 0.8', basic08, 'v0_8'],
  ['basic 0.9', basic09, 'v0_9'],
  ['basic 1.0', basic10, 'v1_0'],
  ['minimal 0.9', minimal09, 'v0_9', 'catalogs/minimal/catalog.json'],
];
const SAMPLES = runs(10_000);
const SEED = 20_261_115;

function validatorOf(catalog: Catalog, options?: Parameters<typeof catalogSchema>[1]) {
  return createValidator().compile(catalogSchema(catalog, options));
}

describe.each(PAIRS)('the schema of %s', (_name, catalog, version, file) => {
  const published = publishedComponentValidator(version, file);

  /** The first sample that one schema takes and the other does not, and the share that both take. */
  function compare(ours: (sample: Json) => boolean): { readonly difference?: string; readonly share: number } {
    const random = new Random(SEED);
    const samples = new Samples(catalog, wireOf(catalog.protocol), random);
    let taken = 0;
    for (let i = 0; i < SAMPLES; i++) {
      const whole = samples.component();
      const sample = i % 2 === 0 ? whole : mutate(whole, random);
      if (version === 'v0_8' && !hasOneType(sample)) continue;
      const wanted = published(sample);
      if (wanted) taken++;
      if (ours(sample) !== wanted) return { difference: `published ${wanted}: ${JSON.stringify(sample)}`, share: 0 };
    }
    return { share: taken / SAMPLES };
  }

  test(`[SC1] takes and refuses the same ${SAMPLES} components as the published one (seed ${SEED})`, () => {
    const { difference, share } = compare(validatorOf(catalog));
    expect(difference).toBeUndefined();
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.8);
  });

  test('[SC1] is told apart from one that lacks a property', () => {
    const components = new Map(catalog.components);
    components.set('Row', { props: { children: catalog.components.get('Row')?.props.children ?? any() } });
    expect(compare(validatorOf({ ...catalog, components })).difference).toBeDefined();
  });

  test('[SC2] holds all that it refers to', () => {
    const schema = catalogSchema(catalog);
    const refs = references(schema);
    expect(refs.length).toBeGreaterThan(10);
    for (const ref of refs) {
      expect(ref).toMatch(/^#\/\$defs\//);
      expect(Object.keys(schema.$defs as JsonObject)).toContain(ref.slice('#/$defs/'.length));
    }
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
  });
});

/** Published 0.8 takes no type and two types at once too; ours wants exactly one. */
function hasOneType(sample: Json): boolean {
  return !isObject(sample) || !isObject(sample.component) || Object.keys(sample.component).length === 1;
}

function references(value: Json): string[] {
  if (isArray(value)) return value.flatMap(references);
  if (!isObject(value)) return [];
  const own = typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(references)];
}

test.each([
  ['0.9', basic09, publishedExamples('v0_9')],
  ['1.0', basic10, publishedExamples('v1_0')],
  ['minimal 0.9', minimal09, publishedExamples('v0_9', 'catalogs/minimal/examples')],
])('[SC3] the schema of %s takes every component of the published examples', (_name, catalog, examples) => {
  const validate = validatorOf(catalog);
  for (const { file, component } of examples) {
    expect([file, component.id, validate(component) || validate.errors]).toEqual([file, component.id, true]);
  }
});

test('[SC4] descriptions appear only where they were given', () => {
  expect(JSON.stringify(catalogSchema(basic09))).not.toContain('"description":"');
  const described = catalogSchema(basic09, { descriptions: basic09Descriptions });
  const tabs = (described.$defs as { [name: string]: JsonObject })['component.Tabs'];
  expect(tabs).toMatchObject({
    description: 'Shows one of several components at a time, chosen by its title.',
    properties: { tabs: { items: { properties: { title: { description: 'The title on the tab.' } } } } },
  });
  expect(validatorOf(basic09, { descriptions: basic09Descriptions })({ id: 'a', component: 'Divider' })).toBe(true);
});

test.each([
  ['nothing', {}],
  ['a title', { title: 'T' }],
  ['a summary', { summary: 'S' }],
  [
    'some components',
    { components: { Text: { summary: 'Words.' }, Row: { props: { children: 'What stands in it.' } } } },
  ],
  ['some functions', { functions: { required: {} } }],
  ['a theme', { theme: { primaryColor: 'The main colour.' } }],
  ['what the catalog does not have', { components: { toString: { summary: 'x' }, Other: {} } }],
  ['null, in a file', JSON.parse('{"components":{"Text":{"props":null},"Row":null},"functions":null,"theme":null}')],
  [
    'null for words, in a file',
    JSON.parse('{"title":null,"summary":null,"components":{"Text":{"summary":null,"props":{"text":null}}}}'),
  ],
])('[SC4] descriptions that say %s only are enough', (_, descriptions) => {
  const schema = catalogSchema(basic09, { descriptions });
  expect(JSON.stringify(schema)).not.toMatch(/undefined|"description":null/);
  expect(Object.values(schema)).not.toContain(undefined);
  expect(validatorOf(basic09, { descriptions })({ id: 'a', component: 'Divider' })).toBe(true);
  expect(describeCatalog(basic09, descriptions).components).toHaveProperty('Text');
  const reference = catalogReference(basic09, descriptions);
  expect(reference).toContain('### Text');
  expect(reference).not.toContain('undefined');
});

test('[SC5] defaults are annotations of their properties', () => {
  const schema = catalogSchema(basic10) as unknown as { $defs: { [name: string]: { properties: JsonObject } } };
  expect(schema.$defs['component.Text']?.properties.variant).toEqual({
    type: 'string',
    enum: ['caption', 'body'],
    default: 'body',
  });
});

test('[SC6] another spelling of bindings is a matter of the wire, not of the catalog', () => {
  const validate = validatorOf(basic10, { wire: RESERVED_KEY_WIRE });
  const button = (context: JsonObject) => ({
    id: 'a',
    component: 'Button',
    child: 'b',
    action: { event: { name: 'go', context } },
  });
  expect(validate({ id: 'a', component: 'Text', text: { '@path': '/a' } })).toBe(true);
  expect(validate({ id: 'a', component: 'Text', text: { path: '/a' } })).toBe(false);
  expect(validate({ id: 'a', component: 'Text', text: { '@call': 'formatString', args: { value: 'x' } } })).toBe(true);
  expect(validate(button({ k: { path: '/var/log', call: 'audit' } }))).toBe(true);
  expect(validate(button({ k: { '@@path': '/literal' } }))).toBe(true);
  expect(validate(button({ k: { '@if': true } }))).toBe(false);
  expect(validate(button({ k: { '@': 1 } }))).toBe(false);
});

describe('a catalog of one’s own', () => {
  const custom = defineCatalog({
    id: 'https://example.com/custom',
    protocol: '1.0',
    components: {
      'Größe/~1': defineComponent({ tags: plainTextList(), cells: list(map(number({ min: 0 })), { max: 2 }) }),
      Gauge: defineComponent(
        {
          level: required(number({ min: 0, max: 10, integer: true })),
          name: text({ minLength: 2, pattern: '^[a-z]+$' }),
          tone: boundOneOf(['calm', 'loud']),
          either: anyOf([oneOf([1, null]), object({ a: text() }, { open: true })]),
        },
        { open: true },
      ),
    },
    functions: {
      now: defineFunction({ args: {}, returns: 'string' }),
      secret: defineFunction({ args: {}, returns: 'string', callers: 'agent' }),
    },
  });
  const validate = validatorOf(custom);

  test.each<[boolean, JsonObject]>([
    [true, { level: 3 }],
    [true, { level: { path: '/a' } }],
    [true, { level: { call: 'now' } }],
    [true, { level: { call: 'now', args: {} } }],
    [false, { level: { call: 'secret' } }],
    [false, { level: 11 }],
    [false, { level: 1.5 }],
    [false, {}],
    [true, { level: 1, unknown: 1 }],
    [true, { level: 1, name: 'ab' }],
    [true, { level: 1, name: { path: '/n' } }],
    [false, { level: 1, name: 'a' }],
    [false, { level: 1, name: 'AB' }],
    [true, { level: 1, tone: 'calm' }],
    [true, { level: 1, tone: { call: 'now' } }],
    [false, { level: 1, tone: 'shrill' }],
    [true, { level: 1, either: null }],
    [true, { level: 1, either: { a: 'x', b: 1 } }],
    [false, { level: 1, either: 2 }],
    [true, { level: 1, accessibility: { live: 'polite', hidden: { path: '/h' } }, weight: 2, catalogId: 'c' }],
    [false, { level: 1, accessibility: { live: 'loud' } }],
    [false, { level: 1, metadata: { extensions: { 'has-dash': 1 } } }],
  ])('[SC7] gets a schema with the bounds that it declares: %s for %j', (accepted, props) => {
    expect(validate({ id: 'g', component: 'Gauge', ...props })).toBe(accepted);
  });

  test('[SC7] may use any name', () => {
    expect(validate({ id: 'g', component: 'Größe/~1', tags: ['a'], cells: [{ x: 1 }, {}] })).toBe(true);
    expect(validate({ id: 'g', component: 'Größe/~1', tags: [1] })).toBe(false);
    expect(validate({ id: 'g', component: 'Größe/~1', cells: [{ x: -1 }] })).toBe(false);
    expect(validate({ id: 'g', component: 'Größe/~1', cells: [{}, {}, {}] })).toBe(false);
    expect(validate({ id: 'g', component: 'Größe/~1', other: 1 })).toBe(false);
  });

  test('[SC7] without components takes none', () => {
    expect(validatorOf(defineCatalog({ id: 'empty', components: {} }))({ id: 'a', component: 'Text' })).toBe(false);
  });
});

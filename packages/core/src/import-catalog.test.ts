import { describe, expect, test } from 'vitest';
import {
  any,
  anyOf,
  bool,
  boundOneOf,
  type Catalog,
  checks,
  child,
  children,
  list,
  map,
  number,
  object,
  oneOf,
  plainBool,
  plainNumber,
  plainText,
  plainTextList,
  required,
  text,
  textList,
  value,
} from './catalog.ts';
import { basic10 } from './catalogs/basic-1.0.ts';
import { exportCatalog } from './export-catalog.ts';
import { importCatalog } from './import-catalog.ts';
import type { Json, JsonObject } from './json.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';

function read(definition: unknown, limits: Partial<Limits> = {}): Catalog {
  const outcome = importCatalog(definition, { ...DEFAULT_LIMITS, ...limits });
  if (!outcome.ok) throw new Error(outcome.issues.map(({ at, message }) => `${at} ${message}`).join('; '));
  return outcome.value;
}

function refusals(definition: unknown, limits: Partial<Limits> = {}): readonly string[] {
  const outcome = importCatalog(definition, { ...DEFAULT_LIMITS, ...limits });
  expect(new Set(outcome.issues.map(({ code }) => code))).toEqual(
    new Set(outcome.ok ? [] : ['VITRINE_CATALOG_INVALID']),
  );
  return outcome.ok ? [] : outcome.issues.filter(({ severity }) => severity === 'error').map(({ at }) => at ?? '');
}

const component = (schema: Json, more: JsonObject = {}) =>
  read({ catalogId: 'c', components: { X: schema }, ...more }).components.get('X');
const prop = (schema: Json, more: JsonObject = {}) => component({ properties: { p: schema } }, more)?.props.p;
const common = (name: string) => ({ $ref: `https://a2ui.org/specification/v0_9/common_types.json#/$defs/${name}` });

describe('identity', () => {
  test('[IM1] a definition is known by its id and keeps its words', () => {
    const definition = { catalogId: 'my/catalog', instructions: 'Be brief.', components: {} };
    const catalog = read(definition);
    expect(catalog).toMatchObject({ id: 'my/catalog', aliases: [], instructions: 'Be brief.', plainText: false });
    expect(catalog.source).toBe(definition);
  });

  test('[IM1] an id and a protocol may be supplied for a definition that lacks them', () => {
    const outcome = importCatalog({ components: {} }, DEFAULT_LIMITS, { id: 'given', protocol: '0.8' });
    expect(outcome.ok && [outcome.value.id, outcome.value.protocol]).toEqual(['given', '0.8']);
  });

  test.each([
    [{}, '0.9'],
    [{ protocolVersion: '1.0' }, '1.0'],
    [{ protocolVersion: 'v1.0' }, '1.0'],
    [{ protocolVersion: 'v0.9.1' }, '0.9'],
    [{ protocolVersion: 'v0.8' }, '0.8'],
    // The draft of 1.0, whose names and definitions were free.
    [{ protocolVersion: 'v0.10', $defs: { theme: {} }, components: { 'My-Card': { type: 'object' } } }, '1.0'],
    [{ protocolVersion: '1.1.0-draft+5' }, '1.1'],
    [{ styles: {} }, '0.8'],
  ])('[IM2] %j is made for protocol %s', (more, protocol) => {
    expect(read({ catalogId: 'c', ...more }).protocol).toBe(protocol);
  });

  test.each<[unknown, string]>([
    [null, ''],
    ['text', ''],
    [[], ''],
    [{}, '/catalogId'],
    [{ catalogId: '' }, '/catalogId'],
    [{ catalogId: 7 }, '/catalogId'],
    [{ catalogId: 'c'.repeat(2000) }, '/catalogId'],
    [{ catalogId: 'c', protocolVersion: 1 }, '/protocolVersion'],
    [{ catalogId: 'c', protocolVersion: 'latest' }, '/protocolVersion'],
    [{ catalogId: 'c', components: [] }, '/components'],
    [{ catalogId: 'c', components: { X: null } }, '/components/X'],
    [{ catalogId: 'c', components: { X: true } }, '/components/X'],
    [{ catalogId: 'c', components: { X: { properties: { p: 'string' } } } }, '/components/X/properties/p'],
    [
      { catalogId: 'c', components: { X: { properties: { component: { const: 'Y' } } } } },
      '/components/X/properties/component',
    ],
    [{ catalogId: 'c', components: { X: { allowedParents: 'Row' } } }, '/components/X/allowedParents'],
    [{ catalogId: 'c', components: { X: { allowedChildren: [1] } } }, '/components/X/allowedChildren'],
    [{ catalogId: 'c', functions: 'f' }, '/functions'],
    [{ catalogId: 'c', functions: [{ parameters: {} }] }, '/functions/0'],
    [{ catalogId: 'c', functions: [{ name: 'f' }, { name: 'f' }] }, '/functions/1'],
    [{ catalogId: 'c', functions: { f: [] } }, '/functions/f'],
    [{ catalogId: 'c', functions: { f: { returnType: 'colour' } } }, '/functions/f'],
    [{ catalogId: 'c', functions: { f: { allowedCallers: 'anyone' } } }, '/functions/f/allowedCallers'],
    [{ catalogId: 'c', functions: { f: { parameters: 5 } } }, '/functions/f/parameters'],
    [{ catalogId: 'c', functions: { f: { properties: { call: { const: 'g' } } } } }, '/functions/f'],
    [{ catalogId: 'c', theme: 'dark' }, '/theme'],
    [{ catalogId: 'c', functions: { f: { requiresUserActivation: 'yes' } } }, '/functions/f/requiresUserActivation'],
    [{ catalogId: 'c', title: 7 }, '/title'],
    [{ catalogId: 'c', instructions: ['Be brief.'] }, '/instructions'],
    [{ catalogId: 'c', $defs: [] }, '/$defs'],
  ])('[IM3] %j is refused at %j', (definition, at) => {
    expect(refusals(definition)).toEqual([at]);
  });
});

describe('names', () => {
  test.each(['__proto__', 'constructor', 'prototype', '', '\ud800', 'x'.repeat(2000)])(
    '[IM4] %j names nothing',
    (name) => {
      const named = (schema: Json) => JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(schema)}}`) as JsonObject;
      expect(refusals({ catalogId: 'c', components: named({}) })).toHaveLength(1);
      expect(refusals({ catalogId: 'c', functions: named({}) })).toHaveLength(1);
      expect(refusals({ catalogId: 'c', functions: [{ name }] })).toHaveLength(1);
      expect(refusals({ catalogId: 'c', components: { X: { properties: named({ type: 'string' }) } } })).toHaveLength(
        1,
      );
      expect(refusals({ catalogId: 'c', components: { X: { required: [name] } } })).toHaveLength(1);
      expect(refusals({ catalogId: 'c', theme: named({ type: 'string' }) })).toHaveLength(1);
    },
  );

  test('[IM4] names that plain objects inherit are names like any other', () => {
    const { props } = component({ properties: { toString: { type: 'number' } }, additionalProperties: false }) ?? {
      props: {},
    };
    expect(Object.keys(props)).toEqual(['toString']);
    expect(component({ properties: {} })?.props).toEqual({});
    expect(component({ required: ['valueOf'], properties: {} })?.props).toEqual({ valueOf: required(any()) });
    expect(prop({ type: 'object', required: ['valueOf'], properties: {} })).toEqual(
      object({ valueOf: required(any()) }, { open: true }),
    );
  });

  test('[IM5] where names are identifiers, others are refused, and Surface is taken', () => {
    const definition = (name: string) => ({ catalogId: 'c', protocolVersion: '1.0', components: { [name]: {} } });
    expect(refusals(definition('Größe_2'))).toEqual([]);
    expect(refusals(definition('has-dash'))).toEqual(['/components/has-dash']);
    expect(refusals(definition('@index'))).toEqual(['/components/@index']);
    expect(refusals(definition('Surface'))).toEqual(['/components/Surface']);
    expect(refusals({ ...definition('Surface'), protocolVersion: '0.9' })).toEqual([]);
    expect(refusals({ catalogId: 'c', protocolVersion: '1.0', functions: { 'a b': {} } })).toEqual(['/functions/a b']);
  });
});

describe('properties', () => {
  test.each<[Json, unknown]>([
    [common('ComponentId'), child()],
    [{ $ref: '#/$defs/ComponentId' }, child()],
    [common('Child'), child()],
    [{ type: 'string', title: 'ComponentId' }, child()],
    [common('ChildList'), children()],
    [common('DynamicString'), text()],
    [common('DynamicNumber'), number()],
    [common('DynamicBoolean'), bool()],
    [common('DynamicStringList'), textList()],
    [common('DynamicValue'), value()],
    [common('DataBinding'), value({ bound: true, calls: false })],
    [common('Action'), { kind: 'action', required: false }],
    [{ type: 'array', items: common('CheckRule') }, checks()],
    [{ ...common('DynamicString'), default: 'x' }, text({ default: 'x' })],
  ])('[IM6] %j is the common type that it names', (schema, declared) => {
    expect(prop(schema)).toEqual(declared);
  });

  test('[IM6] dynamic values take objects where the protocol says so', () => {
    expect(prop(common('DynamicValue'), { protocolVersion: '1.0' })).toEqual(value({ objects: true }));
  });

  test.each<[Json, unknown]>([
    [{ type: 'string' }, plainText()],
    [{ type: 'string', minLength: 2, pattern: '^a' }, plainText({ minLength: 2, pattern: '^a' })],
    [{ type: 'string', format: 'uri' }, plainText({ format: 'url' })],
    [{ type: 'string', format: 'date-time' }, plainText({ format: 'date' })],
    [{ type: 'string', format: 'email' }, plainText()],
    [{ type: 'number', minimum: 1, maximum: 5 }, plainNumber({ min: 1, max: 5 })],
    [{ type: 'integer' }, plainNumber({ integer: true })],
    [{ type: 'boolean', default: false }, plainBool({ default: false })],
    [{ type: 'null' }, oneOf([null])],
    [{ const: 'a' }, oneOf(['a'])],
    [{ enum: ['a', 1, null] }, oneOf(['a', 1, null])],
    [{ oneOf: [{ const: 'a' }, { const: 'b' }] }, oneOf(['a', 'b'])],
    [{ type: ['string', 'number'] }, anyOf([plainText(), plainNumber()])],
    [{ type: 'array', items: { type: 'string' } }, plainTextList()],
    [{ type: 'array', items: { type: 'string' }, minItems: 1 }, list(plainText(), { min: 1 })],
    [{ type: 'array', items: { type: 'number' }, maxItems: 3 }, list(plainNumber(), { max: 3 })],
    [{ type: 'array' }, list(any())],
    [{ type: 'object' }, map(any())],
    [{ type: 'object', additionalProperties: { type: 'number' } }, map(plainNumber())],
    [{ type: 'object', additionalProperties: false }, object({})],
    [
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'b'] },
      object({ a: required(plainText()), b: required(any()) }, { open: true }),
    ],
    [{ properties: { a: true }, unevaluatedProperties: false }, object({ a: any() })],
    [{}, any()],
    [true, any()],
    [{ description: 'Anything.' }, any()],
    [{ allOf: [{ type: 'string' }, { minLength: 1 }] }, plainText({ minLength: 1 })],
  ])('[IM7] %j is declared as what it says', (schema, declared) => {
    expect(prop(schema)).toEqual(declared);
  });

  test.each<[Json, unknown]>([
    [{ oneOf: [{ type: 'string' }, common('DataBinding'), common('FunctionCall')] }, text()],
    [
      { anyOf: [{ type: 'string' }, { type: 'object', properties: { path: { type: 'string' } } }] },
      text({ calls: false }),
    ],
    [{ oneOf: [{ enum: ['a', 'b'] }, common('DataBinding')] }, boundOneOf(['a', 'b'], { calls: false })],
    [
      {
        oneOf: [
          common('DataBinding'),
          { type: 'array', items: { type: 'string' } },
          { allOf: [common('FunctionCall'), {}] },
        ],
      },
      textList(),
    ],
    [
      { oneOf: [{ type: 'number' }, { properties: { '@call': {}, args: {} } }, { properties: { '@path': {} } }] },
      number(),
    ],
    [{ oneOf: [common('DataBinding'), common('FunctionCall')] }, value({ bound: true })],
    [
      { oneOf: [{ type: 'object', additionalProperties: false }, common('DataBinding')] },
      anyOf([object({}), value({ bound: true, calls: false })]),
    ],
    [
      {
        oneOf: [
          { enum: ['a'] },
          { type: 'object', properties: { svg: { type: 'string' } }, additionalProperties: false },
          common('DataBinding'),
        ],
      },
      anyOf([boundOneOf(['a'], { calls: false }), object({ svg: plainText() })]),
    ],
    [
      {
        allOf: [
          common('DynamicString'),
          { if: { type: 'string' }, then: { oneOf: [{ format: 'date' }, { format: 'time' }] } },
        ],
      },
      text({ format: 'date' }),
    ],
    [
      { allOf: [common('DynamicNumber'), { if: { type: 'number' }, then: { type: 'integer', minimum: 0 } }] },
      number({ integer: true, min: 0 }),
    ],
    [
      { allOf: [common('DynamicString'), { if: { type: 'string' }, then: { enum: ['red', 'blue'] } }] },
      boundOneOf(['red', 'blue']),
    ],
  ])('[IM8] %j is one property that may be bound', (schema, declared) => {
    expect(prop(schema)).toEqual(declared);
  });

  test('[IM9] only declared keys of structured items are references', () => {
    const item = { type: 'object', properties: { title: { type: 'string' }, child: common('ComponentId') } };
    expect(prop({ type: 'array', items: item })).toEqual(
      list(object({ title: plainText(), child: child() }, { open: true })),
    );
  });

  test('[IM9] a text named child and a list of texts named children refer to components', () => {
    const { props } =
      component({
        properties: { child: { type: 'string' }, children: { type: 'array', items: { type: 'string' } } },
        required: ['child'],
      }) ?? {};
    expect(props).toEqual({ child: required(child()), children: children({ templates: false }) });
    const ids = { type: 'array', items: { type: 'string', title: 'ComponentId' } };
    expect(component({ properties: { children: ids, others: ids } })?.props).toEqual({
      children: children({ templates: false }),
      others: list(child()),
    });
    expect(
      component({ properties: { children: { type: 'object', properties: { componentId: {}, path: {} } } } })?.props,
    ).toEqual({ children: children() });
  });

  test('[IM10] references into the definition are followed', () => {
    const $defs = { Colour: { enum: ['red', 'blue'] }, 'a/b': { type: 'number' } };
    expect(prop({ $ref: '#/$defs/Colour' }, { $defs })).toEqual(oneOf(['red', 'blue']));
    expect(prop({ $ref: '#/$defs/a~1b' }, { $defs })).toEqual(plainNumber());
    expect(
      prop({ $ref: 'https://me.example/c.json#/$defs/Colour' }, { $defs, $id: 'https://me.example/c.json' }),
    ).toEqual(oneOf(['red', 'blue']));
  });

  test('[IM10] parts of a schema are joined, wherever they stand', () => {
    const $defs = { Named: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } };
    const parts = [{ $ref: '#/$defs/Named' }, { properties: { size: { type: 'number' } }, required: ['size'] }];
    expect(prop({ allOf: parts, additionalProperties: false }, { $defs })).toEqual(
      object({ name: required(plainText()), size: required(plainNumber()) }),
    );
  });

  test('[IM10] a schema that contains itself ends in anything', () => {
    const $defs = {
      Tree: { type: 'object', properties: { next: { $ref: '#/$defs/Tree' } }, additionalProperties: false },
    };
    expect(prop({ $ref: '#/$defs/Tree' }, { $defs })).toEqual(object({ next: any() }));
  });

  test('[IM10] a schema that consists of itself is refused', () => {
    const $defs = { Loop: { allOf: [{ $ref: '#/$defs/Loop' }] } };
    const components = { X: { properties: { p: { allOf: [{ $ref: '#/$defs/Loop' }] } } } };
    expect(refusals({ catalogId: 'c', components, $defs })).toEqual(['/components/X/properties/p']);
  });

  test.each<[Json, string]>([
    [{ type: 'string', maxLength: 5 }, '/components/X/properties/p/maxLength'],
    [{ type: 'number', multipleOf: 2 }, '/components/X/properties/p/multipleOf'],
    [{ type: 'string', pattern: '(?=x)' }, '/components/X/properties/p/pattern'],
    [{ enum: [{}] }, '/components/X/properties/p'],
    [{ $ref: 'https://elsewhere.example/types.json#/$defs/Unknown' }, '/components/X/properties/p'],
    [{ $ref: '#/$defs/Missing' }, '/components/X/properties/p'],
    [{ type: ['string', 'number'], maxLength: 5 }, '/components/X/properties/p/maxLength'],
    [{ $ref: '#/%E0%A4%A' }, '/components/X/properties/p'],
    [{ allOf: [common('DynamicStringList'), { minItems: 1 }] }, '/components/X/properties/p/minItems'],
    [{ allOf: [common('DynamicNumber')], enum: [1, 2] }, '/components/X/properties/p/enum'],
    [{ type: 'object', properties: { a: {} }, oneOf: [{ required: ['a'] }] }, '/components/X/properties/p/oneOf'],
    [{ type: 'string', if: { const: 'x' }, then: { minLength: 2 } }, '/components/X/properties/p/if'],
    [
      { allOf: [common('DynamicString'), { if: { minLength: 1 }, then: { pattern: '^a' } }] },
      '/components/X/properties/p/if',
    ],
  ])('[IM11] what no declaration can say is dropped with a warning: %j', (schema, at) => {
    const outcome = importCatalog({ catalogId: 'c', components: { X: { properties: { p: schema } } } }, DEFAULT_LIMITS);
    expect(outcome.ok).toBe(true);
    expect(outcome.issues).toMatchObject([{ code: 'VITRINE_CATALOG_INVALID', severity: 'warning', at }]);
  });
});

test.each([7, { note: 1 }, { extensions: [] }, { extensions: { 'a-b': 1 } }])(
  '[IM11] metadata %j of a component in a definition for 1.0 is told of and refuses nothing',
  (metadata) => {
    const outcome = importCatalog(
      { catalogId: 'c', protocolVersion: '1.0', components: { X: { metadata } } },
      DEFAULT_LIMITS,
    );
    expect([outcome.ok, outcome.issues.map(({ at }) => at)]).toEqual([true, ['/components/X/metadata']]);
    const good = { X: { metadata: { extensions: { my_tool: { any: 'thing' } } } } };
    expect(importCatalog({ catalogId: 'c', protocolVersion: '1.0', components: good }, DEFAULT_LIMITS).issues).toEqual(
      [],
    );
  },
);

test('[IM11] alternatives beside the members of an object leave it those members, and open where they may name more', () => {
  const properties = { a: { type: 'string' }, b: { type: 'number' } };
  const oneOf = [{ required: ['a'] }, { properties: { c: {} }, required: ['b'] }];
  const props = { a: plainText(), b: plainNumber() };
  expect(prop({ type: 'object', properties, oneOf, additionalProperties: false })).toEqual(object(props));
  expect(prop({ type: 'object', properties, oneOf, unevaluatedProperties: false })).toEqual(
    object(props, { open: true }),
  );
  const conditional = { if: { properties: { a: { const: 'x' } } }, then: { required: ['b'] } };
  expect(prop({ type: 'object', properties, allOf: [conditional], additionalProperties: false })).toEqual(
    object(props),
  );
  const schema = {
    properties: { a: { type: 'string' } },
    anyOf: [{ properties: { c: {} } }],
    unevaluatedProperties: false,
  };
  const outcome = importCatalog({ catalogId: 'c', protocolVersion: '1.0', components: { X: schema } }, DEFAULT_LIMITS);
  expect(outcome.issues).toMatchObject([{ severity: 'warning', at: '/components/X/anyOf' }]);
  expect(outcome.ok && outcome.value.components.get('X')).toEqual({ props: { a: plainText() }, open: true });
});

describe('components', () => {
  test('[IM12] parts are joined, and the common fields are no properties', () => {
    const schema = {
      type: 'object',
      allOf: [
        common('ComponentCommon'),
        { $ref: '#/$defs/Weighted' },
        common('Checkable'),
        { properties: { component: { const: 'X' }, label: common('DynamicString') }, required: ['component', 'label'] },
      ],
      properties: { accessibility: {}, size: { type: 'number' } },
      unevaluatedProperties: false,
    };
    const $defs = { Weighted: { type: 'object', properties: { weight: { type: 'number' } } } };
    expect(component(schema, { $defs })).toEqual({
      props: { checks: checks(), label: required(text()), size: plainNumber() },
    });
  });

  test('[IM12] a property required in one part and declared in another is required', () => {
    expect(component({ properties: { a: { type: 'string' } }, allOf: [{ required: ['a'] }] })?.props).toEqual({
      a: required(plainText()),
    });
  });

  test.each<[string, Json, boolean]>([
    ['0.9', { properties: {} }, true],
    ['0.9', { properties: {}, additionalProperties: false }, false],
    ['0.9', { properties: {}, unevaluatedProperties: false }, false],
    ['0.9', { allOf: [{ properties: {}, additionalProperties: false }] }, false],
    ['1.0', { properties: {} }, false],
    ['1.0', { properties: {}, additionalProperties: true }, true],
  ])('[IM13] in %s %j is open: %s', (protocolVersion, schema, open) => {
    expect(component(schema, { protocolVersion })?.open === true).toBe(open);
  });

  test.each(['0.8', '0.9', '1.0'])(
    '[IM13] a component of %s without listed properties is open and may have children',
    (protocolVersion) => {
      const expected = { props: { child: child(), children: children() }, open: true };
      expect(component({ type: 'object' }, { protocolVersion })).toEqual(expected);
      expect(component({ allowedParents: ['Column'], allowedChildren: [] }, { protocolVersion })).toEqual({
        ...expected,
        allowedParents: ['Column'],
        allowedChildren: [],
      });
    },
  );

  test('[IM14] the wrapped values of 0.8 are declared as what is in them', () => {
    const wrapped = (...keys: readonly string[]) => ({
      type: 'object',
      properties: Object.fromEntries(keys.map((key) => [key, {}])),
      additionalProperties: false,
    });
    const schema = {
      type: 'object',
      properties: {
        label: wrapped('literalString', 'path'),
        count: wrapped('literalNumber', 'path'),
        on: wrapped('literalBoolean'),
        chosen: wrapped('literalArray', 'path'),
        bound: wrapped('path'),
        mixed: wrapped('literalString', 'literalNumber', 'path'),
        icon: { type: 'object', properties: { literalString: { enum: ['add'] }, path: {} } },
        children: wrapped('explicitList', 'template'),
        action: wrapped('name', 'context'),
        contentChild: { type: 'string' },
        loose: { type: 'object' },
        weight: { type: 'number' },
      },
    };
    expect(component(schema, { protocolVersion: '0.8' })?.props).toEqual({
      label: text(),
      count: number(),
      on: bool(),
      chosen: textList(),
      bound: value(),
      mixed: value(),
      icon: boundOneOf(['add']),
      children: children(),
      action: { kind: 'action', required: false },
      contentChild: child(),
      loose: any(),
      weight: plainNumber(),
    });
  });
});

describe('functions', () => {
  const fn = (definition: Json, more: JsonObject = {}) =>
    read({ catalogId: 'c', functions: { f: definition }, ...more }).functions.get('f');

  test('[IM15] the schema of a call declares its arguments as they stand on the wire', () => {
    const definition = {
      type: 'object',
      properties: {
        call: { const: 'f' },
        args: {
          type: 'object',
          properties: {
            value: common('DynamicString'),
            min: { type: 'integer', minimum: 0 },
            max: { type: 'integer' },
          },
          required: ['value'],
          anyOf: [{ required: ['min'] }, { required: ['max'] }],
          unevaluatedProperties: false,
        },
        returnType: { const: 'boolean' },
      },
      required: ['call', 'args'],
    };
    expect(fn(definition)).toEqual({
      args: {
        value: required(text()),
        min: plainNumber({ integer: true, min: 0 }),
        max: plainNumber({ integer: true }),
      },
      needsOneOf: ['min', 'max'],
      returns: 'boolean',
    });
  });

  test('[IM15] the call may be spelled with @', () => {
    const definition = {
      returnType: 'string',
      properties: { '@call': { const: 'f' }, args: { properties: { value: {} }, additionalProperties: false } },
    };
    expect(fn(definition, { protocolVersion: '1.0' })).toEqual({ args: { value: any() }, returns: 'string' });
  });

  test('[IM16] an interface declares what arrives, so bindings may stand for its arguments', () => {
    const parameters = {
      type: 'object',
      properties: { a: { type: 'number' }, b: { enum: ['x'] }, c: { type: 'array' }, d: {} },
      required: ['a', 'c'],
    };
    const expected = {
      args: { a: required(number()), b: boundOneOf(['x']), c: required(any()), d: any() },
      openArgs: true,
      returns: 'number',
    };
    expect(fn({ returnType: 'number', parameters })).toEqual(expected);
    const listed = read({ catalogId: 'c', functions: [{ name: 'f', returnType: 'number', parameters }] });
    expect(listed.functions.get('f')).toEqual(expected);
  });

  test('[IM16] an interface that uses the dynamic types says itself what may be bound', () => {
    const parameters = {
      properties: { a: common('DynamicNumber'), b: { type: 'string' } },
      additionalProperties: false,
    };
    expect(fn({ returnType: 'any', parameters })).toEqual({ args: { a: number(), b: plainText() }, returns: 'any' });
  });

  test('[IM16] a function of which nothing is said takes anything and gives anything', () => {
    expect(fn({})).toEqual({ args: {}, openArgs: true, returns: 'any' });
    expect(fn({ properties: { call: { const: 'f' } }, returnType: 'validationResult' })).toEqual({
      args: {},
      returns: 'validation',
    });
  });

  test('[IM17] callers and gestures are kept', () => {
    expect(fn({ allowedCallers: 'rendererOnly' })).toMatchObject({ callers: 'renderer' });
    expect(fn({ allowedCallers: 'agentOnly' })).toMatchObject({ callers: 'agent' });
    expect(fn({ allowedCallers: 'rendererOrAgent' })).toMatchObject({ callers: 'both' });
    expect(fn({ requiresUserActivation: true })).toMatchObject({ gesture: true });
    const both = {
      catalogId: 'c',
      functions: { f: { requiresUserActivation: true, allowedCallers: 'rendererOrAgent' } },
    };
    expect(importCatalog(both, DEFAULT_LIMITS).issues).toMatchObject([{ severity: 'warning', at: '/functions/f' }]);
  });
});

describe('themes', () => {
  const colour = { type: 'string', pattern: '^#[0-9a-f]{6}$' };
  const declared = { colour: plainText({ pattern: '^#[0-9a-f]{6}$' }) };

  test.each<[JsonObject, boolean]>([
    [{ theme: { type: 'object', properties: { colour }, additionalProperties: false } }, false],
    [{ theme: { type: 'object', properties: { colour } } }, true],
    [{ theme: { colour } }, true],
    [{ styles: { colour } }, true],
    [{ $defs: { theme: { type: 'object', properties: { colour }, additionalProperties: true } } }, true],
  ])('[IM18] %j is a theme, open: %s', (more, open) => {
    expect(read({ catalogId: 'c', ...more }).theme).toEqual(object(declared, { open }));
  });

  test('[IM18] a catalog without one has none', () => {
    expect(read({ catalogId: 'c' }).theme).toBeUndefined();
  });
});

describe('what a definition lists', () => {
  const components = { Text: {}, Button: {}, Inner: { type: 'object', properties: { p: { type: 'number' } } } };
  const listing = (names: readonly string[], key = 'components') => ({
    oneOf: names.map((name) => ({ $ref: `#/${key}/${name}` })),
  });
  const names = (definition: JsonObject): readonly string[] => [
    ...read({ catalogId: 'c', ...definition }).components.keys(),
  ];

  test('[IM24] is what the catalog has; the rest is there to be referred to', () => {
    expect(names({ components, $defs: { anyComponent: listing(['Text', 'Button']) } })).toEqual(['Text', 'Button']);
    expect(names({ components, $defs: { anyComponent: { anyOf: listing(['Text']).oneOf } } })).toEqual(['Text']);
    expect(names({ components, $defs: { anyComponent: listing([]) } })).toEqual([]);
    expect(prop({ $ref: '#/components/Inner' }, { $defs: { anyComponent: listing(['X']) } })).toBeDefined();
  });

  test('[IM24] is listed by one reference, by unions in unions and by other definitions too', () => {
    const [one, two] = [{ $ref: '#/components/Text' }, { $ref: '#/components/Button' }];
    expect(names({ components, $defs: { anyComponent: one } })).toEqual(['Text']);
    expect(names({ components, $defs: { anyComponent: { oneOf: [{ anyOf: [one] }, two] } } })).toEqual([
      'Text',
      'Button',
    ]);
    const group = { oneOf: [one, { $ref: '#/$defs/anyComponent' }] };
    const anyComponent = { oneOf: [{ $ref: '#/$defs/group' }] };
    expect(names({ components, $defs: { anyComponent, group } })).toEqual(['Text']);
  });

  test('[IM24] holds for functions, in a map and in a list', () => {
    const functions = { shown: { returnType: 'string' }, secret: { returnType: 'string' } };
    const $defs = { anyFunction: listing(['shown'], 'functions') };
    expect([...read({ catalogId: 'c', functions, $defs }).functions.keys()]).toEqual(['shown']);
    const list = Object.keys(functions).map((name) => ({ name }));
    expect([...read({ catalogId: 'c', functions: list, $defs }).functions.keys()]).toEqual(['shown']);
    const byIndex = { anyFunction: listing(['1'], 'functions') };
    expect([...read({ catalogId: 'c', functions: list, $defs: byIndex }).functions.keys()]).toEqual(['secret']);
  });

  test('[IM24] is told of where it is not defined: a name that is misspelt would take another one out', () => {
    const $defs = { anyComponent: listing(['Text', 'Buton']), anyFunction: listing(['shwon', '0'], 'functions') };
    const outcome = importCatalog(
      { catalogId: 'c', components, functions: [{ name: 'shown' }], $defs },
      DEFAULT_LIMITS,
    );
    expect(outcome.issues.map(({ at, message, severity }) => [at, message.split(' ')[0], severity])).toEqual([
      ['/$defs/anyComponent', '"Buton"', 'warning'],
      ['/$defs/anyFunction', '"shwon"', 'warning'],
    ]);
    expect(outcome.ok && [...outcome.value.functions.keys()]).toEqual(['shown']);
  });

  test('[IM24] is everything where the union is none of references', () => {
    for (const anyComponent of [{}, { oneOf: [{ type: 'object' }] }, { oneOf: 'all' }, true]) {
      expect(names({ components, $defs: { anyComponent } })).toEqual(['Text', 'Button', 'Inner']);
    }
  });
});

describe('definitions for 1.0', () => {
  const definition = (more: JsonObject) => ({ catalogId: 'c', protocolVersion: '1.0', ...more });

  test('[IM25] have no members and no definitions of their own', () => {
    const known = {
      $schema: 's',
      $id: 'i',
      title: 't',
      description: 'd',
      instructions: 'i',
      components: {},
      functions: {},
    };
    expect(refusals(definition(known))).toEqual([]);
    expect(refusals(definition({ extra: 1, styles: {} }))).toEqual(['/extra', '/styles']);
    expect(refusals(definition({ $defs: { anyComponent: {}, anyFunction: {}, Weight: {} } }))).toEqual([]);
    expect(refusals(definition({ $defs: { Colour: {} } }))).toEqual(['/$defs/Colour']);
    expect(refusals({ ...definition({ extra: 1, $defs: { Colour: {} } }), protocolVersion: '0.9' })).toEqual([]);
    const themed = importCatalog(definition({ theme: {} }), DEFAULT_LIMITS);
    expect([themed.ok, themed.issues.map(({ at, severity }) => [at, severity])]).toEqual([
      true,
      [['/theme', 'warning']],
    ]);
  });

  test('[IM25] are told of members that a function definition has not, and of what it returns where it does not say', () => {
    const call = { type: 'object', properties: { call: { const: 'f' } }, required: ['call'] };
    const told = (f: JsonObject, protocolVersion = '1.0') => {
      const outcome = importCatalog({ ...definition({ functions: { f } }), protocolVersion }, DEFAULT_LIMITS);
      expect(outcome.ok).toBe(true);
      return outcome.issues.map(({ at, severity }) => `${severity} ${at}`);
    };
    expect(
      told({ ...call, returnType: 'string', allowedCallers: 'rendererOnly', unevaluatedProperties: false }),
    ).toEqual([]);
    const odd = { ...call, returnType: 'string', callers: 'agent', metadata: {} };
    expect(told(odd)).toEqual(['warning /functions/f/callers', 'warning /functions/f/metadata']);
    expect(told(call)).toEqual(['warning /functions/f']);
    expect(told({ ...call, callers: 'agent' }, '0.9')).toEqual([]);
  });

  test('[IM5] name properties and arguments by identifiers, and what is inside them as they like', () => {
    const component = (properties: JsonObject) => definition({ components: { X: { properties } } });
    expect(refusals(component({ größe: {}, 'a-b': {} }))).toEqual(['/components/X/properties/a-b']);
    expect(refusals(component({ p: { type: 'object', properties: { 'a-b': {} } } }))).toEqual([]);
    const fn = (parameters: JsonObject) => definition({ functions: { f: { returnType: 'any', parameters } } });
    expect(refusals(fn({ type: 'object', properties: { '1st': {} } }))).toEqual([
      '/functions/f/parameters/properties/1st',
    ]);
    expect(refusals(fn({ '1st': { type: 'string' } }))).toEqual(['/functions/f/parameters/1st']);
    expect(refusals(definition({ functions: { '@index': {}, '@key': {} } }))).toEqual(['/functions/@key']);
  });
});

test('[IM9] a plain array takes no template, and what is written out is what it spells', () => {
  const ids = { type: 'array', items: { type: 'string' } };
  const template = { type: 'object', properties: { componentId: { type: 'string' }, path: { type: 'string' } } };
  expect(component({ properties: { children: ids } })?.props.children).toEqual(children({ templates: false }));
  expect(component({ properties: { children: { oneOf: [ids, template] } } })?.props.children).toEqual(children());
  const binding = { type: 'object', properties: { path: { type: 'string' } }, additionalProperties: false };
  expect(prop(binding)).toEqual(value({ bound: true, calls: false }));
});

test('[IM26] a catalog is given back as it came, and a declared one written out with its unions', () => {
  const definition = {
    $id: 'https://me.example/c',
    title: 'Mine',
    catalogId: 'c',
    components: { X: {} },
    $defs: { Y: {} },
  };
  expect(exportCatalog(read(definition))).toEqual(definition);
  const written = exportCatalog(basic10);
  expect(Object.keys(written.$defs as JsonObject)).toEqual(['anyComponent', 'anyFunction']);
  expect(JSON.stringify(written)).not.toContain('"#/$defs/');
  const again = read(written);
  expect([...again.components.keys()]).toEqual([...basic10.components.keys()]);
  expect([...again.functions.keys()]).toEqual([...basic10.functions.keys()]);
});

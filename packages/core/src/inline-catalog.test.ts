import { describe, expect, test } from 'vitest';
import { comparable } from '../test/comparable.ts';
import { createValidator, readPublished } from '../test/published.ts';
import { type Catalog, child, defineCatalog, defineComponent, defineFunction, required, text } from './catalog.ts';
import { basic08 } from './catalogs/basic-0.8.ts';
import { basic09 } from './catalogs/basic-0.9.ts';
import { basic10 } from './catalogs/basic-1.0.ts';
import { importCatalog } from './import-catalog.ts';
import { exportInlineCatalog } from './inline-catalog.ts';
import type { JsonObject } from './json.ts';
import { DEFAULT_LIMITS } from './limits.ts';

function read(definition: unknown): Catalog {
  const outcome = importCatalog(definition, DEFAULT_LIMITS);
  if (!outcome.ok) throw new Error(outcome.issues.map(({ at, message }) => `${at} ${message}`).join('; '));
  return outcome.value;
}

const common = (name: string) => ({ $ref: `common_types.json#/$defs/${name}` });

describe('inline catalogs', () => {
  test.each([basic08, basic09, basic10])('[IM21] what $id exports is imported as the same catalog', (catalog) => {
    const imported = read(exportInlineCatalog(catalog));
    expect(imported.id).toBe(catalog.id);
    expect(comparable(withPlainOpenUrl(imported))).toEqual(comparable(catalog));
  });

  /** A list of interfaces cannot say that the one argument of openUrl, plain in 0.9, may not be bound. */
  function withPlainOpenUrl(catalog: Catalog): Catalog {
    const openUrl = basic09.functions.get('openUrl');
    if (catalog.protocol !== '0.9' || openUrl === undefined || !catalog.functions.has('openUrl')) return catalog;
    return { ...catalog, functions: new Map([...catalog.functions, ['openUrl', openUrl]]) };
  }

  test('[IM22] 0.9 wraps components with the common fields, lists functions and spreads the theme', () => {
    const inline = exportInlineCatalog(basic09) as unknown as {
      components: { [name: string]: JsonObject };
      functions: JsonObject[];
      theme: JsonObject;
    };
    expect(Object.keys(inline)).toEqual(['catalogId', 'components', 'functions', 'theme']);
    expect(inline.components.Card).toEqual({
      type: 'object',
      allOf: [
        common('ComponentCommon'),
        {
          type: 'object',
          properties: { component: { const: 'Card' }, weight: { type: 'number' }, child: common('ComponentId') },
          required: ['component', 'child'],
        },
      ],
      unevaluatedProperties: false,
    });
    expect(inline.functions[0]).toMatchObject({
      name: 'required',
      returnType: 'boolean',
      parameters: { type: 'object' },
    });
    expect(Object.keys(inline.theme)).toEqual(['primaryColor', 'iconUrl', 'agentDisplayName']);
  });

  test.each([
    ['0.8', basic08],
    ['0.9', basic09],
    ['1.0', basic10],
  ])('[IM22] what is exported for %s is a definition by the published schema', (version, catalog) => {
    const inline = exportInlineCatalog(catalog);
    const capabilities = { supportedCatalogIds: [catalog.id], inlineCatalogs: [inline] };
    const ajv = createValidator();
    if (version === '0.8')
      ajv.addSchema({
        ...readPublished('v0_8', 'catalog_description_schema.json'),
        $id: 'catalog_description_schema.json',
      });
    if (version === '1.0') {
      ajv.addSchema(readPublished('v1_0', 'common_types.json'));
      // Nothing refers into it but calls, which no catalog definition holds.
      ajv.addSchema({ $id: 'https://a2ui.org/specification/v1_0/catalog.json', $defs: { anyFunction: {} } });
      ajv.addSchema(readPublished('v1_0', 'catalog_definition.json'));
    }
    const [file, wire] = (
      {
        '0.8': ['a2ui_client_capabilities_schema.json', capabilities],
        '0.9': ['client_capabilities.json', { 'v0.9': capabilities }],
        '1.0': ['renderer_capabilities.json', { 'v1.0': capabilities }],
      } as const
    )[version as '0.8'];
    const folder = ({ '0.8': 'v0_8', '0.9': 'v0_9', '1.0': 'v1_0' } as const)[version as '0.8'];
    const validate = ajv.compile(readPublished(folder, file));
    expect([validate(wire), validate.errors]).toEqual([true, null]);
  });

  test('[IM23] what was imported is given back in its own words', () => {
    const label = { type: 'string', description: 'What it says', maxLength: 9 };
    const parameters = { type: 'object', properties: { a: { type: 'number', description: 'First' } }, required: ['a'] };
    const inline = exportInlineCatalog(
      read({
        catalogId: 'mine',
        components: { Tag: { type: 'object', properties: { label }, required: ['label'] } },
        functions: { twice: { description: 'Doubles.', returnType: 'number', parameters } },
        theme: { type: 'object', properties: { colour: { type: 'string', description: 'Main' } } },
      }),
    );
    expect(inline).toEqual({
      catalogId: 'mine',
      components: {
        Tag: {
          type: 'object',
          allOf: [
            common('ComponentCommon'),
            { properties: { component: { const: 'Tag' }, label }, required: ['component', 'label'] },
          ],
        },
      },
      functions: [{ name: 'twice', description: 'Doubles.', parameters, returnType: 'number' }],
      theme: { colour: { type: 'string', description: 'Main' } },
    });
  });

  test('[IM23] a closed component stays closed without refusing the common fields', () => {
    const inline = exportInlineCatalog(
      read({ catalogId: 'c', components: { X: { properties: {}, additionalProperties: false } } }),
    );
    expect(inline.components).toEqual({
      X: {
        type: 'object',
        allOf: [common('ComponentCommon'), { properties: { component: { const: 'X' } }, required: ['component'] }],
        unevaluatedProperties: false,
      },
    });
  });

  test('[IM23] what refers into its own document is written out from the declaration', () => {
    const definition = {
      catalogId: 'c',
      components: {
        X: {
          properties: { tone: { $ref: '#/$defs/Tone' }, child: { $ref: '#/$defs/ComponentId' } },
          additionalProperties: false,
        },
      },
      $defs: { Tone: { enum: ['calm'] } },
    };
    const inline = exportInlineCatalog(read(definition));
    expect(JSON.stringify(inline)).not.toContain('"#/');
    expect(comparable(read(inline))).toEqual(comparable(read(definition)));
  });

  test('[IM23] published definitions survive as inline catalogs', () => {
    for (const [version, file] of [
      ['v0_9', 'catalogs/basic/catalog.json'],
      ['v0_9', 'catalogs/minimal/catalog.json'],
      ['v1_0', 'catalogs/basic/catalog.json'],
    ] as const) {
      const catalog = read(readPublished(version, file));
      expect(comparable(withPlainOpenUrl(read(exportInlineCatalog(catalog))))).toEqual(comparable(catalog));
    }
  });

  test('[IM22] composition, callers and gestures are kept where the protocol has words for them', () => {
    const catalog = defineCatalog({
      id: 'c',
      protocol: '1.0',
      instructions: 'Be brief.',
      components: {
        Head: defineComponent({ child: child() }, { allowedParents: ['Table'], allowedChildren: ['Text'], open: true }),
      },
      functions: {
        send: defineFunction({ args: { to: required(text()) }, returns: 'void', callers: 'both', gesture: true }),
      },
    });
    const inline = exportInlineCatalog(catalog);
    expect(inline).toMatchObject({
      protocolVersion: '1.0',
      instructions: 'Be brief.',
      components: { Head: { allowedParents: ['Table'], allowedChildren: ['Text'], additionalProperties: true } },
      functions: { send: { returnType: 'void', allowedCallers: 'rendererOrAgent', requiresUserActivation: true } },
    });
    expect(comparable(read(inline))).toEqual(comparable(catalog));
  });

  test('[IM22] a catalog of which nothing is known is exported as its id', () => {
    expect(exportInlineCatalog(read({ catalogId: 'c' }))).toEqual({ catalogId: 'c' });
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  any,
  boundOneOf,
  type Catalog,
  defineCatalog,
  defineComponent,
  defineFunction,
  list,
  map,
  object,
  plainNumber,
  required,
  text,
} from './catalog.ts';
import { agentchains } from './catalogs/agentchains.ts';
import { basic08 } from './catalogs/basic-0.8.ts';
import { basic09 } from './catalogs/basic-0.9.ts';
import { basic10 } from './catalogs/basic-1.0.ts';
import { basic08Descriptions } from './catalogs/descriptions-0.8.ts';
import { basic09Descriptions } from './catalogs/descriptions-0.9.ts';
import { basic10Descriptions } from './catalogs/descriptions-1.0.ts';
import { agentchainsDescriptions } from './catalogs/descriptions-agentchains.ts';
import { openwop1Descriptions, openwop2Descriptions } from './catalogs/descriptions-openwop.ts';
import {
  vitrine08Descriptions,
  vitrine09Descriptions,
  vitrine10Descriptions,
} from './catalogs/descriptions-vitrine.ts';
import { ICON_NAMES } from './catalogs/icon-names.ts';
import { openwop1, openwop2 } from './catalogs/openwop.ts';
import { vitrine08, vitrine09, vitrine10 } from './catalogs/vitrine.ts';
import type { CatalogDescriptions } from './descriptions.ts';
import { catalogReference } from './reference.ts';

describe('the reference', () => {
  test.each<[string, Catalog, CatalogDescriptions]>([
    ['basic-0.8', basic08, basic08Descriptions],
    ['basic-0.9', basic09, basic09Descriptions],
    ['basic-1.0', basic10, basic10Descriptions],
    ['vitrine-0.8', vitrine08, vitrine08Descriptions],
    ['vitrine-0.9', vitrine09, vitrine09Descriptions],
    ['vitrine-1.0', vitrine10, vitrine10Descriptions],
    ['agentchains', agentchains, agentchainsDescriptions],
    ['openwop-1', openwop1, openwop1Descriptions],
    ['openwop-2', openwop2, openwop2Descriptions],
  ])(
    '[CA12] docs/catalogs/%s.md is what the declarations give (node scripts/catalog-docs.mjs)',
    (name, catalog, texts) => {
      const written = readFileSync(new URL(`../../../docs/catalogs/${name}.md`, import.meta.url), 'utf8');
      expect(written).toBe(catalogReference(catalog, texts));
    },
  );

  const custom = defineCatalog({
    id: 'https://example.com/custom',
    components: {
      Chart: defineComponent(
        {
          series: required(
            list(object({ name: required(text()), points: list(plainNumber({ integer: true, max: 9 })) }), { min: 1 }),
          ),
          kind: boundOneOf(['a|b', 'line'], { default: 'line' }),
          extra: map(any()),
        },
        { open: true, allowedParents: ['Surface'], allowedChildren: [] },
      ),
    },
    functions: {
      ask: defineFunction({ args: {}, returns: 'object', callers: 'agent' }),
      act: defineFunction({
        args: { a: text(), b: text() },
        needsOneOf: ['a', 'b'],
        returns: 'void',
        callers: 'both',
        gesture: true,
      }),
    },
  });

  test('[CA13] says type, default and need of every property, also of nested ones', () => {
    const reference = catalogReference(custom);
    expect(reference).toContain('| `series` (required) | list of: object, at least 1 |  |  |');
    expect(reference).toContain('| `series.name` (required) | text (bindable) |  |  |');
    expect(reference).toContain('| `series.points` | list of: whole number, at most 9 |  |  |');
    expect(reference).toContain('| `kind` | `a\\|b`, `line` (bindable) | `line` |  |');
    expect(reference).toContain('Other properties are kept. Allowed parents: Surface. Allowed children: none.');
  });

  test('[CA13] says what a function returns, needs and who may call it', () => {
    const reference = catalogReference(custom);
    expect(reference).toContain('### ask\n\nReturns: object. Only the agent calls it.');
    expect(reference).toContain(
      'Returns: void. At least one of `a`, `b` must be given. The agent may call it too. It runs only while a person acts.',
    );
  });

  test('[CA13] lists long sets in full below the table', () => {
    for (const name of ICON_NAMES) expect(catalogReference(basic09)).toContain(`\`${name}\``);
  });
});

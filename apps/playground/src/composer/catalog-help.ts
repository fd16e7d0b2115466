// What catalogs say of their components, properties and functions: for completion, for what is shown over a word, for palette and
// properties. The prose of our catalogs is loaded with this module, which is why it belongs to a lazy chunk.

import { basic08Descriptions } from '@vitrine/core/catalogs/descriptions-0.8';
import { basic09Descriptions } from '@vitrine/core/catalogs/descriptions-0.9';
import { basic10Descriptions } from '@vitrine/core/catalogs/descriptions-1.0';
import { agentchainsDescriptions } from '@vitrine/core/catalogs/descriptions-agentchains';
import { openwop1Descriptions, openwop2Descriptions } from '@vitrine/core/catalogs/descriptions-openwop';
import {
  vitrine08Descriptions,
  vitrine09Descriptions,
  vitrine10Descriptions,
} from '@vitrine/core/catalogs/descriptions-vitrine';
import { type CatalogDescriptions, describeCatalog } from '@vitrine/core/descriptions';
import type { Catalog, Prop } from '@vitrine/core/page';

const PROSE: readonly (readonly [RegExp, CatalogDescriptions])[] = [
  [/vitrine:0\.8$/, vitrine08Descriptions],
  [/vitrine:0\.9$/, vitrine09Descriptions],
  [/vitrine:1\.0$/, vitrine10Descriptions],
  [/v0_8/, basic08Descriptions],
  [/v0_9/, basic09Descriptions],
  [/v1_0/, basic10Descriptions],
  [/agentchains/, agentchainsDescriptions],
  [/openwop.*v2/, openwop2Descriptions],
  [/openwop/, openwop1Descriptions],
];
const known = new WeakMap<Catalog, CatalogDescriptions>();

export function catalogWords(catalog: Catalog): CatalogDescriptions {
  const found = known.get(catalog);
  if (found !== undefined) return found;
  const base = PROSE.find(([pattern]) => pattern.test(catalog.id))?.[1];
  const words = describeCatalog(catalog, base ?? (catalog.base === undefined ? {} : catalogWords(catalog.base)));
  known.set(catalog, words);
  return words;
}

/** As the parts of the page have it that are there before this chunk. */
export interface CatalogHelp {
  readonly catalogWords: typeof catalogWords;
  readonly propWords: typeof propWords;
}

/** What a property takes, in a few words: `text or binding, required`. */
export function propWords(prop: Prop): string {
  const binding = 'dynamic' in prop && prop.dynamic === true ? ' or binding' : '';
  const kind =
    prop.kind === 'one-of'
      ? prop.options
          .map((one) => JSON.stringify(one))
          .slice(0, 8)
          .join(' | ')
      : KINDS[prop.kind];
  return `${kind}${binding}${prop.required ? ', required' : ''}`;
}

const KINDS: { readonly [kind in Prop['kind']]: string } = {
  text: 'text',
  number: 'number',
  bool: 'true or false',
  'text-list': 'list of texts',
  value: 'any value or binding',
  any: 'any value',
  'one-of': 'one of',
  child: 'id of a component',
  children: 'ids of components, or a template',
  action: 'action',
  checks: 'list of checks',
  list: 'list',
  object: 'object',
  map: 'object',
  'any-of': 'one of several',
};

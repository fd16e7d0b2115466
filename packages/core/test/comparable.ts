// A catalog's declarations in a form that two catalogs can be compared by: without code, without what a catalog definition
// has no word for (who writes, where actions are sent from, what is fetched, what is secret, formats that JSON Schema lacks), options in one order.

import type { Catalog } from '../src/catalog.ts';

const UNSAID = new Set([
  'run',
  'needs',
  'writable',
  'media',
  'secretWhen',
  'takes',
  'type',
  'says',
  'actions',
  'fallback',
  'inputs',
]);
const SAID_FORMATS = new Set(['url', 'date']);

export function comparable(catalog: Catalog): unknown {
  const { protocol, components, functions, theme } = catalog;
  return simplify({
    protocol,
    theme,
    components: Object.fromEntries(components),
    functions: Object.fromEntries(functions),
  });
}

function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(
      ([key, item]) =>
        !UNSAID.has(key) &&
        item !== undefined &&
        !(key === 'format' && typeof item === 'string' && !SAID_FORMATS.has(item)),
    )
    .map(([key, item]) => [key, key === 'options' && Array.isArray(item) ? [...item].sort() : simplify(item)]);
  return Object.fromEntries(entries);
}

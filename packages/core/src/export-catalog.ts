// A catalog as the document that its author publishes: what was imported is given back as it came, what was declared is
// written out. Common types are referred to, not repeated.

import type { Catalog } from './catalog.ts';
import { exportInlineCatalog } from './inline-catalog.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import { escapeSegment } from './pointer.ts';

export function exportCatalog(catalog: Catalog): JsonObject {
  if (catalog.source !== undefined) return catalog.source;
  const document = exportInlineCatalog(catalog, true);
  return {
    ...document,
    $defs: {
      anyComponent: { ...union('components', document), discriminator: { propertyName: 'component' } },
      anyFunction: union('functions', document),
    },
  };
}

/** All that stands under a key, by name. */
function union(key: 'components' | 'functions', document: JsonObject): JsonObject {
  const held: Json | undefined = document[key];
  const names = isObject(held) ? Object.keys(held) : [];
  return { oneOf: names.map((name) => ({ $ref: `#/${key}/${encodeURIComponent(escapeSegment(name))}` })) };
}

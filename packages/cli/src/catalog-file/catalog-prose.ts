// What a catalog file says of its catalogs, over the prose of the catalog of ours that each extends.

import { type Catalog, type CatalogDescriptions, describeCatalog } from '@vitrine/core';
import { ourCatalog } from './our-catalogs.ts';

export function catalogProse(catalog: Catalog): CatalogDescriptions {
  const { base } = catalog;
  const inherited = base === undefined ? {} : (ourCatalog(base)?.descriptions ?? catalogProse(base));
  const { title: _title, summary: _summary, ...rest } = inherited;
  return describeCatalog(catalog, rest);
}

// The catalogs that others extend: what each is called where it is imported from, and its prose.

import type { Catalog, CatalogDescriptions } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { basic08Descriptions } from '@vitrine/core/catalogs/descriptions-0.8';
import { basic09Descriptions } from '@vitrine/core/catalogs/descriptions-0.9';
import { basic10Descriptions } from '@vitrine/core/catalogs/descriptions-1.0';
import {
  vitrine08Descriptions,
  vitrine09Descriptions,
  vitrine10Descriptions,
} from '@vitrine/core/catalogs/descriptions-vitrine';
import { vitrine08, vitrine09, vitrine10 } from '@vitrine/core/catalogs/vitrine';

export interface OurCatalog {
  readonly catalog: Catalog;
  readonly name: string;
  /** The last part of the path that it is imported from. */
  readonly module: string;
  readonly descriptions: CatalogDescriptions;
}

const OURS: readonly OurCatalog[] = [
  { catalog: basic08, name: 'basic08', module: 'basic-0.8', descriptions: basic08Descriptions },
  { catalog: basic09, name: 'basic09', module: 'basic-0.9', descriptions: basic09Descriptions },
  { catalog: basic10, name: 'basic10', module: 'basic-1.0', descriptions: basic10Descriptions },
  { catalog: vitrine08, name: 'vitrine08', module: 'vitrine', descriptions: vitrine08Descriptions },
  { catalog: vitrine09, name: 'vitrine09', module: 'vitrine', descriptions: vitrine09Descriptions },
  { catalog: vitrine10, name: 'vitrine10', module: 'vitrine', descriptions: vitrine10Descriptions },
];

/** By id: what a file has imported may be another copy of it. */
export function ourCatalog(catalog: Catalog | undefined): OurCatalog | undefined {
  return OURS.find((one) => one.catalog.id === catalog?.id);
}

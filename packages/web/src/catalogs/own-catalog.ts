// Catalogs of a page's author: what their module exports, made known to the table of widgets. Components without a widget are
// drawn by their fallback, those of the base as the base is.

import { guardedCatalog, isCatalog } from '@vitrine/core/internal';
import type { Catalog } from '@vitrine/core/page';
import { OwnStyles } from '../styles/own-styles.ts';
import type { CatalogWidgets, Widgets } from '../widget.ts';
import { fallback } from '../widgets/fallback.ts';
import { basicWidgets08, basicWidgets09, basicWidgets10 } from './basic.ts';

/** What a module with catalogs exports: each of them under any name, and what draws their components. */
export interface OwnCatalogModule {
  readonly widgets?: CatalogWidgets;
  /** For the elements of these widgets alone; `:scope` is the one that stands for the component. */
  readonly styles?: string;
  readonly [name: string]: unknown;
}

/** Adds them, and gives the catalogs as a page is to know them. */
export function addOwnCatalogs(table: Widgets, module: OwnCatalogModule): readonly Catalog[] {
  const { widgets = {}, styles } = module;
  const styled = styles === undefined ? widgets : new OwnStyles(styles).around(widgets);
  const failed = (where: string, error: unknown): void =>
    console.error(`vitrine: ${where} of a catalog failed.`, error);
  return Object.values(module)
    .filter(isCatalog)
    .map((catalog) => {
      table.add(catalog, { ...instead(catalog), ...styled });
      return guardedCatalog(catalog, failed);
    });
}

const BASIC: { readonly [protocol: string]: CatalogWidgets } = { '0.8': basicWidgets08, '1.0': basicWidgets10 };

/** For what the author gives no widget: as in the base, or in the basic catalog under the same name; else its fallback. */
function instead({ components, base, protocol = '', source }: Catalog): CatalogWidgets {
  const basic = source === undefined ? {} : (BASIC[protocol] ?? basicWidgets09);
  const missing = [...components.keys()].filter((type) => base === undefined || !base.components.has(type));
  return Object.fromEntries(missing.map((type) => [type, basic[type] ?? fallback]));
}

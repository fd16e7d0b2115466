// What every application does alike: the link comes with the page's address, and its catalog is drawn by its own widget.

import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { pageWidgets } from '@vitrine/web';
import { addOwnCatalogs } from '@vitrine/web/catalogs/own-catalog';
import { catalogOf } from './catalog.mjs';

export const linkOfPage = () => new URLSearchParams(location.search).get('session') ?? undefined;

/** @param {Parameters<typeof catalogOf>[0]} name @param {import('@vitrine/web').Widget} widget */
export const catalogsWith = (name, widget) => [
  ...addOwnCatalogs(pageWidgets, { catalog: catalogOf(name), widgets: { [name]: widget } }),
  basic10,
];

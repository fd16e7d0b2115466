// The catalogs that the pages know: those of Vitrine, and those that the operator gave the host (own-catalogs.ts). Their widgets:
// widgets.ts.

import { allCatalogs } from '@vitrine/core/catalogs/all';
import { mcpAppCatalogs } from '@vitrine/core/catalogs/mcp-app';
import { type Catalog, Catalogs } from '@vitrine/core/page';

let own: readonly Catalog[] = [];

export function pageCatalogs(): Catalogs {
  return new Catalogs(knownCatalogs());
}

export function knownCatalogs(): readonly Catalog[] {
  return [...allCatalogs, ...mcpAppCatalogs, ...own];
}

export function ownCatalogs(): readonly Catalog[] {
  return own;
}

/** Beside those of Vitrine, from now on. */
export function setOwnCatalogs(catalogs: readonly Catalog[]): void {
  own = catalogs;
}

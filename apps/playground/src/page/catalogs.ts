// The catalogs that the pages know. Their widgets: widgets.ts.

import { Catalogs } from '@vitrine/core';
import { allCatalogs } from '@vitrine/core/catalogs/all';

export function pageCatalogs(): Catalogs {
  return new Catalogs(allCatalogs);
}

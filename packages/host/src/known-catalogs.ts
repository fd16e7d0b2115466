// Every catalog that a host knows: those of Vitrine, and others beside them, never in their place. What others wrote is judged
// before the host starts, and kept from throwing while it runs.

import { allCatalogs } from '@vitrine/core/catalogs/all';
import { checkCatalog } from '@vitrine/core/check-catalog';
import { type Catalog, Catalogs, guardedCatalog, quote } from '@vitrine/core/internal';

/** Of options that are wrong: whoever starts a host can mend them. */
export class OwnCatalogError extends Error {
  override readonly name = 'OwnCatalogError';
}

/** `failed`: told once of each hook that throws. */
export function knownCatalogs(
  more: Iterable<Catalog> = [],
  failed: (where: string, error: unknown) => void = () => undefined,
): Catalogs {
  const ours = new Catalogs(allCatalogs);
  const own = [...more];
  if (own.length === 0) return ours;
  const reported = new Set<string>();
  const known = new Catalogs([], ours);
  for (const catalog of own) {
    assertUsable(catalog, known);
    const tell = (at: string, error: unknown): void => {
      const where = `${catalog.id} ${at}`;
      if (!reported.has(where)) failed(where, error);
      reported.add(where);
    };
    known.add(guardedCatalog(catalog, tell));
  }
  return known;
}

function assertUsable(catalog: Catalog, known: Catalogs): void {
  // What was imported was judged when it was read.
  const issues = catalog.source === undefined ? checkCatalog(catalog) : [];
  const fault = issues.find(({ severity }) => severity === 'error');
  if (fault !== undefined) throw new OwnCatalogError(`The catalog ${catalog.id}: ${fault.at}: ${fault.message}`);
  for (const id of [catalog.id, ...catalog.aliases])
    if (known.get(id) !== undefined) throw new OwnCatalogError(`There is a catalog ${quote(id)} already.`);
}

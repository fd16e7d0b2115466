// Loads the catalogs that the operator gave the host. They come before anything is drawn, because the page's own settings name
// them: nothing that an agent sends makes the page load one.

import { type Catalog, DEFAULT_LIMITS } from '@vitrine/core/page';
import { pageWidgets } from '@vitrine/web';
import { hostSettings } from '../host/settings.ts';
import { setOwnCatalogs } from './catalogs.ts';

let loading: Promise<void> | undefined;

/** To be awaited before anything is drawn. One that cannot be loaded is told to whoever looks at the console, and left out. */
export function loadOwnCatalogs(): Promise<void> {
  loading ??= load();
  return loading;
}

async function load(): Promise<void> {
  const { catalogs } = await hostSettings();
  const loaded = await Promise.allSettled(catalogs.map(loadOne));
  for (const result of loaded)
    if (result.status === 'rejected') console.error('vitrine: a catalog of this host was not loaded.', result.reason);
  setOwnCatalogs(loaded.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])));
}

async function loadOne(path: string): Promise<readonly Catalog[]> {
  const { addOwnCatalogs } = await import('@vitrine/web/catalogs/own-catalog');
  return addOwnCatalogs(pageWidgets, path.endsWith('.json') ? await readDefinition(path) : await import(path));
}

async function readDefinition(path: string): Promise<{ readonly catalog: Catalog }> {
  const { importCatalog } = await import('@vitrine/core/import-catalog');
  const read = importCatalog(await (await fetch(path)).json(), DEFAULT_LIMITS);
  if (!read.ok) throw new Error(read.issues[0]?.message);
  return { catalog: read.value };
}

// Where the built pages stand, for whoever serves them: `index.html` at `/`, `session.html` at `/s/ID`, a page NAME.html at
// `/NAME`, all else under its name. The pages themselves are src/sessions, src/viewer, src/composer and src/gallery.

/** Ends with a slash. `dist` stands beside `src`, so this holds from both. */
export const PAGE_FOLDER: URL = new URL('../dist/www/', import.meta.url);

/** Pages that the host shows at addresses of its own. */
const AT_OTHER_ADDRESSES = ['session.html', 'not-found.html'];
/** What pages were called before. */
const FORMER_NAMES: { readonly [page: string]: readonly string[] } = { composer: ['workbench'] };

export interface PagePaths {
  readonly path: string;
  /** Addresses of earlier versions, which lead on. */
  readonly former: readonly string[];
}

/** The address of a built file. */
export function pagePaths(name: string): PagePaths {
  if (name === 'index.html') return { path: '/', former: ['/index.html'] };
  if (!name.endsWith('.html') || AT_OTHER_ADDRESSES.includes(name)) return { path: `/${name}`, former: [] };
  const page = name.slice(0, -'.html'.length);
  const former = FORMER_NAMES[page] ?? [];
  return { path: `/${page}`, former: [`/${name}`, ...former.flatMap((old) => [`/${old}`, `/${old}.html`])] };
}

/** Whether the name of a built file holds a digest of what is in it: such a file never changes and may be kept. */
export function isHashed(name: string): boolean {
  return /-[A-Z0-9]{8}\.(?:js|css)$/.test(name);
}

// Where the built pages stand, for whoever serves them: `index.html` at `/`, `session.html` at `/s/ID`, all else under its
// name. The pages themselves are src/sessions, src/viewer, src/page (the workbench) and src/gallery.

/** Ends with a slash. `dist` stands beside `src`, so this holds from both. */
export const PAGE_FOLDER: URL = new URL('../dist/www/', import.meta.url);

/** Whether the name of a built file holds a digest of what is in it: such a file never changes and may be kept. */
export function isHashed(name: string): boolean {
  return /-[A-Z0-9]{8}\.(?:js|css)$/.test(name);
}

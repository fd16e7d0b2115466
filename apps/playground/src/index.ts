// Where the built page stands, for whoever serves it. The page itself is src/page.

/** Ends with a slash. `dist` stands beside `src`, so this holds from both. */
export const PAGE_FOLDER: URL = new URL('../dist/www/', import.meta.url);

// Apart from the catalog: tests name it, and need nothing of a page.

export const CATALOG_ID = 'urn:frameworks';

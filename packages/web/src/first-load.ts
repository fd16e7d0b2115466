// What a page loads before anything else of ours. Whatever is fetched later names it: bundlers that split files by who can
// reach them (esbuild) then keep it in one piece. Eleven pieces were 7 KiB more.

export { content08, content09, content10 } from './catalogs/basic-content.ts';
export { BASIC_08, BASIC_09, BASIC_10 } from './catalogs/catalog-ids.ts';
export { pageWidgets, VitrineSurface } from './surface-element.ts';

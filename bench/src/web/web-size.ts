// How large a page is that shows A2UI 0.9 with the basic catalog: engine, dialect and widgets, minified, gzip.

import { type Row, row } from '../measure.ts';
import { gzipKiB, LUXURIES } from '../size/core-size.ts';

const PAGE = `
  export { Catalogs, Replica } from '@vitrine/core';
  export { basic09 } from '@vitrine/core/catalogs/basic-0.9';
  export { decodeAgentMessage } from '@vitrine/dialects/a2ui-0.9/decode';
  export { pageWidgets, VitrineSurface } from '@vitrine/web/surface';
  export { basicWidgets09 } from '@vitrine/web/catalogs/basic';
`;
/** Pictures of icons and their names, and writing dates by pattern. */
const APART: readonly string[] = [...LUXURIES, 'web/src/icons.ts'];

export async function webSize(): Promise<Row[]> {
  const what = 'engine, A2UI 0.9 and the basic widgets, minified and gzipped';
  return [
    row(`${what}, without icons and date patterns`, await gzipKiB(PAGE, { stub: APART }), 'KiB', 20),
    row(`${what}, with everything`, await gzipKiB(PAGE), 'KiB', 30),
  ];
}

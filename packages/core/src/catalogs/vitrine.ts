// The extension catalog of Vitrine: what the basic catalogs lack (tables, charts, code, whole Markdown, steps,
// progress, files), for every A2UI agent. There is one catalog for each version of A2UI; each has the basic components, functions and
// theme of its version as well, so that a surface needs no second catalog. The prose stands in descriptions-vitrine.ts.

import { extendCatalog } from '../extend-catalog.ts';
import { basic08 } from './basic-0.8.ts';
import { basic09 } from './basic-0.9.ts';
import { basic10 } from './basic-1.0.ts';
import { FileInput, FileInput08, vitrineComponents } from './vitrine-components.ts';

export { fileRule } from './vitrine-components.ts';
export * from './vitrine-content.ts';

const idFor = (version: string): string => `urn:vitrine:catalog:vitrine:${version}`;
const withFiles = { ...vitrineComponents, FileInput };

export const vitrine08 = extendCatalog(basic08, { ...vitrineComponents, FileInput: FileInput08 }, { id: idFor('0.8') });
export const vitrine09 = extendCatalog(basic09, withFiles, { id: idFor('0.9') });
export const vitrine10 = extendCatalog(basic10, withFiles, { id: idFor('1.0') });

// Builders of the basic catalog of A2UI 0.9.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { createFunctions, createUi } from './create-ui.ts';

export { basic09 };
export const ui = createUi(basic09);
export const fn = createFunctions(basic09);

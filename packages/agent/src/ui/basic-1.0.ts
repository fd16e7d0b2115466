// Builders of the basic catalog of A2UI 1.0.

import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { createFunctions, createUi } from './create-ui.ts';

export { basic10 };
export const ui = createUi(basic10);
export const fn = createFunctions(basic10);

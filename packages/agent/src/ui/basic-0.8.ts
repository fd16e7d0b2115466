// Builders of the basic catalog of A2UI 0.8.

import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { createUi } from './create-ui.ts';

export { basic08 };
export const ui = createUi(basic08);

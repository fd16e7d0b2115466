// Builders of the extension catalog for A2UI 0.9: the basic components, and tables, charts, code, Markdown, steps, progress.

import { vitrine09 } from '@vitrine/core/catalogs/vitrine';
import { createFunctions, createUi } from './create-ui.ts';

export { vitrine09 };
export const ui = createUi(vitrine09);
export const fn = createFunctions(vitrine09);

// Builders of the extension catalog for A2UI 1.0: the basic components, and tables, charts, code, Markdown, steps, progress.

import { vitrine10 } from '@vitrine/core/catalogs/vitrine';
import { createFunctions, createUi } from './create-ui.ts';

export { vitrine10 };
export const ui = createUi(vitrine10);
export const fn = createFunctions(vitrine10);

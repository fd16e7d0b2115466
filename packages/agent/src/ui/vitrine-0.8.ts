// Builders of the extension catalog for A2UI 0.8: the basic components, and tables, charts, code, Markdown, steps, progress.

import { vitrine08 } from '@vitrine/core/catalogs/vitrine';
import { createUi } from './create-ui.ts';

export { vitrine08 };
export const ui = createUi(vitrine08);

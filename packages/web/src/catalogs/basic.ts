// All widgets of A2UI's basic catalogs, for pages that load them at once. The versions differ in names of properties, and
// little in what is drawn.

import type { CatalogWidgets } from '../widget.ts';
import { content08, content09, content10 } from './basic-content.ts';
import { inputs08, inputs09, inputs10 } from './basic-inputs.ts';
import { rare08, rare09, rare10 } from './basic-rare.ts';

export const basicWidgets08: CatalogWidgets = { ...content08, ...inputs08, ...rare08 };
export const basicWidgets09: CatalogWidgets = { ...content09, ...inputs09, ...rare09 };
export const basicWidgets10: CatalogWidgets = { ...content10, ...inputs10, ...rare10 };

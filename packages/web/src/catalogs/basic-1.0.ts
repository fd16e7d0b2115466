// The widgets of A2UI's basic catalog 1.0. They stand apart so that pages without it need not load them.

import type { CatalogWidgets } from '../widget.ts';
import { steppedSlider } from '../widgets/stepped-slider.ts';
import { basicWidgets09 } from './basic-0.9.ts';

export const basicWidgets10: CatalogWidgets = { ...basicWidgets09, Slider: steppedSlider };

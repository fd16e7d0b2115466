// The widgets of A2UI's basic catalog 0.9.

import type { CatalogWidgets } from '../widget.ts';
import { button } from '../widgets/button.ts';
import { choicePicker } from '../widgets/choice-picker.ts';
import { imageWidget } from '../widgets/image.ts';
import { lineWidget } from '../widgets/line.ts';
import { listWidget } from '../widgets/list.ts';
import { modalWidget } from '../widgets/modal.ts';
import { sliderWidget } from '../widgets/slider.ts';
import { tabsWidget } from '../widgets/tabs.ts';
import { textWidget } from '../widgets/text.ts';
import { textFieldWidget } from '../widgets/text-field.ts';
import { alike } from './basic-alike.ts';

export const basicWidgets09: CatalogWidgets = {
  ...alike,
  Text: textWidget('variant'),
  Image: imageWidget({ size: 'variant', words: 'description' }),
  List: listWidget('align'),
  Row: lineWidget('row'),
  Column: lineWidget('column'),
  Tabs: tabsWidget('tabs'),
  Modal: modalWidget(),
  Button: button,
  TextField: textFieldWidget(),
  ChoicePicker: choicePicker,
  Slider: sliderWidget(),
};

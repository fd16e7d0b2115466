// The widgets of A2UI's basic catalog 0.8. They stand apart so that pages without it need not load them.

import type { CatalogWidgets } from '../widget.ts';
import { buttonWidget } from '../widgets/button.ts';
import { imageWidget } from '../widgets/image.ts';
import { lineWidget } from '../widgets/line.ts';
import { listWidget } from '../widgets/list.ts';
import { modalWidget } from '../widgets/modal.ts';
import { multipleChoice } from '../widgets/multiple-choice.ts';
import { sliderWidget } from '../widgets/slider.ts';
import { tabsWidget } from '../widgets/tabs.ts';
import { textWidget } from '../widgets/text.ts';
import { textFieldWidget } from '../widgets/text-field.ts';
import { alike } from './basic-alike.ts';

const LINE_08 = { justify: 'distribution', align: 'alignment' };

export const basicWidgets08: CatalogWidgets = {
  ...alike,
  Text: textWidget('usageHint'),
  Image: imageWidget({ size: 'usageHint', words: 'altText' }),
  List: listWidget('alignment'),
  Row: lineWidget('row', LINE_08),
  Column: lineWidget('column', LINE_08),
  Tabs: tabsWidget('tabItems'),
  Modal: modalWidget({ trigger: 'entryPointChild', content: 'contentChild' }),
  Button: buttonWidget((node) => (node.get('primary') === true ? 'primary' : 'default')),
  TextField: textFieldWidget({ value: 'text', kind: 'textFieldType' }),
  MultipleChoice: multipleChoice,
  Slider: sliderWidget({ min: 'minValue', max: 'maxValue' }),
};

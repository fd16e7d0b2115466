// The widgets of A2UI's basic catalogs. The versions differ in names of properties, not in what is drawn.

import type { CatalogWidgets } from '../widget.ts';
import { audioPlayer } from '../widgets/audio-player.ts';
import { button, buttonWidget } from '../widgets/button.ts';
import { card } from '../widgets/card.ts';
import { checkBox } from '../widgets/check-box.ts';
import { choicePickerWidget } from '../widgets/choice-picker.ts';
import { dateTimeInput } from '../widgets/date-time-input.ts';
import { divider } from '../widgets/divider.ts';
import { icon } from '../widgets/icon.ts';
import { imageWidget } from '../widgets/image.ts';
import { lineWidget } from '../widgets/line.ts';
import { listWidget } from '../widgets/list.ts';
import { modalWidget } from '../widgets/modal.ts';
import { sliderWidget } from '../widgets/slider.ts';
import { tabsWidget } from '../widgets/tabs.ts';
import { textWidget } from '../widgets/text.ts';
import { textFieldWidget } from '../widgets/text-field.ts';
import { video } from '../widgets/video.ts';

const alike: CatalogWidgets = {
  AudioPlayer: audioPlayer,
  Divider: divider,
  Icon: icon,
  Video: video,
  Card: card,
  CheckBox: checkBox,
  DateTimeInput: dateTimeInput,
};

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
  MultipleChoice: choicePickerWidget({ value: 'selections', look: 'variant' }),
  Slider: sliderWidget({ min: 'minValue', max: 'maxValue' }),
};

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
  TextField: textFieldWidget({ value: 'value', kind: 'variant' }),
  ChoicePicker: choicePickerWidget({ value: 'value', look: 'displayStyle' }),
  Slider: sliderWidget({ min: 'min', max: 'max' }),
};

export const basicWidgets10: CatalogWidgets = basicWidgets09;

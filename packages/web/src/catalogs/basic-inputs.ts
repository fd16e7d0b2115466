// The inputs of A2UI's basic catalogs, in the names of each version.

import type { CatalogWidgets } from '../widget.ts';
import { checkBox } from '../widgets/check-box.ts';
import { choicePicker } from '../widgets/choice-picker.ts';
import { dateTimeInput } from '../widgets/date-time-input.ts';
import { multipleChoice } from '../widgets/multiple-choice.ts';
import { sliderWidget } from '../widgets/slider.ts';
import { steppedSlider } from '../widgets/stepped-slider.ts';
import { textFieldWidget } from '../widgets/text-field.ts';

const alike: CatalogWidgets = { CheckBox: checkBox, DateTimeInput: dateTimeInput };

export const inputs08: CatalogWidgets = {
  ...alike,
  TextField: textFieldWidget({ value: 'text', kind: 'textFieldType' }),
  MultipleChoice: multipleChoice,
  Slider: sliderWidget({ min: 'minValue', max: 'maxValue' }),
};

export const inputs09: CatalogWidgets = {
  ...alike,
  TextField: textFieldWidget(),
  ChoicePicker: choicePicker,
  Slider: sliderWidget(),
};

export const inputs10: CatalogWidgets = { ...inputs09, Slider: steppedSlider };

export const basicInputs = [inputs08, inputs09, inputs10] as const;

export { VitrineSurface } from '../first-load.ts';

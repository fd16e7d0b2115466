// What the basic catalogs of A2UI 0.9 and 1.0 declare alike, each property in its place of the published document: Express
// arguments go by it. The components in which they differ stand in
// basic-0.9.ts and basic-1.0.ts.

import {
  action,
  bool,
  checks,
  child,
  children,
  defineComponent,
  list,
  number,
  object,
  oneOf,
  plainBool,
  plainNumber,
  plainText,
  required,
  type Takes,
  text,
  textList,
} from '../catalog.ts';

const JUSTIFY = ['start', 'center', 'end', 'spaceBetween', 'spaceAround', 'spaceEvenly', 'stretch'] as const;
const ALIGN = ['start', 'center', 'end', 'stretch'] as const;
const FIT = ['contain', 'cover', 'fill', 'none', 'scaleDown'] as const;
const IMAGE_SIZE = ['icon', 'avatar', 'smallFeature', 'mediumFeature', 'largeFeature', 'header'] as const;

export const TEXT_FIELD_VARIANTS = ['shortText', 'longText', 'number', 'obscured'] as const;

const line = {
  children: required(children()),
  justify: oneOf(JUSTIFY, { default: 'start' }),
  align: oneOf(ALIGN, { default: 'stretch' }),
};

const tab = object({ title: required(text()), child: required(child()) });
const option = object({ label: required(text()), value: required(plainText()) });

/** What text fields and choices of 0.9 and later take. */
export const TEXT = { kind: 'text', numberWhen: { prop: 'variant', is: 'number' } } as const satisfies Takes;
export const CHOICE = {
  kind: 'choice',
  options: 'options',
  singleWhen: { prop: 'variant', is: 'mutuallyExclusive' },
} as const satisfies Takes;
export const RANGE = { kind: 'range', min: 'min', max: 'max' } as const satisfies Takes;

/** Properties that Slider has in both versions. */
export const slider = {
  label: text(),
  min: plainNumber({ default: 0 }),
  max: required(plainNumber()),
  value: required(number({ writable: true })),
};

export const basicComponents = {
  Image: defineComponent({
    url: required(text({ media: true })),
    description: text(),
    fit: oneOf(FIT, { default: 'fill' }),
    variant: oneOf(IMAGE_SIZE, { default: 'mediumFeature' }),
  }),
  AudioPlayer: defineComponent({ url: required(text({ media: true })), description: text() }),
  Row: defineComponent(line),
  Column: defineComponent(line),
  List: defineComponent({
    children: required(children()),
    direction: oneOf(['vertical', 'horizontal'], { default: 'vertical' }),
    align: oneOf(ALIGN, { default: 'stretch' }),
  }),
  Card: defineComponent({ child: required(child()) }),
  Tabs: defineComponent({ tabs: required(list(tab, { min: 1 })) }),
  Modal: defineComponent({ trigger: required(child()), content: required(child()) }),
  Divider: defineComponent({ axis: oneOf(['horizontal', 'vertical'], { default: 'horizontal' }) }),
  Button: defineComponent({
    child: required(child()),
    variant: oneOf(['default', 'primary', 'borderless'], { default: 'default' }),
    action: required(action()),
    checks: checks(),
  }),
  CheckBox: defineComponent({
    label: required(text()),
    value: required(bool({ writable: true })),
    checks: checks(),
  }),
  ChoicePicker: defineComponent(
    {
      label: text(),
      variant: oneOf(['multipleSelection', 'mutuallyExclusive'], { default: 'mutuallyExclusive' }),
      options: required(list(option)),
      value: required(textList({ writable: true })),
      displayStyle: oneOf(['checkbox', 'chips'], { default: 'checkbox' }),
      filterable: plainBool({ default: false }),
      checks: checks(),
    },
    { takes: CHOICE },
  ),
  DateTimeInput: defineComponent(
    {
      value: required(text({ writable: true })),
      enableDate: plainBool({ default: false }),
      enableTime: plainBool({ default: false }),
      min: text({ format: 'date' }),
      max: text({ format: 'date' }),
      label: text(),
      checks: checks(),
    },
    { takes: { kind: 'date', date: 'enableDate', time: 'enableTime', min: 'min', max: 'max' } },
  ),
};

// The standard catalog of A2UI 0.8: 18 components and two styles, no functions. Components keep their 0.8 property
// names; the typed values of the wire ({literalString, path}) are decoded before they reach this declaration.

import {
  action,
  bool,
  boundOneOf,
  child,
  children,
  defineCatalog,
  defineComponent,
  list,
  number,
  object,
  oneOf,
  plainBool,
  plainNumber,
  plainText,
  required,
  text,
  textList,
} from '../catalog.ts';
import { ICON_NAMES_08 } from './icon-names.ts';

const ALIGNMENT = ['start', 'center', 'end', 'stretch'] as const;
const line = {
  children: required(children()),
  distribution: oneOf(['start', 'center', 'end', 'spaceBetween', 'spaceAround', 'spaceEvenly']),
  alignment: oneOf(ALIGNMENT),
};
const tabItem = object({ title: required(text()), child: required(child()) });
const option = object({ label: required(text()), value: required(plainText()) });

export const basic08 = defineCatalog({
  id: 'https://a2ui.org/specification/v0_8/standard_catalog_definition.json',
  protocol: '0.8',
  components: {
    Text: defineComponent({
      text: required(text()),
      usageHint: oneOf(['h1', 'h2', 'h3', 'h4', 'h5', 'caption', 'body']),
    }),
    Image: defineComponent({
      url: required(text({ media: true })),
      altText: text(),
      fit: oneOf(['contain', 'cover', 'fill', 'none', 'scale-down']),
      usageHint: oneOf(['icon', 'avatar', 'smallFeature', 'mediumFeature', 'largeFeature', 'header']),
    }),
    Icon: defineComponent({ name: required(boundOneOf(ICON_NAMES_08)) }),
    Video: defineComponent({ url: required(text({ media: true })) }),
    AudioPlayer: defineComponent({ url: required(text({ media: true })), description: text() }),
    Row: defineComponent(line),
    Column: defineComponent(line),
    List: defineComponent({
      children: required(children()),
      direction: oneOf(['vertical', 'horizontal']),
      alignment: oneOf(ALIGNMENT),
    }),
    Card: defineComponent({ child: required(child()) }),
    Tabs: defineComponent({ tabItems: required(list(tabItem)) }),
    Divider: defineComponent({ axis: oneOf(['horizontal', 'vertical']) }),
    Modal: defineComponent({ entryPointChild: required(child()), contentChild: required(child()) }),
    Button: defineComponent({
      child: required(child()),
      primary: plainBool(),
      action: required(action()),
    }),
    CheckBox: defineComponent({ label: required(text()), value: required(bool({ writable: true })) }),
    TextField: defineComponent(
      {
        label: required(text()),
        text: text({ writable: true }),
        textFieldType: oneOf(['date', 'longText', 'number', 'shortText', 'obscured']),
        validationRegexp: plainText({ format: 'pattern' }),
      },
      {
        secretWhen: { prop: 'textFieldType', is: 'obscured' },
        takes: {
          kind: 'text',
          numberWhen: { prop: 'textFieldType', is: 'number' },
          dateWhen: { prop: 'textFieldType', is: 'date' },
        },
      },
    ),
    DateTimeInput: defineComponent(
      {
        value: required(text({ writable: true })),
        enableDate: plainBool(),
        enableTime: plainBool(),
      },
      { takes: { kind: 'date', date: 'enableDate', time: 'enableTime' } },
    ),
    MultipleChoice: defineComponent(
      {
        selections: required(textList({ writable: true })),
        options: required(list(option)),
        maxAllowedSelections: plainNumber({ integer: true }),
        variant: oneOf(['checkbox', 'chips']),
        filterable: plainBool(),
      },
      { takes: { kind: 'choice', options: 'options', most: 'maxAllowedSelections' } },
    ),
    Slider: defineComponent(
      {
        value: required(number({ writable: true })),
        label: text(),
        minValue: plainNumber(),
        maxValue: plainNumber(),
      },
      { takes: { kind: 'range', min: 'minValue', max: 'maxValue' } },
    ),
  },
  // Open although the published message schema closes it: a style nobody knows is no reason to show nothing.
  theme: object({ font: plainText(), primaryColor: plainText({ pattern: '^#[0-9a-fA-F]{6}$' }) }, { open: true }),
});

// The prose of the OpenWOP catalogs, both generations. Browsers never load it.

import type { CatalogDescriptions } from '../descriptions.ts';
import { COMPONENT_TEXTS, FUNCTION_TEXTS, TEXT_FIELD_PROPS } from './descriptions-basic.ts';

const FIELD = {
  name: 'The id of the field, under which its value is sent.',
  label: 'The text beside the field.',
  required: 'Whether something must be entered.',
  value: 'Where the value stands in the data model.',
};

export const openwop1Descriptions: CatalogDescriptions = {
  title: 'OpenWOP surface catalog, generation 1',
  summary: 'The seven components of RFC 0102 in a flat list, and the list itself. All text is plain text.',
  components: {
    surface: {
      summary: 'The list of all components, from first to last.',
      props: { title: 'The title above the list.', children: 'The components of the list.' },
    },
    heading: {
      summary: 'Shows a heading.',
      props: { text: 'The text of the heading.', level: 'Its level, from 1 for the highest.' },
    },
    text: { summary: 'Shows a paragraph.', props: { text: 'The text.' } },
    'field.text': {
      summary: 'Lets a person type text.',
      props: { ...FIELD, placeholder: 'A hint that is shown while the field is empty.' },
    },
    'field.date': { summary: 'Lets a person enter a date.', props: FIELD },
    'field.select': {
      summary: 'Lets a person choose one of several options.',
      props: {
        ...FIELD,
        options: 'What can be chosen.',
        'options.value': 'What is sent when the option is chosen.',
        'options.label': 'The text that the person sees.',
      },
    },
    'field.checkbox': {
      summary: 'Lets a person switch something on or off.',
      props: {
        name: FIELD.name,
        label: FIELD.label,
        default: 'Whether it is on at the start.',
        value: FIELD.value,
      },
    },
    'action.button': {
      summary: 'Sends what was entered.',
      props: {
        name: 'The id of the button, which is sent beside the values.',
        label: 'The text on the button.',
        action: 'The event resume or exchange: what was entered answers an interrupt, or is a turn of a conversation.',
      },
    },
  },
  functions: {},
  theme: {},
};

const { Column, Row, Card, Divider, CheckBox, ChoicePicker } = COMPONENT_TEXTS;
const { min: _min, max: _max, ...DATE_PROPS } = COMPONENT_TEXTS.DateTimeInput.props;
const { checks: _checks, ...BUTTON_PROPS } = COMPONENT_TEXTS.Button.props;
const LINE = { ...Column.props, children: 'The components in order.' };

export const openwop2Descriptions: CatalogDescriptions = {
  title: 'OpenWOP surface catalog, generation 2',
  summary: 'The ten components of RFC 0209, a part of the A2UI basic catalog 0.9. All text is plain text.',
  components: {
    Text: { summary: 'Shows text.', props: { text: 'The text.', variant: 'Its role on the page.' } },
    TextField: {
      summary: 'Lets a person type text that is no secret.',
      props: {
        ...TEXT_FIELD_PROPS,
        variant: 'What kind of text is expected.',
        validationRegexp: 'A regular expression that the text should match.',
      },
    },
    CheckBox,
    ChoicePicker,
    DateTimeInput: { summary: COMPONENT_TEXTS.DateTimeInput.summary, props: DATE_PROPS },
    Button: {
      summary: 'Sends what was entered.',
      props: { ...BUTTON_PROPS, action: 'The event resume or exchange, with its context.' },
    },
    Column: { summary: Column.summary, props: LINE },
    Row: { summary: Row.summary, props: LINE },
    Card,
    Divider,
  },
  functions: { required: FUNCTION_TEXTS.required },
  theme: {
    primaryColor: 'The colour of what stands out, as #RRGGBB.',
    agentDisplayName: 'The name of the agent as people see it.',
  },
};

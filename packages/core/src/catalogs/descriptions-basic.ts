// Prose that the basic catalogs of A2UI 0.9 and 1.0 share. Browsers never load it.

import type { EntityDescription } from '../descriptions.ts';

const LINE = {
  children: 'The components in order, or one component repeated for each item of a list.',
  justify: 'How the children share the length of the line.',
  align: 'Where the children stand across the line.',
};
const CHECKS = 'Rules that must hold. The first one that fails says why; a button with a failing rule is disabled.';

export const COMPONENT_TEXTS = {
  Image: {
    summary: 'Shows a picture.',
    props: {
      url: 'Where the picture is.',
      description: 'What the picture shows, for people who cannot see it.',
      fit: 'How the picture fills its box.',
      variant: 'What the picture is for, which decides its size and shape.',
    },
  },
  AudioPlayer: {
    summary: 'Plays a sound, with controls.',
    props: { url: 'Where the sound is.', description: 'A title or summary of the sound.' },
  },
  Row: { summary: 'Lays components out side by side.', props: LINE },
  Column: { summary: 'Lays components out one below the other.', props: LINE },
  List: {
    summary: 'Shows components as a list that scrolls when it is long.',
    props: {
      children: LINE.children,
      direction: 'Which way the list runs.',
      align: 'Where the items stand across the list.',
    },
  },
  Card: {
    summary: 'Sets one component apart as a unit.',
    props: { child: 'The content; wrap several components in a Column or Row.' },
  },
  Tabs: {
    summary: 'Shows one of several components at a time, chosen by its title.',
    props: {
      tabs: 'The tabs from first to last; the first one is open at the start.',
      'tabs.title': 'The title on the tab.',
      'tabs.child': 'What is shown while the tab is open.',
    },
  },
  Modal: {
    summary: 'Opens a dialog over the surface.',
    props: { trigger: 'The component that opens the dialog when it is pressed.', content: 'What the dialog shows.' },
  },
  Divider: { summary: 'Draws a line between components.', props: { axis: 'Which way the line runs.' } },
  Button: {
    summary: 'Acts when it is pressed.',
    props: {
      child: 'What stands on the button, usually a Text or an Icon.',
      action: 'What a press does: send an event to the agent, or call a function.',
      variant: 'How much the button stands out.',
      checks: CHECKS,
    },
  },
  CheckBox: {
    summary: 'Lets a person switch something on or off.',
    props: {
      label: 'The text beside the box.',
      value: 'Whether it is checked. Bind it to a path to receive what the person chooses.',
      checks: CHECKS,
    },
  },
  ChoicePicker: {
    summary: 'Lets a person choose from a few options.',
    props: {
      options: 'What can be chosen.',
      'options.label': 'The text that the person sees.',
      'options.value': 'What is stored when the option is chosen.',
      value: 'The chosen values, always a list. Bind it to a path to receive the choice.',
      label: 'A title above the options.',
      variant: 'Whether one option can be chosen or several.',
      displayStyle: 'How the options look.',
      filterable: 'Whether the person can search the options.',
      checks: CHECKS,
    },
  },
  DateTimeInput: {
    summary: 'Lets a person enter a date, a time or both.',
    props: {
      value: 'The moment in ISO 8601, or an empty text. Bind it to a path to receive the entry.',
      enableDate: 'Whether a date can be entered.',
      enableTime: 'Whether a time of day can be entered.',
      min: 'The earliest moment that is allowed.',
      max: 'The latest moment that is allowed.',
      label: 'A title for the field.',
      checks: CHECKS,
    },
  },
} satisfies { readonly [name: string]: EntityDescription };

export const TEXT_FIELD_PROPS = {
  label: 'A title for the field.',
  value: 'The text in the field. Bind it to a path to receive what the person types.',
  variant: 'What kind of text is expected; an obscured text is a secret.',
  checks: CHECKS,
};

export const SLIDER_PROPS = {
  value: 'The chosen number. Bind it to a path to receive the choice.',
  max: 'The largest number that can be chosen.',
  min: 'The smallest number that can be chosen.',
  label: 'A title for the slider.',
  checks: CHECKS,
};

const LOCALE_NUMBER = {
  decimals: 'How many digits follow the decimal mark.',
  grouping: 'Whether digits are set in groups; true unless said otherwise.',
};

export const FUNCTION_TEXTS = {
  required: {
    summary: 'Holds when something was entered: not null, not an empty text, not an empty list.',
    props: { value: 'The value to judge.' },
  },
  regex: {
    summary: 'Holds when a pattern matches somewhere in a text.',
    props: {
      value: 'The text to judge.',
      pattern: 'The regular expression; anchor it with ^ and $ to match all of the text.',
    },
  },
  length: {
    summary: 'Holds when a text has so many characters, or a list so many items.',
    props: { value: 'The text or list to judge.', min: 'The least that is allowed.', max: 'The most that is allowed.' },
  },
  numeric: {
    summary: 'Holds when a value is a number, or reads as one, and lies within the bounds.',
    props: { value: 'The value to judge.', min: 'The smallest that is allowed.', max: 'The largest that is allowed.' },
  },
  email: {
    summary: 'Holds when a text has the form of a mail address.',
    props: { value: 'The text to judge.' },
  },
  formatString: {
    summary: 'Fills the ${...} of a template with data and with results of other functions.',
    props: { value: 'The template, such as "Hello ${/user/name}". Write \\${ for the characters themselves.' },
  },
  formatNumber: {
    summary: "Writes a number the way the reader's language does.",
    props: { value: 'The number.', ...LOCALE_NUMBER },
  },
  formatCurrency: {
    summary: "Writes an amount of money the way the reader's language does.",
    props: { value: 'The amount.', currency: 'The code of the currency (ISO 4217), such as EUR.', ...LOCALE_NUMBER },
  },
  formatDate: {
    summary: "Writes a moment by a pattern, in the reader's language and time zone.",
    props: {
      value: 'The moment in ISO 8601, or in milliseconds since 1970.',
      format: 'A pattern of Unicode TR35, such as "d MMMM yyyy", or ISO for the moment in UTC.',
    },
  },
  pluralize: {
    summary: "Chooses the text that fits a number, by the plural rules of the reader's language.",
    props: {
      value: 'The number.',
      zero: 'For none.',
      one: 'For one.',
      two: 'For two.',
      few: 'For few, in languages that tell few from many.',
      many: 'For many, in languages that have a form for it.',
      other: 'For everything else.',
    },
  },
  openUrl: {
    summary: 'Opens a web page. It runs only as the action of a press.',
    props: { url: 'The address, http or https.' },
  },
  and: { summary: 'Holds when all values hold.', props: { values: 'Two conditions or more.' } },
  or: { summary: 'Holds when at least one value holds.', props: { values: 'Two conditions or more.' } },
  not: { summary: 'Holds when the value does not.', props: { value: 'The condition.' } },
} satisfies { readonly [name: string]: EntityDescription };

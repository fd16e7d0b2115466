// The form of the booking demo: what it looks like. What its buttons lead to stands in booking.ts.

import type { Json, JsonObject } from '../json.ts';
import type { WireComponents } from '../wire.ts';

export const TIMES = ['18:00', '18:30', '19:00', '19:30', '20:00', '20:30', '21:00'] as const;
export const SEATINGS: { readonly [value: string]: string } = {
  inside: 'Dining room',
  terrace: 'Terrace',
  counter: 'Kitchen counter',
};
export const EXTRAS: { readonly [value: string]: string } = {
  highchair: 'A high chair',
  step: 'Step-free access',
  vegetarian: 'Vegetarian menu',
  candle: 'A birthday candle',
};

const at = (field: string) => ({ path: `/booking/${field}` });
const call = (name: string, args: JsonObject): JsonObject => ({ call: name, args });
const filled = (field: string) => call('required', { value: at(field) });
const text = (value: string): JsonObject => call('formatString', { value });
const options = (labels: { readonly [value: string]: string }): Json =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const SECTIONS = ['head', 'line', 'who', 'when', 'time', 'guests', 'seating', 'extras', 'note', 'terms', 'buttons'];

/** The sections of the form; a notice stands above the buttons while there is one. */
export function formColumn(notice: boolean): WireComponents {
  const children = notice ? SECTIONS.toSpliced(-1, 0, 'notice') : SECTIONS;
  return { form: ['Column', { children }] };
}

export function formComponents(first: string, last: string): WireComponents {
  return {
    root: ['Card', { child: 'form' }],
    ...formColumn(false),
    head: ['Column', { children: ['title', 'intro'] }],
    title: ['Text', { text: 'Book a table', variant: 'h2' }],
    intro: [
      'Text',
      {
        variant: 'caption',
        text: text(
          "A table for ${pluralize(value: ${/booking/guests}, one: 'one guest', other: formatString(value: '${/booking/guests} guests'))} on ${formatDate(value: ${/booking/day}, format: 'EEEE, d MMMM')}. We cook from Tuesday to Sunday.",
        ),
      },
    ],
    line: ['Divider', {}],
    ...people(),
    ...visit(first, last),
    ...wishes(),
    ...ending(),
  };
}

function people(): WireComponents {
  return {
    who: ['Column', { children: ['name', 'reach'] }],
    reach: ['Row', { children: ['email', 'phone'] }],
    name: [
      'TextField',
      {
        label: 'Name',
        value: at('name'),
        checks: [{ condition: filled('name'), message: 'Tell us a name for the table.' }],
      },
    ],
    email: [
      'TextField',
      {
        label: 'Email',
        weight: 1,
        value: at('email'),
        checks: [
          { condition: filled('email'), message: 'We send the confirmation there.' },
          { condition: call('email', { value: at('email') }), message: 'This does not look like an address.' },
        ],
      },
    ],
    phone: [
      'TextField',
      {
        label: 'Phone (if you like)',
        weight: 1,
        value: at('phone'),
        checks: [
          {
            condition: call('regex', { value: at('phone'), pattern: '^$|^[+0-9][0-9 /-]{5,20}$' }),
            message: 'Digits, spaces and a plus are enough.',
          },
        ],
      },
    ],
  };
}

function visit(first: string, last: string): WireComponents {
  return {
    when: ['DateTimeInput', { label: 'Day', value: at('day'), enableDate: true, min: first, max: last }],
    time: [
      'ChoicePicker',
      {
        label: 'Time',
        variant: 'mutuallyExclusive',
        displayStyle: 'chips',
        options: TIMES.map((value) => ({ value, label: value })),
        value: at('time'),
      },
    ],
    guests: ['Slider', { label: 'Guests', value: at('guests'), min: 1, max: 12 }],
    seating: [
      'ChoicePicker',
      { label: 'Where', variant: 'mutuallyExclusive', options: options(SEATINGS), value: at('seating') },
    ],
  };
}

function wishes(): WireComponents {
  return {
    extras: [
      'ChoicePicker',
      {
        label: 'What we should prepare',
        variant: 'multipleSelection',
        displayStyle: 'chips',
        options: options(EXTRAS),
        value: at('extras'),
      },
    ],
    note: [
      'TextField',
      {
        label: 'Anything else, allergies for example',
        variant: 'longText',
        value: at('note'),
        checks: [
          {
            condition: call('length', { value: at('note'), max: 300 }),
            message: '300 characters are all we can print.',
          },
        ],
      },
    ],
    terms: ['CheckBox', { label: 'I will come, or call if I cannot.', value: at('terms') }],
  };
}

function ending(): WireComponents {
  const fields = ['name', 'email', 'phone', 'day', 'time', 'guests', 'seating', 'extras', 'note'];
  const context = Object.fromEntries(fields.map((field) => [field, at(field)]));
  return {
    notice: ['Card', { child: 'notice-row' }],
    'notice-row': ['Row', { align: 'center', children: ['notice-icon', 'notice-text', 'notice-take'] }],
    'notice-icon': ['Icon', { name: 'info' }],
    'notice-text': ['Text', { text: { path: '/notice' }, weight: 1 }],
    'notice-take': ['Button', { child: 'notice-take-label', action: { event: { name: 'take-offer' } } }],
    'notice-take-label': ['Text', { text: { path: '/offer/label' } }],
    buttons: ['Row', { justify: 'end', align: 'center', children: ['clear', 'send'] }],
    clear: ['Button', { variant: 'borderless', child: 'clear-label', action: { event: { name: 'clear' } } }],
    'clear-label': ['Text', { text: 'Start over' }],
    send: [
      'Button',
      {
        variant: 'primary',
        child: 'send-label',
        action: { event: { name: 'book', context } },
        checks: [
          { condition: filled('name'), message: 'A name for the table is still missing.' },
          {
            condition: call('email', { value: at('email') }),
            message: 'An address for the confirmation is still missing.',
          },
          { condition: at('terms'), message: 'Your promise to come or call is still missing.' },
        ],
      },
    ],
    'send-label': ['Text', { text: 'Book the table' }],
  };
}

// What a person sees once the table is booked. What its buttons lead to stands in booking.ts.

import type { JsonObject } from '../json.ts';
import type { WireComponents } from '../wire.ts';

const text = (value: string): JsonObject => ({ call: 'formatString', args: { value } });
const label = (words: string): readonly [string, JsonObject] => ['Text', { text: words }];
const button = (name: string, variant: string): readonly [string, JsonObject] => [
  'Button',
  { variant, child: `${name}-label`, action: { event: { name, context: { reference: { path: '/reference' } } } } },
];

/** The last row differs: a table that was given back can only be booked again. */
export function confirmationButtons(cancelled: boolean): WireComponents {
  return {
    buttons: ['Row', { justify: 'end', children: cancelled ? ['again'] : ['cancel', 'change', 'another'] }],
  };
}

export function confirmationComponents(): WireComponents {
  return {
    root: ['Card', { child: 'page' }],
    page: ['Column', { children: ['head', 'line', 'tabs', 'buttons'] }],
    head: ['Row', { align: 'center', children: ['icon', 'words'] }],
    icon: ['Icon', { name: { path: '/icon' } }],
    words: ['Column', { weight: 1, children: ['title', 'subtitle'] }],
    title: ['Text', { variant: 'h2', text: { path: '/title' } }],
    subtitle: ['Text', { variant: 'caption', text: text('Reference ${/reference}, sent to ${/booking/email}') }],
    line: ['Divider', {}],
    tabs: [
      'Tabs',
      {
        tabs: [
          { title: 'Your table', child: 'table' },
          { title: 'Getting here', child: 'place' },
        ],
      },
    ],
    table: ['Column', { children: ['day', 'people', 'seat', 'wishes'] }],
    day: ['Text', { text: text("**${formatDate(value: ${/booking/day}, format: 'EEEE, d MMMM')}**, ${/words/time}") }],
    people: [
      'Text',
      {
        text: text(
          "${/booking/name}, ${pluralize(value: ${/booking/guests}, one: 'one guest', other: formatString(value: '${/booking/guests} guests'))}",
        ),
      },
    ],
    seat: ['Text', { text: { path: '/words/seating' } }],
    wishes: ['Text', { variant: 'caption', text: { path: '/words/wishes' } }],
    place: ['Column', { children: ['address', 'tram', 'arrival'] }],
    address: ['Row', { align: 'center', children: ['address-icon', 'address-text'] }],
    'address-icon': ['Icon', { name: 'locationOn' }],
    'address-text': label('Trattoria Nova, Hafengasse 12'),
    tram: label('Tram 4 and 7 to Alter Hafen, then two minutes along the water.'),
    arrival: ['Text', { variant: 'caption', text: 'We keep the table for 20 minutes.' }],
    ...confirmationButtons(false),
    cancel: button('cancel', 'borderless'),
    'cancel-label': label('Give it back'),
    change: button('change', 'default'),
    'change-label': label('Change it'),
    another: button('another', 'primary'),
    'another-label': label('Book another'),
    again: button('again', 'primary'),
    'again-label': label('Book it again'),
  };
}

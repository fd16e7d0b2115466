// What the concierge shows, in A2UI 0.9: a table to choose, the table that was booked, the menu. The host says it in the
// words of whichever client looks.

import { dayAfter, inWords } from '../calendar.ts';
import type { Json } from '../json.ts';
import { a2ui09, type WireComponents } from '../wire.ts';

const table = a2ui09('table');
const menu = a2ui09('menu');
const THEME = { primaryColor: '#7a3d8f', agentDisplayName: 'Concierge' };

const DISHES: readonly (readonly [string, string, string])[] = [
  ['Minestrone', 'Beans, chard, old bread', '9 €'],
  ['Risotto al limone', 'Lemon, thyme, brown butter', '17 €'],
  ['Branzino', 'Sea bass, fennel, olives', '26 €'],
  ['Panna cotta', 'With sour cherries', '8 €'],
];

const at = (field: string) => ({ path: `/table/${field}` });

export function chooseTable(now: Date): readonly Json[] {
  return [
    table.close(),
    table.create(THEME),
    table.put({
      root: ['Card', { child: 'form' }],
      form: ['Column', { children: ['title', 'name', 'day', 'guests', 'book'] }],
      title: ['Text', { text: 'A table for you', variant: 'h3' }],
      name: ['TextField', { label: 'Name', value: at('name') }],
      day: ['DateTimeInput', { label: 'Day', value: at('day'), enableDate: true, enableTime: false }],
      guests: ['Slider', { label: 'Guests', min: 1, max: 8, value: at('guests') }],
      book: [
        'Button',
        {
          child: 'book-label',
          variant: 'primary',
          action: { event: { name: 'book', context: { name: at('name'), day: at('day'), guests: at('guests') } } },
        },
      ],
      'book-label': ['Text', { text: 'Book' }],
    }),
    table.data('/table', { name: '', day: dayAfter(now, 1), guests: 2 }),
  ];
}

export interface Booked {
  readonly name: string;
  readonly day: string;
  readonly guests: number;
  readonly number: string;
}

export function bookedTable({ name, day, guests, number }: Booked): readonly Json[] {
  const when = `${inWords(day)}, ${guests === 1 ? 'one guest' : `${guests} guests`}`;
  return [
    table.put({
      form: ['Column', { children: ['title', 'who', 'when', 'number'] }],
      title: ['Text', { text: 'Your table is booked', variant: 'h3' }],
      who: ['Text', { text: name }],
      when: ['Text', { text: when }],
      number: ['Text', { text: number, variant: 'caption' }],
    }),
  ];
}

export function showMenu(): readonly Json[] {
  const rows: { [id: string]: WireComponents[string] } = {};
  for (const [index, [name, what, price]] of DISHES.entries()) {
    rows[`dish-${index}`] = ['Row', { children: [`words-${index}`, `price-${index}`], justify: 'spaceBetween' }];
    rows[`words-${index}`] = ['Column', { children: [`name-${index}`, `what-${index}`] }];
    rows[`name-${index}`] = ['Text', { text: name, variant: 'h5' }];
    rows[`what-${index}`] = ['Text', { text: what, variant: 'caption' }];
    rows[`price-${index}`] = ['Text', { text: price }];
  }
  return [
    menu.close(),
    menu.create(THEME),
    menu.put({
      root: ['Card', { child: 'list' }],
      list: ['Column', { children: ['title', ...DISHES.map((_, index) => `dish-${index}`), 'table'] }],
      title: ['Text', { text: 'Today', variant: 'h3' }],
      ...rows,
      table: ['Button', { child: 'table-label', action: { event: { name: 'table', context: {} } } }],
      'table-label': ['Text', { text: 'Find a table' }],
    }),
  ];
}

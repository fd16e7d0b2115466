// Examples of buying and booking.

import { checkout, SHOPPING } from './checkout.ts';
import { Example } from './example.ts';
import {
  $,
  apart,
  button,
  card,
  chart,
  checks,
  choose,
  col,
  count,
  date,
  figure,
  fmt,
  h2,
  h3,
  h4,
  list,
  long,
  money,
  need,
  number,
  p,
  primary,
  progress,
  result,
  row,
  secret,
  share,
  slide,
  small,
  steps,
  table,
  tick,
  time,
} from './parts.ts';

const group = SHOPPING;

export const shopping: readonly Example[] = [
  checkout,
  new Example({
    id: 'flights',
    group,
    title: 'Travel',
    note: 'Flights in a table whose rows are chosen, and what the choice costs.',
    root: col(
      h2('Berlin to Lisbon'),
      row(
        date('Outbound', '/out'),
        date('Return', '/back'),
        choose(
          'Class',
          '/cabin',
          [
            ['economy', 'Economy'],
            ['business', 'Business'],
          ],
          { displayStyle: 'chips' },
        ),
      ),
      table(
        'Flights',
        '/flights',
        [
          ['flight', 'Flight'],
          ['leaves', 'Leaves'],
          ['arrives', 'Arrives'],
          ['stops', 'Stops'],
          ['price', 'Price in €'],
        ],
        {
          description: 'Press a flight to choose it.',
          action: { event: { name: 'choose', context: { flight: $('flight'), price: $('price') } } },
        },
      ),
      card(h3('Your choice'), p($('/chosen'), 'chosen'), p(fmt('${/price} for one person, bags included'), 'price')),
      primary('Book it', 'book', { flight: $('/flight') }, checks(need('/flight', 'Choose a flight first.'))),
      result(),
    ),
    data: {
      ...{
        out: '2026-12-04',
        back: '2026-12-11',
        cabin: ['economy'],
        flight: '',
        chosen: 'No flight yet.',
        price: '€0',
      },
      flights: [
        { flight: 'TP 533', leaves: '06:40', arrives: '09:20', stops: 0, price: 184 },
        { flight: 'LH 171', leaves: '09:15', arrives: '13:30', stops: 1, price: 162 },
        { flight: 'FR 1142', leaves: '14:05', arrives: '16:45', stops: 0, price: 97 },
        { flight: 'TP 537', leaves: '19:30', arrives: '22:10', stops: 0, price: 141 },
      ],
      result: 'The price is held for 15 minutes.',
    },
    answers: {
      choose: ({ flight, price }) => ({
        '/flight': String(flight),
        '/chosen': `Flight ${flight}`,
        '/price': `€${price}`,
        '/result': `${flight} is held for 15 minutes.`,
      }),
      book: ({ flight }) => ({ '/result': `${flight} is booked. The ticket is on its way to your mailbox.` }),
    },
  }),
  new Example({
    id: 'hotel',
    group,
    title: 'Hotel room',
    note: 'Rooms as cards from a template; each sends its own name.',
    root: col(
      h2('Rooms in Porto'),
      small('3 nights from 4 December, 2 guests'),
      list(
        '/rooms',
        card(
          apart(
            col(h4($('name')), p($('view'), 'view'), small(fmt('${size} m², ${beds}'))),
            col(h4(money('price')), button('Reserve', 'reserve', { room: $('name') })),
          ),
        ),
      ),
      result(),
    ),
    data: {
      rooms: [
        { name: 'Garden room', view: 'Quiet, to the courtyard', size: 18, beds: 'one double bed', price: 264 },
        { name: 'River room', view: 'Over the Douro', size: 24, beds: 'one double bed', price: 342 },
        { name: 'Family suite', view: 'Two rooms, balcony', size: 46, beds: 'four beds', price: 498 },
      ],
      result: 'Free of charge to cancel until 2 December.',
    },
    answers: {
      reserve: ({ room }) => ({ '/result': `The ${String(room).toLowerCase()} is reserved for three nights.` }),
    },
  }),
  new Example({
    id: 'table',
    group,
    title: 'Table for dinner',
    note: 'Guests, day and hour, with a promise that the button asks for.',
    root: col(
      h2('Trattoria Alba'),
      slide('Guests', '/guests', 1, 8),
      share(date('Day', '/day'), time('Hour', '/hour')),
      choose(
        'Where',
        '/where',
        [
          ['inside', 'Inside'],
          ['terrace', 'Terrace'],
        ],
        { displayStyle: 'chips' },
      ),
      long('Wishes', '/wishes', { placeholder: 'Allergies, a birthday, a pram' }),
      tick('I will come, or call before', '/promise'),
      primary(
        'Reserve',
        'reserve',
        { guests: $('/guests'), day: $('/day'), hour: $('/hour') },
        checks({ condition: $('/promise'), message: 'Please promise to come or to call.' }),
      ),
      result(),
    ),
    data: {
      guests: 4,
      day: '2026-11-27',
      hour: '19:30',
      where: ['inside'],
      wishes: '',
      promise: false,
      result: 'Tables are held for 15 minutes.',
    },
    answers: {
      reserve: ({ guests, hour }) => ({ '/result': `A table for ${guests} at ${hour} is yours. See you then.` }),
    },
  }),
  new Example({
    id: 'compare',
    group,
    title: 'Product comparison',
    note: 'Three laptops side by side and a chart of what they cost.',
    root: col(
      h2('Three laptops for travelling'),
      table(
        'Side by side',
        '/rows',
        [
          ['name', 'Model'],
          ['weight', 'Weight in kg'],
          ['battery', 'Battery in hours'],
          ['price', 'Price in €'],
        ],
        { action: { event: { name: 'pick', context: { name: $('name') } } }, description: 'Press a row to take it.' },
      ),
      chart('Hours on battery', 'bar', '/names', [['/battery', 'Hours']], { valueLabel: 'hours' }),
      result(),
    ),
    data: {
      rows: [
        { name: 'Feather 13', weight: 0.99, battery: 18, price: 1349 },
        { name: 'Slate 14', weight: 1.24, battery: 14, price: 1099 },
        { name: 'Anvil 16', weight: 2.1, battery: 9, price: 1799 },
      ],
      ...{
        names: ['Feather 13', 'Slate 14', 'Anvil 16'],
        battery: [18, 14, 9],
        result: 'The Feather 13 fits what you said: light, and a long day.',
      },
    },
    answers: { pick: ({ name }) => ({ '/result': `The ${name} is in your basket.` }) },
  }),
  new Example({
    id: 'parcel',
    group,
    title: 'Parcel on its way',
    note: 'Steps of a delivery, and a wish that changes it.',
    root: col(
      h2('Parcel 0034 0434 1618'),
      steps('On its way', '/steps'),
      card(
        h3('When nobody is at home'),
        choose('Leave it', '/leave', [
          ['neighbour', 'With a neighbour'],
          ['shop', 'In the shop at the corner'],
          ['safe', 'In the bicycle shed'],
        ]),
        button('Save the wish', 'wish', { leave: $('/leave') }),
      ),
      result(),
    ),
    data: {
      steps: [
        { label: 'Sent from Hamburg', status: 'completed' },
        { label: 'Parcel centre Berlin', status: 'completed' },
        { label: 'In the van', status: 'active' },
        { label: 'Delivered', status: 'pending' },
      ],
      ...{ leave: ['neighbour'], result: 'Expected between 14:00 and 16:00.' },
    },
    answers: {
      wish: ({ leave }) => ({
        '/result': `The driver knows: ${{ neighbour: 'with a neighbour', shop: 'in the shop', safe: 'in the shed' }[String(Array.isArray(leave) ? leave[0] : leave)] ?? 'as before'}.`,
      }),
    },
  }),
  new Example({
    id: 'car',
    group,
    title: 'Car insurance claim',
    note: 'A form with a sum, a date and a secret that is never stored.',
    root: col(
      h2('Report damage'),
      p('Golf, B VK 4711, comprehensive with €300 excess', 'car'),
      share(date('When', '/when'), number('Estimated cost in €', '/cost')),
      long('What happened', '/story', { placeholder: 'In your own words' }),
      tick('Somebody was hurt', '/hurt'),
      secret('PIN of your policy', '/pin'),
      primary(
        'Send the report',
        'report',
        { cost: $('/cost'), story: $('/story'), hurt: $('/hurt') },
        checks(need('/story', 'Say what happened.'), need('/pin', 'Enter your PIN.')),
      ),
      result(),
    ),
    data: {
      when: '2026-11-17',
      cost: 1240,
      story: '',
      hurt: false,
      pin: '',
      result: 'You get an answer within a day.',
    },
    answers: {
      report: ({ cost }) => ({
        '/pin': '',
        '/result': `Claim 7731 is open. Of about €${Number(cost).toLocaleString('en')} we carry all but €300.`,
      }),
    },
  }),
  new Example({
    id: 'fundraiser',
    group,
    title: 'Fundraiser',
    note: 'How far it is, and a gift that moves it.',
    root: col(
      h2('A roof for the reading room'),
      progress('Collected of €12,000', '/raised', 12000),
      share(
        figure('Given so far', money('/raised')),
        figure('Givers', count('/givers')),
        figure('Days left', count('/days')),
      ),
      choose(
        'Your gift',
        '/gift',
        [
          ['10', '€10'],
          ['25', '€25'],
          ['100', '€100'],
        ],
        { displayStyle: 'chips' },
      ),
      primary(
        'Give',
        'give',
        { gift: $('/gift'), raised: $('/raised'), givers: $('/givers') },
        checks(need('/gift', 'Choose an amount.')),
      ),
      result(),
    ),
    data: { raised: 8450, givers: 213, days: 12, gift: ['25'], result: 'Every gift is doubled by the city.' },
    answers: {
      give: ({ gift, raised, givers }) => {
        const amount = Number(Array.isArray(gift) ? gift[0] : gift);
        return {
          '/raised': Number(raised) + amount,
          '/givers': Number(givers) + 1,
          '/result': `Thank you. Your €${amount} are counted.`,
        };
      },
    },
  }),
];

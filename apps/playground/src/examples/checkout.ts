// The example that the composer begins with, alone: the others are fetched later.

import { Example } from './example.ts';
import {
  $,
  apart,
  card,
  checks,
  choose,
  col,
  divider,
  field,
  fmt,
  h2,
  h3,
  h4,
  list,
  money,
  need,
  p,
  primary,
  result,
  share,
  small,
} from './parts.ts';

export const SHOPPING = 'Buying and booking';

export const checkout = new Example({
  id: 'checkout',
  group: SHOPPING,
  title: 'Checkout',
  note: 'A basket, an address and a payment that needs both.',
  root: col(
    h2('Your order'),
    card(
      list(
        '/items',
        apart(col(p($('name'), 'item name'), small(fmt('${quantity} × ${unit}'))), p(money('sum'), 'item sum')),
      ),
      divider(),
      apart(p('Delivery', 'delivery'), p(money('/delivery'), 'delivery cost')),
      apart(h4('Total'), h4(money('/total'))),
    ),
    card(
      h3('Where to'),
      field('Name', '/name', { placeholder: 'Ada Lovelace' }),
      field('Street and number', '/street'),
      share(field('Postcode', '/postcode'), field('City', '/city')),
      choose('Delivery', '/speed', [
        ['standard', 'Standard, Thursday'],
        ['express', 'Express, tomorrow before noon'],
      ]),
    ),
    primary(
      'Pay',
      'pay',
      { name: $('/name'), total: $('/total'), speed: $('/speed') },
      checks(
        need('/name', 'Enter a name.'),
        need('/street', 'Enter a street.'),
        need('/postcode', 'Enter a postcode.'),
      ),
    ),
    result(),
  ),
  data: {
    items: [
      { name: 'Espresso beans, 1 kg', quantity: 2, unit: '€18.50', sum: 37 },
      { name: 'Paper filters, size 4', quantity: 1, unit: '€3.90', sum: 3.9 },
      { name: 'Hand grinder', quantity: 1, unit: '€64.00', sum: 64 },
    ],
    ...{
      delivery: 4.9,
      total: 109.8,
      name: 'Ada Lovelace',
      street: 'St James’s Square 12',
      postcode: '10117',
      city: 'Berlin',
    },
    ...{ speed: ['standard'], result: 'Nothing is charged before you pay.' },
  },
  answers: {
    pay: ({ name }) => ({ '/result': `Thank you, ${name}. €109.80 is paid; order 48213 is being packed.` }),
  },
});

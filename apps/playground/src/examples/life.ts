// Examples of a private life: health, home, learning.

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
  date,
  figure,
  fmt,
  h2,
  h3,
  h4,
  icon,
  list,
  long,
  markdown,
  money,
  need,
  Part,
  p,
  primary,
  progress,
  result,
  row,
  several,
  share,
  slide,
  small,
  table,
  tabs,
} from './parts.ts';

const group = 'Home and health';

export const life: readonly Example[] = [
  new Example({
    id: 'recipe',
    group,
    title: 'Recipe',
    note: 'Ingredients to tick off and steps that stand beside them.',
    root: col(
      h2('Shakshuka for two'),
      small('25 minutes, one pan'),
      tabs(
        [
          'Ingredients',
          list('/ingredients', new Part('CheckBox', { label: $('name'), value: $('have') }, 'ingredient')),
        ],
        [
          'Steps',
          markdown(
            '1. Fry the onion and the pepper for 8 minutes.\n2. Add garlic and cumin, then the tomatoes; 10 minutes.\n3. Make four hollows, an egg in each, lid on for 5 minutes.',
          ),
        ],
      ),
      row(
        primary('Add what is missing to the list', 'shop', { items: $('/ingredients') }),
        button('For four', 'double'),
      ),
      result(),
    ),
    data: {
      ingredients: [
        { name: '400 g tomatoes', have: true },
        { name: '1 red pepper', have: true },
        { name: '1 onion', have: false },
        { name: '4 eggs', have: false },
        { name: '1 tsp cumin', have: true },
      ],
      result: 'From what you cooked last month.',
    },
    answers: {
      shop: ({ items }) => ({
        '/result': `${Array.isArray(items) ? items.filter((one) => (one as { have?: boolean }).have !== true).length : 0} things are on the shopping list.`,
      }),
      double: () => ({
        '/ingredients/0/name': '800 g tomatoes',
        '/ingredients/1/name': '2 red peppers',
        '/ingredients/2/name': '2 onions',
        '/ingredients/3/name': '8 eggs',
        '/ingredients/4/name': '2 tsp cumin',
        '/result': 'For four people now.',
      }),
    },
  }),
  new Example({
    id: 'doctor',
    group,
    title: 'Doctor’s appointment',
    note: 'What is wrong, how urgent it is, and a time.',
    root: col(
      h2('Make an appointment'),
      several('What is it about?', '/signs', [
        ['fever', 'Fever'],
        ['cough', 'Cough'],
        ['back', 'Back pain'],
        ['check', 'Check-up'],
      ]),
      slide('How bad is it? (1 to 10)', '/bad', 1, 10),
      long('Since when, and what have you taken?', '/story'),
      share(
        date('Day', '/day'),
        choose(
          'Hour',
          '/hour',
          [
            ['09:20', '09:20'],
            ['11:40', '11:40'],
            ['16:10', '16:10'],
          ],
          { displayStyle: 'chips' },
        ),
      ),
      primary(
        'Book',
        'book',
        { day: $('/day'), hour: $('/hour') },
        checks(need('/signs', 'Say what it is about.'), need('/hour', 'Choose an hour.')),
      ),
      result(),
    ),
    data: { signs: [], bad: 4, story: '', day: '2026-11-20', hour: [], result: 'In an emergency call 112.' },
    answers: {
      book: ({ day, hour }) => ({
        '/result': `Booked: ${day} at ${Array.isArray(hour) ? hour[0] : hour}, Dr Noether, second floor.`,
      }),
    },
  }),
  new Example({
    id: 'budget',
    group,
    title: 'Household budget',
    note: 'Where the month went, and a goal that fits.',
    root: col(
      h2('November'),
      share(figure('Came in', money('/income')), figure('Went out', money('/spent')), figure('Left', money('/left'))),
      chart('Where it went', 'pie', '/kinds', [['/sums', 'Euro']]),
      table('Largest', '/rows', [
        ['what', 'What'],
        ['sum', 'Sum in €'],
        ['change', 'Against October'],
      ]),
      slide('Put aside each month, in €', '/goal', 0, 800),
      primary('Set the goal', 'goal', { goal: $('/goal') }),
      result(),
    ),
    data: {
      ...{
        income: 3420,
        spent: 2765.5,
        left: 654.5,
        kinds: ['Rent', 'Food', 'Travel', 'Other'],
        sums: [1240, 612.4, 318.1, 595],
        goal: 300,
      },
      rows: [
        { what: 'Rent', sum: 1240, change: 'same' },
        { what: 'Supermarket', sum: 486.2, change: '+ €31' },
        { what: 'Train', sum: 218.1, change: '− €44' },
      ],
      result: 'At this pace €7,800 are left in a year.',
    },
    answers: { goal: ({ goal }) => ({ '/result': `€${goal} go to the savings account on the first of each month.` }) },
  }),
  new Example({
    id: 'quiz',
    group,
    title: 'Vocabulary',
    note: 'A question, an answer, and how far one is.',
    root: col(
      h2('Portuguese, lesson 12'),
      progress('Words of today', '/done', 10),
      card(
        small('What does this mean?'),
        h3($('/word')),
        choose('Answer', '/answer', [
          ['bridge', 'the bridge'],
          ['window', 'the window'],
          ['kitchen', 'the kitchen'],
        ]),
        primary(
          'Check',
          'check',
          { word: $('/word'), answer: $('/answer'), done: $('/done') },
          checks(need('/answer', 'Choose an answer.')),
        ),
      ),
      result(),
    ),
    data: { done: 6, word: 'a janela', answer: [], result: '6 of 10 today, 84 % right this week.' },
    answers: {
      check: ({ word, answer, done }) => {
        const right = { 'a janela': 'window', 'a ponte': 'bridge', 'a cozinha': 'kitchen' }[String(word)];
        const next =
          { 'a janela': 'a ponte', 'a ponte': 'a cozinha', 'a cozinha': 'a janela' }[String(word)] ?? 'a janela';
        if ((Array.isArray(answer) ? answer[0] : answer) !== right)
          return { '/answer': [], '/result': `Not quite: ${word} is the ${right}. Try again.` };
        return {
          '/done': Math.min(10, Number(done) + 1),
          '/word': next,
          '/answer': [],
          '/result': `Right: ${word} is the ${right}.`,
        };
      },
    },
  }),
  new Example({
    id: 'weather',
    group,
    title: 'Weather and a walk',
    note: 'A forecast with symbols, and what it means for a plan.',
    root: col(
      h2('Potsdam, this weekend'),
      list('/days', card(apart(col(h4($('day')), p($('words'), 'words')), h3(fmt('${low}° to ${high}°'))))),
      chart('Chance of rain', 'bar', '/names', [['/rain', '%']], { valueLabel: '%' }),
      row(icon('favorite'), p('Saturday before noon is best for the round of the lake.', 'advice')),
      primary('Plan the walk', 'plan', { day: 'Saturday' }),
      result(),
    ),
    data: {
      days: [
        { day: 'Friday', words: 'Rain until the evening', low: 3, high: 7 },
        { day: 'Saturday', words: 'Sun, later clouds', low: 1, high: 9 },
        { day: 'Sunday', words: 'Fog, then grey', low: 2, high: 6 },
      ],
      ...{ names: ['Friday', 'Saturday', 'Sunday'], rain: [80, 10, 30], result: 'From the forecast of 06:00.' },
    },
    answers: { plan: ({ day }) => ({ '/result': `${day} at 10:00 is in your calendar: 11 km, about three hours.` }) },
  }),
];

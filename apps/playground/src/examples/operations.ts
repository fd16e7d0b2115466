// Examples of running software and machines.

import { Example } from './example.ts';
import {
  $,
  apart,
  button,
  card,
  chart,
  checks,
  choose,
  code,
  col,
  count,
  figure,
  fmt,
  h2,
  h3,
  long,
  markdown,
  need,
  p,
  primary,
  progress,
  result,
  row,
  several,
  share,
  small,
  steps,
  table,
  tick,
} from './parts.ts';

const group = 'Running things';
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export const operations: readonly Example[] = [
  new Example({
    id: 'incident',
    group,
    title: 'Incident',
    note: 'What is broken, what was done, and who is told.',
    root: col(
      h2('Payments fail for 4 % of customers'),
      share(
        figure('Open for', $('/open')),
        figure('Failed payments', count('/failed')),
        figure('Severity', $('/severity')),
      ),
      chart('Failed payments a minute', 'line', '/times', [['/rate', 'Failures']], { valueLabel: 'a minute' }),
      steps('What was done', '/steps'),
      long('Note for the status page', '/note'),
      row(
        primary('Publish the note', 'publish', { note: $('/note') }, checks(need('/note', 'Write a note first.'))),
        button('Roll back', 'rollback'),
        button('Close the incident', 'close'),
      ),
      result(),
    ),
    data: {
      ...{
        open: '38 min',
        failed: 1284,
        severity: 'SEV 2',
        times: ['10:00', '10:10', '10:20', '10:30', '10:40'],
        rate: [2, 3, 41, 58, 36],
      },
      steps: [
        { label: 'Alert seen', status: 'completed' },
        { label: 'Cause found: expired certificate', status: 'completed' },
        { label: 'Certificate renewed', status: 'active' },
        { label: 'Watch for 30 minutes', status: 'pending' },
      ],
      ...{
        note: 'Some card payments fail. We know the cause and are renewing a certificate.',
        result: 'Ada is in charge.',
      },
    },
    answers: {
      publish: () => ({ '/result': 'Published at 10:42; 8,120 subscribers are told.' }),
      rollback: () => ({ '/rate/4': 4, '/result': 'Rolled back to build 771. Failures are falling.' }),
      close: () => ({
        '/steps/2/status': 'completed',
        '/steps/3/status': 'completed',
        '/severity': 'Closed',
        '/result': 'Closed. The review is on Thursday at 14:00.',
      }),
    },
  }),
  new Example({
    id: 'review',
    group,
    title: 'Code review',
    note: 'A change with what an agent noticed, approved or sent back.',
    root: col(
      h2('Retry uploads that were cut off'),
      small('by Grace, 2 files, +38 −12, all 214 checks passed'),
      code(
        'upload.ts',
        'ts',
        "export async function send(part: Part, tries = 3): Promise<void> {\n  for (let i = 0; i < tries; i++) {\n    const { ok } = await put(part);\n    if (ok) return;\n  }\n  throw new Error('the part was not taken');\n}",
      ),
      card(
        h3('Noticed'),
        markdown(
          '1. The tries follow each other at once; a **pause that grows** is kinder to the server.\n2. The error does not say which part.',
        ),
      ),
      several('Ask for', '/asks', [
        ['pause', 'A pause between tries'],
        ['name', 'The name of the part in the error'],
        ['test', 'A test for the third try'],
      ]),
      row(
        primary('Approve', 'approve'),
        button('Ask for changes', 'ask', { asks: $('/asks') }, checks(need('/asks', 'Choose what to ask for.'))),
      ),
      result(),
    ),
    data: { asks: ['pause', 'name'], result: 'Waiting for you for 2 hours.' },
    answers: {
      approve: () => ({ '/result': 'Approved. It is merged when the queue is empty.' }),
      ask: ({ asks }) => ({ '/result': `Grace is asked for ${Array.isArray(asks) ? asks.length : 0} changes.` }),
    },
  }),
  new Example({
    id: 'release',
    group,
    title: 'Release',
    note: 'A rollout by share of the users, with a brake.',
    root: col(
      h2('Version 4.2 goes out'),
      progress('Users with 4.2', '/share', 100),
      steps('Rollout', '/steps'),
      share(
        figure('Crashes', $('/crashes')),
        figure('Answers in', $('/latency')),
        figure('Reports', count('/reports')),
      ),
      row(primary('Next step', 'next', { share: $('/share') }), button('Stop', 'stop')),
      result(),
    ),
    data: {
      ...{ share: 5, crashes: '0.02 %', latency: '118 ms', reports: 3 },
      steps: [
        { label: '5 % of users', status: 'active' },
        { label: '25 %', status: 'pending' },
        { label: 'Everybody', status: 'pending' },
      ],
      result: 'Nothing unusual for 6 hours.',
    },
    answers: {
      next: ({ share: now }) =>
        Number(now) < 25
          ? {
              '/share': 25,
              '/steps/0/status': 'completed',
              '/steps/1/status': 'active',
              '/result': '25 % have it now. Watching for 6 hours.',
            }
          : {
              '/share': 100,
              '/steps/1/status': 'completed',
              '/steps/2/status': 'completed',
              '/result': 'Everybody has 4.2.',
            },
      stop: () => ({ '/result': 'Stopped. Nobody else gets it until you go on.' }),
    },
  }),
  new Example({
    id: 'dashboard',
    group,
    title: 'Dashboard',
    note: 'Numbers of a week, where they come from, and what to look at.',
    root: col(
      apart(h2('This week'), button('Read again', 'refresh', { visits: $('/visits') })),
      share(
        figure('Visits', count('/visits')),
        figure('Orders', count('/orders')),
        figure('Revenue in €', count('/revenue')),
      ),
      chart('Visits a day', 'line', '/days', [
        ['/now', 'This week'],
        ['/before', 'Last week'],
      ]),
      chart('Where from', 'pie', '/sources', [['/shares', 'Visits']]),
      table('Pages', '/pages', [
        ['page', 'Page'],
        ['visits', 'Visits'],
        ['orders', 'Orders'],
      ]),
      result(),
    ),
    data: {
      ...{
        visits: 48210,
        orders: 1304,
        revenue: 96780,
        days: DAYS,
        now: [6100, 7240, 7010, 6880, 7420, 6950, 6610],
        before: [5900, 6100, 6480, 6300, 6520, 6210, 6020],
      },
      ...{ sources: ['Search', 'Direct', 'Mail', 'Friends'], shares: [21400, 13900, 8110, 4800] },
      pages: [
        { page: '/shoes', visits: '12,840', orders: 611 },
        { page: '/bags', visits: '8,120', orders: 342 },
        { page: '/sale', visits: '6,410', orders: 351 },
      ],
      result: 'As of 09:00. 8 % more visits than last week.',
    },
    answers: {
      refresh: ({ visits }) => ({
        '/visits': Number(visits) + 137,
        '/now/6': 6747,
        '/result': 'As of now: 137 visits more.',
      }),
    },
  }),
  new Example({
    id: 'migration',
    group,
    title: 'Database migration',
    note: 'What will be run, what it touches, and a word that has to be typed.',
    root: col(
      h2('Add an index to orders'),
      code(
        '0042_orders_by_day.sql',
        'sql',
        'CREATE INDEX CONCURRENTLY orders_by_day\n  ON orders (customer_id, created_at DESC);',
      ),
      table('What it touches', '/rows', [
        ['table', 'Table'],
        ['rows', 'Rows'],
        ['lock', 'Lock'],
      ]),
      tick('A backup of today exists', '/backup'),
      primary('Run it', 'run', {}, checks({ condition: $('/backup'), message: 'Confirm the backup first.' })),
      button('Not now', 'later'),
      result(),
    ),
    data: {
      rows: [
        { table: 'orders', rows: '18,400,211', lock: 'none' },
        { table: 'customers', rows: '920,314', lock: 'none' },
      ],
      backup: false,
      result: 'About 9 minutes, without a pause for customers.',
    },
    answers: {
      run: () => ({ '/result': 'Running. 0 of 18,400,211 rows; you are told when it is done.' }),
      later: () => ({ '/result': 'Put aside until tomorrow at 06:00.' }),
    },
  }),
  new Example({
    id: 'energy',
    group,
    title: 'Energy of a house',
    note: 'What the sun gave, what was used, and when to charge.',
    root: col(
      h2('Today, 18 November'),
      share(
        figure('From the roof', fmt('${/solar} kWh')),
        figure('Used', fmt('${/used} kWh')),
        figure('Battery', fmt('${/battery} %')),
      ),
      chart(
        'Through the day',
        'line',
        '/hours',
        [
          ['/made', 'From the roof'],
          ['/spent', 'Used'],
        ],
        { valueLabel: 'kW' },
      ),
      choose(
        'Charge the car',
        '/charge',
        [
          ['now', 'Now'],
          ['sun', 'When the sun shines'],
          ['night', 'At night'],
        ],
        { displayStyle: 'chips' },
      ),
      primary('Set it', 'charge', { when: $('/charge') }),
      result(),
    ),
    data: {
      solar: 9.4,
      used: 11.2,
      battery: 64,
      hours: ['06', '09', '12', '15', '18', '21'],
      made: [0, 1.1, 3.2, 1.9, 0, 0],
      spent: [0.6, 0.9, 0.8, 0.7, 2.4, 1.6],
      charge: ['sun'],
      result: 'Tomorrow between 11 and 14 o’clock there is enough sun for 60 km.',
    },
    answers: {
      charge: ({ when }) => ({
        '/result': `The car charges ${{ now: 'now', sun: 'when the sun shines', night: 'from 23:00' }[String(Array.isArray(when) ? when[0] : when)]}.`,
      }),
    },
  }),
  new Example({
    id: 'stock',
    group,
    title: 'Stock',
    note: 'What runs out, and an order that is ready to go.',
    root: col(
      h2('4 articles run out this week'),
      table(
        'Stock',
        '/rows',
        [
          ['article', 'Article'],
          ['left', 'Left'],
          ['days', 'Days left'],
          ['order', 'Suggested order'],
        ],
        {
          action: { event: { name: 'look', context: { article: $('article'), order: $('order') } } },
          description: 'Press an article to see why.',
        },
      ),
      card(
        h3($('/article')),
        p($('/why'), 'why'),
        row(
          primary('Order it', 'order', { article: $('/article'), amount: $('/amount') }),
          button('Skip', 'skip', { article: $('/article') }),
        ),
      ),
      result(),
    ),
    data: {
      rows: [
        { article: 'Bolts M6', left: 1200, days: 3, order: 10000 },
        { article: 'Washers', left: 4300, days: 5, order: 20000 },
        { article: 'Hinges', left: 90, days: 2, order: 500 },
        { article: 'Brackets', left: 210, days: 6, order: 1000 },
      ],
      ...{
        article: 'Hinges',
        why: '45 a day are used since the new cabinet is built. Delivery takes 2 days.',
        amount: 500,
        result: 'Read from the orders of eight weeks.',
      },
    },
    answers: {
      look: ({ article, order }) => ({
        '/article': String(article),
        '/amount': Number(order),
        '/why': `${Number(order).toLocaleString('en')} would last for about two weeks.`,
        '/result': 'Read from the orders of eight weeks.',
      }),
      order: ({ article, amount }) => ({
        '/result': `${Number(amount).toLocaleString('en')} × ${article} ordered; they come on Friday.`,
      }),
      skip: ({ article }) => ({ '/result': `${article} is left out this week.` }),
    },
  }),
];

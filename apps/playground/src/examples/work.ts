// Examples of work in an office: approving, sorting, deciding, writing.

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
  divider,
  field,
  figure,
  file,
  h2,
  h3,
  h4,
  list,
  long,
  markdown,
  money,
  need,
  p,
  primary,
  result,
  row,
  several,
  share,
  slide,
  small,
  steps,
  table,
  tabs,
  tick,
  time,
} from './parts.ts';

const group = 'Office';

export const work: readonly Example[] = [
  new Example({
    id: 'expense',
    group,
    title: 'Expense approval',
    note: 'A report with its receipts, approved or sent back with a reason.',
    root: col(
      h2('Travel to the Lisbon offsite'),
      share(
        figure('Asked for', money('/total')),
        figure('Receipts', count('/receipts')),
        figure('Policy', $('/policy')),
      ),
      table('Receipts', '/rows', [
        ['day', 'Day'],
        ['what', 'What'],
        ['amount', 'Amount in €'],
        ['note', 'Note'],
      ]),
      long('Reason, if you send it back', '/reason'),
      row(
        primary('Approve', 'approve', { total: $('/total') }),
        button('Send back', 'reject', { reason: $('/reason') }, checks(need('/reason', 'Say why it goes back.'))),
      ),
      result(),
    ),
    data: {
      ...{ total: 1286.4, receipts: 4, policy: '1 over the limit', reason: '' },
      rows: [
        { day: '2026-11-02', what: 'Flight', amount: 412, note: 'Economy' },
        { day: '2026-11-02', what: 'Hotel, 3 nights', amount: 687, note: '€29 a night over the limit' },
        { day: '2026-11-03', what: 'Dinner with the client', amount: 146.4, note: '3 people' },
        { day: '2026-11-05', what: 'Taxi', amount: 41, note: 'To the airport' },
      ],
      result: 'Grace Hopper sent it on 9 November.',
    },
    answers: {
      approve: () => ({ '/result': 'Approved: €1,286.40 goes to Grace with the November salary.' }),
      reject: ({ reason }) => ({ '/result': `Sent back to Grace: “${reason}”` }),
    },
  }),
  new Example({
    id: 'triage',
    group,
    title: 'Ticket triage',
    note: 'A queue, one ticket at a time, with what the agent suggests.',
    root: col(
      h2('14 tickets without an owner'),
      table(
        'Queue',
        '/queue',
        [
          ['id', 'Ticket'],
          ['title', 'Title'],
          ['since', 'Waiting'],
          ['guess', 'Suggested team'],
        ],
        {
          action: { event: { name: 'open', context: { id: $('id'), title: $('title'), guess: $('guess') } } },
          description: 'Press a ticket to open it.',
        },
      ),
      card(
        h3($('/title')),
        p($('/summary'), 'summary'),
        choose(
          'Priority',
          '/priority',
          [
            ['high', 'High'],
            ['normal', 'Normal'],
            ['low', 'Low'],
          ],
          { displayStyle: 'chips' },
        ),
        choose(
          'Team',
          '/team',
          [
            ['Payments', 'Payments'],
            ['Login', 'Login'],
            ['Mobile', 'Mobile'],
          ],
          { displayStyle: 'chips' },
        ),
        primary('Assign', 'assign', { title: $('/title'), team: $('/team'), priority: $('/priority') }),
      ),
      result(),
    ),
    data: {
      queue: [
        { id: 'T-2041', title: 'Charged twice for one month', since: '3 h', guess: 'Payments' },
        { id: 'T-2042', title: 'Code by text message never arrives', since: '2 h', guess: 'Login' },
        { id: 'T-2044', title: 'App closes when a photo is added', since: '40 min', guess: 'Mobile' },
      ],
      ...{
        title: 'Charged twice for one month',
        summary: 'The customer paid on 1 November and again on 3 November. Both charges are settled.',
        priority: ['high'],
        team: ['Payments'],
        result: 'Suggested from 1,204 tickets of last year.',
      },
    },
    answers: {
      open: ({ id, title, guess }) => ({
        '/title': String(title),
        '/team': [String(guess)],
        '/summary': `${id}: read from the mail of the customer.`,
        '/result': 'Opened.',
      }),
      assign: ({ title, team }) => ({
        '/result': `“${title}” belongs to ${Array.isArray(team) ? team[0] : team} now. 13 are left.`,
      }),
    },
  }),
  new Example({
    id: 'survey',
    group,
    title: 'Survey',
    note: 'Every kind of question on one page.',
    root: col(
      h2('How was your first month?'),
      slide('How likely would you recommend us? (0 to 10)', '/score', 0, 10),
      choose('How do you work?', '/place', [
        ['office', 'In the office'],
        ['home', 'At home'],
        ['both', 'Both'],
      ]),
      several('What helped you most?', '/helped', [
        ['buddy', 'My buddy'],
        ['docs', 'The handbook'],
        ['team', 'Lunch with the team'],
      ]),
      long('What should we do better?', '/better'),
      tick('You may ask me about it', '/contact'),
      primary(
        'Send',
        'send',
        { score: $('/score'), better: $('/better') },
        checks(need('/place', 'Say how you work.')),
      ),
      result(),
    ),
    data: { score: 8, place: [], helped: [], better: '', contact: true, result: 'Nobody sees single answers.' },
    answers: { send: ({ score }) => ({ '/result': `Thank you for your ${score}. You are number 38 of 52.` }) },
  }),
  new Example({
    id: 'settings',
    group,
    title: 'Settings',
    note: 'Tabs of switches, choices and a dangerous button at the end.',
    root: col(
      h2('Settings'),
      tabs(
        [
          'Notices',
          col(
            tick('Mail when somebody answers', '/mail'),
            tick('Message on the telephone', '/push'),
            choose('Summary', '/digest', [
              ['daily', 'Every morning'],
              ['weekly', 'On Mondays'],
              ['never', 'Never'],
            ]),
          ),
        ],
        [
          'Look',
          col(
            choose(
              'Language',
              '/language',
              [
                ['en', 'English'],
                ['de', 'Deutsch'],
                ['ja', '日本語'],
              ],
              { displayStyle: 'chips' },
            ),
            slide('Size of text in %', '/size', 80, 200),
          ),
        ],
        [
          'Account',
          col(
            field('Name', '/name'),
            p('Deleting the account takes all documents with it.', 'warning'),
            button('Delete the account', 'delete'),
          ),
        ],
      ),
      primary('Save', 'save', { name: $('/name'), size: $('/size') }),
      result(),
    ),
    data: {
      mail: true,
      push: false,
      digest: ['weekly'],
      language: ['en'],
      size: 100,
      name: 'Grace Hopper',
      result: 'Saved on 3 November.',
    },
    answers: {
      save: ({ name }) => ({ '/result': `Saved for ${name}.` }),
      delete: () => ({ '/result': 'A mail asks whether you mean it. Nothing is deleted before you answer.' }),
    },
  }),
  new Example({
    id: 'onboarding',
    group,
    title: 'Onboarding',
    note: 'The first day in steps, with what is still to be filled in.',
    root: col(
      h2('Welcome, Emmy'),
      steps('Your first day', '/steps'),
      card(
        h3('Your account'),
        field('What should we call you?', '/nick'),
        choose(
          'Keyboard',
          '/keys',
          [
            ['iso', 'ISO'],
            ['ansi', 'ANSI'],
          ],
          { displayStyle: 'chips' },
        ),
        file('Photo for the badge', '/photo', { accept: ['image/*'], maxBytes: 5000000 }),
        primary('Go on', 'next', { nick: $('/nick') }, checks(need('/nick', 'Tell us a name.'))),
      ),
      result(),
    ),
    data: {
      steps: [
        { label: 'Contract', status: 'completed' },
        { label: 'Account', status: 'active' },
        { label: 'Laptop', status: 'pending' },
        { label: 'Lunch with the team', status: 'pending' },
      ],
      ...{ nick: 'Emmy', keys: ['iso'], result: 'About four minutes are left.' },
    },
    answers: {
      next: ({ nick }) => ({
        '/steps/1/status': 'completed',
        '/steps/2/status': 'active',
        '/result': `Done, ${nick}. Your laptop waits at the front desk.`,
      }),
    },
  }),
  new Example({
    id: 'meeting',
    group,
    title: 'Find a meeting',
    note: 'Times that suit everybody; one press takes one.',
    root: col(
      h2('Roadmap with four people'),
      list('/slots', card(apart(col(h4($('when')), small($('who'))), button('Take it', 'take', { when: $('when') })))),
      share(date('Another day', '/day'), time('From', '/from')),
      button('Look there', 'look', { day: $('/day'), from: $('/from') }),
      result(),
    ),
    data: {
      slots: [
        { when: 'Thursday 10:00 to 10:45', who: 'Everybody can come' },
        { when: 'Thursday 15:30 to 16:15', who: 'Ada would have to leave early' },
        { when: 'Friday 09:00 to 09:45', who: 'Everybody can come' },
      ],
      ...{ day: '2026-11-23', from: '09:00', result: '3 times found this week.' },
    },
    answers: {
      take: ({ when }) => ({ '/result': `${when} is in all four calendars.` }),
      look: ({ day, from }) => ({
        '/slots/0': { when: `${day}, ${from}`, who: 'Everybody can come' },
        '/result': '1 more time found.',
      }),
    },
  }),
  new Example({
    id: 'invoice',
    group,
    title: 'Invoice',
    note: 'Lines, tax and a total; sent or put aside.',
    root: col(
      apart(h2('Invoice 2026-118'), p('Due on 18 December 2026', 'due')),
      p('To Analytical Engines Ltd, 12 Dorset Street, London', 'to'),
      table('Lines', '/lines', [
        ['what', 'What'],
        ['hours', 'Hours'],
        ['rate', 'Rate in €'],
        ['sum', 'Sum in €'],
      ]),
      card(
        apart(p('Net', 'net'), p(money('/net'), 'net sum')),
        apart(p('VAT 19 %', 'tax'), p(money('/tax'), 'tax sum')),
        divider(),
        apart(h4('To pay'), h4(money('/total'))),
      ),
      field(
        'Mail of the customer',
        '/mail',
        checks({ condition: { call: 'email', args: { value: $('/mail') } }, message: 'This is no mail address.' }),
      ),
      row(
        primary('Send', 'send', { mail: $('/mail') }, checks(need('/mail', 'Enter an address.'))),
        button('Keep as a draft', 'draft'),
      ),
      result(),
    ),
    data: {
      lines: [
        { what: 'Design review', hours: 12, rate: 110, sum: 1320 },
        { what: 'Accessibility audit', hours: 16, rate: 110, sum: 1760 },
        { what: 'Workshop', hours: 6, rate: 140, sum: 840 },
      ],
      ...{ net: 3920, tax: 744.8, total: 4664.8, mail: 'accounts@example.com', result: 'Not sent yet.' },
    },
    answers: {
      send: ({ mail }) => ({ '/result': `Sent to ${mail}. It is due on 18 December.` }),
      draft: () => ({ '/result': 'Kept as a draft.' }),
    },
  }),
  new Example({
    id: 'candidate',
    group,
    title: 'Candidate review',
    note: 'What a panel said, and a decision with reasons.',
    root: col(
      h2('Katherine J., data engineer'),
      tabs(
        [
          'Summary',
          markdown(
            '**Eleven years** with numbers that have to be right.\n\n- wrote the orbit checks at her last company\n- leads a team of six\n- asks for 4 days a week',
          ),
        ],
        ['Scores', chart('Panel', 'bar', '/topics', [['/scores', 'Average of 5']], { valueLabel: 'points of 5' })],
        [
          'Questions',
          col(p('How would you test a pipeline that you may not run?', 'question'), long('Your note', '/note')),
        ],
      ),
      choose(
        'Your decision',
        '/decision',
        [
          ['hire', 'Hire'],
          ['second', 'Second round'],
          ['no', 'Decline'],
        ],
        { displayStyle: 'chips' },
      ),
      primary('Decide', 'decide', { decision: $('/decision') }, checks(need('/decision', 'Choose one.'))),
      result(),
    ),
    data: {
      topics: ['Design', 'Code', 'Data', 'Team'],
      scores: [4.2, 4.6, 4.9, 4.4],
      note: '',
      decision: [],
      result: '3 of 4 have decided.',
    },
    answers: {
      decide: ({ decision }) => ({
        '/result': `Noted: ${{ hire: 'hire', second: 'a second round', no: 'decline' }[String(Array.isArray(decision) ? decision[0] : decision)]}. The panel is complete.`,
      }),
    },
  }),
  new Example({
    id: 'access',
    group,
    title: 'Access request',
    note: 'Who asks for what, for how long, and why.',
    root: col(
      h2('Access to the payroll folder'),
      card(
        apart(p('Asked by', 'by'), p('Alan Turing, finance', 'person')),
        apart(p('For', 'for'), p('Reading, 14 days', 'span')),
        apart(p('Reason', 'why'), p('Audit of the third quarter', 'reason')),
      ),
      choose(
        'Grant it for',
        '/days',
        [
          ['1', '1 day'],
          ['7', '7 days'],
          ['14', '14 days'],
        ],
        { displayStyle: 'chips' },
      ),
      tick('Tell me when the folder is opened', '/watch'),
      row(primary('Grant', 'grant', { days: $('/days') }), button('Refuse', 'refuse')),
      result(),
    ),
    data: { days: ['7'], watch: true, result: 'Waiting for you since 10:24.' },
    answers: {
      grant: ({ days }) => ({
        '/result': `Granted for ${Array.isArray(days) ? days[0] : days} days. It ends by itself.`,
      }),
      refuse: () => ({ '/result': 'Refused. Alan is told, without your name.' }),
    },
  }),
  new Example({
    id: 'mail',
    group,
    title: 'Draft of a mail',
    note: 'A reply that the agent wrote and a person sends.',
    root: col(
      h2('Reply to “Where is my order?”'),
      field('To', '/to'),
      field('Subject', '/subject'),
      long('Text', '/text'),
      choose(
        'Tone',
        '/tone',
        [
          ['friendly', 'Friendly'],
          ['short', 'Short'],
          ['formal', 'Formal'],
        ],
        { displayStyle: 'chips' },
      ),
      row(
        primary('Send', 'send', { to: $('/to') }, checks(need('/text', 'There is no text.'))),
        button('Write it anew', 'rewrite', { tone: $('/tone') }),
      ),
      result(),
    ),
    data: {
      to: 'mary@example.com',
      subject: 'Your order 48213',
      text: 'Dear Mary, your parcel left Hamburg this morning and should be with you tomorrow before noon.',
      tone: ['friendly'],
      result: 'Written from 3 mails and the order.',
    },
    answers: {
      send: ({ to }) => ({ '/result': `Sent to ${to}.` }),
      rewrite: ({ tone }) => ({
        '/text':
          {
            friendly: 'Dear Mary, good news: your parcel is on its way and should arrive tomorrow before noon.',
            short: 'Your parcel arrives tomorrow before noon.',
            formal:
              'Dear Ms Somerville, your order was dispatched today. Delivery is scheduled for tomorrow before noon.',
          }[String(Array.isArray(tone) ? tone[0] : tone)] ?? '',
        '/result': 'Written anew.',
      }),
    },
  }),
];

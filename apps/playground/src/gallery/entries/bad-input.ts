// What agents send by mistake or on purpose. Each is shown as far as it is safe, says what is missing, and is reported.

import { type Family, stack, surface, text } from '../entry.ts';

const ADDRESSES = [
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml;base64,PHN2Zy8+',
  'file:///etc/passwd',
  'http://plain.example/picture.png',
];

export const badInput: Family = {
  title: 'Bad input',
  entries: [
    {
      group: 'Structure',
      title: 'An unknown component',
      messages: stack([text('above', 'What is known is shown.'), { component: 'PieChart', slices: [1, 2, 3] }]),
    },
    {
      group: 'Structure',
      title: 'A component that contains itself',
      messages: surface([
        { id: 'root', component: 'Column', children: ['words', 'card'] },
        text('words', 'The circle is cut where it closes.'),
        { id: 'card', component: 'Card', child: 'root' },
      ]),
    },
    {
      group: 'Structure',
      title: 'A child that never comes',
      messages: surface([
        { id: 'root', component: 'Column', children: ['words', 'missing'] },
        text('words', 'The stream has ended without the other part.'),
      ]),
    },
    {
      group: 'Structure',
      title: 'Wrong types at run time',
      messages: surface(
        [
          { id: 'root', component: 'Column', children: ['words', 'field', 'box', 'range', 'list', 'nothing'] },
          { id: 'words', component: 'Text', text: { path: '/object' } },
          { id: 'field', component: 'TextField', label: 'A list as text', value: { path: '/list' } },
          { id: 'box', component: 'CheckBox', label: 'A text as yes or no', value: { path: '/text' } },
          { id: 'range', component: 'Slider', label: 'A text as number', max: 10, value: { path: '/text' } },
          { id: 'list', component: 'List', children: { componentId: 'words', path: '/text' } },
          { id: 'nothing', component: 'Text', text: { path: '/not/there' } },
        ],
        { data: { object: { a: 1 }, list: [1, 2], text: 'words' } },
      ),
    },
    {
      group: 'Addresses',
      title: 'Pictures from where none may come',
      messages: stack(
        ADDRESSES.map((url, i) => ({
          component: 'Image',
          url,
          description: `Picture ${i + 1}`,
        })),
      ),
    },
    {
      group: 'Addresses',
      title: 'Buttons and links to where nobody may be sent',
      messages: stack(
        [
          {
            component: 'Button',
            child: 'label',
            action: { functionCall: { call: 'openUrl', args: { url: 'javascript:alert(1)' } } },
          },
          text('links', '[Harmless looking](javascript:alert(1)) and [this](data:text/html,x)'),
        ],
        [text('label', 'Press me')],
      ),
    },
    {
      group: 'Addresses',
      title: 'An untrusted surface',
      note: 'It makes no request and sends nobody anywhere.',
      trust: 'untrusted',
      messages: stack([
        { component: 'Image', url: 'https://tracker.example/pixel.png', description: 'A pixel' },
        text('links', 'A [link](https://example.com/) that is only words.'),
      ]),
    },
    {
      group: 'Words',
      title: 'Markup in text',
      messages: stack([text('a', '<img src=x onerror="alert(1)"> <b>bold</b> <script>alert(1)</script>')]),
    },
    {
      group: 'Words',
      title: 'Characters that turn or hide',
      note: 'What cannot be seen does not change what is read.',
      messages: stack([
        text('a', 'Pay \u202e001\u202c euros'),
        text('b', 'pay\u200bpal.example, co\u00adoperate'),
        { component: 'CheckBox', label: 'Agree \u2066to\u2069 \u202enothing', value: false },
        text('c', 'A bell\u0007 and a null\u0001'),
      ]),
    },
    {
      group: 'Words',
      title: 'A very long text',
      tall: true,
      messages: stack([text('a', 'All work and no play makes a dull page. '.repeat(400))]),
    },
    {
      group: 'Words',
      title: 'A pattern that could explode',
      messages: stack(
        [{ component: 'TextField', label: 'Code', value: { path: '/code' }, validationRegexp: '(a+)+$' }],
        [],
        { data: { code: `${'a'.repeat(40)}!` } },
      ),
    },
  ],
};

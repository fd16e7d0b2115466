// Acts that are small to send and costly to judge: what an agent shows, what a viewer then sends, and honest ones that
// are merely large. Plain data, for tests and benches.

import type { Json, JsonObject } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';

export interface Act {
  readonly name: string;
  /** Messages of the agent, in order. */
  readonly shown: readonly Json[];
  /** The message of the viewer. */
  readonly sent: Json;
  readonly honest?: true;
  /** The viewer's dialect; our own when absent. */
  readonly dialect?: 'a2ui-0.9';
}

const KB = 1024;
const text = (length: number): string => 'abcdefghij'.repeat(Math.ceil(length / 10)).slice(0, length);
const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const members = (count: number, make: (i: number) => Json): JsonObject =>
  Object.fromEntries(times(count, (i) => [`k${i}`, make(i)]));
const call = (name: string, args: JsonObject): JsonObject => ({ call: name, args });
const format = (template: string): JsonObject => call('formatString', { value: template });
const regex = (path: string, pattern: string): JsonObject => call('regex', { value: { path }, pattern });
const rule = (condition: Json): JsonObject => ({ condition, message: 'No' });

function button(context: JsonObject, more: JsonObject = {}, event: JsonObject = {}): JsonObject {
  const action = { event: { name: 'go', context, ...event } };
  return { id: 'button', type: 'Button', props: { child: 'label', action, ...more } };
}

const label: JsonObject = { id: 'label', type: 'Text', props: { text: 'Go' } };

function open(components: readonly Json[], data: Json): Json {
  return { vitrine: 1, body: [{ op: 'open', surface: 's', catalog: basic09.id, protocol: '0.9', components, data }] };
}

const event = (context: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  ...{ event: 'action', surface: 's', source: 'button', name: 'go', context, checked: false },
  ...more,
});
const press: Json = { vitrine: 1, body: [event()] };

/** One button as the root, and what it is over. */
function single(name: string, context: JsonObject, data: Json, more: JsonObject = {}, extra: JsonObject = {}): Act {
  const root = { id: 'root', type: 'Column', props: { children: ['button'] } };
  return { name, shown: [open([root, button(context, more, extra), label], data)], sent: press };
}

const A = text(100 * KB);
const THRICE = '${/a}${/a}${/a}';

/** Those that make too much. */
export const GROWING_ACTS: readonly Act[] = [
  single(
    '1,750 members of three texts of 100 KB',
    members(1750, () => format(THRICE)),
    { a: A },
  ),
  single(
    'a path to a text of 100 KB in 1,750 members',
    members(1750, () => ({ path: '/a' })),
    { a: A },
  ),
  single(
    'a path to all data in 200 members',
    members(200, () => ({ path: '/' })),
    { a: A, b: [A, { c: A }] },
  ),
  single('one list of 1,750 paths', { list: times(1750, () => ({ path: '/a' })) }, { a: A }),
  single('objects in objects', { deep: { a: { b: members(500, () => format(THRICE)) } } }, { a: A }),
  single(
    'calls in calls',
    members(300, () => format('${formatString(value: /a)}${capitalize(value: /a)}')),
    { a: A },
  ),
  single(
    'a template in data that fills itself',
    { x: call('formatString', { value: { path: '/t' } }) },
    {
      t: '${formatString(value: /u)}'.repeat(12),
      u: '${/a}'.repeat(3),
      a: A,
    },
  ),
  single('a message of a list of texts', {}, { list: times(30, () => A) }, {}, { message: { path: '/list' } }),
  single(
    'an object as the text of a template',
    members(20, () => format('${/o}')),
    { o: { a: A } },
  ),
  single(
    'texts that nothing keeps, in checks',
    {},
    { a: A },
    {
      checks: times(100, () => rule(call('required', { value: format(THRICE) }))),
    },
  ),
  single(
    'characters that are long when written down',
    members(9, () => ({ path: '/a' })),
    { a: '\u0001'.repeat(100 * KB) },
  ),
  single(
    'characters of three bytes',
    members(5, () => ({ path: '/a' })),
    { a: '\u20ac'.repeat(100 * KB) },
  ),
  {
    ...single(
      'a hundred events in one message',
      members(1, () => ({ path: '/a' })),
      { a: A },
    ),
    sent: { vitrine: 1, body: times(100, () => event()) },
  },
  {
    name: 'a value that the viewer itself has entered, a hundred times',
    shown: [
      open(
        [
          { id: 'root', type: 'Column', props: { children: ['field', 'button'] } },
          { id: 'field', type: 'TextField', props: { label: 'a', value: { path: '/a' } } },
          button(members(100, () => ({ path: '/a' }))),
          label,
        ],
        { a: '' },
      ),
    ],
    sent: { vitrine: 1, body: [event()], writes: [{ surface: 's', path: '/a', value: A }] },
  },
];

const MB = text(1024 * KB - 1);

/** Those that take too long. */
export const STALLING_ACTS: readonly Act[] = [
  single(
    '3,000 patterns over 1 MB',
    {},
    { a: MB },
    {
      checks: times(3000, (i) => rule(regex('/a', `j${'a'.repeat(i % 7)}b?[a-z]{${1 + (i % 90)}}${i}?`))),
    },
  ),
  single(
    'patterns in a context',
    members(1500, (i) => regex('/a', `[a-z]+${i}`)),
    { a: MB },
  ),
  single(
    'one pattern over 1,000 texts',
    { x: times(1000, (i) => regex(`/t/${i}`, '^[a-z]+$')) },
    {
      t: times(1000, (i) => text(10 * KB + i)),
    },
  ),
  single(
    'a pattern that remembers nothing',
    {},
    { a: times(300_000, (i) => ((i * i * 7 + i) % 11 < 5 ? 'a' : 'b')).join('') },
    {
      checks: [rule(regex('/a', '(a|b)*a(a|b){400}c'))],
    },
  ),
  single(
    'patterns that are costly to read',
    {},
    { a: 'x' },
    {
      checks: times(75, (i) =>
        rule(regex('/a', `${times(90, (n) => `[\\p{L}${String.fromCodePoint(256 + n + i)}]?`).join('')}!`)),
      ),
    },
  ),
  single(
    'mail addresses of 1 MB',
    {},
    { a: `${MB.slice(1)}@` },
    {
      checks: times(3000, () => rule(call('email', { value: { path: '/a' } }))),
    },
  ),
  single(
    'lists of 300,000 that are all looked at',
    {},
    { list: times(300_000, () => 1) },
    {
      checks: times(900, () => rule(call('and', { values: { path: '/list' } }))),
    },
  ),
  single(
    'calls, each of 900 more',
    { x: times(900, () => call('and', { values: times(900, () => call('not', { value: false })) })).slice(0, 90) },
    {},
  ),
  {
    name: 'every instance of a button that fits nothing',
    shown: [
      open(
        [
          { id: 'root', type: 'List', props: { children: { componentId: 'button', path: '/rows' } } },
          button({ id: call('formatString', { value: '${id}' }) }, { checks: [rule(regex('/a', '^[b-z]+$'))] }),
          label,
        ],
        { rows: times(20_000, (i) => ({ id: `r${i}` })), a: text(1000) },
      ),
    ],
    dialect: 'a2ui-0.9',
    sent: {
      version: 'v0.9',
      action: {
        surfaceId: 's',
        sourceComponentId: 'button',
        name: 'go',
        timestamp: '2026-01-01T00:00:00Z',
        context: { id: 'none' },
      },
    },
  },
];

/** The same pattern over the same text, however often, is one. */
export const REPEATED_PATTERNS: Act = {
  ...single(
    '3,000 times the same pattern over 1 MB',
    {},
    { a: MB },
    { checks: times(3000, () => rule(regex('/a', '^[a-z]+$'))) },
  ),
  honest: true,
};

const FIELDS = 200;
export const HONEST_ACTS: readonly Act[] = [
  REPEATED_PATTERNS,
  {
    name: 'a form of 200 fields with checks, one of them of 500 KB',
    honest: true,
    shown: [
      open(
        [
          { id: 'root', type: 'Column', props: { children: [...times(FIELDS, (i) => `f${i}`), 'button'] } },
          ...times(FIELDS, (i) => ({
            id: `f${i}`,
            type: 'TextField',
            props: {
              label: `Field ${i}`,
              value: { path: `/f${i}` },
              checks: [rule(call('required', { value: { path: `/f${i}` } })), rule(regex(`/f${i}`, `^[a-z ${i}]+$`))],
            },
          })),
          button(
            members(FIELDS, (i) => ({ path: `/f${i}` })),
            {
              checks: times(FIELDS, (i) =>
                rule(
                  call('and', {
                    values: [call('required', { value: { path: `/f${i}` } }), regex(`/f${i}`, `^[a-z ${i}]+$`)],
                  }),
                ),
              ),
            },
          ),
          label,
        ],
        Object.fromEntries(times(FIELDS, (i) => [`f${i}`, 'word'])),
      ),
    ],
    sent: { vitrine: 1, body: [event()], writes: [{ surface: 's', path: '/f7', value: text(500 * KB) }] },
  },
  {
    name: 'a row of 1,000, said by a viewer of another make',
    honest: true,
    dialect: 'a2ui-0.9',
    shown: [
      open(
        [
          { id: 'root', type: 'List', props: { children: { componentId: 'button', path: '/rows' } } },
          button({ id: { path: 'id' }, note: format('${note}') }),
          label,
        ],
        { rows: times(1000, (i) => ({ id: `r${i}`, note: text(200) })) },
      ),
    ],
    sent: {
      version: 'v0.9',
      action: {
        surfaceId: 's',
        sourceComponentId: 'button',
        name: 'go',
        timestamp: '2026-01-01T00:00:00Z',
        context: { id: 'r700', note: text(200) },
      },
    },
  },
  single('a text of 900 KB by path', { a: { path: '/a' } }, { a: text(900 * KB) }),
  single('a text of 900 KB by template', { a: format('${/a}') }, { a: text(900 * KB) }),
];

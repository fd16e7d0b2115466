// Values that have broken readers of JSON before. Numbers past a double, reserved keys and deep nesting cannot be held in a
// parsed value, so they are written as marks that `spell` turns into text.

/** Gone when spelled: makes a key that is there twice, or `__proto__` as a member. */
export const GONE = '\u0001';
export const INFINITE = '\u0002';
const DEEP = '\u0003';

/** `depth` lists or objects inside one another, once spelled. */
export function deepMark(kind: 'L' | 'O', depth: number): string {
  return `${DEEP}${kind}${depth}`;
}

export function spell(text: string): string {
  return text
    .replaceAll('\\u0001', '')
    .replaceAll('"\\u0002"', '1e400')
    .replaceAll(/"\\u0003([LO])(\d+)"/g, (_mark, kind: string, depth: string) =>
      nest(kind === 'L' ? '[]' : '{"a":1}', Number(depth)),
    );
}

/** `depth` containers inside one another, the innermost as given. */
export function nest(innermost: '[]' | '{"a":1}', depth: number): string {
  return innermost === '[]' ? '['.repeat(depth) + ']'.repeat(depth) : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

export const RESERVED = ['__proto__', 'constructor', 'prototype'] as const;
/** Names that every object inherits, and others that code might trip over. */
export const ODD_NAMES = [
  'toString',
  'valueOf',
  'hasOwnProperty',
  'length',
  'then',
  'toJSON',
  '',
  ' ',
  '.',
  '0',
  'x'.repeat(1200),
  '@odd',
  '@@odd',
  'a/b~c',
];
export const HALVES = ['\ud800', 'x\udc00', '\udfff\ud800', 'a\ud83d'];

export const POINTERS = [
  '/items/4294967294',
  '/items/4294967295',
  '/items/99999999999999999999',
  '/items/-',
  '/items/-1',
  '/items/01',
  '/items/1e3',
  '/items/3',
  '/items/1030',
  '/~2',
  '/a~',
  '//',
  '/',
  '',
  '.',
  './',
  '..',
  '/items//name',
  '/__proto__/polluted',
  '/constructor/prototype/polluted',
  'prototype',
  '/m/__proto__',
  '/~0__proto__',
  '/toString/x',
  '/items/length',
  '/name/deeper',
  `/${'a/'.repeat(120)}`,
  `/${'k'.repeat(1100)}`,
  '/\ud800',
  '/items/0/name',
  '/new/0/x',
  'a.b[0]',
  '/items[0].name',
] as const;

export const EXPRESSIONS = [
  '${',
  '${}',
  '${/name',
  '}${{}',
  '${/name} ${/name}',
  '${formatString(value: ${/name})}',
  '${formatString(value: ${/name})}'.repeat(3),
  '${formatString(value: ${/name})}'.repeat(40),
  '${'.repeat(30),
  `${'${'.repeat(400)}${'}'.repeat(400)}`,
  `${'${not(value: '.repeat(12)}true${')}'.repeat(12)}`,
  '${/name}'.repeat(60),
  '${explode(a: 1)}',
  '${constructor(a: 1)}',
  '${formatNumber(__proto__: 1)}',
  '${formatNumber(value: 1, value: 2)}',
  "${'unclosed",
  '${1.2.3}',
  '\\${/name} ${/toString}',
  '${@index(offset: 1)}',
  `${'x'.repeat(17_000)}\${/name}`,
] as const;

export const PATTERNS = [
  '^(a+)+$',
  '(a*)*b',
  '(x{1,50}){1,50}',
  '(((a?){30}){30}){30}',
  '(?<=a)b',
  '\\1(a)',
  '(',
  '[z-a]',
  '\\p{Nope}',
  'a{99999}',
  '[\\s\\S]*',
  'x'.repeat(1100),
] as const;

export const TEXTS = [
  '',
  'a'.repeat(40),
  'x'.repeat(3000),
  '\u0000\u0007',
  '\u202e\u2066rtl',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '-0',
  '1e999',
  'NaN',
  'null',
  '[]',
  '{"a":',
  '𝄞'.repeat(20),
  '2026-13-45',
  'İı',
] as const;
export const NUMBERS = [
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e308,
  5e-324,
  0.1 + 0.2,
  4294967294,
] as const;

/** Replaces a value as a whole; the last ones are marks. */
export const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  7,
  '',
  'text',
  [],
  {},
  [null],
  [[]],
  { a: 1 },
  { path: '/n' },
  { call: 'not', args: { value: true } },
  { '@path': '/n' },
  { literal: { path: 1 } },
  { toString: 1, valueOf: 2 },
  [null, { toJSON: 1 }],
  { literalString: 'x' },
  ['a', 'b'],
  INFINITE,
];
export const DEPTHS = ['L40', 'L49', 'O49', 'O50', 'O51', 'L99', 'O100', 'L101', 'O130', 'L1000', 'L20000'].map(
  (name) => DEEP + name,
);

export const PAYLOADS = [
  'surfaceUpdate',
  'dataModelUpdate',
  'beginRendering',
  'deleteSurface',
  'createSurface',
  'updateComponents',
  'updateDataModel',
  'action',
  'error',
  'callRendererFunction',
  'userAction',
  'vitrine',
  'messages',
] as const;
export const VERSIONS: readonly unknown[] = [
  'v0.8',
  'v0.9',
  'v0.9.1',
  'v0.10',
  'v1.0',
  'v1.1',
  '1.0',
  '',
  1,
  null,
  ['v1.0'],
  'v0.9 ',
];

export const IDS = 'root a b c d e f g s t nobody q0'.split(' ');
export const NAMES =
  'id component text children child path value key args literalString surfaceId props op label'.split(' ');
export const TYPES = ['Hologram', 'Text', 'Column', 'set', 'explode', 'not', 'constructor', '', 'Surface'];
export const HARMLESS = ['x', 'B', 'C & D', 'longer text than before', '42'];
export const GARBAGE = [
  '\u0000',
  '\\',
  '"',
  ',',
  '}',
  ']',
  '{',
  '\ufffd',
  '\u2028',
  "'",
  'é',
  '1',
  '/*',
  '\u0007',
  'undefined',
  ':',
];

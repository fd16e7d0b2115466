// JSON in steps beside the engine's own: the same values, the same texts, and the same refusals, wherever a text is cut into
// pieces. A failure prints its seed and path.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../test/runs.ts';
import type { Json } from './json.ts';
import { parsePieces } from './json-pieces.ts';
import { jsonTextSteps } from './json-text.ts';
import { parseJson, parseJsonSteps } from './parse-json.ts';
import { takeAll } from './steps.ts';

const key = fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('__proto__', '1', '0', '', 'a', '"', '\\', '[{,:'));
const leaf = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('[', '}', ',', '\\"', null, true, -0, 1e300, 0.1),
);
const { value: document } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    leaf,
    fc.array(tie('value'), { maxLength: 6 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }).map((members) => Object.fromEntries(members) as Json),
  ),
}));
const text = fc
  .tuple(document, fc.constantFrom(undefined, 1, '\t', '\n '))
  .map(([value, indent]) => JSON.stringify(value, null, indent));
const pieceChars = fc.integer({ min: 1, max: 40 });

function engine(source: string): { readonly value: Json } | undefined {
  try {
    return { value: JSON.parse(source) };
  } catch {
    return undefined;
  }
}

test('[JP8] A text that is built in pieces is what the engine builds of it, wherever it is cut', () => {
  fc.assert(
    fc.property(text, pieceChars, (source, chars) => {
      const built = takeAll(parsePieces(source, chars, 0));
      if (built !== undefined) expect(JSON.stringify(built.value)).toBe(JSON.stringify(JSON.parse(source)));
      if (built !== undefined) expect(built.value).toStrictEqual(JSON.parse(source));
    }),
    { numRuns: runs(2000) },
  );
});

test('[JP8] A text that is no JSON is none in pieces either', () => {
  const broken = fc.tuple(
    text,
    fc.nat(),
    fc.constantFrom('', ',', ']', '}', '[', '{', ':', '"', '1', ' ', '\u00a0', 'null'),
  );
  fc.assert(
    fc.property(broken, fc.boolean(), pieceChars, ([source, at, extra], replaces, chars) => {
      const place = at % (source.length + 1);
      const changed = source.slice(0, place) + extra + source.slice(place + (replaces ? 1 : 0));
      const built = takeAll(parsePieces(changed, chars, 0));
      if (built !== undefined) expect(built.value).toStrictEqual(engine(changed)?.value);
    }),
    { numRuns: runs(5000) },
  );
});

const ROWS = Array.from({ length: 5000 }, (_, i) => ({
  id: i,
  name: `Row ${i}`,
  tags: ['x', null],
  at: { '1': i, a: -i },
}));
const LONG: readonly (readonly [string, Json])[] = [
  ['rows', { surface: { value: ROWS } }],
  ['members', Object.fromEntries(ROWS.map((row) => [`k${row.id}`, row]))],
  ['a long list behind short ones', [...Array.from({ length: 1500 }, () => 0), ROWS, ...ROWS.slice(0, 9)]],
  ['a long text', { text: 'x'.repeat(300_000), after: [1] }],
  ['empty ones', { a: [], b: {}, rows: ROWS, c: [[], [{}]] }],
];

test.each(LONG)('[JP8] %s are parsed in steps, and nothing of them is lost', (_, value) => {
  const source = JSON.stringify(value);
  const steps = parseJsonSteps(source);
  let count = 0;
  for (let next = steps.next(); ; next = steps.next(), count++) {
    if (next.done !== true) continue;
    expect(next.value).toStrictEqual(parseJson(source));
    break;
  }
  expect(count).toBeGreaterThan(0);
});

test('[JP8] What is wrong with a long text is said in the words of a short one', () => {
  const source = `${JSON.stringify(ROWS).slice(0, -1)},]`;
  expect(takeAll(parseJsonSteps(source))).toEqual(parseJson(source));
});

test.each(LONG)('[JP9] %s are written in steps as the engine writes them', (_, value) => {
  const steps = jsonTextSteps(value);
  let count = 0;
  for (let next = steps.next(); ; next = steps.next(), count++) {
    if (next.done !== true) continue;
    expect(next.value === JSON.stringify(value)).toBe(true);
    break;
  }
  expect(count).toBeGreaterThan(1);
});

test('[JP9] What is written in steps is what the engine writes, fields that are not there included', () => {
  fc.assert(
    fc.property(fc.array(document, { minLength: 1, maxLength: 3 }), fc.nat({ max: 3 }), (items, depth) => {
      let value: unknown = { items, rows: ROWS.slice(0, 600), none: undefined };
      for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value, undefined, ...items] : { none: undefined, value };
      expect(takeAll(jsonTextSteps(value as Json)) === JSON.stringify(value)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

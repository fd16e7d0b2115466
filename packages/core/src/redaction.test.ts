import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { issue, quote } from './issue.ts';
import type { Json } from './json.ts';
import { escapeSegment } from './pointer.ts';
import { createRedactor, NO_SECRETS } from './redaction.ts';

const PIN = '482913';
const ODD = 'qu"ote\\99/x~y';
const LONG = `sk-proj-${'abcdefghij'.repeat(16)}`;
const redactor = createRedactor([
  { id: 'pin', value: PIN },
  { id: 'odd', value: ODD },
  { id: 'long', value: LONG },
]);

describe('[RD1] a secret', () => {
  test('[RD1] is its marker in texts and keys, the longest first, counted', () => {
    const two = createRedactor([
      { id: 'short', value: 'abcdef' },
      { id: 'long', value: 'abcdefghij' },
    ]);
    expect(two.redact({ t: 'abcdefghij, abcdef', abcdef: ['abcdef', 7, null] })).toEqual({
      value: { t: '[REDACTED:long], [REDACTED:short]', '[REDACTED:short]': ['[REDACTED:short]', 7, null] },
      count: 4,
    });
  });

  test('[RD1] is looked for once: no marker is looked into', () => {
    const two = createRedactor([
      { id: 'one', value: 'secret-1' },
      { id: 'two', value: 'REDACTED' },
    ]);
    expect(two.text('secret-1 and REDACTED')).toBe('[REDACTED:one] and [REDACTED:two]');
  });
});

test('[RD2] what holds none is the same value, and without secrets nothing is looked at', () => {
  const value = { a: ['x', { n: Number.NaN }], b: 1482912 };
  expect(redactor.redact(value).value).toBe(value);
  expect(createRedactor([{ id: 'none', value: '' }])).toBe(NO_SECRETS);
  expect(NO_SECRETS.redact(value)).toEqual({ value, count: 0 });
  expect(NO_SECRETS.text(PIN)).toBe(PIN);
});

test.each<[number, string]>([
  [482913, '[REDACTED:pin]'],
  [1482913, '1[REDACTED:pin]'],
  [-48291375, '-[REDACTED:pin]75'],
  [0.482913, '0.[REDACTED:pin]'],
  [4.82913e25, `[REDACTED:pin]${'0'.repeat(20)}`],
  [4.82913e-9, `0.${'0'.repeat(8)}[REDACTED:pin]`],
])('[RD3] the number %d is a text with the marker', (number, text) => {
  expect(redactor.redact({ n: [number] })).toEqual({ value: { n: [text] }, count: 1 });
});

test.each([48291, 4829.13, 319284, 1e21, 0, -0, Number.POSITIVE_INFINITY])('[RD3] the number %d stays', (number) => {
  expect(redactor.redact(number)).toEqual({ value: number, count: 0 });
});

test('[RD4] a secret is found in the quotes of a message and in a pointer', () => {
  const at = `/values/${escapeSegment(ODD)}`;
  const said = issue('VITRINE_WRITE_REFUSED', 'error', `No field ${quote(`x.${ODD}`)} at ${quote(at)}.`, at);
  expect(redactor.redact(said).value).toMatchObject({
    message: 'No field "x.[REDACTED:odd]" at "/values/[REDACTED:odd]".',
    at: '/values/[REDACTED:odd]',
  });
});

test('[RD5] a secret that a message has cut off is hidden as far as it goes', () => {
  expect(redactor.text(`No ${quote(LONG)}.`)).toBe('No "[REDACTED:long]...".');
  expect(redactor.text(`No ${quote('x'.repeat(50) + LONG)}.`)).toBe(`No "${'x'.repeat(50)}[REDACTED:long]...".`);
  expect(redactor.text(`No ${quote(`${'x'.repeat(52)}${ODD}`)}.`)).toBe(`No "${'x'.repeat(52)}[REDACTED:odd]...".`);
  expect(redactor.text('He said "sk-p..." and went.')).toBe('He said "sk-p..." and went.');
});

test('[RD6] what comes out can be written and read again, and holds no secret', () => {
  const part = fc.constantFrom<Json>(PIN, ODD, LONG, 482913, 1482913, 48.2913, 'x', true, null);
  const value = fc.letrec<{ any: Json }>((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      part,
      fc.array(tie('any')),
      fc.dictionary(fc.constantFrom('a', `k${PIN}`, ODD, '__proto__'), tie('any')),
    ),
  })).any;
  fc.assert(
    fc.property(value, (given) => {
      const text = JSON.stringify(redactor.redact(given).value);
      expect(JSON.parse(text)).toEqual(redactor.redact(given).value);
      for (const secret of [PIN, LONG, JSON.stringify(ODD).slice(1, -1)]) expect(text).not.toContain(secret);
    }),
  );
});

import { describe, expect, test } from 'vitest';
import { codesOf, createCaller, resultOf } from '../../../test/function-scope.ts';
import type { Json } from '../../json.ts';
import { basic09 } from '../basic-0.9.ts';
import { basic10 } from '../basic-1.0.ts';

type Case = readonly [name: string, args: { readonly [name: string]: Json | undefined }, holds: boolean];

const CASES: readonly Case[] = [
  ['required', { value: undefined }, false],
  ['required', { value: null }, false],
  ['required', { value: '' }, false],
  ['required', { value: [] }, false],
  ['required', { value: {} }, true],
  ['required', { value: 0 }, true],
  ['required', { value: false }, true],
  ['required', { value: ' ' }, true],
  ['regex', { value: '12345', pattern: '^[0-9]+$' }, true],
  ['regex', { value: 'abc', pattern: '^[0-9]+$' }, false],
  ['regex', { value: 'xx12yy', pattern: '[0-9]' }, true],
  ['regex', { value: undefined, pattern: '^$' }, true],
  ['regex', { value: 42, pattern: '^42$' }, true],
  ['length', { value: 'hello', min: 3, max: 5 }, true],
  ['length', { value: 'hi', min: 3 }, false],
  ['length', { value: 'hello world', max: 5 }, false],
  ['length', { value: ['a', 'b', 'c'], min: 3, max: 3 }, true],
  ['length', { value: ['a'], min: 2 }, false],
  ['length', { value: undefined, max: 3 }, true],
  ['length', { value: null, min: 1 }, false],
  ['length', { value: { a: 1 }, min: 1 }, false],
  ['length', { value: 12345, min: 1 }, false],
  ['numeric', { value: 42.5, min: 0, max: 100 }, true],
  ['numeric', { value: 0, min: 0 }, true],
  ['numeric', { value: '42.5', min: 0, max: 100 }, true],
  ['numeric', { value: ' 7 ', max: 7 }, true],
  ['numeric', { value: '-1e2', max: 0 }, true],
  ['numeric', { value: -5, min: 0 }, false],
  ['numeric', { value: 150, max: 100 }, false],
  ['numeric', { value: 'not_a_number' }, false],
  ['numeric', { value: '' }, false],
  ['numeric', { value: '0x10' }, false],
  ['numeric', { value: 'Infinity' }, false],
  ['numeric', { value: '1e999' }, false],
  ['numeric', { value: undefined, min: 0 }, false],
  ['numeric', { value: null }, false],
  ['numeric', { value: true }, false],
  ['numeric', { value: [1] }, false],
  ['email', { value: 'user@example.com' }, true],
  ['email', { value: 'first.last+tag@mail.example.co' }, true],
  ['email', { value: 'jörg@müller.de' }, true],
  ['email', { value: 'invalid-email' }, false],
  ['email', { value: 'test@test.c' }, false],
  ['email', { value: 'a@b' }, false],
  ['email', { value: '@example.com' }, false],
  ['email', { value: 'a@.com' }, false],
  ['email', { value: 'a@b@example.com' }, false],
  ['email', { value: 'a b@example.com' }, false],
  ['email', { value: 'user@example.com ' }, false],
  ['email', { value: '' }, false],
  ['email', { value: undefined }, false],
  ['email', { value: 7 }, false],
];

describe('validators', () => {
  test.each(CASES)('[FN1] %s(%j) of 0.9 gives the boolean %s', (name, args, holds) => {
    expect(resultOf(createCaller(basic09).call(name, args))).toBe(holds);
  });

  test.each(CASES)('[FN2] %s(%j) of 1.0 gives a result that is valid: %s', (name, args, holds) => {
    const result = resultOf(createCaller(basic10).call(name, args));
    expect(result).toMatchObject({ valid: holds });
    if (!holds) expect(result).toMatchObject({ severity: 'error', code: expect.stringMatching(/^[A-Z_]+$/) });
  });

  test('[FN3] a failing email brings its own message, the other validators leave it to the rule', () => {
    const { call } = createCaller(basic10);
    expect(resultOf(call('email', { value: 'nobody' }))).toEqual({
      valid: false,
      code: 'INVALID_EMAIL',
      message: 'Please enter a valid email address (e.g. user@example.com).',
      severity: 'error',
    });
    const others = [
      resultOf(call('required', { value: '' })),
      resultOf(call('regex', { value: 'a', pattern: 'b' })),
      resultOf(call('length', { value: '', min: 1 })),
      resultOf(call('numeric', { value: 15, min: 18 })),
      resultOf(call('numeric', { value: 'x' })),
    ];
    for (const result of others) expect(result).not.toHaveProperty('message');
    expect(resultOf(call('email', { value: 'user@example.com' }))).toEqual({ valid: true });
  });

  test.each([basic09, basic10])(
    '[FN4] a pattern that cannot be compiled is an issue, not a failed check',
    (catalog) => {
      const { call } = createCaller(catalog);
      expect(codesOf(call('regex', { value: 'abc', pattern: '[invalid(' }))).toEqual(['VITRINE_PATTERN_SYNTAX']);
      expect(codesOf(call('regex', { value: 'abc', pattern: 'a'.repeat(5000) }))).toEqual(['VITRINE_LIMIT_PATTERN']);
    },
  );

  test('[FN5] patterns and addresses that make other engines explode take linear time', () => {
    const { call } = createCaller(basic09);
    const started = performance.now();
    expect(resultOf(call('regex', { value: `${'a'.repeat(5000)}!`, pattern: '^(a+)+$' }))).toBe(false);
    expect(resultOf(call('email', { value: `a@${'.a'.repeat(250_000)} ` }))).toBe(false);
    expect(resultOf(call('numeric', { value: `${'1'.repeat(500_000)}x` }))).toBe(false);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

import { describe, expect, test } from 'vitest';
import { codesOf, createCaller, resultOf } from '../../../test/function-scope.ts';
import type { Json } from '../../json.ts';
import { basic09 } from '../basic-0.9.ts';
import { basic10 } from '../basic-1.0.ts';

describe.each([basic09, basic10])('logic of $protocol', (catalog) => {
  const { call } = createCaller(catalog);

  test.each<[name: string, values: Json, result: boolean]>([
    ['and', [true, true], true],
    ['and', [true, false], false],
    ['and', [1, 'non-empty'], true],
    ['and', [1, ''], false],
    ['and', [true, null], false],
    ['and', [{}, []], true],
    ['or', [false, false], false],
    ['or', [false, true], true],
    ['or', [0, 'yes'], true],
    ['or', [null, '', 0], false],
  ])('[FN6] %s over %j is %s', (name, values, result) => {
    expect(resultOf(call(name, { values }))).toBe(result);
  });

  test.each<[value: Json | undefined, result: boolean]>([
    [true, false],
    [false, true],
    ['', true],
    ['hello', false],
    [0, true],
    [null, true],
    [undefined, true],
  ])('[FN6] not %j is %s', (value, result) => {
    expect(resultOf(call('not', { value }))).toBe(result);
  });

  test.each(['and', 'or'])('[FN7] %s refuses fewer than two values', (name) => {
    expect(codesOf(call(name, { values: [true] }))).toEqual(['VITRINE_FUNCTION_ARGS']);
    expect(codesOf(call(name, { values: true }))).toEqual(['VITRINE_FUNCTION_ARGS']);
    expect(codesOf(call(name, {}))).toEqual(['VITRINE_FUNCTION_ARGS']);
  });
});

describe('results of validators as operands', () => {
  const failing = { valid: false, code: 'REQUIRED' };

  test('[FN8] in 1.0 they count by their validity', () => {
    const { call } = createCaller(basic10);
    expect(resultOf(call('and', { values: [{ valid: true }, failing] }))).toBe(false);
    expect(resultOf(call('or', { values: [failing, failing] }))).toBe(false);
    expect(resultOf(call('or', { values: [failing, { valid: true }] }))).toBe(true);
    expect(resultOf(call('not', { value: failing }))).toBe(true);
    expect(resultOf(call('not', { value: { valid: 'no' } }))).toBe(false);
  });

  test('[FN8] in 0.9 they are objects like any other, hence true', () => {
    const { call } = createCaller(basic09);
    expect(resultOf(call('not', { value: failing }))).toBe(false);
    expect(resultOf(call('and', { values: [failing, true] }))).toBe(true);
  });

  test('[FN8] nested calls are evaluated before they count', () => {
    const { scope } = createCaller(basic10, { data: { name: '' } });
    const isNamed = { call: 'required', args: { value: { path: '/name' } } };
    expect(scope.evaluate({ call: 'and', args: { values: [isNamed, true] } })).toBe(false);
    expect(scope.evaluate({ call: 'not', args: { value: isNamed } })).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { nestedLists, poisoned } from '../test/stage.ts';
import { countValues, idProblem, inspect, keyProblem, textProblem } from './inspect.ts';
import type { Json } from './json.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';

const limits: Limits = { ...DEFAULT_LIMITS, textLength: 10, keyLength: 5, idLength: 6 };

function judge(value: Json, depth = 4) {
  const problem = inspect(value, { limits, depth, count: 0 }, '/value');
  return problem === undefined ? undefined : `${problem.code.replace('VITRINE_', '')} ${problem.at}`;
}

function size(value: Json): number {
  const budget = { limits, depth: 100, count: 0 };
  inspect(value, budget, '');
  return budget.count;
}

describe('what may not be stored', () => {
  it('[IN1] numbers that no double holds are refused', () => {
    expect(judge(JSON.parse('1e400') as Json)).toBe('JSON_NUMBER /value');
    expect(judge({ a: [1, -Infinity] })).toBe('JSON_NUMBER /value/a/1');
    expect(judge(Number.NaN)).toBe('JSON_NUMBER /value');
    expect(judge([1.7976931348623157e308, -0, 5e-324])).toBeUndefined();
  });

  it.each([[1n], [() => 1], [Symbol('x')], [undefined]])('[IN15] %s is refused inside free JSON', (alien) => {
    expect(
      inspect({ a: [alien] } as unknown as Json, { limits: DEFAULT_LIMITS, depth: 9, count: 0 }, ''),
    ).toMatchObject({
      code: 'VITRINE_JSON_MALFORMED',
      at: '/a/0',
    });
  });

  it('[IN2] a text longer than textLength is refused, one as long is not', () => {
    expect(judge('x'.repeat(10))).toBeUndefined();
    expect(judge(['x'.repeat(11)])).toBe('LIMIT_TEXT /value/0');
    expect(textProblem('x'.repeat(11), limits, '/t')?.message).toContain('11');
  });

  it('[IN2] a key longer than keyLength is refused, one as long is not', () => {
    expect(judge({ abcde: 1 })).toBeUndefined();
    expect(judge({ abcdef: 1 })).toBe('LIMIT_TEXT /value');
    expect(keyProblem('abcdef', limits, '/k')?.at).toBe('/k');
  });

  it('[IN3] half of a surrogate pair is refused in texts and keys of every length', () => {
    expect(judge('\ud800')).toBe('JSON_TEXT /value');
    expect(judge('\udfff')).toBe('JSON_TEXT /value');
    expect(judge({ t: 'ab\ud800c' })).toBe('JSON_TEXT /value/t');
    expect(judge({ '\ud800': 1 })).toBe('JSON_TEXT /value');
    expect(judge(['\ude00\ud83d'])).toBe('JSON_TEXT /value/0');
    expect(judge({ '\ud83d\ude00': '\ud83d\ude00' })).toBeUndefined();
  });

  it('[IN4] reserved keys are refused at every depth, and no prototype is touched', () => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      expect(judge(poisoned(key))).toBe('NAME_RESERVED /value');
      expect(judge({ a: [poisoned(key)] })).toBe('NAME_RESERVED /value/a/0');
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(judge({ list: { proto: 1 } })).toBeUndefined();
  });

  it('[IN5] values nested deeper than the budget are refused, as deep ones are not', () => {
    expect(judge(nestedLists(4))).toBeUndefined();
    expect(judge(nestedLists(5))).toBe('LIMIT_DEPTH /value/0/0/0/0');
    expect(judge('leaf', 0)).toBeUndefined();
    expect(judge([], 0)).toBe('LIMIT_DEPTH /value');
    expect(judge({ a: { b: {} }, c: { d: { e: {} } } })).toBeUndefined();
  });

  it('[IN5] a hundred thousand levels do not overflow the stack', () => {
    expect(judge(nestedLists(100_000), 50)).toMatch(/^LIMIT_DEPTH /);
  });

  it('[IN6] an issue names the value by an escaped pointer, and a bad key by the object that has it', () => {
    expect(judge({ 'a/b': { '~': [0, { x: Infinity }] } })).toBe('JSON_NUMBER /value/a~1b/~0/1/x');
    expect(judge({ 'a/b': Infinity })).toBe('JSON_NUMBER /value/a~1b');
    expect(judge([null, [Infinity]])).toBe('JSON_NUMBER /value/1/0');
    expect(judge({ a: { toolong: 1 } })).toBe('LIMIT_TEXT /value/a');
    expect(judge([[], 'ok', Infinity])).toBe('JSON_NUMBER /value/2');
  });
});

describe('counting', () => {
  it('[IN7] every leaf and every container is one value', () => {
    const samples: [Json, number][] = [
      [1, 1],
      [null, 1],
      ['', 1],
      [[], 1],
      [{}, 1],
      [[1, [2], { a: 3, b: null }], 7],
    ];
    for (const [value, count] of samples) {
      expect(size(value)).toBe(count);
      expect(countValues(value)).toBe(count);
    }
    expect(countValues(undefined)).toBe(0);
  });
});

describe('ids', () => {
  it('[IN8] an id is not empty, not reserved, not longer than idLength, and Unicode', () => {
    const codes = ['', '__proto__', 'constructor', 'prototype', 'abcdefg', 'a\ud800'].map((id) =>
      idProblem(id, limits, '/id'),
    );
    expect(codes.map((problem) => problem?.code)).toEqual([
      'VITRINE_MESSAGE_SHAPE',
      'VITRINE_NAME_RESERVED',
      'VITRINE_NAME_RESERVED',
      'VITRINE_NAME_RESERVED',
      'VITRINE_LIMIT_TEXT',
      'VITRINE_JSON_TEXT',
    ]);
    expect(codes.every((problem) => problem?.at === '/id' && problem.severity === 'error')).toBe(true);
    for (const fine of ['abcdef', ' ', '/', '~', 'toString'.slice(0, 6), '\u00e9'])
      expect(idProblem(fine, limits, '')).toBeUndefined();
  });
});

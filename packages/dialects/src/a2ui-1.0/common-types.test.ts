import type { Json } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { COMMON_TYPES, validateCommonType } from './common-types.ts';

const cases: readonly (readonly [string, readonly Json[], readonly Json[]])[] = [
  [
    'Extensions',
    [{ vendor: { any: 1 } }, { _x: 1, ünï: 2 }, {}],
    [{ '1st': 1 }, { 'has-dash': 1 }, { '': 1 }, [], null],
  ],
  [
    'ComponentCommon',
    [{ id: 'c' }, { id: 'c', metadata: {} }, { id: 'c', catalogId: 'k', accessibility: { label: { '@path': '/l' } } }],
    [
      {},
      { id: 3 },
      { id: 'c', catalogId: 3 },
      { id: 'c', metadata: { owner: 1 } },
      { id: 'c', accessibility: { label: { '@no': 1 } } },
    ],
  ],
  [
    'FunctionResponse',
    [
      { functionCallId: 'c', value: null },
      { functionCallId: 'c', error: { code: 'E', message: 'm' } },
    ],
    [{ functionCallId: 'c' }, { value: 1 }, { functionCallId: 'c', value: 1, error: { code: 'E', message: 'm' } }],
  ],
  [
    'IndexSystemFunction',
    [{ call: '@index' }, { '@call': '@index', args: { offset: 1 } }],
    [
      {},
      { call: 'now' },
      { call: '@index', args: { offset: 1, step: 2 } },
      { call: '@index', more: 1 },
      { call: '@index', args: 3 },
    ],
  ],
  ['Surface', [{}, { component: 'Surface', child: 'root' }], [{ component: 'Text' }, { child: 'top' }, { id: 'x' }]],
  [
    'DynamicValue',
    [
      'x',
      1,
      true,
      [1],
      { label: 'x' },
      { path: '/a' },
      { '@path': '/a' },
      { call: 'now' },
      { path: '/a', call: 'now' },
    ],
    [null, { path: '/a', extra: 1 }, { call: 'now', path: '/a', extra: 1 }, { '@other': 1 }],
  ],
];

describe('the common types of 1.0', () => {
  it.each(cases)('[DC16] %s is judged as in messages, strictly', (definition, good, bad) => {
    for (const value of good) expect(validateCommonType(definition, value)).toEqual({ ok: true, value, issues: [] });
    for (const value of bad) expect(validateCommonType(definition, value).ok).toBe(false);
  });

  it('[DC16] the names that can be judged are told, any other is refused', () => {
    expect([...COMMON_TYPES].sort()).toEqual(cases.map(([name]) => name).sort());
    expect(validateCommonType('toString', {}).ok).toBe(false);
  });
});

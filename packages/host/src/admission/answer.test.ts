import type { Json, Want } from '@vitrine/core';
import { describe, expect, test } from 'vitest';
import { NOW, Stage, said, taken } from '../../test/admission-stage.ts';
import { mayRetryAtBasis } from './admit.ts';

const answer = (value: Json) => ({ event: 'answer', ask: 'q', value }) as const;
const options = [{ label: 'A', value: 'a' }, { label: 'B' }, { id: 3 }];
const file = { ref: 'f', name: 'a.PDF', type: 'application/pdf', size: 10 };

test.each<[Want, readonly Json[], readonly Json[]]>([
  [{ kind: 'text' }, ['x', '', null], [1, true, ['x'], {}]],
  [{ kind: 'text', minLength: 1 }, ['x'], ['', null]],
  [{ kind: 'text', minLength: 2, required: false }, ['xy', null], ['x', '']],
  [{ kind: 'text', required: true }, ['x'], ['', null]],
  [{ kind: 'text', pattern: '^[a-z]+$', maxLength: 3 }, ['abc'], ['abcd', 'A', '']],
  [{ kind: 'text', pattern: '(?<=a)b' }, ['anything'], []],
  [{ kind: 'number', min: 0, max: 1, step: 0.1 }, [0, 0.3, 1, null], [-0.1, 1.1, 0.25, '1']],
  [{ kind: 'number', required: true }, [0], [null]],
  [{ kind: 'number' }, [-1e9], [true]],
  [{ kind: 'select', options }, ['a', 'B', 3, null], ['b', ['a'], {}]],
  [{ kind: 'select', options, required: true }, ['a'], [null]],
  [{ kind: 'select', options, multiple: true }, [['a'], ['a', 3]], [[], ['a', 'a'], 'a', ['x']]],
  [
    { kind: 'date', min: '2026-01-01', max: '2026-12-31' },
    ['2026-01-01', '2026-12-31'],
    ['2025-12-31', '2027-01-01', '2026-02-30', 'x', 5],
  ],
  [{ kind: 'date', required: true }, ['2026-01-01'], [null]],
  [{ kind: 'file', required: true }, [file], [null]],
  [{ kind: 'confirm' }, [true, false], ['true', 1, null]],
  [
    { kind: 'file', accept: ['.pdf', 'image/*'], maxBytes: 10 },
    [file, { ...file, name: 'x', type: 'image/png' }, null],
    [
      { ...file, size: 11 },
      { ...file, name: 'x', type: 'text/plain' },
      { ...file, ref: 1 },
      'f',
      { ...file, size: '1' },
    ],
  ],
])('[AD17] %j is answered validly or not at all', (want, good, bad) => {
  const stage = new Stage().ask(want);
  for (const value of good) {
    const { body, outcome } = taken(stage.admit(answer(value)));
    expect([body, outcome]).toEqual([[answer(value)], 'checked']);
  }
  for (const value of bad) expect(said(stage.admit(answer(value)))).toEqual(['refused', 'ASK_VALUE /value']);
});

test('[AD17] a file is one that the session has, as the session knows it', () => {
  const stage = new Stage().ask({ kind: 'file' });
  const lookup = { file: (ref: string) => (ref === 'f' ? file : undefined) };
  expect(said(stage.admit(answer(file), lookup))).toEqual(['checked']);
  expect(said(stage.admit(answer({ ...file, size: 1 }), lookup))[0]).toBe('refused');
  expect(said(stage.admit(answer({ ...file, ref: 'g' }), lookup))[0]).toBe('refused');
});

describe('refused', () => {
  test('[AD18] an ask that is not open, or was answered, has no answer', () => {
    const stage = new Stage().ask({ kind: 'confirm' });
    expect(said(stage.admit({ event: 'answer', ask: 'other', value: true }))).toEqual(['refused', 'ASK_UNKNOWN /ask']);
    stage.do(answer(true));
    expect(said(stage.admit(answer(true)))).toEqual(['refused', 'ASK_UNKNOWN /ask']);
  });

  test('[AD18] an answer comes before the end of its time', () => {
    const until = (until: string) => new Stage().ask({ kind: 'confirm' }, { until });
    expect(said(until('2026-11-15T12:00:00.001Z').admit(answer(true)))).toEqual(['checked']);
    expect(said(until(NOW).admit(answer(true)))).toEqual(['refused', 'ASK_LAPSED /ask']);
    expect(said(until('2026-11-15T12:59:59+01:00').admit(answer(true)))).toEqual(['refused', 'ASK_LAPSED /ask']);
  });

  test('[AD18] nothing untrusted can have anything approved, whatever the host is set to', () => {
    const stage = new Stage().ask({ kind: 'confirm' });
    for (const mode of ['enforce', 'report'] as const) {
      for (const value of [true, 1, 'yes'])
        expect(said(stage.admit(answer(value), { trust: 'untrusted', mode }))).toEqual([
          'refused',
          'ASK_UNTRUSTED /ask',
        ]);
    }
    expect(said(stage.admit(answer(false), { trust: 'untrusted' }))).toEqual(['checked']);
    expect(said(new Stage().ask({ kind: 'text' }).admit(answer('x'), { trust: 'untrusted' }))).toEqual(['checked']);
  });

  test('[AD18] answers are judged at the head only', () => {
    expect(mayRetryAtBasis([answer(true)])).toBe(false);
    expect(mayRetryAtBasis([{ event: 'input', surface: 's', path: '/a', value: 1 }, answer(true)])).toBe(false);
    expect(mayRetryAtBasis([{ event: 'input', surface: 's', path: '/a', value: 1 }])).toBe(true);
  });
});

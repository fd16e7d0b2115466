import { describe, expect, it } from 'vitest';
import { createCaller } from '../test/function-scope.ts';
import { dispatchAction } from './action.ts';
import { evaluate, Scope } from './binding.ts';
import { basic10 } from './catalogs/basic-1.0.ts';
import type { Dynamic } from './entry.ts';
import { EvaluationBudget } from './evaluation-budget.ts';
import type { Json, JsonObject } from './json.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { evaluateChecks } from './validation.ts';
import { toNumber } from './value.ts';

function stage(data: Json, limits: Partial<Limits> = {}) {
  const { scope, reported } = createCaller(basic10, { data, limits });
  const budget = new EvaluationBudget(scope.limits);
  return { scope, reported, budget, acting: new Scope(scope.surface, { ...scope.env, budget }) };
}

const format = (value: string): Dynamic => ({ call: 'formatString', args: { value } });
const regex = (pattern: string, path = '/a'): Dynamic => ({ call: 'regex', args: { value: { path }, pattern } });
const codes = (issues: readonly { readonly code: string }[]) => issues.map(({ code }) => code);

describe('bytes', () => {
  it.each([
    ['a plain text', 'abc'],
    ['quotes and controls', '"\\\n\t\u0001\u007f'],
    ['other scripts', 'é€漢😀'],
    ['a long text', `${'a"€😀'.repeat(200)}`],
    ['numbers and words', [1, -2.5, 1e21, true, false, null]],
    ['objects', { a: { b: [{}, [], ''] }, '€': 'x' }],
  ])('[EB1] %s is counted as it is written down', (_what, value) => {
    const budget = new EvaluationBudget(DEFAULT_LIMITS);
    const exact = new TextEncoder().encode(JSON.stringify(value)).length;
    expect(budget.put(value as Json)).toBe(true);
    // Commas and the length of a word are counted a little too high.
    expect(budget.bytes).toBeGreaterThanOrEqual(exact);
    expect(budget.bytes).toBeLessThanOrEqual(exact + 12);
  });

  it('[EB1] what is over is not looked at to its end', () => {
    const { budget } = stage({});
    const list = Array.from({ length: 3_000_000 }, () => 'x');
    expect(budget.put(list)).toBe(false);
    expect([budget.exceeded, budget.room]).toEqual([true, 0]);
  });

  it('[EB1] results are counted while they are made, and nothing is evaluated behind the limit', () => {
    const { acting, budget, reported } = stage({ a: 'x'.repeat(400) }, { evaluationBytes: 1000 });
    expect(evaluate([format('${/a}'), format('${/a}'), format('${/a}'), format('${/a}')] as Json, acting)).toEqual([
      'x'.repeat(400),
      'x'.repeat(400),
      null,
      null,
    ]);
    expect(codes(reported)).toEqual(['VITRINE_LIMIT_EVALUATION']);
    expect(evaluate({ path: '/a' }, acting)).toBe(undefined);
    expect(budget.problem().message).toContain('1000 bytes');
  });

  it('[EB1] what a call gave is counted once where it is told', () => {
    const { acting, budget } = stage({ a: 'x'.repeat(400) });
    const done = dispatchAction({ event: { name: 'go', context: { text: format('${/a}') as JsonObject } } }, acting);
    expect(done.kind).toBe('event');
    expect(budget.bytes).toBeLessThan(450);
  });

  it('[EB6] an object is no text before there is room for it', () => {
    const { acting, budget, reported } = stage({ o: { a: 'x'.repeat(2000) } }, { evaluationBytes: 1000 });
    expect(evaluate(format('${/o}'), acting)).toBe(undefined);
    expect([budget.exceeded, codes(reported)]).toEqual([true, ['VITRINE_LIMIT_EVALUATION']]);
  });

  it('[EB7] what an attempt made is given up, its steps are not', () => {
    const { budget } = stage({}, { evaluationBytes: 100, evaluationSteps: 1000 });
    const start = budget.mark();
    budget.make(200);
    expect(budget.exceeded).toBe(true);
    budget.rewind(start);
    expect([budget.exceeded, budget.bytes, budget.steps > 0]).toEqual([false, 0, true]);
    budget.work(1000);
    budget.rewind(start);
    expect(budget.exceeded).toBe(true);
    expect(budget.problem().message).toContain('1000 steps');
  });
});

describe('steps', () => {
  it('[EB2] every call, path and item takes some', () => {
    const { acting, budget } = stage({ a: 1 });
    const used = (binding: Dynamic) => {
      const before = budget.steps;
      evaluate(binding, acting);
      return budget.steps - before;
    };
    const one = used({ call: 'not', args: { value: { path: '/a' } } });
    expect(one).toBeGreaterThan(0);
    expect(
      used(Array.from({ length: 100 }, () => ({ call: 'not', args: { value: { path: '/a' } } })) as Json),
    ).toBeGreaterThanOrEqual(100 * one);
    expect(used({ path: '/a' })).toBeGreaterThan(0);
  });

  it('[EB2] beyond them nothing is evaluated', () => {
    const { acting, reported } = stage({ a: 'x'.repeat(10_000) }, { evaluationSteps: 5000 });
    expect(evaluate(regex('^x+$'), acting)).toBe(undefined);
    expect(evaluate(format('${/a}'), acting)).toBe(undefined);
    expect(codes(reported)).toEqual(['VITRINE_LIMIT_EVALUATION']);
  });

  it('[EB8] what is built or asked of Intl is counted, and built once', () => {
    const { acting, budget } = stage({ at: '2026-01-01T00:00:00Z', weeks: 'ec'.repeat(512), zones: 'vO'.repeat(500) });
    const used = (binding: Dynamic) => {
      const before = budget.steps;
      evaluate(binding, acting);
      return budget.steps - before;
    };
    const price = (currency: string): Dynamic => ({ call: 'formatCurrency', args: { value: 1, currency } });
    expect(used(price('EUR'))).toBeGreaterThan(5000);
    expect(used(price('EUR'))).toBeLessThan(500);
    expect(used(price('XQA'))).toBeGreaterThan(5000);
    const date = (path: string): Dynamic => ({
      call: 'formatDate',
      args: { value: { path: '/at' }, format: { path } },
    });
    expect(used(date('/weeks'))).toBeGreaterThan(500_000);
    expect(used(date('/zones'))).toBeGreaterThan(500_000);
  });

  it('[EB8] behind the limit nothing is built', () => {
    const { acting, reported } = stage({}, { evaluationSteps: 15_000 });
    const prices = ['EUR', 'XQB', 'XQC'].map((currency) => ({ call: 'formatCurrency', args: { value: 1, currency } }));
    expect(evaluate(prices as Json, acting)).toEqual(['€1.00', null, null]);
    expect(codes(reported)).toEqual(['VITRINE_LIMIT_EVALUATION']);
  });

  it('[EB9] a text of more than 2,048 characters is no number and no truth value, and is not read for it', () => {
    const { acting } = stage({ long: '1'.repeat(2049), most: `${'0'.repeat(2047)}7`, truth: 'true'.repeat(1000) });
    const number = (path: string, grouping: Json = true): Dynamic => ({
      call: 'formatNumber',
      args: { value: { path }, grouping },
    });
    expect(evaluate(number('/most'), acting)).toBe('7');
    expect(evaluate(number('/long'), acting)).toBe(undefined);
    expect(evaluate({ call: 'formatNumber', args: { value: 1234, grouping: { path: '/truth' } } }, acting)).toBe(
      '1234',
    );
    expect(toNumber('1'.repeat(2049))).toBe(0);
  });

  it('[EB3] a pattern is put to a text once', () => {
    const { acting, budget } = stage({ a: 'x'.repeat(50_000), b: `${'x'.repeat(49_999)}y` });
    const used = (binding: Dynamic) => {
      const before = budget.steps;
      const value = evaluate(binding, acting);
      return { value, steps: budget.steps - before };
    };
    expect(used(regex('^x+$'))).toMatchObject({ value: { valid: true } });
    const again = used(regex('^x+$'));
    expect(again).toMatchObject({ value: { valid: true } });
    expect(again.steps).toBeLessThan(500);
    expect(used(regex('^x+$', '/b'))).toMatchObject({ value: { valid: false } });
    expect(used(regex('^y+$')).steps).toBeGreaterThan(50_000);
  });
});

describe('acts and drawings', () => {
  it('[EB4] an action that is over is refused', () => {
    const { scope } = stage({ a: 'x'.repeat(600) }, { evaluationBytes: 1000 });
    const context = { one: { path: '/a' }, two: { path: '/a' }, gone: { call: 'nothing' } };
    const done = dispatchAction({ event: { name: 'go', context } }, scope);
    expect(done).toMatchObject({ kind: 'refused', name: 'go' });
    expect(done.issues.at(-1)?.code).toBe('VITRINE_LIMIT_EVALUATION');
    const said = dispatchAction({ event: { name: 'go', message: format('${/a}${/a}') as JsonObject } }, scope);
    expect(said.kind).toBe('refused');
    expect(dispatchAction({ event: { name: 'go', context: { one: { path: '/a' } } } }, scope).kind).toBe('event');
  });

  it('[EB5] what is drawn has a budget for each property and each list of checks', () => {
    const { scope, reported } = stage({ a: 'x'.repeat(9000) }, { evaluationSteps: 30_000 });
    expect(evaluate(regex('^x+$'), scope)).toMatchObject({ valid: true });
    expect(evaluate(regex('^x+$'), scope)).toMatchObject({ valid: true });
    expect(reported).toEqual([]);
    const rules = Array.from({ length: 500 }, (_, i) => ({ condition: regex(`^x+${'y?'.repeat(i)}$`) }));
    const results = evaluateChecks(rules as Json, scope);
    expect([results.length, results[0]?.valid, results[499]?.valid]).toEqual([500, true, false]);
    expect(codes(reported)).toEqual(['VITRINE_LIMIT_EVALUATION']);
    expect(evaluate(regex('^x+$'), scope)).toMatchObject({ valid: true });
  });

  it('[EB5] the items of a list share one', () => {
    const { scope, reported } = stage({ a: 'x'.repeat(600) }, { evaluationBytes: 1000 });
    const options = Array.from({ length: 5 }, () => ({ label: format('${/a}') }));
    expect(evaluate(options as Json, scope)).toEqual([{ label: 'x'.repeat(600) }, {}, {}, {}, {}]);
    expect(codes(reported)).toEqual(['VITRINE_LIMIT_EVALUATION']);
  });
});

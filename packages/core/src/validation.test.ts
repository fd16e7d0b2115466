import { describe, expect, it } from 'vitest';
import { createStage } from '../test/stage.ts';
import { Scope } from './binding.ts';
import type { Json, JsonObject } from './json.ts';
import { conditionOf, evaluateChecks, evaluateRule, firstFailure } from './validation.ts';

function rule(given: JsonObject, data: JsonObject = {}) {
  const stage = createStage();
  stage.set('/', data);
  return evaluateRule(given, new Scope(stage.surface, stage.fold.env));
}

const judged = (value: Json): JsonObject => ({ condition: { call: 'judge', args: { value } }, message: 'the rule' });

describe('checks', () => {
  it('[VL1] a condition that is true is valid, else the message of the rule is an error', () => {
    expect(rule({ condition: true, message: 'm' })).toMatchObject({ valid: true });
    expect(rule({ condition: false, message: 'm' })).toEqual({ valid: false, severity: 'error', message: 'm' });
    expect(rule({ condition: { path: '/ok' } }, { ok: 'yes' }).valid).toBe(true);
    expect(rule({ condition: { path: '/ok' } }, { ok: '' }).valid).toBe(false);
    expect(rule({ condition: { call: 'between', args: { value: 3, min: 5 } } }).valid).toBe(false);
  });

  it('[VL2] a ValidationResult counts by its own word, with the message of the rule where it has none', () => {
    expect(rule(judged({ valid: true }))).toMatchObject({ valid: true });
    expect(rule(judged({ valid: false, code: 'C', message: 'own', severity: 'warning' }))).toEqual({
      valid: false,
      code: 'C',
      message: 'own',
      severity: 'warning',
    });
    expect(rule(judged({ valid: false, message: '', severity: 'loud', code: 5 }))).toEqual({
      valid: false,
      severity: 'error',
      message: 'the rule',
    });
    expect(rule(judged({ valid: 'false' })).valid).toBe(true);
  });

  it('[VL3] a condition that waits for its agent is not valid yet, and no error', () => {
    expect(rule({ condition: { call: 'remote' }, message: 'm' })).toEqual({
      valid: false,
      code: 'PENDING',
      severity: 'info',
      message: 'm',
    });
  });

  it('[VL4] a condition that is absent or fails is not valid', () => {
    for (const given of [
      {},
      { condition: null },
      { condition: { path: '/none' } },
      { condition: { call: 'fails' } },
      { condition: { call: 'throws' } },
    ]) {
      expect(rule(given as JsonObject)).toEqual({ valid: false, severity: 'error' });
    }
  });

  it('[VL5] the flat form {call, args, message} is read as its own condition', () => {
    const flat = { call: 'between', args: { value: 7, max: 5 }, message: 'too much' };
    expect(conditionOf(flat)).toBe(flat);
    expect(rule(flat)).toEqual({ valid: false, severity: 'error', message: 'too much' });
    expect(conditionOf({ message: 'm' })).toBeUndefined();
    expect(rule({ path: '/nowhere', message: 'not yet' })).toMatchObject({ valid: false, message: 'not yet' });
  });

  it('[VL6] there is one result a rule, in order; what is no rule gives none', () => {
    const stage = createStage();
    const scope = new Scope(stage.surface, stage.fold.env);
    const results = evaluateChecks(
      [{ condition: true }, 'x', { condition: false, message: 'b' }, null, { condition: true }],
      scope,
    );
    expect(results.map(({ valid }) => valid)).toEqual([true, false, true]);
    expect([evaluateChecks(undefined, scope), evaluateChecks('x', scope), evaluateChecks({}, scope)]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('[VL7] the first error is shown, else the first remark', () => {
    const remark = { valid: false, severity: 'info', message: 'i' } as const;
    const error = { valid: false, severity: 'error', message: 'e' } as const;
    expect(firstFailure([{ valid: true }, remark, error])).toBe(error);
    expect(firstFailure([{ valid: true, severity: 'error' }, remark])).toBe(remark);
    expect(firstFailure([{ valid: true }])).toBeUndefined();
  });
});

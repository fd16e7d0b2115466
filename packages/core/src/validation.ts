// Checks of inputs and buttons: each rule gives a ValidationResult, from a boolean or from an object that already is one.

import { evaluate, evaluateTogether, isCallBinding, isPathBinding, type Scope } from './binding.ts';
import type { ValidationResult } from './catalog.ts';
import type { Dynamic } from './entry.ts';
import { isArray, isObject, type Json, type JsonObject } from './json.ts';
import { isPending, isTruthy } from './value.ts';

const SEVERITIES = ['error', 'warning', 'info'] as const;

/** The condition of a rule; the flat forms of early samples, `{call, args, message}` and `{path, message}`, are read too. */
export function conditionOf(rule: JsonObject): Dynamic | undefined {
  if (rule.condition !== undefined) return rule.condition;
  return isCallBinding(rule) || isPathBinding(rule) ? rule : undefined;
}

export function evaluateRule(rule: JsonObject, scope: Scope): ValidationResult {
  const condition = conditionOf(rule);
  const result = condition === undefined ? undefined : evaluate(condition, scope);
  const fallback = typeof rule.message === 'string' ? { message: rule.message } : {};
  if (isPending(result)) return { valid: false, code: 'PENDING', severity: 'info', ...fallback };
  if (isObject(result) && typeof result.valid === 'boolean') return { ...fallback, ...readResult(result) };
  return { valid: isTruthy(result), severity: 'error', ...fallback };
}

/** One result per rule, in order. */
export function evaluateChecks(rules: Json | undefined, scope: Scope): readonly ValidationResult[] {
  if (!isArray(rules)) return [];
  return evaluateTogether(scope, () => rules.filter(isObject).map((rule) => evaluateRule(rule, scope)));
}

/** The first failure that a person must mend, else the first remark, else undefined. */
export function firstFailure(results: readonly ValidationResult[]): ValidationResult | undefined {
  const failed = results.filter((result) => !result.valid);
  return failed.find((result) => result.severity === 'error') ?? failed[0];
}

function readResult(result: JsonObject): ValidationResult {
  const severity = SEVERITIES.find((name) => name === result.severity) ?? 'error';
  return {
    valid: result.valid === true,
    severity,
    ...(typeof result.code === 'string' ? { code: result.code } : {}),
    ...(typeof result.message === 'string' && result.message !== '' ? { message: result.message } : {}),
  };
}

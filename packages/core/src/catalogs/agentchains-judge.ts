// The fields of a form as rules of fields.

import type { EvaluationBudget } from '../evaluation-budget.ts';
import { type FieldProblem, type FieldRule, judgeFieldValue } from '../field-rule.ts';
import type { Json } from '../json.ts';
import type { Limits } from '../limits.ts';
import type { FormField } from './agentchains-form.ts';

const RULE_TYPES: { readonly [T in FormField['type']]?: FieldRule['type'] } = {
  ...{ number: 'number', email: 'email', file: 'file' },
  ...{ checkbox: 'bool', select: 'choice', date: 'day' },
};

export function fieldRule(field: FormField): FieldRule {
  return { ...field, type: RULE_TYPES[field.type] ?? 'text', options: field.options.map(({ value }) => value) };
}

/** Undefined when the value may stand. */
export function judgeField(
  field: FormField,
  value: Json | undefined,
  limits: Limits,
  budget?: EvaluationBudget,
): FieldProblem | undefined {
  return judgeFieldValue(fieldRule(field), value, limits, budget);
}

// The fields of OpenWOP's generation 1 as rules of fields, for the page that shows one and the host that admits it. What
// generation 2 wants of a value, its checks say.

import type { Component } from '../entry.ts';
import { type FieldProblem, type FieldRule, judgeFieldValue } from '../field-rule.ts';
import { isArray, isObject, type Json, own } from '../json.ts';
import { DEFAULT_LIMITS } from '../limits.ts';

/** Undefined: it is no field. */
export function openwopRule({ type, props }: Pick<Component, 'type' | 'props'>): FieldRule | undefined {
  const required = own(props, 'required') === true;
  switch (type) {
    case 'field.text':
      return { type: 'text', required };
    case 'field.date':
      return { type: 'day', required };
    case 'field.select': {
      const listed = own(props, 'options');
      const options = isArray(listed) ? listed.filter(isObject).map(({ value = null }) => value) : [];
      return { type: 'choice', required, options };
    }
    // A box that is not ticked is an answer.
    case 'field.checkbox':
      return { type: 'bool' };
    default:
      return undefined;
  }
}

/** Undefined when the value may stand. */
export function judgeOpenwopField(
  field: Pick<Component, 'type' | 'props'>,
  value: Json | undefined,
): FieldProblem | undefined {
  const rule = openwopRule(field);
  return rule === undefined ? undefined : judgeFieldValue(rule, value, DEFAULT_LIMITS);
}

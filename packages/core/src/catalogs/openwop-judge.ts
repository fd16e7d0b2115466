// The fields of OpenWOP's generation 1 as rules, and whether a value may stand in one: for the page that shows it and the
// host that admits it. What generation 2 wants of a value, its checks say.

import type { Component } from '../entry.ts';
import { isArray, isObject, type Json, type JsonObject, own } from '../json.ts';
import { parseDate } from '../parse-date.ts';

/** The properties of a field, as they stand in the component. */
export type FieldProps = JsonObject;
export type OpenwopFailure = 'REQUIRED' | 'TYPE' | 'OPTION';

/** A type and no interface, so that it is JSON. */
export type ValueRule = {
  readonly type: 'text' | 'day' | 'choice' | 'bool';
  readonly required?: boolean;
  readonly options?: readonly Json[];
};

/** Undefined: it is no field. */
export function openwopRule({ type, props }: Pick<Component, 'type' | 'props'>): ValueRule | undefined {
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
    case 'field.checkbox':
      return { type: 'bool' };
    default:
      return undefined;
  }
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Undefined when the value may stand. Nothing entered is null, absent or the empty text. */
export function judgeRule(
  { type, required, options = [] }: ValueRule,
  value: Json | undefined,
): OpenwopFailure | undefined {
  if (type === 'bool') return value === undefined || typeof value === 'boolean' ? undefined : 'TYPE';
  if (value === undefined || value === null || value === '') return required === true ? 'REQUIRED' : undefined;
  if (typeof value !== 'string') return 'TYPE';
  if (type === 'day') return DATE.test(value) && parseDate(value) !== undefined ? undefined : 'TYPE';
  return type !== 'choice' || options.includes(value) ? undefined : 'OPTION';
}

export function judgeOpenwopField(
  type: string,
  props: FieldProps,
  value: Json | undefined,
): OpenwopFailure | undefined {
  const rule = openwopRule({ type, props });
  return rule === undefined ? undefined : judgeRule(rule, value);
}

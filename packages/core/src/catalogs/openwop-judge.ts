// Whether a value may stand in a field of OpenWOP's generation 1, for the widget that shows it and the host that admits
// it. What generation 2 wants of a value, its checks say.

import { isObject, type Json, type JsonObject, own } from '../json.ts';
import { parseDate } from '../parse-date.ts';

/** The properties of a field, as they stand in the component. */
export type FieldProps = JsonObject;
export type OpenwopFailure = 'REQUIRED' | 'TYPE' | 'OPTION';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Undefined when the value may stand. Nothing entered is null, absent or the empty text. */
export function judgeOpenwopField(
  type: string,
  props: FieldProps,
  value: Json | undefined,
): OpenwopFailure | undefined {
  if (type === 'field.checkbox') return value === undefined || typeof value === 'boolean' ? undefined : 'TYPE';
  if (value === undefined || value === null || value === '') {
    return own(props, 'required') === true ? 'REQUIRED' : undefined;
  }
  if (typeof value !== 'string') return 'TYPE';
  if (type === 'field.date') return DATE.test(value) && parseDate(value) !== undefined ? undefined : 'TYPE';
  if (type !== 'field.select') return undefined;
  const options = own(props, 'options');
  const offered = Array.isArray(options) && options.some((option) => isObject(option) && option.value === value);
  return offered ? undefined : 'OPTION';
}

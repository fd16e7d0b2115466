// Forms of AgentChains: their fields as the data of the form list them. Whether a value may stand in one is judged in
// agentchains-judge.ts.

import { defined, isObject, type Json, type JsonObject, own } from '../json.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { isReserved } from '../pointer.ts';
import { FIELD_TYPES } from './agentchains-data.ts';
import { dataOf, listOf, member, numberOf, objectsOf, optional, shown } from './agentchains-read.ts';

export type FieldType = (typeof FIELD_TYPES)[number];
export interface FieldOption {
  readonly value: string;
  readonly label: string;
}
export interface FormField {
  readonly name: string;
  readonly type: FieldType;
  readonly label: string;
  readonly placeholder?: string;
  readonly required: boolean;
  /** What is entered is a secret: it never becomes an input, an entry or a log line. */
  readonly secret: boolean;
  readonly options: readonly FieldOption[];
  /** What stands there before anything is entered, of the type that the field wants; null for nothing. */
  readonly initial: Json;
  /** For numbers. */
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** For dates. */
  readonly earliest?: string;
  readonly latest?: string;
  /** For texts. */
  readonly pattern?: string;
  readonly patternMessage?: string;
  readonly maxLength?: number;
  /** For files: media types and endings, as an input of HTML takes them. */
  readonly accept: readonly string[];
}
export interface FormContent {
  readonly title?: string;
  readonly description?: string;
  readonly fields: readonly FormField[];
  readonly submitLabel: string;
  /** Absent: there is no button that takes the form back to its initial values. */
  readonly resetLabel?: string;
}

export function readForm(source: unknown): FormContent {
  const data = dataOf(source);
  return {
    ...optional('title', data, 'title'),
    ...optional('description', data, 'description'),
    fields: formFields(data),
    submitLabel: shown(member(data, 'submit_label')) || 'Submit',
    ...optional('resetLabel', data, 'cancel_label', 'reset_label'),
  };
}

/** Fields that can hold a value: of a name that comes twice the first, of a name that no path may have none. */
export function formFields(source: unknown): readonly FormField[] {
  const byName = new Map<string, FormField>();
  for (const item of objectsOf(member(dataOf(source), 'fields'))) {
    const name = shown(member(item, 'name', 'id'));
    const fits = name !== '' && name.length <= DEFAULT_LIMITS.keyLength && !isReserved(name) && name.isWellFormed();
    if (fits && !byName.has(name)) byName.set(name, readField(name, item));
  }
  return [...byName.values()];
}

function readField(name: string, item: JsonObject): FormField {
  const declared = member(item, 'type', 'input_type');
  const type = FIELD_TYPES.find((known) => known === declared) ?? 'text';
  const field = {
    name,
    type,
    label: shown(member(item, 'label')) || name,
    ...optional('placeholder', item, 'placeholder'),
    secret: type === 'password',
    options: listOf(member(item, 'options')).flatMap(readOption),
    ...readRules({ ...dataOf(member(item, 'validation')), ...item }, type),
  };
  return { ...field, initial: initialOf(field, member(item, 'default_value', 'default')) };
}

function readOption(option: Json): readonly FieldOption[] {
  if (!isObject(option)) return [{ value: shown(option), label: shown(option) }];
  const value = shown(member(option, 'value'));
  return [{ value, label: shown(member(option, 'label')) || value }];
}

function readRules(rules: JsonObject, type: FieldType) {
  const required = member(rules, 'required') === true;
  const accept = shown(member(rules, 'accept'));
  const list = accept.split(',').flatMap((one) => one.trim() || []);
  if (type === 'number') return { required, accept: list, ...numberRules(rules) };
  if (type === 'date') {
    return { required, accept: list, ...optional('earliest', rules, 'min'), ...optional('latest', rules, 'max') };
  }
  const maxLength = numberOf(member(rules, 'max_length'));
  return {
    required,
    accept: list,
    ...optional('pattern', rules, 'pattern'),
    ...optional('patternMessage', rules, 'pattern_message'),
    ...defined({ maxLength }),
  };
}

function numberRules(rules: JsonObject): Pick<FormField, 'min' | 'max' | 'step'> {
  const [min, max, step] = ['min', 'max', 'step'].map((name) => numberOf(member(rules, name)));
  return {
    ...defined({ min, max }),
    ...(step === undefined || step <= 0 ? {} : { step }),
  };
}

function initialOf(field: Pick<FormField, 'type' | 'options'>, source: Json | undefined): Json {
  switch (field.type) {
    case 'checkbox':
      return source === true;
    case 'number':
      return numberOf(typeof source === 'string' && source.trim() !== '' ? Number(source) : source) ?? null;
    case 'select':
      return field.options.some(({ value }) => value === shown(source)) ? shown(source) : null;
    // An agent can neither choose a file of the person's nor know a secret before it is typed.
    case 'file':
    case 'password':
      return null;
    default:
      return source === undefined ? null : shown(source);
  }
}

/** What stands at the values of a form before anybody enters anything: the fields that begin with something. */
export function initialValues(source: unknown): JsonObject {
  const begun = formFields(source).filter(({ initial }) => initial !== null);
  return Object.fromEntries(begun.map(({ name, initial }) => [name, initial]));
}

/** What a submit carries: the values of the fields that the form has now, and no others. */
export function submittedValues(source: unknown, values: unknown): JsonObject {
  const held = isObject(values) ? values : {};
  const entered = formFields(source).map(({ name }) => [name, own(held, name)] as const);
  return Object.fromEntries(entered.filter((pair): pair is readonly [string, Json] => pair[1] !== undefined));
}

// The fields of a form, read from the input schema of a tool. What no field of a form could hold is a field for JSON, so that every
// tool can be called; what may stand in a field is judged by core's rule, and by the server.

import {
  defined,
  type FieldRule,
  getAt,
  isArray,
  isObject,
  isReserved,
  type Json,
  type JsonObject,
  parsePointer,
} from '@vitrine/core/internal';
import { lineOf, objectIn } from './remote-tool.ts';

export type ToolFieldKind =
  | 'text'
  | 'long'
  | 'secret'
  | 'number'
  | 'bool'
  | 'choice'
  | 'choices'
  | 'moment'
  | 'lines'
  | 'json';

export interface ToolField {
  /** Where its value stands in the data of the form, and in the context of the press. */
  readonly key: string;
  /** Where it stands in the arguments; none: it is all of them. */
  readonly path: readonly string[];
  readonly kind: ToolFieldKind;
  readonly label: string;
  readonly hint: string;
  readonly rule: FieldRule;
  readonly initial?: Json;
  /** Of choices, in the order of the options of the rule. */
  readonly labels?: readonly string[];
  /** Of lines: each is a number. */
  readonly ofNumbers?: true;
}

const MAX_GROUPS = 3;
const MAX_REFERENCES = 16;
const MAX_OPTIONS = 1000;
const MAX_HINT = 500;

type FieldShape = Pick<ToolField, 'kind' | 'rule'> &
  Partial<Pick<ToolField, 'initial' | 'labels' | 'ofNumbers' | 'hint'>>;

/** Whether the text that a choice sends is the option itself, or stands for it. */
export function optionTexts(options: readonly Json[]): readonly string[] {
  const areTexts = options.every((option) => typeof option === 'string');
  return options.map((option) => (areTexts ? String(option) : JSON.stringify(option)));
}

export function toolFields(schema: JsonObject, maxFields: number): readonly ToolField[] {
  const root = settled(schema, schema);
  // Alternatives that say which members belong together are more than a form can say.
  const isForm = isGroup(root) || !(hasMembers(root) || hasMembers(schema));
  const places = isForm ? placesIn(root, schema, []) : undefined;
  if (places === undefined || places.length > maxFields)
    return [
      fieldAt({ path: [], schema: { description: 'All arguments, as a JSON object.' }, required: true }, 0, schema),
    ];
  return places.map((place, index) => fieldAt(place, index, schema));
}

interface FieldPlace {
  readonly path: readonly string[];
  readonly schema: JsonObject;
  readonly required: boolean;
}

/** Undefined where a member has a name that no path may have. */
function placesIn(group: JsonObject, root: JsonObject, path: readonly string[]): readonly FieldPlace[] | undefined {
  const required = isArray(group.required) ? group.required : [];
  const places: FieldPlace[] = [];
  for (const [name, listed] of Object.entries(objectIn(group.properties))) {
    if (isReserved(name)) return undefined;
    const schema = settled(objectIn(listed), root);
    const place = { path: [...path, name], schema, required: required.includes(name) };
    const inner = isGroup(schema) && path.length < MAX_GROUPS - 1 ? placesIn(schema, root, place.path) : undefined;
    // What stands in a group that may be missing is asked for by the server alone.
    if (inner === undefined) places.push(place);
    else places.push(...inner.map((one) => ({ ...one, required: one.required && place.required })));
  }
  return places;
}

function hasMembers(schema: JsonObject): boolean {
  return ['oneOf', 'anyOf', 'allOf', '$ref', 'if'].some((name) => schema[name] !== undefined);
}

function isGroup(schema: JsonObject): boolean {
  return schema.type === 'object' && Object.keys(objectIn(schema.properties)).length > 0 && !hasMembers(schema);
}

/** The same without references, without `null` beside something else, and with what `allOf` adds. */
function settled(schema: JsonObject, root: JsonObject, left = MAX_REFERENCES): JsonObject {
  if (left === 0) return {};
  const { $ref, allOf, type, ...rest } = schema;
  if (typeof $ref === 'string') return { ...settled(referred($ref, root), root, left - 1), ...rest };
  if (isArray(allOf) && allOf.length === 1)
    return { ...settled(objectIn(allOf[0]), root, left - 1), ...defined({ type }), ...rest };
  for (const several of ['anyOf', 'oneOf']) {
    const { [several]: members, ...others } = schema;
    const meant = isArray(members) ? members.map(objectIn).filter((one) => one.type !== 'null') : [];
    const [only] = meant;
    if (only !== undefined && meant.length === 1) return { ...settled(only, root, left - 1), ...others };
  }
  if (!isArray(type)) return schema;
  const [first] = type.filter((name) => name !== 'null');
  return { ...schema, type: type.filter((name) => name !== 'null').length === 1 ? (first as Json) : type };
}

function referred(reference: string, root: JsonObject): JsonObject {
  if (!reference.startsWith('#')) return {};
  try {
    return objectIn(getAt(root, parsePointer(decodeURIComponent(reference.slice(1)))));
  } catch {
    return {};
  }
}

function fieldAt({ path, schema, required }: FieldPlace, index: number, root: JsonObject): ToolField {
  const { hint = '', rule, ...shape } = shapeOf(schema, root, required);
  const description = typeof schema.description === 'string' ? schema.description.trim().slice(0, MAX_HINT) : '';
  const name = path.map((segment) => lineOf(segment)).join(' › ');
  return {
    ...{ key: `f${index}`, path, ...shape },
    label: (path.length < 2 ? lineOf(schema.title) : '') || name || 'Arguments',
    hint: [description, hint].filter((words) => words !== '').join(' '),
    rule: { ...rule, ...(required ? { required } : {}) },
  };
}

function shapeOf(schema: JsonObject, root: JsonObject, required: boolean): FieldShape {
  const options = optionsOf(schema);
  const initial = schema.default;
  if (options !== undefined) {
    const { values, labels } = options;
    const [only] = values;
    const begin = initial ?? (required && values.length === 1 ? only : undefined);
    return { kind: 'choice', labels, rule: { type: 'choice', options: values }, ...defined({ initial: begin }) };
  }
  const plain = plainShape(schema, root);
  return { ...plain, ...defined({ initial: plain.initial ?? initial }) };
}

function plainShape(schema: JsonObject, root: JsonObject): FieldShape {
  const { type, minimum, maximum, multipleOf } = schema;
  switch (type) {
    case 'string':
      return textShape(schema);
    case 'number':
    case 'integer': {
      const step = numberIn(multipleOf) ?? (type === 'integer' ? 1 : undefined);
      // From 0, as JSON Schema counts; the rule would count from `min`.
      const fromZero = numberIn(minimum) === undefined || step === undefined || (numberIn(minimum) ?? 0) % step === 0;
      const rule = { min: numberIn(minimum), max: numberIn(maximum), step: fromZero ? step : undefined };
      return { kind: 'number', rule: { type: 'number', ...defined(rule) } };
    }
    case 'boolean':
      return { kind: 'bool', rule: { type: 'bool' } };
    case 'array':
      return listShape(schema, settled(objectIn(schema.items), root));
    default:
      return { kind: 'json', rule: { type: 'text' }, hint: 'As JSON.' };
  }
}

const MOMENTS = { date: 'date', time: 'time', 'date-time': 'date-time' } as const;

function textShape({ format, minLength, maxLength, pattern, contentMediaType, writeOnly }: JsonObject): FieldShape {
  const moment = Object.entries(MOMENTS).find(([name]) => name === format)?.[1];
  if (moment !== undefined) {
    const hint = moment === 'date' ? {} : { hint: 'In UTC.' };
    return { kind: 'moment', rule: { type: moment }, ...hint };
  }
  const most = numberIn(maxLength);
  const rule = {
    ...{ type: format === 'email' ? ('email' as const) : ('text' as const) },
    ...defined({
      minLength: numberIn(minLength),
      maxLength: most,
      pattern: typeof pattern === 'string' ? pattern : undefined,
    }),
  };
  if (format === 'password' || writeOnly === true) return { kind: 'secret', rule };
  const isLong = contentMediaType !== undefined || format === 'textarea' || (most !== undefined && most > 200);
  return { kind: isLong ? 'long' : 'text', rule };
}

function listShape({ maxItems }: JsonObject, items: JsonObject): FieldShape {
  const options = optionsOf(items);
  if (options !== undefined) {
    const { values, labels } = options;
    return {
      kind: 'choices',
      labels,
      rule: { type: 'choices', options: values, ...defined({ maxItems: numberIn(maxItems) }) },
    };
  }
  const ofNumbers = items.type === 'number' || items.type === 'integer';
  if (!ofNumbers && items.type !== 'string') return { kind: 'json', rule: { type: 'text' }, hint: 'A list, as JSON.' };
  return { kind: 'lines', rule: { type: 'text' }, hint: 'One a line.', ...(ofNumbers ? { ofNumbers } : {}) };
}

/** By `enum`, or by `oneOf` and `anyOf` of constants with titles. */
function optionsOf(
  schema: JsonObject,
): { readonly values: readonly Json[]; readonly labels: readonly string[] } | undefined {
  const { enumNames } = schema;
  const listed = isArray(schema.enum) ? schema.enum : schema.const === undefined ? undefined : [schema.const];
  if (listed !== undefined) {
    const names = isArray(enumNames) ? enumNames : [];
    const values = listed.slice(0, MAX_OPTIONS).filter((value) => value !== null);
    return values.length === 0
      ? undefined
      : { values, labels: values.map((value, i) => lineOf(names[i]) || wordOf(value)) };
  }
  const members = schema.oneOf ?? schema.anyOf;
  if (!isArray(members) || members.length === 0) return undefined;
  const constants = members.slice(0, MAX_OPTIONS).filter(isObject);
  if (constants.length < members.length || constants.some((one) => one.const === undefined)) return undefined;
  return {
    values: constants.map((one) => one.const as Json),
    labels: constants.map((one) => lineOf(one.title) || wordOf(one.const as Json)),
  };
}

function wordOf(value: Json): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 200);
}

function numberIn(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

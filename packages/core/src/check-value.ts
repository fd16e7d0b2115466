// The check at the door for single values: literals, bindings that stand for them, ids that refer to components.

import type { Shape } from './catalog.ts';
import { type BindingPlace, checkBinding, checkEmbedded } from './check-binding.ts';
import type { CheckContext } from './check-context.ts';
import { checkTextValue } from './check-text.ts';
import { idProblem } from './inspect.ts';
import { quote } from './issue.ts';
import { describeType, isArray, isObject, type Json, type JsonObject } from './json.ts';

type ShapeOf<K extends Shape['kind']> = Extract<Shape, { kind: K }>;
export const PLAIN_TEXT: ShapeOf<'text'> = { kind: 'text', dynamic: false };

export function wrongType(wanted: string, value: Json, context: CheckContext): void {
  context.mend('VITRINE_PROP_TYPE', `This must be ${wanted}, not ${describeType(value)}.`);
  context.storable(value);
}

/** A value that is no literal of the wanted type: a binding where one may stand, else wrong. */
export function checkBound(dynamic: boolean, value: Json, place: BindingPlace, context: CheckContext): void {
  if (dynamic && isObject(value)) checkBinding(value, place, context);
  else wrongType(place.wanted, value, context);
}

const TEXT_PLACE: BindingPlace = { wanted: 'a text', returns: 'string' };
const NUMBER_PLACE: BindingPlace = { wanted: 'a number', returns: 'number' };
const INTEGER_PLACE: BindingPlace = { wanted: 'a whole number', returns: 'number' };
export const BOOL_PLACE: BindingPlace = { wanted: 'true or false', returns: 'boolean' };
const OPTION_PLACE: BindingPlace = { wanted: 'one of the allowed values' };
const LIST_PLACE: BindingPlace = { wanted: 'a list of texts', returns: 'array' };

export function checkText(prop: ShapeOf<'text'>, value: Json, context: CheckContext): void {
  if (typeof value === 'string') checkTextValue(prop, value, context);
  else checkBound(prop.dynamic, value, TEXT_PLACE, context);
}

export function checkNumber(prop: ShapeOf<'number'>, value: Json, context: CheckContext): void {
  const place = prop.integer ? INTEGER_PLACE : NUMBER_PLACE;
  if (typeof value !== 'number') return checkBound(prop.dynamic, value, place, context);
  if (!Number.isFinite(value)) return context.refuse('VITRINE_JSON_NUMBER', 'The number is too large for a double.');
  if (prop.integer && !Number.isInteger(value)) return wrongType(place.wanted, value, context);
  if (prop.min !== undefined && value < prop.min)
    context.mend('VITRINE_PROP_VALUE', `The number must be at least ${prop.min}.`);
  if (prop.max !== undefined && value > prop.max)
    context.mend('VITRINE_PROP_VALUE', `The number must be at most ${prop.max}.`);
}

export function checkOption(prop: ShapeOf<'one-of'>, value: Json, context: CheckContext): void {
  if (prop.options.includes(value as string)) return;
  if (isObject(value)) return checkBound(prop.dynamic, value, OPTION_PLACE, context);
  const options = prop.options.slice(0, 12).map((option) => JSON.stringify(option));
  const more = prop.options.length > 12 ? ', …' : '';
  context.mend('VITRINE_PROP_VALUE', `This must be one of ${options.join(', ')}${more}.`);
  context.storable(value);
}

export function checkId(value: Json, context: CheckContext): void {
  if (typeof value !== 'string') return wrongType('the id of a component', value, context);
  if (value === '') return context.mend('VITRINE_TREE_DANGLING', 'An empty id refers to no component.');
  const problem = idProblem(value, context.limits, '');
  if (problem !== undefined) context.addHere(problem);
}

export function checkTextList(prop: ShapeOf<'text-list'>, value: Json, context: CheckContext): void {
  if (!isArray(value)) return checkBound(prop.dynamic, value, LIST_PLACE, context);
  value.forEach((item, i) => {
    context.path.push(i);
    checkText(PLAIN_TEXT, item, context);
    context.path.pop();
  });
}

export function checkValue(prop: ShapeOf<'value'>, value: Json, context: CheckContext): void {
  if (value === null) return wrongType('a value or a binding', value, context);
  if (prop.bound === true && (!isObject(value) || !isBinding(value)))
    return wrongType('a path or a call', value, context);
  if (!isObject(value)) return checkEmbedded(value, context);
  if ('path' in value || 'call' in value || 'literal' in value)
    return checkBinding(value, { wanted: 'a value', objects: prop.objects }, context);
  if (!prop.objects) return wrongType('a text, number, boolean, list or binding', value, context);
  checkEmbedded(value, context);
}

function isBinding(value: JsonObject): boolean {
  return 'path' in value || 'call' in value;
}

/** Members that mean nothing where they stand. */
export function noteUnknown(members: JsonObject, where: string, context: CheckContext): void {
  for (const name of Object.keys(members)) {
    if (!context.storableMember(name, members[name] as Json)) continue;
    context.mend('VITRINE_PROP_UNKNOWN', `${where} has no such property ${quote(name)}.`);
  }
}

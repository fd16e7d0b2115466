// A few words to say which fields a neutral op or event has. The wire is untrusted, so every field is judged by type and
// an unknown one is refused; what the fold judges itself (data, properties) is only looked at from outside here.

import { describeType, type Findings, isArray, isObject, type Json, type JsonObject, quote } from '@vitrine/core';
import { isStorable, isStorableText } from '../stored.ts';

export type Check = (value: Json, findings: Findings) => void;
export type Fields = { readonly [name: string]: Check | Optional };
export interface Optional {
  readonly optional: Check;
}

export function optional(check: Check): Optional {
  return { optional: check };
}

function wrong(wanted: string, value: Json, findings: Findings): void {
  findings.refuse('VITRINE_MESSAGE_SHAPE', `This must be ${wanted}, not ${describeType(value)}.`);
}

export const text: Check = (value, findings) => {
  if (typeof value === 'string') isStorableText(value, findings);
  else wrong('a string', value, findings);
};
export const bool: Check = (value, findings) => {
  if (typeof value !== 'boolean') wrong('true or false', value, findings);
};
/** A mark that is there or not. */
export const mark: Check = (value, findings) => {
  if (value !== true) wrong('true, or left out', value, findings);
};
export const number: Check = (value, findings) => {
  if (typeof value !== 'number') wrong('a number', value, findings);
  else if (!Number.isFinite(value)) findings.refuse('VITRINE_JSON_NUMBER', 'The number is too large for a double.');
};
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;
export const time: Check = (value, findings) => {
  if (typeof value !== 'string' || !TIME.test(value) || Number.isNaN(Date.parse(value)))
    wrong('a time of ISO 8601 in UTC', value, findings);
};
/** Free JSON that is kept as it is. */
export const stored: Check = (value, findings) => void isStorable(value, findings);
export const storedObject: Check = (value, findings) => {
  if (isObject(value)) isStorable(value, findings);
  else wrong('an object', value, findings);
};
/** Free JSON that the fold judges when it applies it. */
export const judged: Check = () => undefined;
export const judgedObject: Check = (value, findings) => {
  if (!isObject(value)) wrong('an object', value, findings);
};

export function oneOf(...names: readonly string[]): Check {
  return (value, findings) => {
    if (typeof value !== 'string' || !names.includes(value)) wrong(`one of ${names.join(', ')}`, value, findings);
  };
}

export function list(item: Check): Check {
  return (value, findings) => {
    if (!isArray(value)) return wrong('a list', value, findings);
    const { componentsPerSurface } = findings.limits;
    if (value.length > componentsPerSurface) {
      findings.refuse(
        'VITRINE_LIMIT_ENTRIES',
        `A list of ${value.length} items is past the limit of ${componentsPerSurface}.`,
      );
      return;
    }
    for (let i = 0; i < value.length && !findings.refused; i++) at(i, value[i] as Json, item, findings);
  };
}

export function fields(shape: Fields): Check {
  return (value, findings) => {
    if (isObject(value)) checkFields(value, shape, findings);
    else wrong('an object', value, findings);
  };
}

/** Which shape an object has is told by one of its fields. */
export function oneShape(by: string, shapes: { readonly [name: string]: Fields }): Check {
  return (value, findings) => {
    if (!isObject(value)) return wrong('an object', value, findings);
    const name = value[by];
    if (typeof name === 'string' && Object.hasOwn(shapes, name)) {
      return checkFields(value, { [by]: judged, ...(shapes[name] as Fields) }, findings);
    }
    at(by, name ?? null, oneOf(...Object.keys(shapes)), findings);
  };
}

function checkFields(value: JsonObject, shape: Fields, findings: Findings): void {
  for (const name of Object.keys(shape)) {
    const check = shape[name] as Check | Optional;
    const field = value[name];
    if (field !== undefined) at(name, field, typeof check === 'function' ? check : check.optional, findings);
    else if (typeof check === 'function') {
      at(
        name,
        null,
        () => findings.refuse('VITRINE_MESSAGE_FIELD_MISSING', `The field ${name} is required.`),
        findings,
      );
    }
  }
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(shape, name)) continue;
    findings.refuse('VITRINE_MESSAGE_FIELD_UNKNOWN', `There is no field ${quote(name)} here.`);
  }
}

function at(step: string | number, value: Json, check: Check, findings: Findings): void {
  findings.path.push(step);
  check(value, findings);
  findings.path.pop();
}

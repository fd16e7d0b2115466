// What a person entered into the form of a tool, as the arguments of its call: each value judged by the rule of its field. Where
// something is wrong nothing is called, and all of it is said at once.

import {
  DEFAULT_LIMITS,
  englishSentence,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  judgeFieldValue,
  own,
  parseJson,
} from '@vitrine/core/internal';
import { optionTexts, type ToolField } from './tool-fields.ts';

export type ReadArguments =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly problems: readonly string[] };

/** @param entered what the press carries, by the keys of the fields */
export function readArguments(fields: readonly ToolField[], entered: JsonObject): ReadArguments {
  const problems: string[] = [];
  let value: JsonObject = {};
  for (const field of fields) {
    const read = readField(field, own(entered, field.key));
    if ('problem' in read) problems.push(`${field.label}: ${read.problem}`);
    else if (read.value !== undefined) value = withMember(value, field.path, read.value);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value };
}

type ReadField = { readonly value: Json | undefined } | { readonly problem: string };

function readField(field: ToolField, entered: Json | undefined): ReadField {
  const { kind, rule } = field;
  if (kind === 'json' || kind === 'lines') return readWritten(field, typeof entered === 'string' ? entered.trim() : '');
  const value = enteredValue(field, entered);
  // Where nothing was said of it, unchecked says nothing either.
  if (kind === 'bool')
    return {
      value: value === true || rule.required === true || field.initial !== undefined ? value === true : undefined,
    };
  const problem = judgeFieldValue(rule, value, DEFAULT_LIMITS);
  if (problem !== undefined) return { problem: englishSentence(problem) };
  const isNothing =
    value === '' || value === undefined || (isArray(value) && value.length === 0 && rule.required !== true);
  return { value: isNothing ? undefined : inFull(field, value) };
}

/** The value that the rule speaks of. */
function enteredValue({ kind, rule }: ToolField, entered: Json | undefined): Json | undefined {
  if (entered === undefined || entered === null) return undefined;
  switch (kind) {
    case 'bool':
      return entered === true || entered === 'true';
    case 'number':
      return typeof entered === 'string' ? numberOf(entered) : entered;
    case 'choice':
      return chosen(rule.options ?? [], isArray(entered) ? entered : [entered])[0];
    case 'choices':
      return chosen(rule.options ?? [], isArray(entered) ? entered : [entered]);
    default:
      return entered;
  }
}

/** What is no number stays as it is, for the rule to say so. */
function numberOf(text: string): Json | undefined {
  const written = text.trim();
  if (written === '') return undefined;
  const number = Number(written);
  return Number.isFinite(number) ? number : text;
}

/** What is none of the options stays as it is as well. */
function chosen(options: readonly Json[], texts: readonly Json[]): readonly Json[] {
  const known = optionTexts(options);
  return texts.filter((text) => text !== '').map((text) => options[known.indexOf(String(text))] ?? text);
}

function readWritten({ kind, path, rule, ofNumbers }: ToolField, text: string): ReadField {
  if (text === '' && path.length > 0)
    return rule.required === true ? { problem: 'Please fill this in.' } : { value: undefined };
  if (kind === 'json') {
    const parsed = parseJson(text === '' ? '{}' : text);
    if (!parsed.ok) return { problem: 'This is not JSON.' };
    return path.length > 0 || isObject(parsed.value) ? { value: parsed.value } : { problem: 'This is no JSON object.' };
  }
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  if (ofNumbers !== true) return { value: lines };
  const numbers = lines.map(Number);
  return numbers.every(Number.isFinite) ? { value: numbers } : { problem: 'Each line is a number.' };
}

/** RFC 3339 wants seconds and a zone, which a person is not asked for. */
function inFull({ kind, rule }: ToolField, value: Json): Json {
  if (kind !== 'moment' || typeof value !== 'string' || rule.type === 'date') return value;
  const seconds = value.replace(/(^|T)(\d{2}:\d{2})(?!:?\d)/, '$1$2:00');
  return /(?:[zZ]|[+-]\d{2}:\d{2})$/.test(seconds) ? seconds : `${seconds}Z`;
}

function withMember(object: JsonObject, path: readonly string[], value: Json): JsonObject {
  const [name, ...rest] = path;
  if (name === undefined) return isObject(value) ? value : object;
  if (rest.length === 0) return { ...object, [name]: value };
  const inner = own(object, name);
  return { ...object, [name]: withMember(isObject(inner) ? inner : {}, rest, value) };
}

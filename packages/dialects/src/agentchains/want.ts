// What ui.request_input wants, with its validation, and the same back for a viewer (seed §4.1). A pattern is kept only
// if our own matcher can run it: a rule that nobody checks would be a promise to the agent.

import {
  compilePattern,
  defined,
  describeType,
  type Findings,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  mayDecline,
  type Want,
} from '@vitrine/core/internal';
import { isStorable } from '../stored.ts';
import { at, numberField, optionalField, textField } from './fields.ts';

export const INPUT_TYPES = ['text', 'select', 'number', 'date', 'file'] as const;
export type InputType = (typeof INPUT_TYPES)[number];

const RULES: { readonly [type in InputType]: readonly string[] } = {
  text: ['required', 'pattern', 'pattern_message', 'max_length', 'min_length', 'multiline'],
  select: ['required', 'multiple'],
  number: ['required', 'min', 'max', 'step'],
  date: ['required', 'min', 'max'],
  file: ['required', 'accept', 'max_bytes'],
};

export function readWant(type: InputType, params: JsonObject, findings: Findings): Want | undefined {
  const rules = readRules(type, params, findings);
  const options = optionalField(params, 'options');
  if (type !== 'select' && options !== undefined && !(isArray(options) && options.length === 0))
    at('options', findings, () => {
      findings.mend('VITRINE_MESSAGE_FIELD_UNKNOWN', `An input of the type ${type} has no options.`);
      isStorable(options, findings);
    });
  if (rules === undefined) return undefined;
  const want =
    type === 'select'
      ? readSelect(options, rules, findings)
      : at('validation', findings, () => readSimple(type, rules, findings));
  if (want === undefined || want.kind === 'text' || want.kind === 'confirm' || rules.required !== true) return want;
  return { ...want, required: true };
}

/** Undefined after a refusal. Rules that the type does not have are told of. */
function readRules(type: InputType, params: JsonObject, findings: Findings): JsonObject | undefined {
  const rules = optionalField(params, 'validation');
  if (rules === undefined) return {};
  return at('validation', findings, () => {
    if (!isObject(rules))
      return findings.refuse('VITRINE_MESSAGE_SHAPE', `validation must be an object, not ${describeType(rules)}.`);
    for (const name of Object.keys(rules)) {
      if (RULES[type].includes(name) || rules[name] === null) continue;
      at(name, findings, () =>
        findings.mend('VITRINE_MESSAGE_FIELD_UNKNOWN', `An input of the type ${type} is not judged by this.`),
      );
    }
    return isStorable(rules, findings) ? rules : undefined;
  });
}

function readSimple(type: Exclude<InputType, 'select'>, rules: JsonObject, findings: Findings): Want | undefined {
  switch (type) {
    case 'text':
      return readText(rules, findings);
    case 'number': {
      const [min, max] = [numberField(rules, 'min', findings), numberField(rules, 'max', findings)];
      const step = numberField(rules, 'step', findings);
      return { kind: 'number', ...defined({ min, max, step: step === undefined || step <= 0 ? undefined : step }) };
    }
    case 'date':
      return { kind: 'date', ...defined({ min: dayOf(rules, 'min', findings), max: dayOf(rules, 'max', findings) }) };
    case 'file': {
      const accept = textField(rules, 'accept', findings)?.split(',');
      const kinds = accept?.map((kind) => kind.trim()).filter((kind) => kind !== '');
      const maxBytes = numberField(rules, 'max_bytes', findings, { min: 1 });
      return { kind: 'file', ...defined({ accept: kinds?.length === 0 ? undefined : kinds, maxBytes }) };
    }
  }
}

function readText(rules: JsonObject, findings: Findings): Want {
  const pattern = textField(rules, 'pattern', findings);
  if (pattern !== undefined) {
    const compiled = compilePattern(pattern, findings.limits);
    if (!compiled.ok)
      at('pattern', findings, () => {
        for (const problem of compiled.issues) findings.addHere(problem);
      });
  }
  const maxLength = numberField(rules, 'max_length', findings, { integer: true, min: 0 });
  const least = numberField(rules, 'min_length', findings, { integer: true, min: 0 });
  const minLength = rules.required === true ? Math.max(1, least ?? 1) : least;
  const required = rules.required === true || minLength === undefined || minLength === 0 ? undefined : false;
  const multiline = rules.multiline === true ? true : undefined;
  const patternMessage = textField(rules, 'pattern_message', findings);
  return { kind: 'text', ...defined({ multiline, pattern, patternMessage, minLength, maxLength, required }) };
}

function dayOf(rules: JsonObject, name: string, findings: Findings): string | undefined {
  return typeof optionalField(rules, name) === 'string' ? textField(rules, name, findings) : undefined;
}

function readSelect(options: Json | undefined, rules: JsonObject, findings: Findings): Want | undefined {
  return at('options', findings, () => {
    if (options !== undefined && !isArray(options))
      return findings.refuse('VITRINE_MESSAGE_SHAPE', `options must be a list, not ${describeType(options)}.`);
    if (options === undefined || options.length === 0) {
      findings.mend('VITRINE_MESSAGE_FIELD_MISSING', 'A select without options is asked for as a text.');
      return { kind: 'text', ...(rules.required === true ? { minLength: 1 } : {}) };
    }
    const read = options.map((option, i) => at(i, findings, () => readOption(option, findings)));
    if (!isStorable(options, findings)) return undefined;
    return { kind: 'select', options: read, ...(rules.multiple === true ? { multiple: true } : {}) };
  });
}

function readOption(option: Json, findings: Findings): JsonObject {
  if (typeof option === 'string') return { label: option, value: option };
  if (typeof option === 'number' || typeof option === 'boolean') {
    findings.mend('VITRINE_MESSAGE_SHAPE', 'An option is a text.');
    return { label: String(option), value: String(option) };
  }
  if (isObject(option) && typeof option.value === 'string')
    return { label: typeof option.label === 'string' ? option.label : option.value, value: option.value };
  findings.refuse('VITRINE_MESSAGE_SHAPE', `An option is a text, not ${describeType(option)}.`);
  return {};
}

/** For a viewer: the fields of ui.request_input, in the order of the seed's examples. */
export function writeWant(want: Exclude<Want, { readonly kind: 'confirm' }>, prompt: string): JsonObject {
  const validation = { ...rulesOf(want), ...(mayDecline(want) ? {} : { required: true }) };
  return {
    input_type: want.kind,
    prompt,
    ...(want.kind === 'select' ? { options: want.options.map(optionWord) } : {}),
    ...(Object.keys(validation).length === 0 ? {} : { validation }),
  };
}

function rulesOf(want: Exclude<Want, { readonly kind: 'confirm' }>): JsonObject {
  switch (want.kind) {
    case 'text': {
      const { pattern, patternMessage, maxLength, minLength, multiline } = want;
      const longer = minLength !== undefined && (minLength > 1 || want.required === false) ? minLength : undefined;
      return defined({
        pattern,
        pattern_message: patternMessage,
        min_length: longer,
        max_length: maxLength,
        multiline: multiline === true ? true : undefined,
      });
    }
    case 'number':
      return defined({ min: want.min, max: want.max, step: want.step });
    case 'date':
      return defined({ min: want.min, max: want.max });
    case 'file':
      return defined({ accept: want.accept?.join(','), max_bytes: want.maxBytes });
    case 'select':
      return want.multiple === true ? { multiple: true } : {};
  }
}

/** A viewer of AgentChains shows an option by its value, so the two differ only where an agent of another dialect says so. */
function optionWord(option: JsonObject): Json {
  const value = option.value ?? option.id ?? option.label ?? null;
  const label = option.label ?? value;
  if (typeof value === 'string' && label === value) return value;
  return typeof label === 'string' ? label : String(value);
}

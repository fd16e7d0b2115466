// How the properties of a declared component are spelled by A2UI 0.8: literals in their wrappers, ids bare, lists explicit.
// What is spelled otherwise is understood where it can be, but other renderers show nothing for it; so it is told.

import {
  describeType,
  type Findings,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type Prop,
  quote,
} from '@vitrine/core/page';
import { isBound } from './bound-values.ts';

type DeclaredProps = { readonly [name: string]: Prop };

/** `values`: the properties as they stand on the wire. */
export function noteSpelling(values: JsonObject, props: DeclaredProps, findings: Findings): void {
  for (const name of Object.keys(values)) {
    const prop = Object.hasOwn(props, name) ? props[name] : undefined;
    if (prop !== undefined) noteAt(name, values[name] as Json, prop, findings);
  }
}

function noteAt(step: string | number, value: Json, prop: Prop, findings: Findings): void {
  findings.path.push(step);
  note(value, prop, findings);
  findings.path.pop();
}

const LITERAL_KEYS = {
  text: 'literalString',
  'one-of': 'literalString',
  number: 'literalNumber',
  bool: 'literalBoolean',
  'text-list': 'literalArray',
} as const;

const CONTEXT_KEYS: readonly string[] = ['path', 'literalString', 'literalNumber', 'literalBoolean'];

function note(value: Json, prop: Prop, findings: Findings): void {
  switch (prop.kind) {
    case 'text':
    case 'number':
    case 'bool':
    case 'text-list':
    case 'one-of':
      if (prop.dynamic) {
        if (prop.kind === 'one-of') noteFirstOption(value, prop.options, findings);
        return noteWrapped(value, [LITERAL_KEYS[prop.kind], 'path'], findings);
      }
      if (isObject(value)) mend('bare, without a wrapper', findings);
      return;
    case 'child':
      if (isObject(value)) mend('the bare id of a component', findings);
      return;
    case 'children':
      return noteChildren(value, findings);
    case 'action':
      return noteAction(value, findings);
    case 'list':
      if (isArray(value)) for (let i = 0; i < value.length; i++) noteAt(i, value[i] as Json, prop.item, findings);
      return;
    case 'object':
      if (isObject(value)) noteSpelling(value, prop.props, findings);
      return;
    default:
  }
}

function noteWrapped(value: Json, keys: readonly string[], findings: Findings): void {
  const present = isObject(value) ? Object.keys(value) : [];
  // Told when the value is read.
  if (isObject(value) && isBound(value) && present.filter((key) => key !== 'path').length > 1) return;
  if (!isObject(value) || !present.every((key) => keys.includes(key)))
    return mend(`${keys.map((key) => `{${key}: ...}`).join(' or ')}`, findings);
  const { path, literalArray } = value;
  if (path === undefined) return;
  if (typeof path !== 'string')
    findings.mend('VITRINE_BINDING_INVALID', `A path is a text, not ${describeType(path)}.`);
  // Beside a path it is the first value of data; by itself it is judged as the property that it is.
  if (isArray(literalArray) && !literalArray.every((item) => typeof item === 'string'))
    findings.mend('VITRINE_BINDING_INVALID', 'literalArray is a list of texts.');
}

/** A literal beside a path is the first value of data: nobody else asks whether it is an option. */
function noteFirstOption(value: Json, options: readonly Json[], findings: Findings): void {
  if (!isObject(value) || value.path === undefined || typeof value.literalString !== 'string') return;
  if (!options.includes(value.literalString))
    findings.mend('VITRINE_PROP_VALUE', `literalString is none of the declared values: ${quote(value.literalString)}.`);
}

function noteChildren(value: Json, findings: Findings): void {
  const form = '{explicitList: [...]} or {template: {...}}';
  if (isArray(value)) mend(form, findings);
  // What is neither is told when the component is judged.
  if (!isObject(value)) return;
  const { explicitList, template, componentId, literalArray } = value;
  // The template of later versions, and a list in the wrapper of texts; what they mean is plain.
  if (explicitList === undefined && template === undefined && (componentId ?? literalArray) !== undefined)
    return mend(form, findings);
  if (explicitList === undefined) return;
  if (!isArray(explicitList) || !explicitList.every((id) => typeof id === 'string')) mend(form, findings);
}

function noteAction(value: Json, findings: Findings): void {
  // Told when the action is read.
  if (isObject(value) && isObject(value.event)) return;
  if (!isObject(value) || typeof value.name !== 'string') return mend('{name, context: [{key, value}]}', findings);
  const { context } = value;
  if (!isArray(context)) return;
  for (let i = 0; i < context.length; i++) {
    findings.path.push('context', i);
    noteEntry(context[i] as Json, findings);
    findings.path.length -= 2;
  }
}

function noteEntry(entry: Json, findings: Findings): void {
  // Told when the entry is read.
  if (!isObject(entry) || typeof entry.key !== 'string') return;
  for (const key of Object.keys(entry)) {
    if (key !== 'key' && key !== 'value')
      findings.mend('VITRINE_MESSAGE_FIELD_UNKNOWN', `A context entry has no field ${quote(key)}; it is not used.`);
  }
  if (entry.value === undefined) return findings.mend('VITRINE_MESSAGE_FIELD_MISSING', 'A context entry has a value.');
  findings.path.push('value');
  noteWrapped(entry.value, CONTEXT_KEYS, findings);
  findings.path.pop();
}

function mend(form: string, findings: Findings): void {
  findings.mend('VITRINE_BINDING_INVALID', `Write this value as ${form}; it is taken as it is.`);
}

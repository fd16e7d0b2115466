// Reads an object of the neutral form by the table of fields in core. The wire is untrusted, so every field is judged
// through and an unknown one is refused; what the fold judges itself (data, properties) is only looked at from outside.

import {
  describeType,
  type EntryField,
  type EntryFields,
  type Findings,
  ISSUE_CODES,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  quote,
} from '@vitrine/core/internal';
import { isStorable, isStorableText } from '../stored.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

type FieldTable = { readonly [name: string]: EntryFields };
type FieldOf<Kind> = Extract<EntryField, { readonly kind: Kind }>;
type Readers = { readonly [Kind in EntryField['kind']]: (value: Json, found: Findings, field: FieldOf<Kind>) => void };

const READERS: Readers = {
  text: (value, found) => {
    if (typeof value === 'string') isStorableText(value, found);
    else wrong('a string', value, found);
  },
  bool: (value, found) => {
    if (typeof value !== 'boolean') wrong('true or false', value, found);
  },
  mark: (value, found) => {
    if (value !== true) wrong('true, or left out', value, found);
  },
  number: (value, found) => {
    if (typeof value !== 'number') wrong('a number', value, found);
    else if (!Number.isFinite(value)) found.refuse('VITRINE_JSON_NUMBER', 'The number is too large for a double.');
  },
  time: (value, found) => {
    if (typeof value !== 'string' || !TIME.test(value) || Number.isNaN(Date.parse(value)))
      wrong('a time of ISO 8601 in UTC', value, found);
  },
  issueCode: (value, found) => {
    if (typeof value === 'string' && Object.hasOwn(ISSUE_CODES, value)) return;
    found.refuse('VITRINE_MESSAGE_SHAPE', 'This must be a code of the table of issues.');
  },
  textOrList: (value, found) => {
    if (typeof value !== 'string' && !isArray(value)) {
      found.refuse('VITRINE_MESSAGE_SHAPE', 'What is appended must be a text or a list.');
    }
  },
  judged: () => undefined,
  judgedObject: (value, found) => {
    if (!isObject(value)) wrong('an object', value, found);
  },
  stored: (value, found) => void isStorable(value, found),
  storedObject: (value, found) => {
    if (isObject(value)) isStorable(value, found);
    else wrong('an object', value, found);
  },
  oneOf: (value, found, { names }) => {
    if (typeof value !== 'string' || !names.includes(value)) wrong(`one of ${names.join(', ')}`, value, found);
  },
  list: (value, found, { item }) => readList(value, item, found),
  record: (value, found, { fields }) => readRecord(value, fields, found),
  variant: (value, found, { by, variants }) => readVariant(value, by, variants, found),
};

/** An object with these fields and no other. */
export function readRecord(value: Json, fields: EntryFields, found: Findings): void {
  if (!isObject(value)) return wrong('an object', value, found);
  readFields(value, fields, found);
}

/** An object whose member `by` says which fields it has. */
export function readVariant(value: Json, by: string, variants: FieldTable, found: Findings): void {
  if (!isObject(value)) return wrong('an object', value, found);
  const name = value[by];
  if (typeof name === 'string' && Object.hasOwn(variants, name)) {
    readFields(value, variantOf(variants, name, by), found);
  } else readAt(by, name ?? null, { kind: 'oneOf', names: Object.keys(variants) }, found);
}

/** Made once: there are few, and every op is read by one. */
const variantsBy = new WeakMap<FieldTable, Map<string, EntryFields>>();
const listed = new WeakMap<EntryFields, readonly (readonly [string, EntryField])[]>();

/** The fields of a variant, with the one that names it. A table is read by one member alone. */
function variantOf(variants: FieldTable, name: string, by: string): EntryFields {
  const made = variantsBy.get(variants) ?? new Map<string, EntryFields>();
  const fields = made.get(name) ?? { [by]: { kind: 'judged' }, ...variants[name] };
  made.set(name, fields);
  variantsBy.set(variants, made);
  return fields;
}

function listOf(fields: EntryFields): readonly (readonly [string, EntryField])[] {
  const list = listed.get(fields) ?? Object.entries(fields);
  listed.set(fields, list);
  return list;
}

function readList(value: Json, item: EntryField, found: Findings): void {
  if (!isArray(value)) return wrong('a list', value, found);
  const { componentsPerSurface } = found.limits;
  if (value.length > componentsPerSurface) {
    found.refuse(
      'VITRINE_LIMIT_ENTRIES',
      `A list of ${value.length} items is past the limit of ${componentsPerSurface}.`,
    );
    return;
  }
  for (let i = 0; i < value.length && !found.refused; i++) readAt(i, value[i] as Json, item, found);
}

function readFields(value: JsonObject, fields: EntryFields, found: Findings): void {
  for (const [name, field] of listOf(fields)) {
    const member = value[name];
    if (member !== undefined) readAt(name, member, field, found);
    else if (!field.optional) {
      found.path.push(name);
      found.refuse('VITRINE_MESSAGE_FIELD_MISSING', `The field ${name} is required.`);
      found.path.pop();
    }
  }
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(fields, name)) continue;
    found.refuse('VITRINE_MESSAGE_FIELD_UNKNOWN', `There is no field ${quote(name)} here.`);
  }
}

function readAt(step: string | number, value: Json, field: EntryField, found: Findings): void {
  found.path.push(step);
  (READERS[field.kind] as (value: Json, found: Findings, field: EntryField) => void)(value, found, field);
  found.path.pop();
}

function wrong(wanted: string, value: Json, found: Findings): void {
  found.refuse('VITRINE_MESSAGE_SHAPE', `This must be ${wanted}, not ${describeType(value)}.`);
}

// The check at the door for the outside of ops and events: fields that are there and of their type, so that whoever
// builds entries without types gets an issue and no exception. What the fields hold is judged by those who read them.

import type { NewEntry, Op, SetOp, ViewerEvent } from './entry.ts';
import { type EntryField, type EntryFields, EVENT_FIELDS, type FieldRule, OP_FIELDS } from './entry-fields.ts';
import type { Findings } from './findings.ts';
import { quote } from './issue.ts';
import { describeType, isArray, isObject, type Json, type JsonObject } from './json.ts';

/** What a field must look like from outside: in the words of the sentences, and as a test. */
type Outside = readonly [wanted: string, test: (value: unknown) => boolean];
type FieldTests = readonly (readonly [name: string, ...Outside])[];

const STRING: Outside = ['a string', (value) => typeof value === 'string'];
const FLAG: Outside = ['true or false', (value) => typeof value === 'boolean'];
const OBJECT: Outside = ['an object', isObject];
const JSON_VALUE: Outside = ['a value of JSON', isJson];
const COMPONENTS: Outside = [
  'a list of components {id, type, props}',
  (value) => isArray(value) && value.every(isComponent),
];

const OUTSIDES: { readonly [Kind in Exclude<FieldRule['kind'], 'list'>]: Outside } = {
  ...{ text: STRING, time: STRING, oneOf: STRING, issueCode: STRING },
  ...{ bool: FLAG, mark: FLAG, judged: JSON_VALUE, stored: JSON_VALUE },
  ...{ judgedObject: OBJECT, storedObject: OBJECT, record: OBJECT, variant: OBJECT },
  number: ['a number', (value) => typeof value === 'number'],
  textOrList: ['a string or a list', (value) => typeof value === 'string' || isArray(value)],
};

const OP_TESTS = testsByName(OP_FIELDS);
const EVENT_TESTS = testsByName(EVENT_FIELDS);

function testsByName(table: { readonly [name: string]: EntryFields }): ReadonlyMap<unknown, FieldTests> {
  return new Map(Object.entries(table).map(([name, fields]) => [name, Object.entries(fields).map(testOf)]));
}

function testOf([name, field]: [string, EntryField]): FieldTests[number] {
  const [wanted, test] = outsideOf(field);
  return [name, wanted, field.optional ? (value) => value === undefined || test(value) : test];
}

/** Components are the only records that stand in a list. */
function outsideOf(field: EntryField): Outside {
  if (field.kind !== 'list') return OUTSIDES[field.kind];
  if (field.item.kind === 'record') return COMPONENTS;
  const [wanted, test] = outsideOf(field.item);
  return [`a list of ${wanted.replace(/^an? /, '')}s`, (value) => isArray(value) && value.every(test)];
}

export function isBodyShaped(entry: NewEntry, found: Findings): boolean {
  const body: unknown = (entry as NewEntry | null | undefined)?.body;
  if (isArray(body)) return true;
  found.refuse('VITRINE_MESSAGE_SHAPE', `The body of an entry must be a list, not ${describeType(body)}.`);
  return false;
}

export function isPartShaped(part: Op | ViewerEvent, found: Findings): boolean {
  return isSet(part as Partial<SetOp> | null | undefined) || isNamedPart(part, found);
}

/** Most of what a busy stream sends; asked first because it is asked thousands of times. */
function isSet(part: Partial<SetOp> | null | undefined): boolean {
  return part?.op === 'set' && typeof part.surface === 'string' && typeof part.path === 'string' && isJson(part.value);
}

function isNamedPart(part: unknown, found: Findings): boolean {
  if (!isObject(part)) {
    found.refuse('VITRINE_MESSAGE_SHAPE', `An op or event must be an object, not ${describeType(part)}.`);
    return false;
  }
  return 'op' in part ? isShaped(part, 'op', OP_TESTS, found) : isEventShaped(part, found);
}

function isEventShaped(event: JsonObject, found: Findings): boolean {
  const before = found.issues?.length ?? 0;
  const shaped = isShaped(event, 'event', EVENT_TESTS, found);
  found.blame('viewer', before);
  return shaped;
}

function isShaped(
  part: JsonObject,
  by: 'op' | 'event',
  table: ReadonlyMap<unknown, FieldTests>,
  found: Findings,
): boolean {
  const kind = part[by];
  const tests = table.get(kind);
  if (tests === undefined) {
    const what = typeof kind === 'string' ? quote(kind) : `that is ${describeType(kind)}`;
    found.refuse('VITRINE_MESSAGE_SHAPE', `There is no ${by} ${what}.`);
    return false;
  }
  for (const [name, wanted, test] of tests) {
    const value = part[name];
    if (test(value)) continue;
    found.path.push(name);
    found.refuse('VITRINE_MESSAGE_SHAPE', `The ${name} of ${kind} must be ${wanted}, not ${describeType(value)}.`);
    found.path.pop();
    return false;
  }
  return true;
}

/**
 * The fields of COMPONENT_FIELDS, written out: it is asked of every component that arrives, and a loop over the table takes
 * thirty times as long. A test holds it to the table.
 */
function isComponent(value: Json): boolean {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.type === 'string' &&
    isObject(value.props) &&
    (value.catalog === undefined || typeof value.catalog === 'string') &&
    (value.weight === undefined || typeof value.weight === 'number') &&
    (value.a11y === undefined || isObject(value.a11y)) &&
    (value.ext === undefined || isObject(value.ext)) &&
    (value.wire === undefined || isObject(value.wire))
  );
}

function isJson(value: unknown): boolean {
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' || type === 'object';
}

// The check at the door for the outside of ops and events: fields that are there and of their type, so that whoever
// builds entries without types gets an issue and no exception. What the fields hold is judged by those who read them.

import type { NewEntry, Op, SetOp, ViewerEvent } from './entry.ts';
import type { Findings } from './findings.ts';
import { quote } from './issue.ts';
import { describeType, isArray, isObject, type Json, type JsonObject } from './json.ts';

type Test = (value: unknown) => boolean;
type Fields = readonly (readonly [name: string, wanted: string, test: Test])[];

/** What a field may hold, by the word that the tables below and the sentences use. */
const KINDS = {
  'a string': (value) => typeof value === 'string',
  'a number': (value) => typeof value === 'number',
  'true or false': (value) => typeof value === 'boolean',
  'an object': isObject,
  'a list': isArray,
  'a list of strings': (value) => isArray(value) && value.every((item) => typeof item === 'string'),
  'a list of objects': (value) => isArray(value) && value.every(isObject),
  'a string or a list': (value) => typeof value === 'string' || isArray(value),
  'a list of components {id, type, props}': areComponents,
  'a value of JSON': isJson,
} as const satisfies { readonly [wanted: string]: Test };

type Kind = keyof typeof KINDS;
/** Names that end in a question mark may be absent. */
type Declared = { readonly [name: string]: Kind };

const TEXT = 'a string';
const FLAG = 'true or false';
const COMPONENTS = 'a list of components {id, type, props}';
const JSON_VALUE = 'a value of JSON';
const WRITE: Declared = { surface: TEXT, path: TEXT, value: JSON_VALUE };
const RETURN: Declared = { call: TEXT, 'value?': JSON_VALUE, 'error?': 'an object' };

const OPS: { readonly [op in Op['op']]: Declared } = {
  open: {
    surface: TEXT,
    ...{ 'catalog?': TEXT, 'protocol?': TEXT, 'root?': TEXT, 'until?': TEXT },
    ...{ 'held?': FLAG, 'implicit?': FLAG, 'partial?': FLAG, 'sync?': FLAG },
    ...{ 'theme?': 'an object', 'place?': 'an object', 'ext?': 'an object' },
    'components?': COMPONENTS,
    'data?': JSON_VALUE,
  },
  reveal: { surface: TEXT, root: TEXT, 'catalog?': TEXT, 'theme?': 'an object' },
  put: { surface: TEXT, components: COMPONENTS },
  close: { surface: TEXT },
  set: { ...WRITE, 'ifAbsent?': FLAG, 'ext?': 'an object' },
  merge: { ...WRITE, 'ext?': 'an object' },
  unset: { surface: TEXT, path: TEXT },
  append: { surface: TEXT, path: TEXT, value: 'a string or a list' },
  ask: {
    ...{ ask: TEXT, want: 'an object', prompt: TEXT },
    ...{ 'severity?': TEXT, 'until?': TEXT, 'node?': TEXT, 'ext?': 'an object' },
  },
  withdraw: { ask: TEXT },
  lapse: { ask: TEXT, reason: TEXT },
  task: {
    task: TEXT,
    ...{ 'value?': 'a number', 'total?': 'a number' },
    ...{ 'message?': TEXT, 'style?': TEXT, 'done?': FLAG },
  },
  effect: { effect: 'an object', 'until?': TEXT, 'to?': TEXT, 'ext?': 'an object' },
  call: { call: TEXT, name: TEXT, catalog: TEXT, args: 'an object', 'to?': TEXT },
  return: RETURN,
  say: { text: TEXT },
  turn: { state: TEXT },
};

const EVENTS: { readonly [event in ViewerEvent['event']]: Declared } = {
  join: {
    viewer: TEXT,
    catalogs: 'a list of strings',
    'inline?': 'a list of objects',
    ...{ 'locale?': TEXT, 'zone?': TEXT, 'viewport?': 'an object' },
  },
  leave: { viewer: TEXT },
  consent: { kind: TEXT, granted: FLAG },
  action: {
    ...{ surface: TEXT, source: TEXT, name: TEXT, context: 'an object', checked: FLAG },
    ...{ 'scope?': TEXT, 'message?': TEXT, 'at?': TEXT, 'ext?': 'an object' },
  },
  input: WRITE,
  answer: { ask: TEXT, value: JSON_VALUE, 'reason?': TEXT },
  cancel: { task: TEXT, 'reason?': TEXT },
  call: { surface: TEXT, call: TEXT, name: TEXT, 'catalog?': TEXT, args: 'an object' },
  return: RETURN,
  sync: { surfaces: 'an object' },
  say: { text: TEXT },
  issue: { issue: 'an object', 'surface?': TEXT, 'call?': TEXT },
};

const OP_FIELDS = compile(OPS);
const EVENT_FIELDS = compile(EVENTS);

function compile(shapes: { readonly [name: string]: Declared }): ReadonlyMap<unknown, Fields> {
  return new Map(Object.entries(shapes).map(([name, fields]) => [name, Object.entries(fields).map(field)]));
}

function field([name, wanted]: [string, Kind]): Fields[number] {
  const test = KINDS[wanted];
  if (!name.endsWith('?')) return [name, wanted, test];
  return [name.slice(0, -1), wanted, (value) => value === undefined || test(value)];
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
  return 'op' in part ? isShaped(part, 'op', OP_FIELDS, found) : isEventShaped(part, found);
}

function isEventShaped(event: JsonObject, found: Findings): boolean {
  const before = found.issues?.length ?? 0;
  const shaped = isShaped(event, 'event', EVENT_FIELDS, found);
  found.blame('viewer', before);
  return shaped;
}

function isShaped(
  part: JsonObject,
  by: 'op' | 'event',
  shapes: ReadonlyMap<unknown, Fields>,
  found: Findings,
): boolean {
  const kind = part[by];
  const fields = shapes.get(kind);
  if (fields === undefined) {
    const what = typeof kind === 'string' ? quote(kind) : `that is ${describeType(kind)}`;
    found.refuse('VITRINE_MESSAGE_SHAPE', `There is no ${by} ${what}.`);
    return false;
  }
  for (const [name, wanted, test] of fields) {
    const value = part[name];
    if (test(value)) continue;
    found.path.push(name);
    found.refuse('VITRINE_MESSAGE_SHAPE', `The ${name} of ${kind} must be ${wanted}, not ${describeType(value)}.`);
    found.path.pop();
    return false;
  }
  return true;
}

/** Written out: it is asked of every component that arrives. */
function areComponents(value: unknown): boolean {
  if (!isArray(value)) return false;
  for (let i = 0; i < value.length; i++) if (!isComponent(value[i])) return false;
  return true;
}

function isComponent(value: Json | undefined): boolean {
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

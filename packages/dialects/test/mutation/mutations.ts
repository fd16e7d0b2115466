// Changes of a valid message, from gentle to violent. Each takes two numbers that say where and what, so that an input is
// a few numbers: fast-check can draw 10^5 of them quickly and shrink them.

import {
  anything,
  choose,
  copy,
  type Draft,
  isDraft,
  isList,
  isScalar,
  isText,
  Message,
  type Mutation,
  named,
  read,
  type Value,
  write,
} from './message-draft.ts';
import * as nasty from './nasty.ts';

export type Step = readonly [kind: number, where: number, what: number];

const isPointer = named('path @path dataBinding scope');
const isId = named(
  'id child componentId root surfaceId surface contentChild entryPointChild content trigger sourceComponentId ask call functionCallId',
);
const isType = named('component type op event call @call kind catalogId catalog');
const isSentence = named('value text label literalString valueString message title');
const isPattern = named('pattern validationRegexp format');

/** Replaces one fitting value; where nothing fits, any single one. */
function replacing(fits: (value: Value, key: string | number) => boolean, values: readonly unknown[]): Mutation {
  return (message, where, what) => {
    const spots = message.spots(fits);
    const spot = choose(spots.length > 0 ? spots : message.spots(isScalar), where);
    if (spot !== undefined) write(spot, copy(choose(values, what)));
  };
}

/** Changes the members of one object. */
function changing(change: (object: Draft, key: string, what: number) => void): Mutation {
  return (message, where, what) => {
    const objects = message.spots((value) => isDraft(value) && Object.keys(value).length > 0);
    if (objects.length === 0) return;
    const object = read(choose(objects, where)) as Draft;
    change(object, choose(Object.keys(object), Math.floor(where / 97)), what);
  };
}

/** Adds a member; its name may be made from one that is there. */
function adding(
  name: (key: string, what: number) => string,
  value: (before: Value, what: number) => unknown,
): Mutation {
  return changing((object, key, what) => {
    object[name(key, what)] = copy(value(object[key] as Value, what)) as Value;
  });
}

function renaming(name: (what: number) => string): Mutation {
  return changing((object, from, what) => {
    const entries = Object.entries(object);
    for (const key of Object.keys(object)) delete object[key];
    for (const [key, value] of entries) object[key === from ? name(what) : key] = value;
  });
}

/** Changes one list that holds something. */
function listing(change: (list: Value[], at: number) => void): Mutation {
  return (message, where) => {
    const lists = message.spots((value) => isList(value) && (value as Value[]).length > 0);
    if (lists.length === 0) return;
    const list = read(choose(lists, where)) as Value[];
    change(list, Math.floor(where / 97) % list.length);
  };
}

/** Changes the message as a whole. */
function wrapping(change: (value: Value, what: number) => Value): Mutation {
  return (message, _where, what) => {
    message.top.value = change(message.top.value, what);
  };
}

function onText(change: (text: string, what: number) => string): Mutation {
  return (message, _where, what) => void message.onText.push((text) => change(text, what));
}

const otherLiteral: Mutation = (message, where, what) => {
  const spot = choose(message.spots(isScalar), where);
  if (spot === undefined) return;
  const before = read(spot);
  if (typeof before === 'boolean') write(spot, !before);
  else write(spot, choose<unknown>(typeof before === 'number' ? nasty.NUMBERS : nasty.TEXTS, what));
};

const otherNumber: Mutation = (message, where, what) => {
  const spots = message.spots((value) => typeof value === 'number');
  if (spots.length > 0) write(choose(spots, where), choose(nasty.NUMBERS, what));
};

/** A formatString call where a value stands: what is in it is parsed and run. */
const otherCall: Mutation = (message, where, what) => {
  const spots = message.spots(isSentence);
  const args = { value: choose(nasty.EXPRESSIONS, what) };
  const call = where % 2 === 0 ? { call: 'formatString', args } : { '@call': 'formatString', args };
  if (spots.length > 0) write(choose(spots, where), call);
};

const copied: Mutation = (message, where, what) => {
  const spots = message.spots(anything);
  write(choose(spots, where), copy(read(choose(spots, what))));
};

const moved = changing((object, key) => {
  const value = object[key] as Value;
  delete object[key];
  object[key] = value;
});

const reserved = (what: number): string => choose(nasty.RESERVED, what).replace('o', `o${nasty.GONE}`);

function corrupted(text: string, what: number): string {
  const at = what % (text.length + 1);
  return text.slice(0, at) + choose(nasty.GARBAGE, Math.floor(what / 7)) + text.slice(at + (what % 3));
}

function wrapped(value: Value, what: number): Value {
  return choose<Value>([[value], { messages: [value] }, [value, copy(value)], [], 'text', null, 7], what);
}

/** How often, and what. */
const MUTATIONS: readonly (readonly [number, Mutation])[] = [
  [20, otherLiteral],
  [6, otherNumber],
  [10, replacing(isText, nasty.HARMLESS)],
  [6, replacing(anything, nasty.VALUES)],
  [5, copied],
  [4, moved],
  [6, replacing(isId, nasty.IDS)],
  [3, replacing(isId, ['root'])],
  [4, replacing(isType, nasty.TYPES)],
  [5, replacing(isPointer, nasty.POINTERS)],
  [3, replacing(isSentence, nasty.POINTERS)],
  [5, replacing(isSentence, nasty.EXPRESSIONS)],
  [4, otherCall],
  [3, replacing(isPattern, nasty.PATTERNS)],
  [2, replacing(isScalar, [nasty.INFINITE])],
  [2, replacing(anything, nasty.DEPTHS)],
  [2, replacing(isId, nasty.RESERVED)],
  [2, replacing(isText, nasty.RESERVED)],
  [2, replacing(isText, nasty.HALVES)],
  [1, replacing(isSentence, ['y'.repeat(70_000)])],
  [5, changing((object, key) => void delete object[key])],
  [4, renaming((what) => choose(nasty.NAMES, what))],
  [3, renaming((what) => choose(nasty.ODD_NAMES, what))],
  [2, renaming(reserved)],
  [
    5,
    adding(
      (_key, what) => `${choose(nasty.NAMES, what)}${what % 7}`,
      (_before, what) => what,
    ),
  ],
  [
    3,
    adding(
      (_key, what) => choose(nasty.ODD_NAMES, what),
      (_before, what) => choose(nasty.TEXTS, what),
    ),
  ],
  [
    3,
    adding(
      (_key, what) => reserved(what),
      () => ({ polluted: true }),
    ),
  ],
  [
    1,
    adding(
      (_key, what) => choose(nasty.HALVES, what),
      (_before, what) => what,
    ),
  ],
  [
    4,
    adding(
      (key) => key + nasty.GONE,
      (before) => before,
    ),
  ],
  [
    2,
    adding(
      (key) => key + nasty.GONE,
      (_before, what) => choose(nasty.VALUES, what),
    ),
  ],
  [5, listing((list, at) => void list.splice(at, 0, copy(choose(list, at))))],
  [3, listing((list, at) => void list.splice(at, 1))],
  [3, listing((list) => void list.reverse())],
  [1, listing((list, at) => void list.push(...Array.from({ length: 300 }, () => copy(choose(list, at)))))],
  [
    2,
    wrapping((value, what) =>
      isDraft(value) ? { ...value, [choose(nasty.PAYLOADS, what)]: { surfaceId: 's' } } : value,
    ),
  ],
  [
    2,
    wrapping((value, what) =>
      isDraft(value) ? { ...value, version: copy(choose(nasty.VERSIONS, what)) as Value } : value,
    ),
  ],
  [1, wrapping(wrapped)],
  [4, onText((text, what) => (what % 2 === 0 ? ` ${text} ` : text.replaceAll('"a"', '"\\u0061"')))],
  [3, onText((text, what) => text.slice(0, 1 + (what % Math.max(1, text.length - 1))))],
  [3, onText(corrupted)],
];

const TABLE: readonly Mutation[] = MUTATIONS.flatMap(([weight, mutation]) =>
  Array.from({ length: weight }, () => mutation),
);

/** The text of the message after these steps, on one line. */
export function mutate(valid: string, steps: readonly Step[]): string {
  const message = new Message(valid);
  for (const [kind, where, what] of steps) choose(TABLE, kind)(message, where, what);
  let text = nasty.spell(JSON.stringify(message.top.value));
  for (const change of message.onText) text = change(text);
  return text.replaceAll(/[\r\n]/g, ' ').trim() || '-';
}

// The same case in other words: what may not matter to a reader is changed, and the case must end as it did. Undefined where
// a case holds nothing of the kind.

import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import type { Case, Step } from './cases.ts';

type Rewrite = (messages: readonly Json[]) => Json;

export const TWINS: { readonly [name: string]: (testCase: Case) => Case | undefined } = {
  'its members in another order': rewritten((messages) => messages.map((one) => deep(one, reversed))),
  'its messages in one object': rewritten((messages) => ({ messages: [...messages] })),
  'bindings without marks': rewritten((messages) => messages.map((one) => deep(one, withoutMark))),
  'bindings with marks': (testCase) => (isOf(testCase, '1.0') ? rewritten(marked)(testCase) : undefined),
  'a surface that is opened empty': rewritten((messages) => messages.flatMap(openedEmpty)),
  'each component in a message of its own, children first': (testCase) =>
    JSON.stringify(testCase).includes('expectError') ? undefined : rewritten((all) => all.flatMap(oneByOne))(testCase),
  'version v0.9.1': rewritten((messages) =>
    messages.map((one) => (isObject(one) && one.version === 'v0.9' ? { ...one, version: 'v0.9.1' } : one)),
  ),
};

function rewritten(rewrite: Rewrite): (testCase: Case) => Case | undefined {
  const step = <S extends Step>(one: S): S => ({
    ...one,
    ...(isArray(one.messages) ? { messages: rewrite(one.messages) } : {}),
    ...(isArray(one.payload) ? { payload: rewrite(one.payload) } : {}),
  });
  return (testCase) => {
    const { steps } = testCase;
    const twin = { ...step(testCase), ...(steps === undefined ? {} : { steps: steps.map(step) }) };
    return JSON.stringify(twin) === JSON.stringify(testCase) ? undefined : twin;
  };
}

function isOf(testCase: Case, version: string): boolean {
  return JSON.stringify(testCase).includes(`"v${version}"`);
}

function deep(value: Json, change: (object: JsonObject) => Json): Json {
  if (isArray(value)) return value.map((item) => deep(item, change));
  if (!isObject(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, deep(part, change)])));
}

function reversed(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).reverse());
}

const CALL_MEMBERS = ['args', 'catalogId'];

/** `{key: text}`, in a call with what a call may have beside it. */
function isBinding(object: JsonObject, key: string, beside: readonly string[]): boolean {
  const names = Object.keys(object).filter((name) => name !== key);
  return typeof object[key] === 'string' && names.every((name) => beside.includes(name));
}

function withoutMark(object: JsonObject): JsonObject {
  return renamed(object, '@path', 'path') ?? renamed(object, '@call', 'call') ?? object;
}

function renamed(object: JsonObject, from: string, to: string): JsonObject | undefined {
  if (!isBinding(object, from, from.endsWith('call') ? CALL_MEMBERS : [])) return undefined;
  return Object.fromEntries(Object.entries(object).map(([key, part]) => [key === from ? to : key, part]));
}

/** In components alone: the path of an update and the call of an agent have no mark. */
function marked(messages: readonly Json[]): Json {
  const mark = (object: JsonObject): JsonObject =>
    renamed(object, 'path', '@path') ?? renamed(object, 'call', '@call') ?? object;
  return messages.map((message) =>
    deep(message, (object) =>
      isArray(object.components) ? { ...object, components: deep(object.components, mark) } : object,
    ),
  );
}

function openedEmpty(message: Json): readonly Json[] {
  const { createSurface, ...rest } = isObject(message) ? message : {};
  if (!isObject(createSurface) || !isArray(createSurface.components) || createSurface.components.length === 0)
    return [message];
  const { components, dataModel, ...opened } = createSurface;
  const surfaceId = createSurface.surfaceId as Json;
  return [
    { ...rest, createSurface: opened },
    ...(isObject(dataModel) ? [{ ...rest, updateDataModel: { surfaceId, value: dataModel } }] : []),
    { ...rest, updateComponents: { surfaceId, components } },
  ];
}

function oneByOne(message: Json): readonly Json[] {
  const { updateComponents, ...rest } = isObject(message) ? message : {};
  if (!isObject(updateComponents) || !isArray(updateComponents.components)) return [message];
  const { components, ...more } = updateComponents;
  return components.toReversed().map((one) => ({ ...rest, updateComponents: { ...more, components: [one] } }));
}

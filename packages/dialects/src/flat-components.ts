// Components written flat, `{id, component: "Text", ...props}`, as A2UI 0.9 and later do.

import {
  type Component,
  describeType,
  type Findings,
  isObject,
  isReserved,
  type Json,
  type JsonObject,
  quote,
  type Surface,
} from '@vitrine/core';

/** How one property's value becomes neutral; absent: it already is. */
export type ReadProp = (value: Json, findings: Findings) => Json;

export interface FlatOptions {
  readonly read?: ReadProp;
  /** `catalogId` and `metadata` on a component are fields of the protocol. */
  readonly mixed: boolean;
}

export function readComponents(
  list: readonly Json[],
  surface: Surface | undefined,
  options: FlatOptions,
  findings: Findings,
): Component[] {
  const components: Component[] = [];
  findings.path.push('components');
  // Judged by the fold as well; asked here so that a million components are not copied first.
  if (list.length > findings.limits.componentsPerSurface) {
    findings.refuse(
      'VITRINE_LIMIT_COMPONENTS',
      `A message with ${list.length} components is past the limit of ${findings.limits.componentsPerSurface}.`,
    );
    findings.path.pop();
    return components;
  }
  const last = findings.path.push(0) - 1;
  for (let i = 0; i < list.length; i++) {
    findings.path[last] = i;
    const component = readComponent(list[i] as Json, surface, options, findings);
    if (component !== undefined) components.push(component);
  }
  findings.path.length -= 2;
  return components;
}

type Draft = {
  id: string;
  type: string;
  props: { [name: string]: Json };
  catalog?: string;
  weight?: number;
  a11y?: JsonObject;
  ext?: JsonObject;
};

function readComponent(
  raw: Json,
  surface: Surface | undefined,
  options: FlatOptions,
  findings: Findings,
): Component | undefined {
  if (!isObject(raw))
    return findings.refuse('VITRINE_COMPONENT_SHAPE', `A component must be an object, not ${describeType(raw)}.`);
  const { id, component: type } = raw;
  if (typeof id !== 'string') {
    return findings.refuse(
      'VITRINE_COMPONENT_SHAPE',
      id === undefined ? "The component is missing an 'id'." : `The id must be a string, not ${describeType(id)}.`,
    );
  }
  const props: { [name: string]: Json } = {};
  const draft: Draft = { id, type: '', props };
  for (const key in raw) {
    if (key === 'id' || key === 'component') continue;
    readField(key, raw[key] as Json, draft, options, findings);
  }
  if (typeof type === 'string') draft.type = type;
  else if (!mendType(type, draft, surface, options, findings)) return undefined;
  return draft;
}

function readField(key: string, value: Json, draft: Draft, options: FlatOptions, findings: Findings): void {
  if (key === 'weight' || key === 'accessibility' || (options.mixed && (key === 'catalogId' || key === 'metadata'))) {
    findings.path.push(key);
    readCommon(key, value, draft, options, findings);
    findings.path.pop();
  } else if (isReserved(key)) findings.refuse('VITRINE_NAME_RESERVED', `The property name ${quote(key)} is reserved.`);
  else if (options.read === undefined || typeof value !== 'object' || value === null) draft.props[key] = value;
  else {
    findings.path.push(key);
    draft.props[key] = options.read(value, findings);
    findings.path.pop();
  }
}

function readCommon(key: string, value: Json, draft: Draft, options: FlatOptions, findings: Findings): void {
  if (key === 'weight') {
    if (typeof value === 'number') draft.weight = value;
    else findings.mend('VITRINE_PROP_TYPE', `The weight must be a number, not ${describeType(value)}.`);
  } else if (key === 'accessibility') {
    if (isObject(value)) draft.a11y = (options.read?.(value, findings) ?? value) as JsonObject;
    else findings.mend('VITRINE_PROP_TYPE', `accessibility must be an object, not ${describeType(value)}.`);
  } else if (key === 'catalogId') {
    if (typeof value === 'string') draft.catalog = value;
    else findings.refuse('VITRINE_MESSAGE_SHAPE', `catalogId must be a string, not ${describeType(value)}.`);
  } else draft.ext = readMetadata(value, findings) ?? {};
}

const IDENTIFIER = /^[\p{XID_Start}_][\p{XID_Continue}]*$/u;

/** `{extensions: {...}}` with identifiers as keys (A2UI 1.0, metadata; UAX 31). */
export function readMetadata(value: Json, findings: Findings): JsonObject | undefined {
  if (!isObject(value))
    return findings.refuse('VITRINE_MESSAGE_SHAPE', `metadata must be an object, not ${describeType(value)}.`);
  for (const key in value) {
    if (key !== 'extensions')
      return findings.refuse('VITRINE_MESSAGE_FIELD_UNKNOWN', `metadata holds only extensions, not ${quote(key)}.`);
  }
  const { extensions = {} } = value;
  if (!isObject(extensions))
    return findings.refuse('VITRINE_MESSAGE_SHAPE', `extensions must be an object, not ${describeType(extensions)}.`);
  for (const key of Object.keys(extensions)) {
    if (!IDENTIFIER.test(key))
      return findings.refuse('VITRINE_MESSAGE_SHAPE', `The extension key ${quote(key)} is no identifier.`);
  }
  return value;
}

/** A component without a type keeps the one it had; the wrapped form `{Text: {...}}` of 0.8 is read too. */
function mendType(
  type: Json | undefined,
  draft: Draft,
  surface: Surface | undefined,
  options: FlatOptions,
  findings: Findings,
): boolean {
  if (isObject(type)) {
    const [name, ...more] = Object.keys(type);
    const wrapped = name === undefined ? undefined : type[name];
    if (name !== undefined && more.length === 0 && isObject(wrapped)) {
      findings.mend(
        'VITRINE_COMPONENT_SHAPE',
        `Write the type as a string, component: ${quote(name)}, and its properties beside it.`,
      );
      draft.type = name;
      findings.path.push('component', name);
      for (const key in wrapped) readField(key, wrapped[key] as Json, draft, options, findings);
      findings.path.length -= 2;
      return true;
    }
  }
  const before = type === undefined ? surface?.component(draft.id) : undefined;
  if (before !== undefined) {
    findings.mend(
      'VITRINE_COMPONENT_SHAPE',
      `The component ${quote(draft.id)} names no type; it stays ${quote(before.type)}.`,
    );
    draft.type = before.type;
    return true;
  }
  const what = type === undefined ? 'without a type' : `of which the type is ${describeType(type)}`;
  findings.refuse('VITRINE_COMPONENT_SHAPE', `Cannot create component ${quote(draft.id)} ${what}.`);
  return false;
}

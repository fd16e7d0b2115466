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
} from '@vitrine/core/page';
import { mustBe } from './envelope.ts';

/** What a protocol reads in its own way; without one, properties are neutral as they stand. */
export interface FlatReader {
  /** Whether the key is a field of the protocol, which then is read, and no property. */
  readField(key: string, value: Json, component: FlatComponent, findings: Findings): boolean;
  /** How a value becomes neutral. */
  readValue(value: Json, findings: Findings): Json;
}

export interface FlatComponent extends Component {
  type: string;
  readonly props: { [name: string]: Json };
  catalog?: string;
  weight?: number;
  a11y?: JsonObject;
  ext?: JsonObject;
}

export function readComponents(
  list: readonly Json[],
  surface: Surface | undefined,
  findings: Findings,
  reader?: FlatReader,
): Component[] {
  const components: Component[] = [];
  const { path, limits } = findings;
  path.push('components');
  // Judged by the fold as well; asked here so that a million components are not copied first.
  if (list.length > limits.componentsPerSurface) {
    findings.refuse(
      'VITRINE_LIMIT_COMPONENTS',
      `A message with ${list.length} components is past the limit of ${limits.componentsPerSurface}.`,
    );
    path.pop();
    return components;
  }
  const last = path.push(0) - 1;
  for (let i = 0; i < list.length; i++) {
    path[last] = i;
    const component = readComponent(list[i] as Json, surface, findings, reader);
    if (component !== undefined) components.push(component);
  }
  path.length -= 2;
  return components;
}

function readComponent(
  raw: Json,
  surface: Surface | undefined,
  findings: Findings,
  reader: FlatReader | undefined,
): Component | undefined {
  if (!isObject(raw)) return findings.refuse(SHAPE, mustBe('A component', 'an object', raw));
  const { id, component: type } = raw;
  if (typeof id !== 'string') {
    return findings.refuse(
      SHAPE,
      id === undefined ? "The component is missing an 'id'." : mustBe('The id', 'a string', id),
    );
  }
  const component: FlatComponent = { id, type: '', props: {} };
  for (const key in raw) {
    if (key !== 'id' && key !== 'component') readField(key, raw[key] as Json, component, findings, reader);
  }
  if (typeof type === 'string') component.type = type;
  else if (!mendType(type, component, surface, findings, reader)) return undefined;
  return component;
}

function readField(
  key: string,
  value: Json,
  component: FlatComponent,
  findings: Findings,
  reader: FlatReader | undefined,
): void {
  if (isReserved(key)) findings.refuse('VITRINE_NAME_RESERVED', `The property name ${quote(key)} is reserved.`);
  else if (reader === undefined && key !== 'weight' && key !== 'accessibility') component.props[key] = value;
  else {
    findings.path.push(key);
    if (key === 'weight') {
      if (typeof value === 'number') component.weight = value;
      else findings.mend('VITRINE_PROP_TYPE', mustBe('The weight', 'a number', value));
    } else if (key === 'accessibility') {
      if (isObject(value)) component.a11y = (reader?.readValue(value, findings) ?? value) as JsonObject;
      else findings.mend('VITRINE_PROP_TYPE', mustBe(key, 'an object', value));
    } else if (!reader?.readField(key, value, component, findings)) {
      component.props[key] = reader?.readValue(value, findings) ?? value;
    }
    findings.path.pop();
  }
}

const SHAPE = 'VITRINE_COMPONENT_SHAPE';

/** A component without a type keeps the one it had; the wrapped form `{Text: {...}}` of 0.8 is read too. */
function mendType(
  type: Json | undefined,
  component: FlatComponent,
  surface: Surface | undefined,
  findings: Findings,
  reader: FlatReader | undefined,
): boolean {
  const { id } = component;
  const [name, ...more] = isObject(type) ? Object.keys(type) : [];
  const wrapped = (type as JsonObject | undefined)?.[name ?? ''];
  const before = type === undefined ? surface?.component(id) : undefined;
  if (name !== undefined && more.length === 0 && isObject(wrapped)) {
    findings.mend(SHAPE, `Write the type as a string, component: ${quote(name)}, and its properties beside it.`);
    component.type = name;
    findings.path.push('component', name);
    for (const key in wrapped) readField(key, wrapped[key] as Json, component, findings, reader);
    findings.path.length -= 2;
  } else if (before !== undefined) {
    findings.mend(SHAPE, `The component ${quote(id)} names no type; it stays ${quote(before.type)}.`);
    component.type = before.type;
  } else {
    const what = type === undefined ? 'without a type' : `of which the type is ${describeType(type)}`;
    findings.refuse(SHAPE, `Cannot create component ${quote(id)} ${what}.`);
    return false;
  }
  return true;
}

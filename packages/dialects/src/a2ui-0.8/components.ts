// Components of A2UI 0.8: {id, weight?, component: {Type: {props}}}. An entry without id or type refuses the message,
// because an entry applies whole or not at all.

import {
  type Catalog,
  type Component,
  type ComponentDeclaration,
  defined,
  describeType,
  type Findings,
  isObject,
  isReserved,
  type Json,
  type JsonObject,
  jsonEqual,
  quote,
} from '@vitrine/core/page';
import { ValueReader } from './bound-values.ts';
import { noteSpelling } from './spelling.ts';

export interface ReadComponents {
  readonly components: readonly Component[];
  readonly initial: ValueReader['initial'];
}

/** `catalog`: the one that the components will be judged by; it says where a bare literal was meant to be typed. */
export function readComponents(
  list: readonly Json[],
  catalog: Catalog | undefined,
  findings: Findings,
): ReadComponents {
  const reader = new ValueReader(findings);
  const components: Component[] = [];
  const { componentsPerSurface } = findings.limits;
  findings.path.push('components');
  // Judged by the fold as well; asked here so that a million components are not copied first.
  if (list.length > componentsPerSurface) {
    findings.refuse(
      'VITRINE_LIMIT_COMPONENTS',
      `A message with ${list.length} components is past the limit of ${componentsPerSurface}.`,
    );
  } else {
    if (list.length === 0) findings.mend('VITRINE_MESSAGE_SHAPE', 'components holds at least one component.');
    for (let i = 0; i < list.length; i++) {
      findings.path.push(i);
      const component = readComponent(list[i] as Json, catalog, reader, findings);
      if (component !== undefined) components.push(component);
      findings.path.pop();
    }
  }
  findings.path.pop();
  return { components, initial: reader.initial };
}

function readComponent(
  raw: Json,
  catalog: Catalog | undefined,
  reader: ValueReader,
  findings: Findings,
): Component | undefined {
  if (!isObject(raw))
    return findings.refuse('VITRINE_COMPONENT_SHAPE', `A component must be an object, not ${describeType(raw)}.`);
  const { id, component } = raw;
  if (typeof id !== 'string') {
    return findings.refuse(
      'VITRINE_COMPONENT_SHAPE',
      id === undefined ? "The component is missing an 'id'." : `The id must be a string, not ${describeType(id)}.`,
    );
  }
  const weight = readWeight(raw.weight, findings);
  const typed = typeof component === 'string' ? readFlat(raw, component, findings) : readWrapped(raw, id, findings);
  if (typed === undefined) return undefined;
  const steps = typeof component === 'string' ? 0 : findings.path.push('component', typed.type) && 2;
  const props = readProps(typed.props, reader, findings);
  const declared = catalog?.protocol === '0.8' ? catalog.components.get(typed.type) : undefined;
  if (declared !== undefined) noteSpelling(typed.props, declared.props, findings);
  findings.path.length -= steps;
  const wire = undeclared(typed.props, props, declared);
  return {
    id,
    type: typed.type,
    props,
    ...defined({ weight, wire }),
  };
}

/**
 * Properties of which nothing but their wrappers said what they are, and which lost those: they could not be told again. Nor
 * could data that looks like a value of ours, which 0.8 does not have.
 */
function undeclared(
  raw: JsonObject,
  props: JsonObject,
  declaration: ComponentDeclaration | undefined,
): JsonObject | undefined {
  const names = Object.keys(props).filter(
    (name) =>
      !Object.hasOwn(declaration?.props ?? {}, name) &&
      (!jsonEqual(raw[name] as Json, props[name] as Json) || looksNeutral(props[name] as Json)),
  );
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, raw[name] as Json]));
}

const NEUTRAL_KEYS = ['path', 'call', 'literal', 'event', 'componentId'];

function looksNeutral(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (isObject(value) && NEUTRAL_KEYS.some((key) => Object.hasOwn(value, key))) return true;
  return Object.values(value).some((part) => looksNeutral(part as Json));
}

interface Typed {
  readonly type: string;
  readonly props: JsonObject;
}

function readWrapped(raw: JsonObject, id: string, findings: Findings): Typed | undefined {
  for (const key of Object.keys(raw)) {
    if (key !== 'id' && key !== 'weight' && key !== 'component') {
      findings.mend(
        'VITRINE_MESSAGE_FIELD_UNKNOWN',
        `A component has no field ${quote(key)} beside component; it is not used.`,
      );
    }
  }
  const wrapper = raw.component;
  if (!isObject(wrapper)) {
    const what = wrapper === undefined ? 'without a type' : `of which component is ${describeType(wrapper)}`;
    return findings.refuse(
      'VITRINE_COMPONENT_SHAPE',
      `Cannot create component ${quote(id)} ${what}: write {component: {Text: {...}}}.`,
    );
  }
  const [type, ...more] = Object.keys(wrapper);
  if (type === undefined)
    return findings.refuse('VITRINE_COMPONENT_SHAPE', `The component ${quote(id)} names no type.`);
  if (more.length > 0) {
    findings.mend(
      'VITRINE_COMPONENT_SHAPE',
      `The component ${quote(id)} names ${more.length + 1} types; ${quote(type)} counts.`,
    );
  }
  const props = wrapper[type];
  if (isObject(props)) return { type, props };
  return findings.refuse(
    'VITRINE_COMPONENT_SHAPE',
    `The properties of ${quote(id)} must be an object, not ${describeType(props)}.`,
  );
}

/** The flat form of later versions, {id, component: "Text", text: ...}. */
function readFlat(raw: JsonObject, type: string, findings: Findings): Typed {
  findings.mend('VITRINE_COMPONENT_SHAPE', `Write the type as a wrapper: component: {${quote(type)}: {...}}.`);
  const { id: _id, component: _component, weight: _weight, ...props } = raw;
  return { type, props };
}

function readWeight(weight: Json | undefined, findings: Findings): number | undefined {
  if (weight === undefined || typeof weight === 'number') return weight;
  findings.path.push('weight');
  findings.mend('VITRINE_PROP_TYPE', `The weight must be a number, not ${describeType(weight)}.`);
  findings.path.pop();
  return undefined;
}

function readProps(raw: JsonObject, reader: ValueReader, findings: Findings): JsonObject {
  const props: { [name: string]: Json } = {};
  for (const name of Object.keys(raw)) {
    if (isReserved(name)) {
      findings.refuse('VITRINE_NAME_RESERVED', `The property name ${quote(name)} is reserved.`);
      continue;
    }
    findings.path.push(name);
    props[name] = reader.read(raw[name] as Json, findings.limits.propDepth);
    findings.path.pop();
  }
  return props;
}

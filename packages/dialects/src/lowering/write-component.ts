// One component in the target's words, with what every component may carry beside its properties.

import {
  bool,
  type Component,
  type ComponentDeclaration,
  isObject,
  type Json,
  type JsonObject,
  oneOf,
  type Props,
  rangeEnd,
  readAction,
  text,
} from '@vitrine/core/internal';
import { writeAction } from './write-action.ts';
import { writeFree, writeProp, writeProps } from './write-prop.ts';
import { type Means, Writing } from './writing.ts';

const ACCESSIBILITY: Props = {
  label: text(),
  description: text(),
  live: oneOf(['off', 'polite', 'assertive']),
  hidden: bool(),
};

/** `declaration`: the target's; undefined: a component that no catalog knows, which passes as it is. */
export function writeComponent(
  component: Component,
  declaration: ComponentDeclaration | undefined,
  means: Means,
): Json {
  const writing = new Writing(means);
  const { words } = writing;
  const { weight, a11y, ext, catalog } = component;
  // Only a surface of the target's own protocol has what stood on its wire.
  const wire = means.lenient ? (component.wire ?? {}) : {};
  const again = declaration?.open === true ? without(wire, declaration.props) : {};
  if (ext !== undefined && !words.extensions) writing.lose('extensions are dropped');
  return means.syntax.component({
    id: means.rename(component.id),
    type: component.type,
    props:
      declaration === undefined
        ? unknownProps(component.props, wire, writing)
        : {
            ...writeProps(declaration.props, declaration.open === true, withEnd(component.props, declaration), writing),
            ...again,
          },
    catalog: words.ownCatalog ? catalog : undefined,
    weight,
    a11y: a11y === undefined ? undefined : writeAccessibility(a11y, writing),
    ext: words.extensions ? ext : undefined,
  });
}

/** A range that says no end has one on every page; a version that demands it is told that one. */
function withEnd(props: JsonObject, { takes, props: declared }: ComponentDeclaration): JsonObject {
  if (takes?.kind !== 'range' || props[takes.max] !== undefined || declared[takes.max]?.required !== true) return props;
  const { [takes.min]: min } = props;
  return { ...props, [takes.max]: rangeEnd(typeof min === 'number' ? min : 0) };
}

/** What has been declared since is written by its declaration. */
function without(wire: JsonObject, props: Props): JsonObject {
  return Object.fromEntries(Object.entries(wire).filter(([name]) => !Object.hasOwn(props, name)));
}

function unknownProps(props: JsonObject, wire: JsonObject, writing: Writing): JsonObject {
  const written: { [name: string]: Json } = {};
  for (const name of Object.keys(props)) {
    if (Object.hasOwn(wire, name)) {
      written[name] = wire[name] as Json;
      continue;
    }
    const value = props[name] as Json;
    const isAction =
      isObject(value) && readAction(value) !== undefined && (isObject(value.event) || isObject(value.functionCall));
    const output = isAction ? writeAction(value, writing, writeProp) : writeFree(value, writing, true);
    if (output === undefined) writing.lose(`${name} is dropped`);
    else written[name] = output;
  }
  return written;
}

function writeAccessibility(a11y: JsonObject, writing: Writing): JsonObject | undefined {
  const known = writing.words.accessibility;
  if (known.length === 0) return writing.lose('accessibility is dropped');
  const written: { [name: string]: Json } = {};
  for (const name of Object.keys(a11y)) {
    const prop = known.includes(name) ? ACCESSIBILITY[name] : undefined;
    const output =
      prop === undefined ? undefined : writeProp(prop, a11y[name] as Json, writing, `accessibility_${name}`);
    if (output === undefined) writing.lose(`accessibility.${name} is dropped`);
    else written[name] = output;
  }
  return written;
}

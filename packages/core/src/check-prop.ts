// The check at the door for declared properties. The meaning comes from the declaration, never from the value's look.
// Single values are left to check-value.ts, actions and checks to check-action.ts.

import { isCallBinding, unwrapLiteral } from './binding.ts';
import type { Prop, Props, Shape } from './catalog.ts';
import { checkAction, checkRules } from './check-action.ts';
import { type BindingPlace, checkBinding, checkEmbedded } from './check-binding.ts';
import type { CheckContext } from './check-context.ts';
import {
  BOOL_PLACE,
  checkBound,
  checkId,
  checkNumber,
  checkOption,
  checkText,
  checkTextList,
  checkValue,
  noteUnknown,
  wrongType,
} from './check-value.ts';
import { quote } from './issue.ts';
import { isArray, isObject, type Json, type JsonObject } from './json.ts';

type ShapeOf<K extends Shape['kind']> = Extract<Shape, { kind: K }>;

export function checkProp(prop: Prop, value: Json, context: CheckContext): void {
  if (prop.calls === false && isObject(value) && isCallBinding(value))
    return wrongType('a literal or a path', value, context);
  switch (prop.kind) {
    case 'text':
      return checkText(prop, value, context);
    case 'number':
      return checkNumber(prop, value, context);
    case 'bool':
      if (typeof value !== 'boolean') checkBound(prop.dynamic, value, BOOL_PLACE, context);
      return;
    case 'one-of':
      return checkOption(prop, value, context);
    case 'child':
      return checkId(value, context);
    case 'children':
      return checkChildren(prop, value, context);
    case 'text-list':
      return checkTextList(prop, value, context);
    case 'value':
      return checkValue(prop, value, context);
    case 'any':
      return checkEmbedded(value, context);
    case 'action':
      return checkAction(value, context);
    case 'checks':
      return checkRules(value, context);
    case 'list':
      return checkList(prop, value, context);
    case 'object':
      if (isObject(value)) return checkProps(prop.props, prop.open, value, context);
      return wrongType('an object', value, context);
    case 'map':
      return checkMap(prop, value, context);
    case 'any-of':
      return checkAlternatives(prop, value, context);
  }
}

/** The properties of a component, of an object inside one, or the arguments of a call. */
export function checkProps(props: Props, open: boolean, values: JsonObject, context: CheckContext): void {
  for (const name in values) {
    if (!Object.hasOwn(values, name)) continue;
    context.path.push(name);
    const value = values[name] as Json;
    if (Object.hasOwn(props, name)) checkProp(props[name] as Prop, value, context);
    else if (context.storableName(name)) {
      if (!open) context.mend('VITRINE_PROP_UNKNOWN', `There is no property ${quote(name)} here.`);
      checkEmbedded(value, context);
    }
    context.path.pop();
  }
  for (const name of requiredNames(props)) {
    if (isAbsent(values[name])) context.mend('VITRINE_PROP_MISSING', `The property ${quote(name)} is required.`);
  }
}

/** A property may be called as something that every object inherits. */
function isAbsent(value: Json | undefined): boolean {
  return value === undefined || typeof value === 'function';
}

const requiredByProps = new WeakMap<Props, readonly string[]>();
function requiredNames(props: Props): readonly string[] {
  let names = requiredByProps.get(props);
  if (names === undefined) {
    names = Object.keys(props).filter((name) => props[name]?.required);
    requiredByProps.set(props, names);
  }
  return names;
}

function checkChildren(prop: ShapeOf<'children'>, value: Json, context: CheckContext): void {
  if (isArray(value)) {
    if (value.length > context.limits.componentsPerSurface) {
      return context.refuse(
        'VITRINE_LIMIT_COMPONENTS',
        `A list of ${value.length} children is longer than the limit of ${context.limits.componentsPerSurface}.`,
      );
    }
    for (let i = 0; i < value.length; i++) {
      context.path.push(i);
      checkId(value[i] as Json, context);
      context.path.pop();
    }
    return;
  }
  if (!isObject(value) || typeof value.componentId !== 'string' || typeof value.path !== 'string') {
    return wrongType('a list of component ids, or a template {componentId, path}', value, context);
  }
  // Drawn all the same: what it means is plain.
  if (prop.templates === false) wrongType('a list of component ids', value, context);
  checkBinding({ path: value.path }, { wanted: 'a template' }, context);
  checkId(value.componentId, context);
  const { componentId: _componentId, path: _path, from, over, ...rest } = value;
  if (from !== undefined && from !== 'item-first') noteUnknown({ from }, 'A template', context);
  if (over !== undefined && over !== 'list-or-map') noteUnknown({ over }, 'A template', context);
  noteUnknown(rest, 'A template', context);
}

const ANY_LIST: BindingPlace = { wanted: 'a list' };

function checkList(prop: ShapeOf<'list'>, value: Json, context: CheckContext): void {
  if (!isArray(value)) return checkBound(prop.dynamic === true, value, ANY_LIST, context);
  if (value.length < (prop.min ?? 0)) context.mend('VITRINE_PROP_VALUE', `The list needs at least ${prop.min} items.`);
  if (prop.max !== undefined && value.length > prop.max)
    context.mend('VITRINE_PROP_VALUE', `The list may have at most ${prop.max} items.`);
  context.each(value, (item) => checkProp(prop.item, item, context));
}

function checkMap(prop: ShapeOf<'map'>, wrapped: Json, context: CheckContext): void {
  const value = unwrapLiteral(wrapped);
  if (!isObject(value)) return wrongType('an object', value, context);
  context.each(value, (item, name) => {
    if (context.storableName(name)) checkProp(prop.item, item, context);
  });
}

function checkAlternatives(prop: ShapeOf<'any-of'>, value: Json, context: CheckContext): void {
  const trial = context.trial();
  for (const alternative of prop.of) {
    trial.issues = undefined;
    checkProp(alternative, value, trial);
    if (trial.issues === undefined) return;
  }
  wrongType('one of the declared forms', value, context);
}

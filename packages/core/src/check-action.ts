// The check at the door for what a widget does: actions, and the checks of inputs and buttons.

import { isCallBinding } from './binding.ts';
import type { BindingPlace } from './check-binding.ts';
import { checkCall } from './check-binding.ts';
import type { CheckContext } from './check-context.ts';
import { BOOL_PLACE, checkBound, checkText, checkValue, noteUnknown, PLAIN_TEXT, wrongType } from './check-value.ts';
import { isArray, isObject, type Json, type JsonObject } from './json.ts';
import { conditionOf } from './validation.ts';

/** Read in the order of readAction, so that what is judged is what will run. */
export function checkAction(value: Json, context: CheckContext): void {
  if (!isObject(value)) return wrongType('an action', value, context);
  const { event, functionCall, ...rest } = value;
  if (isObject(event)) {
    context.path.push('event');
    checkEvent(event, context);
    context.path.pop();
    return noteUnknown(
      functionCall === undefined ? rest : { ...rest, functionCall },
      'An action with an event',
      context,
    );
  }
  if (isObject(functionCall)) {
    context.path.push('functionCall');
    if (isCallBinding(functionCall)) checkCall(functionCall, context);
    else wrongType('a call', functionCall, context);
    context.path.pop();
    return noteUnknown(event === undefined ? rest : { ...rest, event }, 'An action with a call', context);
  }
  const isCall = isCallBinding(value);
  if (context.wire !== undefined && (isCall || typeof value.name === 'string'))
    context.mend('VITRINE_PROP_TYPE', `Write this action as ${isCall ? '{functionCall: {...}}' : '{event: {...}}'}.`);
  if (isCall) return checkCall(value, context);
  checkEvent(value, context);
}

function checkEvent(event: JsonObject, context: CheckContext): void {
  const { name, context: values, message, ...rest } = event;
  if (typeof name !== 'string') {
    if (context.storable(event))
      context.mend('VITRINE_PROP_TYPE', 'An action is {event: {name, context}} or {functionCall: {call, args}}.');
    return;
  }
  const last = context.path.push('name') - 1;
  checkText(PLAIN_TEXT, name, context);
  context.path[last] = 'message';
  if (message !== undefined) checkText({ kind: 'text', dynamic: true }, message, context);
  context.path[last] = 'context';
  if (isObject(values)) checkContextValues(values, context);
  else if (values !== undefined) wrongType('an object of context values', values, context);
  context.path.pop();
  // Its text for people is a word of later protocols, and no other spells it as it is kept.
  const isWord = message === undefined || context.wire === undefined || context.wire.eventMessage !== undefined;
  noteUnknown(isWord ? rest : { ...rest, message }, 'An event', context);
}

function checkContextValues(values: JsonObject, context: CheckContext): void {
  context.each(values, (value, name) => {
    if (context.storableName(name)) checkContextValue(value, context);
  });
}

function checkContextValue(value: Json, context: CheckContext): void {
  const { wire } = context;
  // null is nothing that a protocol could mean; the agent gets it as it is.
  if (value === null && wire === undefined) return;
  // Data that is marked as such is data in every protocol; entries of our own have no other way to say it.
  const marked = isObject(value) && 'literal' in value;
  checkValue({ kind: 'value', objects: marked || (wire?.objectValues ?? true) }, value, context);
}

export function checkRules(value: Json, context: CheckContext): void {
  if (!isArray(value)) return wrongType('a list of checks', value, context);
  context.each(value, (rule) => checkRule(rule, context));
}

const CONDITION: BindingPlace = { ...BOOL_PLACE, wanted: 'a path or a call' };

function checkRule(rule: Json, context: CheckContext): void {
  const condition = isObject(rule) ? conditionOf(rule) : undefined;
  if (condition === undefined || !isObject(rule)) return wrongType('a check {condition, message}', rule, context);
  const { message } = rule;
  if (condition === rule) {
    const { message: _message, ...flat } = rule;
    const [form, what] = isCallBinding(flat) ? ['{call, args}', 'call'] : ['{path}', 'path'];
    context.mend('VITRINE_PROP_TYPE', `Write a check as {condition: ${form}, message}; the ${what} is its condition.`);
    checkBound(true, flat, CONDITION, context);
  } else checkWrapped(rule, condition as Json, context);
  context.path.push('message');
  if (message !== undefined) checkText(PLAIN_TEXT, message, context);
  context.path.pop();
  if (message === undefined && context.wire?.checkMessage === true)
    context.mend('VITRINE_PROP_MISSING', 'A check needs a message: what the person reads when it fails.');
}

function checkWrapped(rule: JsonObject, condition: Json, context: CheckContext): void {
  context.path.push('condition');
  if (typeof condition !== 'boolean') checkBound(true, condition, CONDITION, context);
  else if (context.wire?.checkBinding === true)
    context.mend('VITRINE_PROP_TYPE', `The condition of a check is a path or a call, not ${String(condition)}.`);
  context.path.pop();
  const { condition: _condition, message: _message, ...rest } = rule;
  noteUnknown(rest, 'A check', context);
}

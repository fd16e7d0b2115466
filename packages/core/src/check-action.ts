// The check at the door for what a widget does: actions, and the checks of inputs and buttons.

import { isCallBinding } from './binding.ts';
import { checkCall } from './check-binding.ts';
import type { CheckContext } from './check-context.ts';
import { checkBound, checkText, checkValue, noteUnknown, PLAIN_TEXT, wrongType } from './check-value.ts';
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
  if (isCallBinding(value)) return checkCall(value, context);
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
  noteUnknown(rest, 'An event', context);
}

function checkContextValues(values: JsonObject, context: CheckContext): void {
  for (const key in values) {
    context.path.push(key);
    if (context.storableName(key)) checkValue({ kind: 'value', objects: true }, values[key] ?? '', context);
    context.path.pop();
  }
}

export function checkRules(value: Json, context: CheckContext): void {
  if (!isArray(value)) return wrongType('a list of checks', value, context);
  for (let i = 0; i < value.length; i++) {
    context.path.push(i);
    checkRule(value[i] as Json, context);
    context.path.pop();
  }
}

function checkRule(rule: Json, context: CheckContext): void {
  const condition = isObject(rule) ? conditionOf(rule) : undefined;
  if (condition === undefined || !isObject(rule)) return wrongType('a check {condition, message}', rule, context);
  // The flat form is a call, of which every member is judged.
  if (condition === rule) return checkBound(true, rule, 'a path or a call', context);
  context.path.push('condition');
  if (typeof condition !== 'boolean') checkBound(true, condition as Json, 'a path or a call', context);
  context.path.pop();
  const { condition: _condition, message, ...rest } = rule;
  context.path.push('message');
  if (message !== undefined) checkText(PLAIN_TEXT, message, context);
  context.path.pop();
  noteUnknown(rest, 'A check', context);
}

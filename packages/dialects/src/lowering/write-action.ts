// Actions and checks in the target's words.

import {
  bool,
  type Dynamic,
  INERT_EVENT,
  isCallBinding,
  isObject,
  type Json,
  type JsonObject,
  quote,
  readAction,
  text,
  value as valueProp,
} from '@vitrine/core';
import { writeActionCall, writeCall } from './write-call.ts';
import type { WriteProp, Writing } from './writing.ts';

const TEXT = text();
const BOOL = bool();
const PLAIN_VALUE = valueProp();
const OBJECT_VALUE = valueProp({ objects: true });

export function writeAction(value: Json, writing: Writing, write: WriteProp): Json {
  const action = readAction(value);
  if (action === undefined) return inert(writing, 'an action that is none does nothing');
  if ('functionCall' in action) {
    const call = writeActionCall(action.functionCall, writing, write);
    if (call !== undefined) return writing.syntax.callAction(call);
    return inert(writing, `the action ${quote(action.functionCall.call)} cannot be said and does nothing`);
  }
  const { name, context, message } = action.event;
  return writing.syntax.event({
    name,
    context: context === undefined ? undefined : writeContext(context as JsonObject, writing, write),
    message: message === undefined ? undefined : writeMessage(message, writing, write),
  });
}

export function inert(writing: Writing, what: string): Json {
  writing.lose(what);
  return writing.syntax.event({ name: INERT_EVENT, context: undefined, message: undefined });
}

function writeContext(context: JsonObject, writing: Writing, write: WriteProp): JsonObject {
  const prop = writing.words.objectValues ? OBJECT_VALUE : PLAIN_VALUE;
  const written: { [key: string]: Json } = {};
  for (const key of Object.keys(context)) {
    const said = write(prop, context[key] as Json, writing, `action_${key}`);
    if (said === undefined) writing.lose(`the context value ${quote(key)} is dropped`);
    else written[key] = said;
  }
  return written;
}

function writeMessage(message: Dynamic, writing: Writing, write: WriteProp): Json | undefined {
  if (!writing.words.eventMessage) return writing.lose('the message of an action is dropped');
  return write(TEXT, message as Json, writing, 'action_message');
}

/** Rules whose condition cannot be said exactly are left out: a stale verdict would be worse than none. */
export function writeChecks(rules: readonly Json[], writing: Writing, write: WriteProp): readonly Json[] {
  return rules.flatMap((rule) => {
    const written = isObject(rule) ? writeRule(rule, writing, write) : undefined;
    if (written === undefined) writing.lose('a check is not sent');
    return written ?? [];
  });
}

function writeRule(rule: JsonObject, writing: Writing, write: WriteProp): Json | readonly [] | undefined {
  const { checkMessage, checkBinding } = writing.words;
  // The flat form {call, args, message} of early samples is a rule too.
  const condition =
    rule.condition ??
    (isCallBinding(rule) ? { call: rule.call, ...(isObject(rule.args) ? { args: rule.args } : {}) } : undefined);
  if (condition === undefined) return undefined;
  const said =
    typeof condition === 'boolean' && checkBinding
      ? constant(condition, writing, write)
      : exactly(condition, writing, write);
  if (said === undefined || said === true) return said === true ? [] : undefined;
  const { message } = rule;
  if (typeof message === 'string') return { condition: said, message };
  return checkMessage ? { condition: said, message: 'This value is not valid.' } : { condition: said };
}

/** A rule that always holds says nothing; one that never does is a call where only bindings may stand. */
function constant(holds: boolean, writing: Writing, write: WriteProp): Json | undefined {
  return holds ? true : writeCall({ call: 'not', args: { value: true } }, BOOL, writing, write);
}

function exactly(condition: Json, writing: Writing, write: WriteProp): Json | undefined {
  const exact = writing.exact();
  const said = write(BOOL, condition, exact, 'checks');
  return exact.failed ? undefined : said;
}

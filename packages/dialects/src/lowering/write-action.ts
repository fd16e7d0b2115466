// Actions and checks in the target's words.

import {
  bool,
  type Dynamic,
  INERT_EVENT,
  isCallBinding,
  isObject,
  isPathBinding,
  type Json,
  type JsonObject,
  quote,
  readAction,
  text,
  value as valueProp,
} from '@vitrine/core/internal';
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
    const output = write(prop, context[key] as Json, writing, `action_${key}`);
    if (output === undefined) writing.lose(`the context value ${quote(key)} is dropped`);
    else written[key] = output;
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
  const condition = conditionIn(rule);
  if (condition === undefined) return undefined;
  const message = wordsOf(rule, condition, writing);
  const output =
    typeof condition === 'boolean' && checkBinding
      ? constant(condition, writing, write)
      : exactly(speechless(condition, message, writing), writing, write);
  if (output === undefined || output === true) return output === true ? [] : undefined;
  if (message !== undefined) return { condition: output, message };
  if (!checkMessage) return { condition: output };
  writing.lose('a check without words is given some');
  return { condition: output, message: 'This value is not valid.' };
}

/** The flat forms of early samples, {call, args, message} and {path, message}, are rules too. */
function conditionIn({ condition, message: _words, ...flat }: JsonObject): Json | undefined {
  return condition ?? (isCallBinding(flat) || isPathBinding(flat) ? flat : undefined);
}

/** What a person reads where the rule comes from. */
function wordsOf({ message }: JsonObject, condition: Json, { means }: Writing): string | undefined {
  const own = isObject(condition) && isCallBinding(condition) ? means.wordsOf(condition) : undefined;
  return own ?? (typeof message === 'string' ? message : undefined);
}

/** A condition that would say other words to the reader than the rule's is made one that says none. */
function speechless(condition: Json, message: string | undefined, writing: Writing): Json {
  if (message === undefined || !isObject(condition) || !isCallBinding(condition)) return condition;
  const { lenient } = writing.means;
  const says = lenient ? undefined : writing.functionOf(condition)?.says;
  if (says === undefined || says === message) return condition;
  return { call: 'and', args: { values: [condition as unknown as Json, true] } };
}

/** A rule that always holds says nothing; one that never does is a call where only bindings may stand. */
function constant(holds: boolean, writing: Writing, write: WriteProp): Json | undefined {
  return holds ? true : writeCall({ call: 'not', args: { value: true } }, BOOL, writing, write);
}

function exactly(condition: Json, writing: Writing, write: WriteProp): Json | undefined {
  const exact = writing.exact();
  const output = write(BOOL, condition, exact, 'checks');
  return exact.failed ? undefined : output;
}

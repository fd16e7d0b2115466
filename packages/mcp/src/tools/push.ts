// Showing: push, reset, progress.

import type { Json, JsonObject, View } from '@vitrine/core';
import { defined } from '@vitrine/core/internal';
import { DIALECT_ALIASES, DIALECT_IDS } from '@vitrine/dialects';
import { keyOf, placeOf, pushAccepted, say, type ToolDefinition, WRITE_ARGS } from '../call.ts';
import { messagesIn } from '../messages-in.ts';

export const push: ToolDefinition = {
  name: 'a2ui_push',
  title: 'Show an interface',
  description:
    'Sends A2UI messages to the person: creates and changes surfaces. Answers how many were accepted and what is wrong with the others; mend those and send them again. viewerUrl is where the person sees it: give it to a person who is not there yet.',
  properties: {
    messages: {
      description: 'One message, a list of them, or their text as JSON or JSONL, in any A2UI dialect.',
      type: ['string', 'object', 'array'],
      items: { type: 'object' },
    },
    dialect: {
      type: 'string',
      enum: [...DIALECT_IDS, ...DIALECT_ALIASES],
      description: 'Told from each message when absent.',
    },
    untrusted: {
      type: 'boolean',
      description: 'They hold what somebody else wrote who is not trusted: a page, a mail, another tool.',
    },
    ...WRITE_ARGS,
  },
  required: ['messages'],
  shows: true,
  async run(args, call) {
    const read = await messagesIn(args.messages, call.settings);
    await call.decide(() => null);
    const session = await call.sessionKeys.open(call, keyOf(args));
    const dialect = args.dialect as string | undefined;
    const trust = args.untrusted === true ? ({ trust: 'untrusted' } as const) : {};
    const result = await pushAccepted(session, read, call, { ...defined({ dialect }), ...trust });
    return { ...(await placeOf(session, call)), ...result };
  },
};

export const reset: ToolDefinition = {
  name: 'a2ui_reset',
  title: 'Clear the screen',
  description: 'Closes every surface, takes back open questions and ends tasks of the session.',
  properties: WRITE_ARGS,
  async run(args, call) {
    const session = await call.sessionKeys.find(call.agent, keyOf(args));
    if (session === undefined) return { reset: true, closed: 0 };
    const body = await call.decide(async () => endOf(await call.port.sessions.view(session)));
    if (body.length > 0) await say(session, body, call);
    return { reset: true, closed: body.length };
  },
};

function endOf({ surfaces, asks, tasks }: View): readonly JsonObject[] {
  return [
    ...[...surfaces.keys()].map((surface) => ({ op: 'close', surface })),
    ...[...asks.keys()].map((ask) => ({ op: 'withdraw', ask })),
    ...[...tasks.keys()].map((task) => ({ op: 'task', task, done: true })),
  ];
}

export const progress: ToolDefinition = {
  name: 'a2ui_progress',
  title: 'Tell how far a task is',
  description:
    'Shows or changes the progress of a task. Without a value it only shows that something goes on. done ends it.',
  properties: {
    task: { type: 'string', description: 'Names the task.' },
    value: { type: 'number' },
    total: { type: 'number' },
    message: { type: 'string' },
    done: { type: 'boolean' },
    ...WRITE_ARGS,
  },
  required: ['task'],
  async run(args, call) {
    await call.decide(() => null);
    const session = await call.sessionKeys.open(call, keyOf(args));
    const { task, value, total, message, done } = args;
    const read = Object.entries({ value, total, message }).filter(([, one]) => one !== undefined);
    const op = { op: 'task', task: task as Json, ...(Object.fromEntries(read) as JsonObject) };
    const { seq } = await say(session, [done === true ? { ...op, done: true } : op], call);
    return { session, seq };
  },
};

// Asking: a question in the host's own frame, and the answer when it comes. What is not answered in time stays asked; its
// id asks for the answer again.

import { randomUUID } from 'node:crypto';
import { defined, type Entry, type Json, type JsonObject, quote } from '@vitrine/core/internal';
import { timeAt } from '@vitrine/face-kit';
import {
  entriesWithin,
  keyOf,
  placeOf,
  say,
  sessionOf,
  type ToolCall,
  type ToolDefinition,
  WRITE_ARGS,
} from '../call.ts';
import { ToolError } from '../tool-error.ts';

/** Below the minute after which MCP clients give a call up, so that the id of the question reaches them. */
const DEFAULT_WAIT_SECONDS = 50;
const MAX_WAIT_SECONDS = 345;
const MAX_DEADLINE_SECONDS = 366 * 24 * 3600;
const KINDS = ['text', 'number', 'date', 'select', 'file'];

const OPTION: JsonObject = {
  type: ['string', 'object'],
  properties: {
    label: { type: 'string' },
    value: { type: ['string', 'number', 'boolean', 'object', 'array', 'null'] },
  },
  required: ['label', 'value'],
  additionalProperties: false,
};

const WAIT_ARGS: JsonObject = {
  ask: { type: 'string', description: 'The id of a question asked before, to go on waiting for its answer.' },
  waitSeconds: {
    type: 'number',
    minimum: 0,
    maximum: MAX_WAIT_SECONDS,
    description: `${DEFAULT_WAIT_SECONDS} when absent; more only if your client waits longer for a tool.`,
  },
  deadlineSeconds: {
    type: 'number',
    minimum: 1,
    maximum: MAX_DEADLINE_SECONDS,
    description: 'When the question goes away unanswered; never if absent.',
  },
  ...WRITE_ARGS,
};

export const ask: ToolDefinition = {
  name: 'a2ui_ask',
  title: 'Ask the person',
  description:
    'Asks the person one thing and waits for the answer. If none comes in time, answers {answered: false, ask, viewerUrl}: give the address to a person who is not there yet, and call again with that id.',
  properties: {
    prompt: { type: 'string', minLength: 1 },
    kind: { type: 'string', enum: KINDS, description: 'When absent: select with options, else text.' },
    options: {
      type: 'array',
      description: 'For select: texts, or {label, value}.',
      items: OPTION,
    },
    multiple: { type: 'boolean', description: 'For select: several may be chosen.' },
    multiline: { type: 'boolean', description: 'For text: several lines.' },
    ...WAIT_ARGS,
  },
  shows: true,
  run: (args, call) => question(args, wantOf, call, (value) => ({ value })),
};

export const confirm: ToolDefinition = {
  name: 'a2ui_confirm',
  title: 'Ask for approval',
  description:
    'Asks the person to approve or refuse, and waits. Answers {answered: true, approved}; a deadline that passes is a refusal.',
  properties: {
    prompt: { type: 'string', minLength: 1 },
    severity: { type: 'string', enum: ['info', 'warning', 'critical'] },
    approveLabel: { type: 'string' },
    rejectLabel: { type: 'string' },
    ...WAIT_ARGS,
  },
  shows: true,
  run: (args, call) => question(args, approvalOf, call, (value) => ({ approved: value === true })),
};

function approvalOf({ approveLabel, rejectLabel }: JsonObject): JsonObject {
  return {
    kind: 'confirm',
    ...defined({ confirm: approveLabel, deny: rejectLabel }),
  };
}

function wantOf({ kind: named, options = [], multiple, multiline }: JsonObject): JsonObject {
  const list = (options as Json[]).map((option) =>
    typeof option === 'string' ? { label: option, value: option } : option,
  );
  const kind = named ?? (list.length > 0 ? 'select' : 'text');
  const isSelect = kind === 'select';
  // A model that says what its question cannot have means another question.
  if (!isSelect && (list.length > 0 || multiple === true))
    throw new ToolError(`options and multiple are for questions of kind select, not ${kind}.`);
  if (kind !== 'text' && multiline === true)
    throw new ToolError(`multiline is for questions of kind text, not ${kind}.`);
  if (!isSelect) return { kind, ...(multiline === true ? { multiline } : {}) };
  if (list.length === 0) throw new ToolError('A question of kind select has options.');
  return { kind, options: list, ...(multiple === true ? { multiple } : {}) };
}

/** Asks, or goes on with a question asked before; then its answer is waited for. */
async function question(
  args: JsonObject,
  wantOf: (args: JsonObject) => JsonObject,
  call: ToolCall,
  toResult: (value: Json) => JsonObject,
): Promise<JsonObject> {
  const asking =
    typeof args.ask === 'string' ? await known(args.ask, args, call) : await asked(args, wantOf(args), call);
  const { ask: id, session, isOpen } = asking;
  const outcome = await answerTo(asking, isOpen ? secondsOf(args.waitSeconds ?? usualWait(args, call)) : 0, call);
  if (outcome === undefined && !isOpen) throw new ToolError(`no question ${quote(id)} was asked under this key.`);
  const place = { ask: id, ...(await placeOf(session, call)) };
  if (outcome === undefined) return { answered: false, ...place };
  if ('value' in outcome) return { answered: true, ...place, ...toResult(outcome.value) };
  const refused = 'approved' in toResult(false) ? { approved: false } : {};
  return { answered: false, ...place, reason: outcome.gone, ...refused };
}

/** A view can only show what was answered: where there is one, a new question is answered with at once, and waited for by its id. */
function usualWait({ ask }: JsonObject, { client, settings }: ToolCall): number | undefined {
  return ask === undefined && client.apps && settings.view !== undefined ? 0 : undefined;
}

interface OpenAsk {
  readonly ask: string;
  readonly session: string;
  /** The answer stands behind this seq. */
  readonly after: number;
  readonly isOpen: boolean;
}

/** One that is not open any more, or never was: the log tells. */
async function known(ask: string, args: JsonObject, call: ToolCall): Promise<OpenAsk> {
  const session = await sessionOf(args, call);
  return { ask, session, after: 0, isOpen: (await call.port.sessions.view(session)).asks.has(ask) };
}

async function asked(args: JsonObject, want: JsonObject, call: ToolCall): Promise<OpenAsk> {
  const { prompt, severity, deadlineSeconds } = args;
  if (typeof prompt !== 'string') throw new ToolError('prompt is what the person is asked.');
  if (call.trust === 'untrusted' && want.kind === 'confirm')
    throw new ToolError('this agent is not trusted: nobody can approve what it asks.');
  const now = call.port.transport.now();
  const op = await call.decide(() => ({
    ...{ op: 'ask', ask: `mcp-${randomUUID()}`, want, prompt },
    ...defined({ severity }),
    ...(typeof deadlineSeconds === 'number' ? { until: timeAt(now + deadlineSeconds * 1000) } : {}),
  }));
  const session = await call.sessionKeys.open(call, keyOf(args));
  return { ask: op.ask, session, after: (await say(session, [op], call)).seq, isOpen: true };
}

function secondsOf(seconds: Json | undefined): number {
  return typeof seconds === 'number' ? Math.min(seconds, MAX_WAIT_SECONDS) : DEFAULT_WAIT_SECONDS;
}

type AskResult = { readonly value: Json } | { readonly gone: string };

/** Undefined: none came while there was time. */
async function answerTo(
  { ask, session, after }: OpenAsk,
  seconds: number,
  call: ToolCall,
): Promise<AskResult | undefined> {
  const head = (await call.port.sessions.find(session))?.seq ?? 0;
  for await (const entry of entriesWithin(seconds, { session, after, head }, call)) {
    const outcome = outcomeIn(entry, ask);
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

function outcomeIn({ body }: Entry, id: string): AskResult | undefined {
  for (const part of body) {
    if ('event' in part) {
      if (part.event === 'answer' && part.ask === id) return { value: part.value };
    } else if (part.op === 'lapse' && part.ask === id) return { gone: part.reason };
    else if (part.op === 'withdraw' && part.ask === id) return { gone: 'withdrawn' };
  }
  return undefined;
}

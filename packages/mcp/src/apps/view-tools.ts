// The tools of a view, which hosts do not show to models: what there is, what comes, what the person did. They are called with
// the key of the agent and in the name of a person, so each demands the ticket that the view was given, and everything passes
// the admission that every viewer's deeds pass.

import {
  capIssues,
  defined,
  type Issue,
  isArray,
  isObject,
  issue,
  type Json,
  type JsonObject,
  type PortAnswer,
  quote,
} from '@vitrine/core/internal';
import type { ToolCall, ToolDefinition } from '../call.ts';
import { ToolError } from '../tool-error.ts';
import { readFrames } from './view-frames.ts';
import type { ViewTicket } from './view-tickets.ts';

/** Below the minute after which hosts give a call of a view up, with room for two slow hops. */
const MAX_WAIT_SECONDS = 50;
const DEFAULT_WAIT_SECONDS = 20;
const MAX_ISSUES = 100;

export const VIEW_WAIT_TOOL = 'a2ui_view_wait';

const TICKET_ARGS: JsonObject = {
  session: { type: 'string', minLength: 1, maxLength: 200 },
  ticket: { type: 'string', minLength: 1, maxLength: 2048 },
  view: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,32}$', description: 'Tells one open view from another.' },
};
const REQUIRED = ['session', 'ticket', 'view'];
const AFTER: JsonObject = { type: 'integer', minimum: 0, description: 'What the view has come to.' };
const CATALOGS: JsonObject = { type: 'array', items: { type: 'string', maxLength: 500 }, maxItems: 50 };
const KEY: JsonObject = { type: 'string', minLength: 1, maxLength: 200, description: 'Taken once under this.' };

/** What people do. Of a consent the host has to be sure whose it is. */
const EVENTS = new Set(['action', 'input', 'answer', 'cancel', 'say', 'issue', 'call', 'return', 'sync']);

export const viewTools: readonly ToolDefinition[] = [
  {
    name: 'a2ui_view_state',
    title: 'What there is',
    description: 'Gives a view the state of its session, or what has come behind a seq.',
    readOnly: true,
    forView: true,
    properties: {
      ...TICKET_ARGS,
      after: AFTER,
      locale: { type: 'string' },
      zone: { type: 'string' },
      catalogs: CATALOGS,
    },
    required: REQUIRED,
    run: (args, call) => state(args, call),
  },
  {
    name: VIEW_WAIT_TOOL,
    title: 'What comes',
    description: `Gives a view what comes behind a seq; waits ${DEFAULT_WAIT_SECONDS} seconds for it unless told otherwise.`,
    readOnly: true,
    forView: true,
    properties: {
      ...TICKET_ARGS,
      after: AFTER,
      waitSeconds: { type: 'number', minimum: 0, maximum: MAX_WAIT_SECONDS },
    },
    required: [...REQUIRED, 'after'],
    run: (args, call) => wait(args, call),
  },
  {
    name: 'a2ui_view_act',
    title: 'What the person did',
    description: 'Takes what the person did in a view, and gives what has come behind a seq.',
    forView: true,
    properties: { ...TICKET_ARGS, message: { type: 'object' }, key: KEY, after: AFTER },
    required: [...REQUIRED, 'message'],
    run: (args, call) => submit(args, args.message as JsonObject, call),
  },
  {
    name: 'a2ui_view_answer',
    title: 'What the person answered',
    description: 'Takes the answer to a question.',
    forView: true,
    properties: {
      ...TICKET_ARGS,
      ask: { type: 'string', minLength: 1 },
      value: { type: ['string', 'number', 'boolean', 'object', 'array', 'null'] },
      basis: AFTER,
      key: KEY,
      after: AFTER,
    },
    required: [...REQUIRED, 'ask', 'value'],
    run: (args, call) => submit(args, answerMessage(args), call),
  },
  {
    name: 'a2ui_view_upload',
    title: 'A file of the person',
    description: 'Keeps a file beside the session, and gives the record that an answer names it by.',
    forView: true,
    properties: {
      ...TICKET_ARGS,
      name: { type: 'string', minLength: 1, maxLength: 500 },
      type: { type: 'string', maxLength: 200 },
      data: { type: 'string', description: 'Its content as base64.' },
    },
    required: [...REQUIRED, 'name', 'data'],
    run: (args, call) => upload(args, call),
  },
];

export interface OpenedView {
  readonly ticket: ViewTicket;
  readonly viewer: string;
}

async function opened({ ticket: text, session, view }: JsonObject, call: ToolCall): Promise<OpenedView> {
  const ticket = await call.tickets.read(text, session, call.agent, call.agent);
  return { ticket, viewer: `${ticket.viewer}-${view}` };
}

async function state(args: JsonObject, call: ToolCall): Promise<JsonObject> {
  const { ticket, viewer } = await opened(args, call);
  const { session } = ticket;
  const row = await call.port.sessions.find(session);
  const catalogs = args.catalogs as readonly string[] | undefined;
  const { locale, zone } = args as { readonly locale?: string; readonly zone?: string };
  if (row?.closedAt === undefined)
    await call.port.sessions.join(session, { viewer, ...defined({ catalogs, locale, zone }) });
  const welcome = {
    session,
    viewer,
    agent: ticket.agent,
    trust: row?.trust ?? 'untrusted',
    ...defined({ title: row?.title }),
  };
  const read = await framesBehind(args.after, 0, { ticket, viewer }, call);
  return { welcome, approvals: call.settings.approvals, ...read };
}

async function wait(args: JsonObject, call: ToolCall): Promise<JsonObject> {
  return whatComes(args, await opened(args, call), call);
}

type WaitingCall = Pick<ToolCall, 'port' | 'openViews' | 'signal'>;

export async function whatComes(
  { ticket: text, after, waitSeconds }: JsonObject,
  view: OpenedView,
  call: WaitingCall & Pick<ToolCall, 'tickets'>,
): Promise<JsonObject> {
  const { ticket } = view;
  const seconds = typeof waitSeconds === 'number' ? waitSeconds : DEFAULT_WAIT_SECONDS;
  const over = new AbortController();
  const release = call.tickets.hold(String(text), ticket, () => over.abort());
  try {
    const signal = AbortSignal.any([call.signal, over.signal]);
    const waitMs = Math.min(Math.max(seconds, 0), MAX_WAIT_SECONDS) * 1000;
    const read = await framesBehind(after, waitMs, view, { ...call, signal });
    // What came meanwhile is told to nobody whose ticket has fallen.
    if (over.signal.aborted) await call.tickets.read(text, ticket.session, ticket.agent, ticket.agent);
    return read;
  } finally {
    release();
  }
}

async function framesBehind(
  after: Json | undefined,
  waitMs: number,
  { ticket, viewer }: OpenedView,
  call: WaitingCall,
): Promise<JsonObject> {
  if (!call.openViews.isLatest(ticket)) return { superseded: true, frames: [], seq: 0 };
  const { session, surface } = ticket;
  const from = typeof after === 'number' ? after : undefined;
  const read = await readFrames(call.port, { session, viewer, surface, after: from, waitMs }, call.signal);
  // Another may have been opened while this one waited.
  const isLatest = call.openViews.isLatest(ticket);
  return { frames: [...read.frames], seq: read.seq, ...(isLatest ? {} : { superseded: true }) };
}

function answerMessage({ ask, value, basis }: JsonObject): JsonObject {
  return { vitrine: 1, body: [{ event: 'answer', ...defined({ ask, value }) } as JsonObject], ...defined({ basis }) };
}

async function submit(args: JsonObject, message: JsonObject, call: ToolCall): Promise<JsonObject> {
  const view = await opened(args, call);
  const { session } = view.ticket;
  const refused = await whyNot(view.ticket, message, call);
  const answer: PortAnswer =
    refused === undefined
      ? await call.port.sessions.submitAsViewer(session, {
          ...{ message, viewer: view.viewer, dialect: 'vitrine' },
          ...defined({ key: args.key as string | undefined }),
        })
      : { accepted: 0, seq: 0, issues: [refused] };
  const { accepted, seq } = answer;
  const issues = capIssues(answer.issues, MAX_ISSUES) as unknown as Json;
  const behind = args.after === undefined ? {} : await framesBehind(args.after, 0, view, call);
  const heard = call.port.sessions.hasListener(call.agent, session);
  return { ...behind, accepted, seq, issues, heard };
}

/** Undefined: admission decides. Approvals are a person's alone, and nobody can see who sits before a model's host. */
async function whyNot(
  { session, surface }: ViewTicket,
  message: JsonObject,
  call: ToolCall,
): Promise<Issue | undefined> {
  const body = isArray(message.body) ? message.body.filter(isObject) : [];
  const other = surface === undefined ? undefined : surfacesOf(body, message.writes).find((one) => one !== surface);
  if (other !== undefined)
    return refusal('VITRINE_VIEW_TICKET', `This view is of the surface ${quote(surface ?? '')} alone.`);
  const strange = body.find(({ event }) => event !== undefined && !EVENTS.has(String(event)));
  if (strange !== undefined)
    return refusal('VITRINE_BODY_INVALID', `A view does not send ${JSON.stringify(strange.event)}.`);
  if (call.settings.approvals) return undefined;
  const { asks } = await call.port.sessions.view(session);
  const isApproval = body.some(
    ({ event, ask }) => event === 'answer' && asks.get(String(ask))?.want.kind === 'confirm',
  );
  if (!isApproval) return undefined;
  return refusal('VITRINE_VIEW_APPROVAL', 'Approvals are given in the page of the session, not in this view.');
}

/** Of which surfaces a message speaks. */
function surfacesOf(body: readonly JsonObject[], writes: Json | undefined): readonly Json[] {
  const parts = [...body, ...(isArray(writes) ? writes.filter(isObject) : [])];
  return parts.flatMap((part) => [
    ...(part.surface === undefined ? [] : [part.surface]),
    ...(isObject(part.surfaces) ? Object.keys(part.surfaces) : []),
  ]);
}

function refusal(
  code: 'VITRINE_BODY_INVALID' | 'VITRINE_VIEW_APPROVAL' | 'VITRINE_VIEW_TICKET',
  message: string,
): Issue {
  return { ...issue(code, 'error', message, '/body'), fault: 'viewer' };
}

async function upload(args: JsonObject, call: ToolCall): Promise<JsonObject> {
  const { ticket, viewer } = await opened(args, call);
  const data = String(args.data);
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(data)) throw new ToolError('data is base64.');
  const bytes = new Uint8Array(Buffer.from(data, 'base64'));
  const type = typeof args.type === 'string' && args.type !== '' ? args.type : 'application/octet-stream';
  return { ...(await call.port.sessions.addFile(ticket.session, { name: String(args.name), type, bytes, viewer })) };
}

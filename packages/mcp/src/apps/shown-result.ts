// What a tool that shows something answers with beside its own words: a picture in text for the model, the messages of A2UI
// for whoever draws them, and for our own view its ticket and a first state to paint.

import type { ContentBlock } from '@modelcontextprotocol/server';
import { defined, type Entry, isOp, type Json, type JsonObject, jsonTextSteps } from '@vitrine/core/internal';
import { entriesUpTo, Slices } from '@vitrine/face-kit';
import { keyOf, placeOf, type ToolCall } from '../call.ts';
import { A2UI_MIME, messagesOf, surfaceUri } from '../resources.ts';
import { pictureOf } from '../tools/look.ts';
import { readFrames } from './view-frames.ts';
import { VIEW_META } from './view-resource.ts';
import { ticketMeta } from './view-tickets.ts';
import { VIEW_WAIT_PATH } from './view-wait.ts';

/** Characters of messages in an answer. What is longer is read as a resource, and by the view. */
const MAX_MESSAGES_LENGTH = 256 * 1024;
const PICTURE_WIDTH = 80;

export interface ShownResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent: JsonObject;
  readonly _meta?: JsonObject;
}

/** Behind which seq, and up to which, the call has changed something; whether there is a view to show it, and where to see it is not told yet. */
export interface ShownChange {
  readonly after: number;
  readonly upTo: number;
  readonly view: boolean;
  readonly isPlaceless: boolean;
}

/** Undefined: there is no session, so nothing is shown. */
export async function shownResult(
  args: JsonObject,
  { after, upTo, view: hasView, isPlaceless }: ShownChange,
  call: ToolCall,
): Promise<ShownResult | undefined> {
  const { port, sessionKeys, agent } = call;
  const key = keyOf(args);
  const session = await sessionKeys.find(agent, key);
  const row = session === undefined ? undefined : await port.sessions.find(session);
  if (session === undefined || row === undefined) return undefined;
  const surfaces = await surfacesChanged(session, after, upTo, call);
  const view = await port.sessions.view(session);
  const open = surfaces.filter((id) => view.surfaces.has(id));
  const surface = open.length === 1 ? open[0] : undefined;
  const text = port.transport.redact(await pictureOf(view, PICTURE_WIDTH, surface)).value;
  const messages = await messagesOf(port, session, view, surface);
  const json = await new Slices().takeAll(jsonTextSteps(messages as Json));
  const isShort = json.length <= MAX_MESSAGES_LENGTH;
  const uri = surface === undefined ? undefined : surfaceUri(key, surface);
  return {
    content: [{ type: 'text', text }, ...(uri === undefined ? [] : [isShort ? embedded(uri, json) : linked(uri)])],
    structuredContent: {
      ...{ session, seq: row.seq, messages: isShort ? messages : [] },
      ...defined({ surface: surface ?? open[0] }),
      ...(isPlaceless ? await placeOf(session, call) : {}),
    } as JsonObject,
    ...(hasView ? { _meta: { ...VIEW_META, ...(await viewMeta(session, surface, call)) } } : {}),
  };
}

/** Those that entries of agents speak of, in the order that they first do. */
async function surfacesChanged(
  session: string,
  after: number,
  upTo: number,
  { port }: ToolCall,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for await (const { body } of entriesUpTo(port, session, after, upTo))
    for (const id of surfacesIn(body)) found.add(id);
  return [...found];
}

function surfacesIn(body: Entry['body']): readonly string[] {
  return body.flatMap((part) => (isOp(part) && 'surface' in part && part.op !== 'close' ? [part.surface] : []));
}

/** The state is that of a viewer who joins now: the view paints it at once, and asks for what has come since. */
async function viewMeta(session: string, surface: string | undefined, call: ToolCall): Promise<JsonObject> {
  const { port, agent, tickets, settings, signal } = call;
  const wanted = { session, viewer: 'mcp-view', surface, after: undefined, waitMs: 0 };
  const { frames, seq } = await readFrames(port, wanted, signal);
  const ticket = await tickets.make({ session, agent, madeAt: seq, ...defined({ surface }) });
  if (ticket === undefined) return {};
  const row = await port.sessions.find(session);
  const welcome = { agent, trust: row?.trust ?? 'untrusted', ...defined({ title: row?.title }) };
  const json = await new Slices().takeAll(jsonTextSteps([...frames]));
  const isShort = json.length <= MAX_MESSAGES_LENGTH;
  const first = { frames: isShort ? [...frames] : [], welcome, approvals: settings.approvals };
  const own = `${port.transport.publicUrl()}${VIEW_WAIT_PATH}`;
  return ticketMeta(ticket, { session, ...defined({ surface }), ...first, wait: own } as JsonObject);
}

function embedded(uri: string, text: string): ContentBlock {
  const annotations = { audience: ['user' as const] };
  return { type: 'resource', resource: { uri, mimeType: A2UI_MIME, text }, annotations };
}

function linked(uri: string): ContentBlock {
  return { type: 'resource_link', uri, name: uri, mimeType: A2UI_MIME, annotations: { audience: ['user'] } };
}

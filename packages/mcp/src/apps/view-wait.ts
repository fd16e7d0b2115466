// The wait of a view over a connection of its own, where its host lets it have one: what `a2ui_view_wait` gives, without the host
// around the frame and without the key of an agent. The ticket says who asks. Nothing can be done here.

import { type JsonObject, jsonTextSteps } from '@vitrine/core/internal';
import type { PortClient } from '@vitrine/core/port';
import {
  assertMethod,
  type HeaderTable,
  HostError,
  invalidBody,
  jsonTextAnswer,
  Refusal,
  readObject,
  refusalAnswer,
  Slices,
  takeSeat,
  toldRefusal,
} from '@vitrine/face-kit';
import type { ToolCall } from '../call.ts';
import { ToolError } from '../tool-error.ts';
import { whatComes } from './view-tools.ts';

export const VIEW_WAIT_PATH = '/mcp/view/wait';

const BODY_BYTES = 16 * 1024;
const VIEW_NAME = /^[A-Za-z0-9_-]{1,32}$/;
/** A frame of somebody else has no origin, and may read the answer. */
const OF_FRAMES: HeaderTable = { 'access-control-allow-origin': 'null', vary: 'origin' };

type WaitPlace = Pick<ToolCall, 'port' | 'tickets' | 'openViews' | 'settings'>;

export async function answerWait(request: Request, client: PortClient, place: WaitPlace): Promise<Response> {
  const { transport } = place.port;
  try {
    const result = await waited(request, client, place);
    return jsonTextAnswer(200, await new Slices().takeAll(jsonTextSteps(result)), OF_FRAMES);
  } catch (error) {
    const told = error instanceof ToolError ? new Refusal(403, 'VITRINE_VIEW_TICKET', error.message) : error;
    const answer = refusalAnswer(toldRefusal(told, { transport, failed: 'a view of MCP met a fault' }));
    for (const [name, value] of Object.entries(OF_FRAMES)) answer.headers.set(name, value);
    return answer;
  }
}

async function waited(request: Request, client: PortClient, place: WaitPlace): Promise<JsonObject> {
  const { port, tickets, openViews, settings } = place;
  assertMethod(request, ['POST']);
  if (!settings.remote && !client.isNear)
    throw new HostError('VITRINE_ORIGIN_REFUSED', 'MCP is served to programs of this machine only.');
  const args = await readObject(await port.transport.read(request, BODY_BYTES));
  const { session, ticket: text, view, after } = args;
  if (typeof view !== 'string' || !VIEW_NAME.test(view)) throw invalidBody('view tells one open view from another.');
  if (!(Number.isSafeInteger(after) && Number(after) >= 0)) throw invalidBody('after is what the view has come to.');
  const ticket = await tickets.read(text, session, client.address);
  const over = new AbortController();
  const holder = { grant: ticket.grant, expiresAt: ticket.expiresAt };
  const leave = takeSeat(port.transport, { client, holder }, () => over.abort());
  try {
    const signal = AbortSignal.any([request.signal, over.signal]);
    const opened = { ticket, viewer: `${ticket.viewer}-${view}` };
    return await whatComes(args, opened, { port, openViews, tickets, signal });
  } finally {
    leave();
  }
}

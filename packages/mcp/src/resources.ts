// Surfaces as resources: `a2ui://KEY/SURFACE`, the messages of A2UI 0.9 that make the surface, by the MIME type of A2UI.

import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import {
  defined,
  type Json,
  type JsonObject,
  jsonTextSteps,
  oneStep,
  type Steps,
  type View,
} from '@vitrine/core/internal';
import { a2ui09, type Dialect } from '@vitrine/dialects';
import { type Page, pageOf, readPage, Slices, toRefusal } from '@vitrine/face-kit';
import { addViewResource, listedView } from './apps/view-resource.ts';
import type { ToolCall } from './call.ts';
import { ToolError } from './tool-error.ts';

export const A2UI_MIME = 'application/a2ui+json';

const SURFACE = {
  title: 'A surface',
  description: 'What one surface shows, as A2UI 0.9 messages.',
  mimeType: A2UI_MIME,
};
const MAX_PAGE = 1000;

type ResourceCall = Pick<ToolCall, 'sessionKeys' | 'agent' | 'port' | 'settings'>;

export function addResources(server: McpServer, call: ResourceCall): void {
  addViewResource(server, call.settings.view, call.port.transport.publicUrl());
  const template = new ResourceTemplate('a2ui://{key}/{surface}', { list: undefined });
  server.registerResource('surface', template, SURFACE, async ({ href: uri }, { key, surface }) => {
    const text = await textOf(String(key), String(surface), call).catch((error: unknown) => {
      // An address that names no key or no surface; anything else is a fault of ours.
      if (!(error instanceof URIError || error instanceof ToolError))
        call.port.transport.failed('a resource of MCP', error);
      return undefined;
    });
    if (text === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, mimeType: A2UI_MIME, text }] };
  });
  // In the place of that of the SDK, which knows no pages.
  server.server.setRequestHandler('resources/list', async ({ params }) => {
    const { items, next } = await pageBehind(params?.cursor, call);
    return { resources: [...items], ...defined({ nextCursor: next }) };
  });
}

async function pageBehind(cursor: string | undefined, call: ResourceCall): Promise<Page<Resource>> {
  const query = { limit: String(MAX_PAGE), ...defined({ next: cursor }) };
  try {
    return await pageOf(listed(call), readPage(new URLSearchParams(query), MAX_PAGE), ({ uri }) => uri);
  } catch (error) {
    const refusal = toRefusal(error);
    throw refusal === undefined ? error : new ProtocolError(ProtocolErrorCode.InvalidParams, refusal.message);
  }
}

async function* listed({ sessionKeys, agent, settings, port }: ResourceCall): AsyncIterable<Resource> {
  if (settings.view !== undefined) yield listedView(port.transport.publicUrl());
  for await (const { key, view } of sessionKeys.list(agent))
    for (const surface of view.surfaces.keys()) {
      yield { ...SURFACE, name: `${key}/${surface}`, uri: surfaceUri(key, surface) };
    }
}

export function surfaceUri(key: string, surface: string): string {
  return `a2ui://${encodeURIComponent(key)}/${encodeURIComponent(surface)}`;
}

/** Undefined: there is no such surface. */
async function textOf(
  key: string,
  id: string,
  { sessionKeys, agent, port }: ResourceCall,
): Promise<string | undefined> {
  const surface = decodeURIComponent(id);
  const session = await sessionKeys.find(agent, decodeURIComponent(key));
  const view = session === undefined ? undefined : await port.sessions.view(session);
  if (view?.surfaces.has(surface) !== true) return undefined;
  const messages = await messagesOf(port, String(session), view, surface);
  return new Slices().takeAll(jsonTextSteps(messages as Json));
}

/** What makes a surface, or all that is shown, as messages of A2UI 0.9. */
export async function messagesOf(
  port: ResourceCall['port'],
  session: string,
  view: View,
  surface?: string,
): Promise<readonly Json[]> {
  const wire = await joinedWith(port, session, view);
  const wanted = surface === undefined ? wire : wire.filter((one) => surfaceOf(one as JsonObject) === surface);
  return new Slices().takeAll(port.transport.redactSteps(wanted));
}

const MAX_TRIES = 3;

/** In slices where nobody writes meanwhile, else in one go: what is read must be one state. */
export async function joinedWith(
  port: ResourceCall['port'],
  session: string,
  view: View,
  dialect: Dialect = a2ui09,
): Promise<readonly Json[]> {
  const seqNow = async () => (await port.sessions.find(session))?.seq;
  for (let i = 0; i < MAX_TRIES; i++) {
    const before = await seqNow();
    const joined = await new Slices().takeAll(joinSteps(dialect, view)).catch(() => undefined);
    if (joined !== undefined && (await seqNow()) === before) return joined;
  }
  return dialect.join(view).wire;
}

function* joinSteps(dialect: Dialect, view: View): Steps<readonly Json[]> {
  return (yield* dialect.joinSteps?.(view) ?? oneStep(() => dialect.join(view))).wire;
}

function surfaceOf(message: JsonObject): unknown {
  const payload = Object.entries(message).find(([key]) => key !== 'version')?.[1];
  return (payload as { surfaceId?: unknown } | undefined)?.surfaceId;
}

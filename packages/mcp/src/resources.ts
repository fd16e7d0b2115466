// Surfaces as resources: `a2ui://KEY/SURFACE`, the messages of A2UI 0.9 that make the surface, by the MIME type of A2UI.

import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import type { JsonObject } from '@vitrine/core';
import { a2ui09 } from '@vitrine/dialects';
import type { ToolCall } from './call.ts';
import { ToolError } from './tool-error.ts';

export const A2UI_MIME = 'application/a2ui+json';

export function addResources(server: McpServer, call: Omit<ToolCall, 'signal'>): void {
  const template = new ResourceTemplate('a2ui://{key}/{surface}', {
    list: async () => ({ resources: await listed(call) }),
  });
  server.registerResource(
    'surface',
    template,
    { title: 'A surface', description: 'What one surface shows, as A2UI 0.9 messages.', mimeType: A2UI_MIME },
    async ({ href: uri }, { key, surface }) => {
      const text = await textOf(String(key), String(surface), call).catch((error: unknown) => {
        // An address that names no key or no surface; anything else is a fault of ours.
        if (!(error instanceof URIError || error instanceof ToolError))
          call.port.transport.failed('a resource of MCP', error);
        return undefined;
      });
      if (text === undefined) throw new ResourceNotFoundError(uri);
      return { contents: [{ uri, mimeType: A2UI_MIME, text }] };
    },
  );
}

async function listed({ rooms, agent }: Omit<ToolCall, 'signal'>) {
  return (await rooms.list(agent)).flatMap(({ key, view }) =>
    [...view.surfaces.keys()].map((surface) => ({
      name: `${key}/${surface}`,
      uri: `a2ui://${encodeURIComponent(key)}/${encodeURIComponent(surface)}`,
      mimeType: A2UI_MIME,
    })),
  );
}

/** Undefined: there is no such surface. */
async function textOf(
  key: string,
  id: string,
  { rooms, agent, port }: Omit<ToolCall, 'signal'>,
): Promise<string | undefined> {
  const surface = decodeURIComponent(id);
  const session = await rooms.find(agent, decodeURIComponent(key));
  const view = session === undefined ? undefined : await port.sessions.view(session);
  if (view?.surfaces.has(surface) !== true) return undefined;
  const messages = a2ui09.join(view).wire.filter((message) => surfaceOf(message as JsonObject) === surface);
  return JSON.stringify(port.transport.redact(messages).value);
}

function surfaceOf(message: JsonObject): unknown {
  const payload = Object.entries(message).find(([key]) => key !== 'version')?.[1];
  return (payload as { surfaceId?: unknown } | undefined)?.surfaceId;
}

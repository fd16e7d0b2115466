// The way to the host of an app of an MCP server: with the token of the viewer, for one component that stands in the session. Fetched
// when the first app is shown.

import type { JsonObject } from '@vitrine/core/page';
import type { AppChannel, AppDocument, AppRequest } from '@vitrine/web/catalogs/mcp-app';

export interface AppHost {
  /** Of the host, without a slash at the end. */
  readonly url: string;
  readonly token: () => string | undefined;
}

export function appChannel(
  host: AppHost,
  { surface, component }: Pick<AppRequest, 'surface' | 'component'>,
): AppChannel {
  return {
    open: async () => (await post(host, 'open', { surface, component })) as unknown as AppDocument,
    call: async (tool, args) =>
      (await post(host, 'call', { surface, component, tool, arguments: args, agreed: true })).result as JsonObject,
  };
}

async function post({ url, token }: AppHost, path: string, body: JsonObject): Promise<JsonObject> {
  const headers = { authorization: `Bearer ${token() ?? ''}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/mcp-apps/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
    () => undefined,
  );
  if (answer === undefined) throw new Error('There is no connection at the moment.');
  const reply = (await answer.json().catch(() => ({}))) as JsonObject;
  if (!answer.ok) throw new Error(typeof reply.message === 'string' ? reply.message : 'This app cannot be shown.');
  return reply;
}

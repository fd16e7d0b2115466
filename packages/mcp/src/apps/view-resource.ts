// `ui://vitrine/view`: the document that MCP hosts show our surfaces with. It is the same for everybody and holds no secret;
// what it shows comes with the result of a tool, and by the tools of view-tools.ts.

import type { McpServer } from '@modelcontextprotocol/server';
import type { JsonObject } from '@vitrine/core';

export const VIEW_URI = 'ui://vitrine/view';
export const VIEW_MIME = 'text/html;profile=mcp-app';

/** By what tools name it: MCP Apps, its first drafts, and ChatGPT. */
export const VIEW_META: JsonObject = {
  ui: { resourceUri: VIEW_URI },
  'ui/resourceUri': VIEW_URI,
  'openai/outputTemplate': VIEW_URI,
};

/** Hosts need to allow nothing. One that lets a view speak to this host is asked less often. @param url where people reach it */
function resourceMeta(url: string): JsonObject {
  const own = url.startsWith('https:') ? [new URL(url).origin] : [];
  return {
    ui: { csp: { connectDomains: own, resourceDomains: [] }, prefersBorder: false },
    'openai/widgetCSP': { connect_domains: own, resource_domains: [] },
    'openai/widgetPrefersBorder': false,
  };
}

const DESCRIBED = {
  title: 'A surface of Vitrine',
  description: 'Draws what a session of Vitrine shows, inside an MCP host.',
  mimeType: VIEW_MIME,
};

/** @param text the document; undefined: there is none, and hosts show the text of the answers */
export function addViewResource(server: McpServer, text: string | undefined, url: string): void {
  if (text === undefined) return;
  const _meta = resourceMeta(url);
  server.registerResource('view', VIEW_URI, { ...DESCRIBED, _meta }, async () => ({
    contents: [{ uri: VIEW_URI, mimeType: VIEW_MIME, text, _meta }],
  }));
}

export function listedView(url: string) {
  return { ...DESCRIBED, name: 'view', uri: VIEW_URI, _meta: resourceMeta(url) };
}

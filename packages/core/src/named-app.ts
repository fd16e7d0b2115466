// Which app of an MCP server a component shows: for the host, which fetches it, and for pages, which have no declarations of its
// catalog (catalogs/mcp-app.ts).

import type { Component } from './entry.ts';
import { isObject } from './json.ts';

export const MCP_APP = 'McpApp';

export interface NamedApp {
  readonly server: string;
  readonly resource: string;
  readonly tool?: string;
}

/** Which app a component is; undefined: none, or one that is not named. */
export function namedApp({ type, props }: Pick<Component, 'type' | 'props'>): NamedApp | undefined {
  const { server, resource, tool } = props;
  if (type !== MCP_APP || typeof server !== 'string' || typeof resource !== 'string') return undefined;
  return { server, resource, ...(typeof tool === 'string' ? { tool } : {}) };
}

/** Whether a component brings its HTML with it. */
export function bringsHtml({ type, props, wire }: Pick<Component, 'type' | 'props' | 'wire'>): boolean {
  return type === MCP_APP && [props, wire].some((part) => isObject(part) && part.htmlContent !== undefined);
}

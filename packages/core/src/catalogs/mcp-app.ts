// The catalogs of A2UI with one component more: an app of an MCP server, named by the server and its `ui://` resource and never
// brought along. Only hosts whose operator has named servers have them. A2UI has such a component that brings its HTML; its catalog
// is an alias here, so that whoever sends that is told.

import { defineComponent, plainText, required, text, value } from '../catalog.ts';
import type { Component } from '../entry.ts';
import { extendCatalog } from '../extend-catalog.ts';
import type { Json } from '../json.ts';
import { MCP_APP } from '../named-app.ts';
import { basic09 } from './basic-0.9.ts';
import { basic10 } from './basic-1.0.ts';

const app = defineComponent(
  {
    /** As the operator has named it. */
    server: required(plainText()),
    resource: required(plainText({ pattern: '^ui://' })),
    title: text(),
    /** The tool that is shown, what it was called with, and what it has answered, as the server said it. */
    tool: plainText(),
    input: value({ objects: true }),
    result: value({ objects: true }),
  },
  {
    example: { server: 'maps', resource: 'ui://maps/view' },
    fallback: ({ id, props }) => ({ components: [placeholder(id, props.title)], losses: ['an app is not shown'] }),
  },
);

function placeholder(id: string, title: Json | undefined): Component {
  return { id, type: 'Text', props: { text: title ?? 'An app, which can be used in the page of the session.' } };
}

export const mcpApp09 = extendCatalog(
  basic09,
  { [MCP_APP]: app },
  {
    id: 'urn:vitrine:catalog:mcp-app:0.9',
    aliases: ['https://a2ui.org/specification/v0_9/catalogs/mcp/mcp_catalog.json'],
  },
);
export const mcpApp10 = extendCatalog(basic10, { [MCP_APP]: app }, { id: 'urn:vitrine:catalog:mcp-app:1.0' });
export const mcpAppCatalogs = [mcpApp09, mcpApp10] as const;

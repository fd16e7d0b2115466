// The same on `AppRenderer` of @mcp-ui/client, which stands on the SDK of the generation before.

import { AppRenderer } from '@mcp-ui/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const client = new Client({ name: 'mcp-ui-host', version: '1' }, { capabilities: {} });
const connected = client.connect(new StreamableHTTPClientTransport(new URL('/mcp', location.href)));

window.callTool = async (name, args) => {
  await connected;
  return client.callTool({ name, arguments: args });
};
window.showApp = async (name, args) => {
  const result = await window.callTool(name, args);
  await window.replayApp(args, result, name);
  return result;
};
window.replayApp = async (args, result, name = 'a2ui_push') => {
  await connected;
  const place = document.body.appendChild(document.createElement('div'));
  createRoot(place).render(
    createElement(AppRenderer, {
      ...{ client, toolName: name, toolInput: args, toolResult: result, toolResourceUri: 'ui://vitrine/view' },
      sandbox: { url: new URL(window.sandboxUrl) },
    }),
  );
};

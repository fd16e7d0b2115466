// A host page on AppBridge of ext-apps 2: `showApp` calls a tool and shows its view, `replayApp` shows one of a kept result.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

const UI = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };
const client = new Client({ name: 'app-bridge-host', version: '1' }, { capabilities: { extensions: UI } });
const connected = client.connect(new StreamableHTTPClientTransport(new URL('/mcp', location.href)));

window.callTool = async (name, args) => {
  await connected;
  return client.callTool({ name, arguments: args });
};
window.showApp = async (name, args) => {
  const result = await window.callTool(name, args);
  await window.replayApp(args, result);
  return result;
};
window.replayApp = async (args, result) => {
  await connected;
  const { contents } = await client.readResource({ uri: 'ui://vitrine/view' });
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
  frame.style.cssText = 'width:100%;height:400px;border:0';
  const capabilities = { serverTools: {}, serverResources: {}, openLinks: {} };
  const bridge = new AppBridge(client, { name: 'host', version: '1' }, capabilities);
  bridge.addEventListener('sandboxready', () => bridge.sendSandboxResourceReady({ html: contents[0].text }));
  const ready = new Promise((resolve) => bridge.addEventListener('initialized', resolve));
  bridge.addEventListener('sizechange', ({ height }) => {
    if (height !== undefined) frame.style.height = `${height}px`;
  });
  document.body.append(frame);
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = window.sandboxUrl;
  await ready;
  await bridge.sendToolInput({ arguments: args });
  await bridge.sendToolResult(result);
  window.endApp = () => bridge.teardownResource({});
};

// The tools of a running host over standard input and output: what comes in is asked of its /mcp, and the answer given back.
// So there is one implementation of the tools, and one road into a session.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { MCP_SETTINGS } from './settings.ts';

export interface BridgeOptions {
  /** Of the host, without a slash at the end. */
  readonly url: string;
  /** Of an agent. */
  readonly key: string;
  /** Hears what went wrong beside the answers. */
  readonly onError?: (error: Error) => void;
}

const INFO = { name: 'vitrine', version: '0.1.0' };

/** Ends with the input. */
export async function bridgeStdio({ url, key, onError }: BridgeOptions): Promise<void> {
  // By the revision of 2026 a call that is given up ends its stream, and the host hears of it; before, it would go on.
  const client = new Client(INFO, { versionNegotiation: { mode: 'auto' } });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  try {
    await new Promise<void>((resolve) => {
      serveStdio(() => forwarding(client), onError === undefined ? {} : { onerror: onError });
      process.stdin.once('close', resolve);
      process.stdin.once('end', resolve);
    });
  } finally {
    await client.close();
  }
}

function forwarding(client: Client): Server {
  const server = new Server(INFO, {
    capabilities: { tools: {}, resources: {} },
    instructions: client.getInstructions() ?? '',
  });
  const options = (signal: AbortSignal) => ({ signal, timeout: MCP_SETTINGS.callMs + 10_000 });
  server.setRequestHandler('tools/list', ({ params }, { mcpReq }) => client.listTools(params, options(mcpReq.signal)));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => client.callTool(params, options(mcpReq.signal)));
  server.setRequestHandler('resources/list', ({ params }, { mcpReq }) =>
    client.listResources(params, options(mcpReq.signal)),
  );
  server.setRequestHandler('resources/templates/list', ({ params }, { mcpReq }) =>
    client.listResourceTemplates(params, options(mcpReq.signal)),
  );
  server.setRequestHandler('resources/read', ({ params }, { mcpReq }) =>
    client.readResource(params, options(mcpReq.signal)),
  );
  return server;
}

// The tools of a running host over standard input and output: what comes in is asked of its /mcp, and the answer given back.
// So there is one implementation of the tools, and one road into a session.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { defined } from '@vitrine/core/internal';
import { BRIDGED_CAPABILITIES } from './client-abilities.ts';
import { MCP_SETTINGS } from './settings.ts';

/** Where the tools are. */
export interface BridgeEnd {
  /** Of the host, without a slash at the end. */
  readonly url: string;
  /** Of an agent. */
  readonly key: string;
}

export interface McpBridgeOptions {
  /** Asked at the beginning, and again when nobody listens there any more: the host may have ended and another begun. */
  readonly find: () => Promise<BridgeEnd>;
  /** Hears what went wrong beside the answers. */
  readonly onError?: (error: Error) => void;
}

const INFO = { name: 'vitrine', version: '0.1.0' };

/** Ends with the input. */
export async function bridgeStdio({ find, onError }: McpBridgeOptions): Promise<void> {
  const host = createHostLink(find);
  const instructions = (await host.connected()).getInstructions() ?? '';
  try {
    await new Promise<void>((resolve) => {
      serveStdio(() => forwarding(host.ask, instructions), defined({ onerror: onError }));
      process.stdin.once('close', resolve);
      process.stdin.once('end', resolve);
    });
  } finally {
    await host.close();
  }
}

type AskHost = <T>(call: (client: Client) => Promise<T>) => Promise<T>;

/** The client of the host that is there. */
function createHostLink(find: () => Promise<BridgeEnd>) {
  let client: Promise<Client> | undefined;
  const connected = (): Promise<Client> => {
    client ??= find().then(connect);
    // One that failed is tried anew by the next call.
    client.catch(() => {
      client = undefined;
    });
    return client;
  };
  const ask: AskHost = async (call) => {
    const before = connected();
    try {
      return await call(await before);
    } catch (error) {
      // Only what never reached a host may be said again.
      if (!isUnheard(error)) throw error;
      if (client === before) client = undefined;
      return call(await connected());
    }
  };
  return { connected, ask, close: async () => client?.then((open) => open.close()) };
}

async function connect({ url, key }: BridgeEnd): Promise<Client> {
  // By the revision of 2026 a call that is given up ends its stream, and the host hears of it; before, it would go on.
  const client = new Client(INFO, { versionNegotiation: { mode: 'auto' } });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  return client;
}

function isUnheard(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as { readonly code?: unknown } | undefined) : undefined;
  return cause?.code === 'ECONNREFUSED';
}

const FORWARDED = ['tools/list', 'tools/call', 'resources/list', 'resources/templates/list', 'resources/read'] as const;

function forwarding(ask: AskHost, instructions: string): Server {
  const server = new Server(INFO, { capabilities: { tools: {}, resources: {} }, instructions });
  const timeout = MCP_SETTINGS.callMs + 10_000;
  for (const method of FORWARDED)
    server.setRequestHandler(method, ({ params }, { mcpReq: { signal } }) => {
      // The client here says what itself can show; what counts is what the one behind it can.
      const _meta = { ...params?._meta, ...defined({ [BRIDGED_CAPABILITIES]: server.getClientCapabilities() }) };
      return ask((client) => client.request({ method, params: { ...params, _meta } }, { signal, timeout }));
    });
  return server;
}

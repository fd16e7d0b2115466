// A server of MCP that a test plays, by the SDK and on a real port, and a session without a host that its bridge stands in.

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createMcpHandler,
  Server,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Json, JsonObject } from '@vitrine/core';
import type { RemoteMemory } from '@vitrine/face-kit';
import { onTestFinished } from 'vitest';
import { JudgedSession } from '../../face-kit/test/judged-session.ts';
import {
  bridgeMcp,
  type ConnectMcpOptions,
  connectMcp,
  type McpServerBridge,
  type McpServerBridgeOptions,
} from '../src/index.ts';

export interface PlayedServer {
  tools: JsonObject[];
  call?: (name: string, args: JsonObject, context: ServerContext) => Json | Promise<Json>;
  readonly resources?: { readonly [uri: string]: JsonObject };
  /** By the revision of 2025, with sessions; else that of 2026 and without. */
  readonly isStateful?: true;
  readonly instructions?: string;
}

export interface PlayedPort {
  readonly url: string;
  /** What was called, in order. */
  readonly calls: { readonly name: string; readonly args: JsonObject }[];
  /** Says to those who listen that its tools have changed. */
  tellChanged(): Promise<void>;
  /** As when the server was started anew. */
  forget(): void;
}

/** `whenDone`: told how it is ended; by default it is with the test. */
export async function playServer(
  played: PlayedServer,
  whenDone: (stop: () => void) => void = onTestFinished,
): Promise<PlayedPort> {
  const calls: PlayedPort['calls'] = [];
  const servers = new Set<Server>();
  const transports = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const create = (): Server => {
    const server = new Server(
      { name: 'played', title: 'A played server', version: '1' },
      {
        capabilities: { tools: { listChanged: true }, resources: {} },
        instructions: played.instructions ?? '',
      },
    );
    server.setRequestHandler('tools/list', () => ({ tools: played.tools }) as never);
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const { name, arguments: args = {} } = params;
      calls.push({ name, args: args as JsonObject });
      const content = [{ type: 'text', text: 'done' }];
      return ((await played.call?.(name, args as JsonObject, context)) ?? { content }) as never;
    });
    server.setRequestHandler('resources/read', ({ params: { uri } }) => {
      const found = played.resources?.[uri];
      if (found === undefined) throw new Error(`There is nothing at ${uri}.`);
      return { contents: [{ uri, ...found }] } as never;
    });
    servers.add(server);
    return server;
  };
  const handler = createMcpHandler(create);
  const stateful = async (request: Request): Promise<Response> => {
    const known = transports.get(request.headers.get('mcp-session-id') ?? '');
    if (known !== undefined) return known.handleRequest(request);
    const isFirst = request.headers.get('mcp-session-id') === null;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void transports.set(id, transport),
    });
    if (!isFirst)
      return Response.json(
        { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } },
        { status: 404 },
      );
    await create().connect(transport);
    return transport.handleRequest(request);
  };
  const port = createServer((request, response) => {
    void pass(request, response, played.isStateful === true ? stateful : (given) => handler.fetch(given));
  });
  await new Promise<void>((resolve) => port.listen(0, '127.0.0.1', resolve));
  whenDone(() => {
    port.closeAllConnections();
    port.close();
  });
  return {
    ...{ url: `http://127.0.0.1:${(port.address() as AddressInfo).port}/mcp`, calls },
    tellChanged: async () => {
      handler.notify.toolsChanged();
      for (const server of servers) await server.sendToolListChanged().catch(() => undefined);
    },
    forget: () => transports.clear(),
  };
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: Request) => Promise<Response>,
): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  const over = new AbortController();
  response.on('close', () => over.abort());
  const { method = 'GET', headers, url } = request;
  const given = new Request(`http://${headers.host}${url}`, {
    ...{ method, headers: headers as Record<string, string>, signal: over.signal },
    ...(method === 'POST' ? { body: Buffer.concat(pieces).toString() } : {}),
  });
  const { status, headers: told, body } = await answer(given);
  response.writeHead(status, Object.fromEntries(told));
  response.flushHeaders();
  try {
    for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) response.write(piece);
  } catch {
    // Whoever asked has gone.
  }
  response.end();
}

/** A bridge to such a server, and what a person sees and does. */
export class RemoteStage {
  readonly session = new JudgedSession();
  readonly reports: string[] = [];
  readonly port: PlayedPort;
  #bridge: McpServerBridge | undefined;
  #kept: JsonObject | undefined;

  constructor(port: PlayedPort) {
    this.port = port;
  }

  static async open(
    played: PlayedServer,
    options: McpServerBridgeOptions & ConnectMcpOptions = {},
  ): Promise<RemoteStage> {
    const stage = new RemoteStage(await playServer(played));
    await stage.connect(options);
    onTestFinished(() => stage.stop());
    return stage;
  }

  /** Again, with what was kept: as after a restart. */
  async connect(options: McpServerBridgeOptions & ConnectMcpOptions = {}): Promise<void> {
    const memory: RemoteMemory = {
      read: async () => structuredClone(this.#kept),
      write: async (value) => {
        this.#kept = structuredClone(value);
      },
    };
    const report = (problem: string): void => void this.reports.push(problem);
    const server = await connectMcp(new URL(this.port.url), options);
    this.#bridge = await bridgeMcp(server, this.session, { memory, report, ...options });
  }

  async stop(): Promise<void> {
    await this.#bridge?.stop();
  }

  async settled(): Promise<void> {
    await this.#bridge?.settled();
  }

  /** The surface of ours that shows something of a tool. */
  surface(kind: 'form' | 'result'): string {
    return [...this.session.fold.surfaces.keys()].findLast((id) => id.startsWith(`mcp-${kind}-`)) ?? '';
  }

  /** Opens the form of a tool, if there is a list to choose from. */
  async choose(tool: string): Promise<void> {
    await this.press('mcp-tools', 'open', { tool });
  }

  async press(surface: string, name: string, context: JsonObject = {}): Promise<void> {
    const action = { event: 'action', surface, source: 'c0', name, context, checked: true };
    await this.session.deliver([action]);
    await this.settled();
  }

  /** What is said beside the surfaces. */
  get toasts(): readonly string[] {
    return this.session.log.flatMap((op) => (op.op === 'effect' && op.effect.kind === 'toast' ? [op.effect.text] : []));
  }

  /** What stands under the form. */
  get problem(): Json | undefined {
    return this.session.fold.surfaces.get(this.surface('form'))?.data.get('/problem');
  }
}

// A server of MCP whose apps stand in sessions of the host: it answers each method with the text that it was given, whatever that is.

import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const INITIALIZED =
  '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"stall","version":"1"}}';

export class AppServer {
  readonly #server: Server;
  /** By method, as JSON. */
  readonly #results = new Map<string, string>();
  /** As an event of a stream, in the place of a body. */
  isStreaming = false;

  constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<AppServer> {
    const server = createServer();
    const own = new AppServer(server);
    server.on('request', async (request, response) => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const { id, method } = JSON.parse(text === '' ? '{}' : text) as { id?: number | string; method?: string };
      const result = own.#results.get(method ?? '') ?? (method === 'initialize' ? INITIALIZED : undefined);
      if (request.method !== 'POST') response.writeHead(405).end();
      else if (id === undefined) response.writeHead(202).end();
      else own.#answer(JSON.stringify(id), result, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return own;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/mcp`;
  }

  /** Nothing else is answered any more. */
  answer(results: { readonly [method: string]: string }): void {
    this.#results.clear();
    for (const [method, result] of Object.entries(results)) this.#results.set(method, result);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(id: string, result: string | undefined, response: ServerResponse): void {
    const body =
      result === undefined
        ? `{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"There is no such method."}}`
        : `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
    const isEvent = this.isStreaming && result !== undefined;
    response.writeHead(200, { 'content-type': isEvent ? 'text/event-stream' : 'application/json' });
    response.end(isEvent ? `event: message\ndata: ${body}\n\n` : body);
  }
}

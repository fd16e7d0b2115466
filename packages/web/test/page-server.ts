// The files of one test page, over real HTTP: the server is the proxy of the page's context, so that a name of our own
// reaches it and nothing reaches anybody else. Answering each request from the test instead (`page.route`) costs a third
// of a page: 520 ms of a core against 350, because every file then crosses three processes as text.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Trusted as an address of this machine, which a page needs for what browsers keep to secure pages. */
export const ORIGIN = 'http://vitrine.localhost';

const HTML = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Vitrine</title><script type="module" src="/page.js"></script><body><main></main></body></html>`;

export class PageServer {
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
  }

  /** Everything but the page and its files is refused. */
  static async start(files: ReadonlyMap<string, Uint8Array>, policy: string): Promise<PageServer> {
    const server = createServer((request, response) => {
      const body = bodyOf(request.url ?? '', files);
      if (body === undefined) return void request.socket.destroy();
      const type = typeof body === 'string' ? 'text/html' : 'text/javascript';
      response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(body);
    });
    server.on('connect', (_, socket) => socket.destroy());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PageServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** Whether this is the page or one of its files. */
export function isOfPage(url: string, files: ReadonlyMap<string, Uint8Array>): boolean {
  return bodyOf(url, files) !== undefined;
}

function bodyOf(url: string, files: ReadonlyMap<string, Uint8Array>): string | Uint8Array | undefined {
  const { origin, pathname } = new URL(url, ORIGIN);
  if (origin !== ORIGIN) return undefined;
  return pathname === '/' ? HTML : files.get(pathname);
}

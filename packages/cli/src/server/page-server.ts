// The server behind `vitrine serve`: the page and its health, nothing that can be changed. One small pipeline: name,
// method, path.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type HostNames, isNamed } from './host-names.ts';
import type { PageFile } from './page-files.ts';

export interface PageServerOptions {
  readonly files: ReadonlyMap<string, PageFile>;
  readonly names: HostNames;
}

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types vitrine',
].join('; ');

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // A page of an older version beside a newer script would be hard to explain.
  'cache-control': 'no-store',
};

export function createPageServer(options: PageServerOptions): Server {
  const server = createServer((request, response) => answer(request, response, options));
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  return server;
}

function answer(request: IncomingMessage, response: ServerResponse, { files, names }: PageServerOptions): void {
  if (!isNamed(names, request.headers.host)) {
    return refuse(response, 421, 'host-unknown', 'This server does not go by the name in the Host header.');
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return refuse(response, 405, 'method-unknown', 'There is nothing here to write to.');
  }
  const path = (request.url ?? '').replace(/[?#].*$/s, '');
  if (path === '/healthz') return send(response, 200, jsonFile({ ok: true }));
  const file = files.get(path === '/index.html' ? '/' : path);
  if (file === undefined) return refuse(response, 404, 'path-unknown', 'There is nothing at this path.');
  send(response, 200, file);
}

function refuse(response: ServerResponse, status: number, error: string, message: string): void {
  // What is left of the request's body is not read.
  response.setHeader('connection', 'close');
  send(response, status, jsonFile({ error, message }));
}

function jsonFile(value: object): PageFile {
  return { type: 'application/json', body: Buffer.from(JSON.stringify(value)) };
}

function send(response: ServerResponse, status: number, { type, body }: PageFile): void {
  response.writeHead(status, { ...HEADERS, 'content-type': type, 'content-length': body.length });
  // Node leaves the body of a HEAD out by itself.
  response.end(body);
}

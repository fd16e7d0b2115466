// The handshake of the socket: where a client may put its token, and how it is refused. A refusal is an HTTP answer with
// a JSON-RPC body, because a client that is let in and then closed connects again for ever.

import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { PortClient } from '@vitrine/core';
import { RPC_ERRORS } from '@vitrine/dialects';
import type { RpcError } from './errors.ts';
import { errorText, NO_ID } from './json-rpc.ts';
import { SOCKET_PATH, SUBPROTOCOL } from './limits.ts';

/** A base address with a slash at its end gives two. */
export function isSocketPath(url: string | undefined): boolean {
  const [path = ''] = (url ?? '').split('?', 1);
  return path === SOCKET_PATH || path === `/${SOCKET_PATH}`;
}

/** The query goes first, as the protocol has it; then Authorization; then a subprotocol, for pages that hide it. */
export function tokenOf({ credential }: PortClient, { url, headers }: IncomingMessage): string | undefined {
  const text = url ?? '';
  const start = text.indexOf('?');
  const query = new URLSearchParams(start < 0 ? '' : text.slice(start + 1));
  return query.get('token') ?? credential ?? offered(headers['sec-websocket-protocol']).find(looksLikeToken);
}

function offered(header: string | undefined): readonly string[] {
  return (header ?? '').split(',').map((name) => name.trim());
}

function looksLikeToken(name: string): boolean {
  return name !== SUBPROTOCOL && name.split('.').length === 3;
}

const STATUS: { readonly [code: number]: number } = {
  [RPC_ERRORS.auth]: 401,
  [RPC_ERRORS.sessions]: 429,
  [RPC_ERRORS.session]: 404,
  [RPC_ERRORS.rate]: 429,
};

export function refuseHandshake(socket: Duplex, error: RpcError, status: number = STATUS[error.code] ?? 503): void {
  if (socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = errorText(NO_ID, error);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(status === 401 ? ['WWW-Authenticate: Bearer'] : []),
    ...(status === 429 || status === 503 ? ['Retry-After: 5'] : []),
  ];
  socket.once('finish', () => socket.destroy());
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

// The handshake of the socket: where a client may put its token, and how it is refused. A refusal is an HTTP answer with
// a JSON-RPC body, because a client that is let in and then closed connects again for ever.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { PortClient } from '@vitrine/core/port';
import { refuseUpgrade } from '@vitrine/face-kit';
import type { AgentchainsError } from './errors.ts';
import { errorText, NO_ID } from './json-rpc.ts';
import { SOCKET_PATH, SUBPROTOCOL } from './limits.ts';

const DEFAULT_RETRY_SECONDS = 5;

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

export function refuseHandshake(socket: Duplex, error: AgentchainsError, status: number = error.status): void {
  const { retry_after: retryAfter = DEFAULT_RETRY_SECONDS } = error.data ?? {};
  refuseUpgrade(socket, { status, details: { retryAfter } }, errorText(NO_ID, error));
}

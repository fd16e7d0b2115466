// A handshake of a WebSocket that is refused, on the bare socket: answered as any other request, with a status and a body
// that is JSON.

import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { headersOf, type Refusal } from './refusal.ts';

export function refuseUpgrade(socket: Duplex, refusal: Pick<Refusal, 'status' | 'details'>, body: string): void {
  if (socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const headers = {
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
    ...headersOf(refusal),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}

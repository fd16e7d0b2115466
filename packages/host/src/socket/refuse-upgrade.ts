// A handshake that is refused is answered as any other request: a status and the body of the error.

import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HostError } from '../host-error.ts';

export function refuseUpgrade(socket: Duplex, error: HostError): void {
  if (socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code, message, details, status } = error;
  const body = JSON.stringify({ error: code, message, ...(details === undefined ? {} : { details }) });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(status === 401 ? ['WWW-Authenticate: Bearer'] : []),
    ...(status === 429 || status === 503 ? [`Retry-After: ${secondsOf(details?.retryAfter)}`] : []),
  ];
  socket.once('finish', () => socket.destroy());
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

function secondsOf(value: unknown): number {
  return typeof value === 'number' && value > 0 ? Math.ceil(value) : 1;
}

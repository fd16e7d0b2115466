// The `ws` library as we use it: no server of its own, no compression (frames then leave whole and at once), and the
// one subprotocol that is ours.

import { refusalBody, refuseUpgrade } from '@vitrine/face-kit';
import { type ServerOptions, WebSocketServer } from 'ws';
import { HostError } from '../host-error.ts';
import { OwnedSocket } from './connection.ts';
import type { SocketLimits } from './socket-limits.ts';

export const PROTOCOL = 'vitrine.1';

export function createWsServer({ frameBytes, closeSeconds }: SocketLimits): WebSocketServer {
  // The types do not know `closeTimeout` yet.
  const options: ServerOptions & { readonly closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    // Connections answer: ws would queue answers without a bound for one who does not read them.
    autoPong: false,
    maxPayload: frameBytes,
    closeTimeout: closeSeconds * 1000,
    WebSocket: OwnedSocket,
    // Never the credential, which is offered beside it.
    handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
  };
  const server = new WebSocketServer(options);
  const refusal = new HostError('VITRINE_FRAME_INVALID', 'This is not a WebSocket handshake.');
  const body = JSON.stringify(refusalBody(refusal));
  server.on('wsClientError', (_, socket) => refuseUpgrade(socket, refusal, body));
  return server;
}

// How much WebSockets may bring, hold and wait, how fast each may go and how many there may be.

import { MAX_VIEWER_BYTES } from '../viewer-bounds.ts';

export interface SocketLimits {
  /** Bytes of one frame, and of one from a viewer. */
  readonly frameBytes: number;
  readonly viewerFrameBytes: number;
  /** Bytes that wait for one slow reader before its session serves it from the log. */
  readonly queueBytes: number;
  /** Frames of one socket that are being answered, and their bytes; then it is not read until half of them are. */
  readonly underWay: number;
  readonly underWayBytes: number;
  readonly helloSeconds: number;
  /** How often a socket is pinged. One that has not answered until the next ping is ended. */
  readonly pingSeconds: number;
  /** For the other side to answer a close, and for answers under way before one. */
  readonly closeSeconds: number;
  readonly connectionsPerClient: number;
  readonly connections: number;
  /** Sockets of one viewer that are served from the log at a time: people who share a link come back together. */
  readonly catchUpsPerViewer: number;
  /** Handshakes of one client. */
  readonly connect: Pace;
  /** Frames of one viewer, of all viewers of one session, of one agent. */
  readonly viewer: Pace;
  readonly session: Pace;
  readonly agent: Pace;
}

export interface Pace {
  readonly perSecond: number;
  readonly burst: number;
}

export const SOCKET_LIMITS: SocketLimits = {
  frameBytes: 4 * 1024 * 1024,
  viewerFrameBytes: MAX_VIEWER_BYTES,
  queueBytes: 1024 * 1024,
  underWay: 256,
  underWayBytes: 8 * 1024 * 1024,
  helloSeconds: 10,
  pingSeconds: 30,
  closeSeconds: 5,
  connectionsPerClient: 500,
  connections: 20_000,
  catchUpsPerViewer: 16,
  connect: { perSecond: 50, burst: 500 },
  viewer: { perSecond: 100, burst: 500 },
  session: { perSecond: 2000, burst: 4000 },
  agent: { perSecond: 10_000, burst: 20_000 },
};

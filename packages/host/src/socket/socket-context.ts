// What all WebSockets of a host share. One object: a socket that does nothing must cost next to nothing.

import type { Caller } from '../caller.ts';
import { CatchUps } from '../guards/catch-ups.ts';
import { type HostError, toHostError } from '../host-error.ts';
import type { Sessions } from '../live.ts';
import type { Metrics } from '../metrics.ts';
import type { AssertPace } from './pace.ts';
import type { Presence } from './presence.ts';
import type { SocketLimits } from './socket-limits.ts';

/** What is written down here; pino has it. */
export interface SocketLogger {
  error(what: object, message: string): void;
}

export interface ContextOptions {
  readonly sessions: Sessions;
  readonly limits: SocketLimits;
  readonly metrics: Metrics;
  readonly logger: SocketLogger;
  readonly presence: Presence;
  readonly random: () => number;
  /** Refuses a frame that comes too fast. */
  readonly assertPace: AssertPace;
  /** A connection is gone. */
  readonly forget: (connection: { readonly caller: Caller }) => void;
}

export interface SocketContext extends ContextOptions {
  /** Seconds since the start, as far as the loop turned. */
  ticks: number;
  readonly catchUps: CatchUps;
  /** Since they were last counted: one count a second instead of one a write. */
  bytesSent: number;
  /** An error as one that may be told; a fault of the host is written down first. */
  readonly explain: (error: unknown) => HostError;
}

export function createContext(options: ContextOptions): SocketContext {
  const { sessions, limits, metrics, logger, presence, random, assertPace, forget } = options;
  const explain = (error: unknown): HostError => {
    const known = toHostError(error);
    if (known.code === 'VITRINE_HOST_FAILED') {
      logger.error({ err: error }, 'a WebSocket met a fault of the host');
      metrics.count('failures', 1, { in: 'socket' });
    }
    return known;
  };
  const catchUps = new CatchUps(limits.catchUpsPerViewer);
  return {
    ...{ sessions, limits, metrics, logger, random, assertPace, forget, presence, explain, catchUps },
    ...{ ticks: 0, bytesSent: 0 },
  };
}

// What an agent's connection is told, and what it tells: types only.

import type { Time, Trust } from '@vitrine/core';
import type { Tracer } from '@vitrine/core/internal';
import type { PortSession } from '@vitrine/core/port';
import type { DialectId } from '@vitrine/dialects';
import type { AgentDelivery } from './agent-session.ts';
import type { Clock } from './clock.ts';
import type { Fetch } from './http.ts';
import type { LinkState } from './keeper.ts';
import type { Transport } from './line.ts';
import type { SocketMaker } from './websocket.ts';

export interface AgentOptions {
  /** Where the host is: `http://127.0.0.1:8787`. */
  readonly url: string;
  /** The agent's key, `vk_…`. */
  readonly key: string;
  /** Whose place in the events this is; two consumers receive every event each. `main` when not said. */
  readonly consumer?: string;
  /**
   * How sessions that are opened here tell their events. `vitrine` when not said. Typed events and asks need that or
   * `agentchains`. Messages may be of any dialect, whatever this is.
   */
  readonly dialect?: DialectId;
  /** Only this way. Absent: a WebSocket, and server-sent events where one cannot be had. */
  readonly transport?: Transport;
  /** Calls name the trace that is under way; handlers run in the trace of what the person did. */
  readonly tracer?: Tracer;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly fetch?: Fetch;
  readonly socket?: SocketMaker;
}

export interface OpenOptions {
  readonly title?: string;
  readonly dialect?: DialectId;
  readonly trust?: Trust;
}

/** What happens to the connection itself. */
export interface AgentSignals {
  readonly state: LinkState;
  /** A handler failed; its event is tried again. */
  readonly failure: { readonly error: unknown; readonly delivery: AgentDelivery };
}

/** A session as the host lists it. */
export interface SessionRow extends PortSession {
  /** When its last entry came. */
  readonly activeAt?: Time;
  readonly viewers: number;
}

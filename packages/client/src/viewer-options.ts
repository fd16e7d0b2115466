// What a viewer's connection is told, and what it tells.

import type { Catalogs, EffectOp, Issue, Op, Replica, Seq, Trust, TrustMarked, ViewerEvent } from '@vitrine/core/page';
import type { Clock } from './clock.ts';
import type { Fetch } from './http.ts';
import type { LinkState } from './keeper.ts';
import type { Transport } from './line.ts';
import type { RefusedField } from './refused-fields.ts';
import type { SocketMaker } from './websocket.ts';

/** As sessionStorage is. */
export interface ViewerStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** What a connection needs to know, whatever carries it. */
export interface FollowOptions {
  readonly session: string;
  readonly catalogs: Catalogs;
  readonly locale?: string;
  readonly zone?: string;
  /** What the client calls itself; the token has the last word. */
  readonly viewer?: string;
  /** What can be shown; all of `catalogs` when not said. */
  readonly capabilities?: { readonly catalogs?: readonly string[] };
  /** Keeps the token and unsent events over a reload of the page. */
  readonly storage?: ViewerStorage;
  /** Only this way. Absent: a WebSocket, and server-sent events where one cannot be had. */
  readonly transport?: Transport;
  /** How long typing may pause before it is sent; without a pause it is sent every 400 ms. */
  readonly pauseMs?: number;
  /** How many events may wait for the host. */
  readonly queueLimit?: number;
  readonly clock?: Clock;
  readonly random?: () => number;
}

export interface ViewerOptions extends FollowOptions {
  /** Where the host is: `http://127.0.0.1:8787`. */
  readonly url: string;
  readonly token: string;
  /** Another token for one that is no longer taken. */
  readonly renew?: () => Promise<string>;
  readonly fetch?: Fetch;
  readonly socket?: SocketMaker;
}

/** Who is on the other side, as the host says it. */
export interface SessionWelcome {
  readonly session?: string;
  readonly viewer?: string;
  readonly title?: string;
  readonly agent?: string;
  readonly trust?: Trust;
}

export type ViewerState = LinkState;

export interface ViewerEvents {
  readonly state: ViewerState;
  readonly welcome: SessionWelcome;
  /** The view was thrown away: show this one. */
  readonly reset: Replica;
  /** Applied to the view. Live: it came while one looked, not with a join or a replay. */
  readonly entry: { readonly seq: Seq; readonly body: readonly Op[]; readonly live: boolean };
  /** Of live entries only. */
  readonly effect: TrustMarked<EffectOp>;
  readonly issue: Issue;
  /** What the host did not take, and the fields that it names in it. */
  readonly refused: {
    readonly event: ViewerEvent;
    readonly issues: readonly Issue[];
    readonly fields: readonly RefusedField[];
  };
  /** What a person did and the host has not answered: all of it, whenever that changes. */
  readonly pending: readonly ViewerEvent[];
  /** How far a file has gone to the host, in bytes; in browsers only. */
  readonly upload: { readonly name: string; readonly sent: number; readonly size: number };
  /** The session is over. */
  readonly closed: { readonly seq: Seq };
}

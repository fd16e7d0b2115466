// What a route is: where it stands, who may call it, what of a body it takes, and what it answers. The pipeline
// (create-http.ts) has looked at all of that before `answer` is called.

import type { AgentScope, PortClient } from '@vitrine/core/port';
import type { Caller } from '../caller.ts';
import type { Query } from './query.ts';
import type { RequestBody } from './request-body.ts';

export interface Client {
  /** Where the connection comes from, as far as it is known; in the plainest spelling, without `::ffff:`. */
  readonly address: string;
}

export type Role = Caller['role'];

/** Without its body, which `body` reads. */
export type RequestHead = Pick<Request, 'method' | 'url' | 'headers' | 'signal'>;

/** A call of somebody who has one of these roles. */
export type Exchange<R extends Role = Role> = ExchangeWith<Extract<Caller, { readonly role: R }>>;

export interface ExchangeWith<C extends Caller> {
  readonly request: RequestHead;
  readonly body: RequestBody;
  readonly client: PortClient;
  readonly caller: C;
  readonly query: Query;
  /** The session that the path names; empty where it names none. */
  readonly session: string;
  /** The last variable part of the path: behind the session, or alone. */
  readonly item: string;
}

export type OpenExchange = Omit<Exchange, 'caller'>;

interface RoutePlace {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Variable parts are `:session` and `:item`. */
  readonly path: string;
  /** The parameters that it takes; absent: none. Of callers with a credential any other is refused. */
  readonly parameters?: readonly string[];
  /** What the key of an agent must be for; absent: `read` for GET, else `send`. */
  readonly scope?: AgentScope;
}

/** Needs no credential. */
export interface OpenRoute extends RoutePlace {
  readonly roles: 'anyone';
  /** Where a guess could be tried: each call costs its address something, or each that is wrong. */
  readonly guessable?: 'each' | 'wrong';
  /** From elsewhere than this machine it needs the operator's credential, or the one that scrapers have. */
  readonly isForOperators?: true;
  readonly answer: (exchange: OpenExchange) => Response | Promise<Response>;
}

export interface RoleRoute<R extends Role> extends RoutePlace {
  readonly roles: readonly R[];
  readonly answer: (exchange: Exchange<R>) => Response | Promise<Response>;
}

export type HttpRoute = OpenRoute | RoleRoute<Role>;

/** A route whose answer knows what callers it can meet. */
export function route<const R extends Role>(definition: RoleRoute<R>): HttpRoute {
  // The pipeline calls `answer` for callers of these roles only.
  return definition as unknown as RoleRoute<Role>;
}

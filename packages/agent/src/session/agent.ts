// An agent's connection, with a handle for each session.

import {
  type AgentConnection,
  type AgentOptions,
  type AgentSession,
  type AgentSignals,
  connectAgent,
  type Off,
  type OpenOptions,
  type SessionRow,
} from '@vitrine/client';
import { Session, type SessionEvents, type SessionHandler } from './session.ts';

export class Agent {
  readonly #connection: AgentConnection;
  readonly #sessions = new WeakMap<AgentSession, Session>();

  constructor(connection: AgentConnection) {
    this.#connection = connection;
  }

  /** Opens a new session. */
  async open(options?: OpenOptions): Promise<Session> {
    return this.#handle(await this.#connection.open(options));
  }

  /** One that is there: after a restart, by the id that was kept or that `sessions` lists. */
  session(id: string): Session {
    return this.#handle(this.#connection.session(id));
  }

  /** All sessions of this agent. */
  sessions(): Promise<readonly SessionRow[]> {
    return this.#connection.sessions();
  }

  /** Hears events of all sessions, those too that people open: `join`. */
  on<Name extends keyof SessionEvents>(name: Name, handler: SessionHandler<Name>): Off {
    return this.#connection.on(name, (event) =>
      handler({ ...event, session: this.#handle(event.session) } as unknown as SessionEvents[Name]),
    );
  }

  /** Hears of the connection itself: its state, and handlers that failed. */
  onSignal<Name extends keyof AgentSignals>(name: Name, listener: (value: AgentSignals[Name]) => void): Off {
    return this.#connection.onSignal(name, listener);
  }

  /** Ends the connection. Sessions and open asks stay. */
  close(): void {
    this.#connection.close();
  }

  #handle(held: AgentSession): Session {
    const session = this.#sessions.get(held) ?? new Session(held);
    this.#sessions.set(held, session);
    return session;
  }
}

/** Nothing is sent before something is asked of it. */
export function connect(options: AgentOptions): Agent {
  return new Agent(connectAgent(options));
}

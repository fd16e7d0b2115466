// Sessions over a real log, for tests: a clock that is set by hand, and an outlet that keeps what it is given.

import { createHash } from 'node:crypto';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { Catalogs, type Json, oneStep, Replica, type Seq } from '@vitrine/core/internal';
import { type Dialect, vitrine } from '@vitrine/dialects';
import { openSqliteLog, type SessionLog } from '@vitrine/log';
import { HOST_LIMITS } from '../src/host.ts';
import type { Batch, Outlet } from '../src/outlet.ts';
import { AllSessions } from '../src/sessions/all-sessions.ts';
import type { SessionContext } from '../src/sessions/context.ts';
import type { SessionInMemory } from '../src/sessions/live-session.ts';
import { RecentMemory } from '../src/sessions/recent-memory.ts';

export const catalogs = new Catalogs([basic08, basic09, basic10]);

export interface Bench {
  readonly log: SessionLog;
  readonly sessions: AllSessions;
  readonly failures: unknown[];
  readonly clock: { now: number };
  open(options?: { readonly trust?: 'trusted' | 'untrusted'; readonly dialect?: string }): Promise<SessionInMemory>;
  /** The same log, as a process that starts now sees it. */
  restart(): Promise<AllSessions>;
}

export async function openBench(options: Partial<SessionContext> = {}): Promise<Bench> {
  const log = options.log ?? (await openSqliteLog(':memory:'));
  const clock = { now: Date.parse('2026-01-02T03:04:05Z') };
  const failures: unknown[] = [];
  const context: SessionContext = {
    log,
    catalogs,
    limits: HOST_LIMITS,
    admission: 'enforce',
    now: () => clock.now,
    steadyNow: () => clock.now,
    redact: (value) => value,
    redactSteps: (value) => oneStep(() => context.redact(value)),
    hidesAnything: false,
    tail: (text) => text,
    hidesIn: async () => false,
    seal: (value) => `sealed:${Buffer.from(JSON.stringify(value)).toString('base64')}`,
    unseal: (text) => JSON.parse(Buffer.from(text.slice(7), 'base64').toString()) as Json,
    mark: (text, session) => {
      const hash = createHash('sha256').update(session);
      text((piece) => hash.update(piece));
      return `key.${hash.digest('base64url')}`;
    },
    recentMemory: new RecentMemory(),
    meter: {
      committed: () => undefined,
      refused: () => undefined,
      event: () => undefined,
      slowViewer: () => undefined,
      loaded: () => undefined,
      present: () => undefined,
    },
    notes: {
      storeFailed: () => undefined,
      refusal: () => undefined,
      failure: (_what, error) => void failures.push(error),
    },
    ...options,
  };
  const start = async (): Promise<AllSessions> => {
    const sessions = new AllSessions(context);
    await sessions.start();
    return sessions;
  };
  const sessions = await start();
  return {
    log,
    sessions,
    failures,
    clock,
    restart: start,
    open: async ({ trust = 'trusted', dialect } = {}) => {
      const row = await sessions.open({ agent: 'dev', trust, ...(dialect === undefined ? {} : { dialect }) });
      return sessions.get(row.session);
    },
  };
}

/** Keeps what a session sends, and folds it as a viewer of the dialect does. */
export class KeepingOutlet implements Outlet {
  readonly viewer: string;
  readonly seqs: Seq[] = [];
  readonly messages: Json[] = [];
  readonly acks: { readonly seq: Seq; readonly key?: string }[] = [];
  readonly calls: string[] = [];
  seq: Seq = 0;
  /** How many batches it takes before it is full. */
  room = Number.POSITIVE_INFINITY;
  replica = new Replica({ catalogs });

  constructor(viewer = 'v') {
    this.viewer = viewer;
  }

  reset(): void {
    this.calls.push('reset');
    this.replica = new Replica({ catalogs });
    this.messages.length = 0;
  }
  join(wire: readonly string[], seq: Seq): void {
    this.calls.push(`join ${seq}`);
    for (const text of wire) this.#read(text);
    this.seq = seq;
  }
  send(batch: Batch): boolean {
    for (const item of batch.items) {
      this.seqs.push(item.seq);
      this.seq = item.seq;
      if (item.author === this.viewer)
        this.acks.push({ seq: item.seq, ...(item.key === undefined ? {} : { key: item.key }) });
      else for (const text of item.wire) this.#read(text);
    }
    this.room--;
    return this.room > 0;
  }
  ready(seq: Seq): void {
    this.calls.push(`ready ${seq}`);
  }
  end(reason: string, seq: Seq): void {
    this.calls.push(`${reason} ${seq}`);
  }

  #read(text: string): void {
    const message = JSON.parse(text) as Json;
    this.messages.push(message);
    const decoded = vitrine.recognizes(message) ? vitrine.decode(message, this.replica, 'agent') : undefined;
    if (decoded?.ok === true) this.replica.apply(decoded.value);
  }
}

export function openSurface(surface = 's', text = 'Hello'): Json {
  return {
    vitrine: 1,
    body: [{ op: 'open', surface, catalog: basic09.id, components: [{ id: 'root', type: 'Text', props: { text } }] }],
  };
}

export function setData(path: string, value: Json, surface = 's'): Json {
  return { vitrine: 1, body: [{ op: 'set', surface, path, value }] };
}

export type { Dialect };

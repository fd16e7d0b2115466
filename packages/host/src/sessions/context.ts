// What every session of a host shares: the store, the catalogs and limits, the clock, and whoever counts and writes down.

import type {
  Catalogs,
  DialectHandler,
  Issue,
  Json,
  Limits,
  Origin,
  PortGuard,
  Steps,
  Time,
  Tracer,
} from '@vitrine/core/internal';
import type { SessionId, SessionLog } from '@vitrine/log';
import type { AgentQuota } from '../agent-quota.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import type { TextPieces } from '../seal.ts';
import type { Peers } from './leadership.ts';
import type { RecentMemory } from './recent-memory.ts';

/** Counts what happens. No name of a session or an agent goes in. */
export interface Meter {
  committed(entries: number, milliseconds: number, role: Origin['role']): void;
  refused(messages: number): void;
  event(outcome: 'checked' | 'unchecked' | 'reported' | 'refused'): void;
  /** A viewer did not keep up and is served from the log. */
  slowViewer(): void;
  /** So many more sessions are in memory, or fewer. */
  loaded(sessions: number): void;
  /** So many more look at sessions, or fewer. */
  present(viewers: number): void;
}

/** Writes down what an operator should know. */
export interface SessionNotes {
  /** Something of an agent or a viewer was not taken. */
  refusal(session: SessionId, from: 'agent' | 'viewer', issues: readonly Issue[]): void;
  failure(what: string, error: unknown): void;
  /** The store took nothing: a full disk, a broken file. */
  storeFailed(error: unknown): void;
}

export interface SessionContext {
  readonly log: SessionLog;
  /** The other nodes that write the same log. Absent: there are none. */
  readonly peers?: Peers;
  readonly catalogs: Catalogs;
  readonly limits: Limits;
  readonly admission: 'enforce' | 'report';
  /** How long what was shown may be acted on once it is over. Absent: ten minutes. */
  readonly actWindowMs?: number;
  /** What all sessions keep together beside their states. */
  readonly recentMemory: RecentMemory;
  /** Absent: nobody keeps an audit. */
  readonly audit?: AuditTrail;
  /** Absent: agents may fill the store. */
  readonly quota?: AgentQuota;
  /** Absent: nobody records which call led to which. */
  readonly tracer?: Tracer;
  readonly meter: Meter;
  readonly notes: SessionNotes;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a clock that nobody sets. */
  readonly steadyNow: () => number;
  /** Hides what the host was told to hide. The same object where there was nothing. */
  readonly redact: <T>(value: T) => T;
  /** The same for what may be long. */
  readonly redactSteps: <T>(value: T) => Steps<T>;
  /** There is something to hide. */
  readonly hidesAnything: boolean;
  /** The end of a text that may be the beginning of something to hide. */
  readonly tail: (text: string) => string;
  /** Whether something to hide is in the bytes of a file. */
  readonly hidesIn: (bytes: Uint8Array) => Promise<boolean>;
  /** Makes a secret unreadable for whoever has the store alone. */
  readonly seal: (value: Json, session: SessionId) => string;
  readonly unseal: (text: string, session: SessionId) => Json;
  /** By which a text is known again that may hold a secret. */
  readonly mark: (text: TextPieces, session: SessionId, like?: string) => string;
  /** Of the faces; asked before anything of an agent or a viewer is added. */
  readonly guards?: readonly PortGuard[];
  /** Of the faces; what is said and done in their dialects is theirs. */
  readonly handlers?: readonly DialectHandler[];
}

/** Who writes what time, presence and refusals bring. */
export const HOST: Origin = { role: 'host', id: 'host', dialect: 'vitrine' };

/** What names a record, without a secret that stands in it, and still unlike every other name. */
export function recordName({ redact, mark }: SessionContext, name: string, session: SessionId = ''): string {
  const hidden = redact(name);
  return hidden === name ? name : `${hidden}~${mark((add) => add(name), session)}`;
}

let lastTime = { now: Number.NaN, text: '' };

/** Made once a millisecond: a busy host asks for it with every entry. */
export function timeOf(context: SessionContext): Time {
  const now = context.now();
  if (now !== lastTime.now) lastTime = { now, text: new Date(now).toISOString() };
  return lastTime.text;
}

// One session as this face follows it: who began it, when something was last said, who holds it. Its record is what a
// restart finds again.

import { isObject, type JsonObject, type PortRecord } from '@vitrine/core/internal';
import { timeAt } from '@vitrine/face-kit';
import type { ClientTraits } from './client-traits.ts';
import { SlidingWindow } from './sliding-window.ts';
import type { StreamToken } from './stream-tokens.ts';

export interface SessionRecord {
  readonly session: string;
  readonly agent: string;
  /** The id of the token that began it: whoever has that token may take it up again, and nobody else without one for it. */
  readonly jti: string;
  /** Names the person's client to the session. */
  readonly viewer: string;
  readonly user: string | null;
  readonly info: JsonObject;
  readonly capabilities: JsonObject;
  /** `init`: it ends with its socket. `joined`: it is the agent's own, and a socket looks at it. */
  readonly begun: 'init' | 'joined';
  readonly startedAt: string;
  /** When it was last told that a socket holds it, at whichever host. */
  readonly heldAt: string | null;
  readonly endedAt: string | null;
  /** Without a time: its people and its agent were told that it ends, and it has to be closed. */
  readonly end: SessionEnd | null;
}

export type SessionEnd = 'disconnect' | 'closed' | 'timeout';

/** What holds sessions open. */
export interface SessionHolder {
  readonly token: StreamToken;
  /** Ids of those that it holds, and of the one that it is about to. */
  readonly sessions: readonly string[];
  beginning: string | undefined;
  /** It has ended, and not because this one let go of it. */
  over(session: TrackedSession, why: SessionEnd): void;
  /** Another one holds it with the same token. */
  displaced(session: TrackedSession): void;
}

const PREFIX = 'session/';

export class TrackedSession {
  record: SessionRecord;
  readonly window: SlidingWindow;
  readonly holders = new Set<SessionHolder>();
  lastAt: number;
  /** Since when nobody holds it. */
  leftAt: number | undefined;
  /** When its record last told that it is held. */
  toldAt: number;
  /** What the agent was told that a client was not sent as it is. */
  readonly reportedLosses = new Set<string>();

  constructor(record: SessionRecord, perMinute: number, now: number) {
    this.record = record;
    this.window = new SlidingWindow(perMinute);
    this.lastAt = now;
    this.leftAt = now;
    this.toldAt = now;
  }

  get id(): string {
    return this.record.session;
  }

  hold(holder: SessionHolder): void {
    this.holders.add(holder);
    this.leftAt = undefined;
  }

  isHeldWith(jti: string): boolean {
    return [...this.holders].some(({ token }) => token.jti === jti);
  }

  /** The one who speaks now. Who began it stays. */
  adopt({ info, capabilities, user }: ClientTraits, { viewer }: Pick<SessionRecord, 'viewer'>): void {
    this.record = { ...this.record, viewer, info, capabilities, user: user ?? this.record.user };
  }
}

/** `keptMs`: how long one that has ended is kept. */
export function toRecord(record: SessionRecord, keptMs: number): PortRecord {
  const { session, endedAt } = record;
  const due = endedAt === null ? {} : { due: timeAt(Date.parse(endedAt) + keptMs) };
  return { key: keyOfSession(session), session, ...due, value: { ...record } };
}

export function keyOfSession(session: string): string {
  return `${PREFIX}${session}`;
}

/** What an older version did not write. */
const DEFAULTS = {
  viewer: '',
  user: null,
  info: {},
  capabilities: {},
  begun: 'init',
  heldAt: null,
  endedAt: null,
  end: null,
};

/** Undefined: it is that of something else. Only this face writes them. */
export function readRecord(record: PortRecord | undefined): SessionRecord | undefined {
  if (record?.key.startsWith(PREFIX) !== true || !isObject(record.value)) return undefined;
  return { ...DEFAULTS, ...record.value } as unknown as SessionRecord;
}

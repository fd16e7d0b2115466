// One write of many commits: each is judged against what this node holds and those before it, and what they put into the
// tables becomes columns. The database judges the rest, and takes all or names who stands in the way.

import { defined, type Seq } from '@vitrine/core/internal';
import type { Claim, CommitOutcome, SessionId, SessionOrigin } from '@vitrine/log';
import {
  isOverAll,
  type RefusedCommit,
  refusals,
  type StoredCommit,
  type StoredRecord,
  type StoredWrite,
} from '@vitrine/log/driver';
import { toColumn } from './column-text.ts';
import type { SqlParameter } from './database.ts';
import type { HeldSession, HeldSessions } from './held-sessions.ts';
import { type StoredRun, type WriteNotice, writeNotice } from './notice.ts';
import { TEXT_END } from './schema.ts';

/** A commit, or records alone. */
export interface QueuedWrite {
  readonly commit: Pick<StoredCommit, 'records'> & Partial<StoredCommit>;
  /** Of the lease that it was judged under. Absent: the one that is held. */
  readonly epoch?: number;
  /** Of a session that begins as another one: whose that is. */
  readonly agent?: string;
}

/** What others should look at. */
export interface Hints {
  readonly sessions: Set<SessionId>;
  readonly agents: Set<string>;
  readonly kinds: Set<string>;
}

export function noHints(): Hints {
  return { sessions: new Set(), agents: new Set(), kinds: new Set() };
}

interface BatchClaim {
  readonly scope: string;
  readonly claim: string;
  readonly session: SessionId;
  readonly seq: Seq;
  readonly from: string;
  readonly until: string | null;
}

export class CommitBatch {
  /** In the order of the writes. */
  readonly outcomes: CommitOutcome[] = [];
  readonly hints: Hints;
  /** The sessions as they will be. */
  readonly heads = new Map<SessionId, Seq>();
  readonly opened: SessionId[] = [];
  readonly #agents = new Map<SessionId, string>();
  readonly #held: HeldSessions;
  readonly #leases = new Map<SessionId, number>();
  readonly #origins: object[] = [];
  readonly #entries: (StoredRun & { readonly feed: string | null })[] = [];
  /** More is to be looked at than what it stores. */
  readonly #hasMore: boolean;
  readonly #claims = new Map<string, BatchClaim>();
  readonly #records = new Map<string, StoredWrite>();

  constructor(writes: readonly QueuedWrite[], held: HeldSessions, hints: Hints) {
    this.#held = held;
    this.hints = hints;
    this.#hasMore = hints.sessions.size > 0;
    for (const write of writes) this.outcomes.push(this.#take(write));
  }

  get isEmpty(): boolean {
    const { sessions, kinds } = this.hints;
    return (
      this.#entries.length +
        this.#claims.size +
        this.#records.size +
        this.opened.length +
        sessions.size +
        kinds.size ===
      0
    );
  }

  /** What is called with it, and with what behind what names the node. */
  get call(): { readonly name: string; readonly values: readonly SqlParameter[] } {
    return this.#hasEntriesOnly
      ? { name: 'append_entries_1', values: this.#entryColumns }
      : { name: 'append_1', values: this.#columns };
  }

  /** What others are told of it. Undefined: they look for themselves. */
  noticeOf({ node, n }: Pick<WriteNotice, 'node' | 'n'>): string | undefined {
    const { agents, kinds } = this.hints;
    if (this.#hasMore) return undefined;
    return writeNotice({ node, n, agents: [...agents], kinds: [...kinds], runs: this.#entries });
  }

  /** Of sessions that are held, with no hint but those that they give. */
  get #hasEntriesOnly(): boolean {
    const { sessions, kinds } = this.hints;
    const others = this.#origins.length + this.#claims.size + this.#records.size + kinds.size;
    if (others > 0 || this.#entries.length === 0 || sessions.size !== this.#leases.size) return false;
    for (const session of sessions) if (!this.#leases.has(session)) return false;
    return true;
  }

  get #entryColumns(): readonly SqlParameter[] {
    const entries = this.#entries;
    const { agents } = this.hints;
    return [
      [...this.#leases.keys()].map(toColumn),
      [...this.#leases.values()],
      entries.map(({ session }) => toColumn(session)),
      entries.map(({ seq }) => seq),
      agents.size === 0 ? null : entries.map(({ feed }) => feed),
      entries.map(({ text }) => text).join(TEXT_END),
      [...agents].map(toColumn),
    ];
  }

  /** In the order of the parameters of `append_1`. */
  get #columns(): readonly SqlParameter[] {
    const entries = this.#entries;
    const claims = [...this.#claims.values()];
    const writes = [...this.#records.values()];
    const removed = writes.filter((write) => 'remove' in write);
    const records = writes.filter((write): write is StoredRecord => !('remove' in write));
    return [
      [...this.#leases.keys()].map(toColumn),
      [...this.#leases.values()],
      this.#origins.length === 0 ? null : JSON.stringify(this.#origins),
      entries.map(({ session }) => toColumn(session)),
      entries.map(({ seq }) => seq),
      entries.map(({ feed }) => feed),
      entries.map(({ text }) => text),
      claims.map(({ scope }) => toColumn(scope)),
      claims.map(({ claim }) => toColumn(claim)),
      claims.map(({ session }) => toColumn(session)),
      claims.map(({ seq }) => seq),
      claims.map(({ from }) => from),
      claims.map(({ until }) => until),
      records.map(({ session }) => toColumn(session ?? '')),
      records.map(({ kind }) => toColumn(kind)),
      records.map(({ key }) => toColumn(key)),
      records.map(({ due }) => due ?? null),
      records.map(({ value }) => ('text' in value ? value.text : null)),
      records.map(({ value }) => ('bytes' in value ? Buffer.from(value.bytes) : null)),
      removed.map(({ kind }) => toColumn(kind)),
      removed.map(({ key }) => toColumn(key)),
      [...this.hints.sessions].map(toColumn),
      [...this.hints.agents].map(toColumn),
      [...this.hints.kinds].map(toColumn),
    ];
  }

  #take({ commit, epoch, agent: forked = '' }: QueuedWrite): CommitOutcome {
    const { session, open, runs = [], claims = [], records = [] } = commit;
    const held = session === undefined ? undefined : this.#held.get(session);
    if (session !== undefined) {
      const refused = this.#judge(session, commit, held, epoch);
      if (refused !== undefined) return refused;
    }
    const agent = held?.agent ?? (open !== undefined && 'agent' in open ? open.agent : forked);
    if (session !== undefined && open !== undefined) this.#open(session, open, agent);
    else if (session !== undefined && held !== undefined) this.#leases.set(session, held.epoch);
    const first = session === undefined ? 1 : this.#headOf(session, open) + 1;
    let last = first - 1;
    for (const { text, count, fed } of runs) {
      last += count;
      this.#entries.push({ session: session as SessionId, seq: last, feed: fed ? toColumn(agent) : null, text });
      if (fed) this.hints.agents.add(agent);
    }
    if (session !== undefined) this.#claimAll(session, claims, last);
    if (session !== undefined && last >= first) this.hints.sessions.add(session);
    if (session !== undefined) this.heads.set(session, last);
    for (const write of records) {
      this.hints.kinds.add(write.kind);
      this.#records.set(JSON.stringify([write.kind, write.key]), write);
    }
    return { ok: true, first, last };
  }

  #headOf(session: SessionId, open: SessionOrigin | undefined): Seq {
    if (open !== undefined) return 'forkOf' in open ? open.forkOf.seq : 0;
    return this.heads.get(session) ?? this.#held.get(session)?.head ?? 0;
  }

  #judge(
    session: SessionId,
    commit: QueuedWrite['commit'],
    held: HeldSession | undefined,
    epoch: number | undefined,
  ): RefusedCommit | undefined {
    if (commit.open === undefined && held === undefined) return refusals.fenced;
    if (epoch !== undefined && held !== undefined && epoch !== held.epoch) return refusals.fenced;
    if (held?.closed === true) return refusals.closed;
    // Claims come first: a repeat of what was done is to hear that, not that the session has moved on since.
    const refusal = this.#firstTaken(session, commit.claims ?? []);
    if (refusal !== undefined) return refusal;
    const head = this.#headOf(session, commit.open);
    if (commit.open === undefined && commit.expect !== undefined && commit.expect !== head)
      return refusals.conflict(head, commit.expect);
    return undefined;
  }

  /** By one of this batch, or by the same commit. */
  #firstTaken(session: SessionId, claims: readonly Claim[]): RefusedCommit | undefined {
    const own = new Set<string>();
    for (const { name, scope, from } of claims.map((claim) => claimParts(claim, session))) {
      const before = this.#claims.get(JSON.stringify([scope, name]));
      if (before !== undefined && (before.until === null || before.until > from))
        return refusals.claimed(name, before.session, before.seq);
      if (own.has(name)) return refusals.claimed(name, session, this.#headOf(session, undefined));
      own.add(name);
    }
    return undefined;
  }

  #claimAll(session: SessionId, claims: readonly Claim[], seq: Seq): void {
    for (const claim of claims) {
      const { name, scope, from, until } = claimParts(claim, session);
      this.#claims.set(JSON.stringify([scope, name]), { scope, claim: name, session, seq, from, until });
    }
  }

  /** Of a session that is opened. */
  agentOf(session: SessionId): string | undefined {
    return this.#agents.get(session);
  }

  #open(session: SessionId, open: SessionOrigin, agent: string): void {
    this.#agents.set(session, agent);
    this.opened.push(session);
    this.#origins.push(toOrigin(session, open));
  }
}

export function claimParts(claim: Claim, session: SessionId) {
  const [name, from, until] = typeof claim === 'string' ? [claim, '', null] : [claim.claim, claim.from, claim.until];
  return { name, scope: isOverAll(name) ? '' : session, from, until };
}

/** As `open_session_1` reads it. */
export function toOrigin(session: SessionId, open: SessionOrigin): object {
  const named = defined({ title: open.title === undefined ? undefined : toColumn(open.title) });
  const common = { session: toColumn(session), createdAt: open.createdAt, ...named };
  if ('forkOf' in open) {
    const { forkOf, records = [] } = open;
    return { ...common, source: toColumn(forkOf.session), upTo: forkOf.seq, records: records.map(toColumn) };
  }
  const { agent, dialect, trust } = open;
  return {
    ...common,
    agent: toColumn(agent),
    trust,
    ...defined({ dialect: dialect === undefined ? undefined : toColumn(dialect) }),
  };
}

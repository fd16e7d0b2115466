// The one line of writes of this node: what waits together goes together, in one round trip and one transaction. A write
// whose connection broke is looked for before the next one is sent: it was stored once or not at all.

import type { CommitOutcome, LogError, SessionId } from '@vitrine/log';
import { type RefusedCommit, refusals } from '@vitrine/log/driver';
import { CommitBatch, claimParts, type Hints, noHints, type QueuedWrite } from './batch.ts';
import { fromColumn, toColumn } from './column-text.ts';
import { ConnectionLost, DatabaseRefusal, type PostgresDatabase, toLogError } from './database.ts';
import type { HeldSessions } from './held-sessions.ts';
import type { ClusterNode, NodeIdentity } from './node.ts';

interface Waiting extends QueuedWrite {
  resolve(outcome: CommitOutcome): void;
  reject(error: LogError): void;
}

/**
 * Writes begin no sooner one after the other while so many commits come at once, unless as many wait as are worth one. A
 * write costs a round trip, a transaction and a sync, whatever is in it.
 */
const GATHER_MS = 4;
const GATHER_FROM = 4;
/** Where the last commits were so close to each other and of so many sessions, others come too. */
const CLOSE_MS = 8;
const CLOSE_SESSIONS = 3;
const GATHER_MOST = 100;
const MAX_WRITES = 1000;
const MAX_CHARS = 4 * 1024 ** 2;
/** How long a write whose connection broke is looked for before its callers are told. */
const FIND_MS = 10_000;
const AGAIN_MS = 100;
/** PostgreSQL's words for: the same again may go well. */
const AGAIN = new Set(['40001', '40P01', '23505']);
const MAX_ATTEMPTS = 5;

export class CommitWriter {
  readonly #db: PostgresDatabase;
  readonly #node: ClusterNode;
  readonly #held: HeldSessions;
  readonly #stored: (batch: CommitBatch, n: number) => void;
  #queue: Waiting[] = [];
  #hints = noHints();
  #running: Promise<void> | undefined;
  #last = { begun: Number.NEGATIVE_INFINITY, count: 0 };
  /** The last commits, the oldest first. */
  readonly #arrivals: { readonly session: SessionId; readonly at: number }[] = [];
  /** Ends the wait for more. */
  #wake: (() => void) | undefined;
  /** A write of which nobody knows whether it is stored. */
  #lost: { readonly identity: NodeIdentity; readonly n: number } | undefined;
  /** How many writes of a session are not done. */
  readonly #underWay = new Map<SessionId, number>();
  readonly #settled = new Map<SessionId, (() => void)[]>();

  /** @param stored told of every write that is durable */
  constructor(
    db: PostgresDatabase,
    node: ClusterNode,
    held: HeldSessions,
    stored: (batch: CommitBatch, n: number) => void,
  ) {
    this.#db = db;
    this.#node = node;
    this.#held = held;
    this.#stored = stored;
  }

  write(write: QueuedWrite): Promise<CommitOutcome> {
    const { session } = write.commit;
    if (session !== undefined) this.#arrive(session);
    const done = new Promise<CommitOutcome>((resolve, reject) => {
      this.#queue.push({ ...write, resolve, reject });
      if (this.#queue.length >= GATHER_MOST) this.#wake?.();
      this.#start();
    });
    if (session === undefined) return done;
    return done.finally(() => this.#leave(session));
  }

  /** Others should look at these; they are told with the next write. */
  hint({ sessions = [], kinds = [] }: { sessions?: readonly SessionId[]; kinds?: readonly string[] }): void {
    for (const session of sessions) this.#hints.sessions.add(session);
    for (const kind of kinds) this.#hints.kinds.add(kind);
    this.#start();
  }

  /** When nothing of the session is under way. */
  settled(session: SessionId): Promise<void> {
    if (!this.#underWay.has(session)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#settled.set(session, [...(this.#settled.get(session) ?? []), resolve]);
    });
  }

  async drained(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  #leave(session: SessionId): void {
    const left = (this.#underWay.get(session) ?? 1) - 1;
    if (left > 0) {
      this.#underWay.set(session, left);
      return;
    }
    this.#underWay.delete(session);
    const waiting = this.#settled.get(session) ?? [];
    this.#settled.delete(session);
    for (const resolve of waiting) resolve();
  }

  #start(): void {
    // After the events of this turn, so that what comes together goes together.
    this.#running ??= new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => this.#run())
      .finally(() => {
        this.#running = undefined;
        if (this.#queue.length > 0) this.#start();
      });
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0 || this.#hints.sessions.size + this.#hints.kinds.size > 0) {
      await this.#gathered();
      const hints = this.#hints;
      this.#hints = noHints();
      const writes = this.#next();
      this.#last = { begun: performance.now(), count: writes.length };
      await this.#store(writes, hints);
    }
  }

  #arrive(session: SessionId): void {
    this.#underWay.set(session, (this.#underWay.get(session) ?? 0) + 1);
    this.#arrivals.push({ session, at: performance.now() });
    if (this.#arrivals.length > GATHER_FROM) this.#arrivals.shift();
  }

  get #areClose(): boolean {
    const [first] = this.#arrivals;
    if (first === undefined || performance.now() - first.at > CLOSE_MS) return false;
    return new Set(this.#arrivals.map(({ session }) => session)).size >= CLOSE_SESSIONS;
  }

  /** When the next write may begin. Where one follows the other it is at once: nobody else would come meanwhile. */
  #gathered(): Promise<void> | undefined {
    const rest = this.#last.begun + GATHER_MS - performance.now();
    if ((this.#last.count < GATHER_FROM && !this.#areClose) || this.#queue.length >= GATHER_MOST || rest <= 0)
      return undefined;
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, rest);
      this.#wake = done;
    });
  }

  /** What goes with the next write. A fork goes alone: what it is refused for is its own. */
  #next(): readonly Waiting[] {
    let [count, chars] = [0, 0];
    for (const { commit } of this.#queue) {
      const isFork = commit.open !== undefined && 'forkOf' in commit.open;
      if (count === MAX_WRITES || chars > MAX_CHARS || (isFork && count > 0)) break;
      count++;
      for (const { text } of commit.runs ?? []) chars += text.length;
      if (isFork) break;
    }
    return this.#queue.splice(0, count);
  }

  async #store(writes: readonly Waiting[], more: Hints): Promise<void> {
    let left = writes;
    for (let attempts = 1; ; ) {
      const batch = new CommitBatch(left, this.#held, copyOf(more));
      try {
        const repeats = await this.#repeatsIn(left, batch);
        if (!batch.isEmpty) await this.#send(batch);
        for (const [index, write] of left.entries())
          write.resolve(repeats.get(write) ?? (batch.outcomes[index] as CommitOutcome));
        return;
      } catch (error) {
        const refused = await this.#refusedIn(left, error).catch(() => new Map<Waiting, RefusedCommit>());
        if (refused.size > 0) {
          for (const [{ resolve }, outcome] of refused) resolve(outcome);
          left = left.filter((write) => !refused.has(write));
        } else if (attempts++ < MAX_ATTEMPTS && AGAIN.has((error as { code?: string }).code ?? '')) {
          await pause(attempts * AGAIN_MS);
        } else {
          const failure = toLogError(error);
          for (const { reject } of left) reject(failure);
          return;
        }
      }
    }
  }

  async #send(batch: CommitBatch): Promise<void> {
    await this.#findLost();
    const { identity } = this.#node;
    const n = ++identity.n;
    const { name, values: columns } = batch.call;
    const values = [identity.node, identity.epoch, n, ...columns];
    const places = values.map((_, index) => `$${index + 1}`).join(', ');
    const sql = `SELECT ${this.#db.s}.${name}(${places}) AS made`;
    let made: readonly number[];
    try {
      made = ((await this.#db.row<{ made: readonly (string | number)[] }>(sql, ...values))?.made ?? []).map(Number);
    } catch (error) {
      // Unless it has a new life already.
      if (error instanceof DatabaseRefusal && error.detail.node === true && identity === this.#node.identity)
        await this.#node.rejoin();
      if (!(error instanceof ConnectionLost)) {
        // It is not stored: a number that is missing would make the others look at everything.
        identity.n = n - 1;
        throw error;
      }
      this.#lost = { identity, n };
      if (!(await this.#findLost())) throw error;
      made = await this.#epochsOf(batch.opened);
    }
    this.#note(batch, made);
    this.#stored(batch, n);
  }

  #note(batch: CommitBatch, made: readonly number[]): void {
    for (const [session, head] of batch.heads) {
      const held = this.#held.get(session);
      if (held !== undefined) held.head = head;
    }
    for (const [index, session] of batch.opened.entries()) {
      const epoch = made[index];
      const agent = batch.agentOf(session);
      if (epoch !== undefined && agent !== undefined)
        this.#held.set(session, { epoch, agent, head: batch.heads.get(session) ?? 0, closed: false });
    }
  }

  /** Whether the write whose connection broke is stored; nothing is sent before that is known. */
  async #findLost(): Promise<boolean> {
    const lost = this.#lost;
    if (lost === undefined) return false;
    const { identity, n } = lost;
    const sql = `SELECT * FROM ${this.#db.s}.reclaim_1($1, $2, $3)`;
    for (const until = performance.now() + FIND_MS; ; ) {
      try {
        const found = await this.#db.row<{ epoch: number | null; stored: boolean }>(
          sql,
          identity.node,
          identity.epoch,
          n,
        );
        this.#lost = undefined;
        if (found?.epoch != null) identity.epoch = found.epoch;
        else if (identity === this.#node.identity) await this.#node.rejoin();
        return found?.stored === true;
      } catch (error) {
        if (performance.now() > until) {
          // Whoever wrote is told that it failed; what it wrote may be there all the same, so nothing known holds.
          this.#held.clear();
          throw error;
        }
        await pause(AGAIN_MS);
      }
    }
  }

  async #epochsOf(sessions: readonly SessionId[]): Promise<readonly number[]> {
    if (sessions.length === 0) return [];
    const sql = `SELECT session, epoch FROM ${this.#db.s}.leases WHERE session = ANY($1)`;
    const rows = await this.#db.rows<{ session: string; epoch: number }>(sql, sessions.map(toColumn));
    const epochs = new Map(rows.map(({ session, epoch }) => [fromColumn(session), epoch]));
    return sessions.map((session) => epochs.get(session) ?? 0);
  }

  /** Which writes the database stands against, and why. None: all of them, or none in particular. */
  async #refusedIn(writes: readonly Waiting[], error: unknown): Promise<Map<Waiting, RefusedCommit>> {
    const refused = new Map<Waiting, RefusedCommit>();
    if (!(error instanceof DatabaseRefusal)) return refused;
    if (error.code === 'VITRINE_LOG_CLAIMED') return this.#claimedIn(writes);
    const named = new Set((error.detail.sessions as readonly string[] | undefined)?.map(fromColumn));
    for (const write of writes) {
      const { session, open, records = [] } = write.commit;
      if (error.code === 'VITRINE_LOG_FENCED' && (error.detail.node === true || named.has(session ?? ''))) {
        if (session === undefined) continue;
        refused.set(write, refusals.fenced);
        this.#held.delete(session);
      } else if (error.code === 'VITRINE_LOG_SESSION_EXISTS' && open !== undefined && named.has(session ?? ''))
        refused.set(write, refusals.exists);
      else if (
        error.code === 'VITRINE_LOG_SESSION_UNKNOWN' &&
        records.some((record) => 'session' in record && named.has(record.session ?? ''))
      )
        refused.set(write, refusals.unknown);
    }
    return refused;
  }

  /** What the session has moved on from may be a repeat of what was done: that is what it is to hear. */
  async #repeatsIn(writes: readonly Waiting[], { outcomes }: CommitBatch): Promise<Map<Waiting, RefusedCommit>> {
    const behind = writes.filter(({ commit: { claims = [] } }, index) => {
      const outcome = outcomes[index] as CommitOutcome;
      return claims.length > 0 && !outcome.ok && outcome.code === 'VITRINE_LOG_CONFLICT';
    });
    return behind.length === 0 ? new Map() : this.#claimedIn(behind);
  }

  async #claimedIn(writes: readonly Waiting[]): Promise<Map<Waiting, RefusedCommit>> {
    const parts = writes.flatMap(({ commit: { session = '', claims = [] } }) =>
      claims.map((claim) => claimParts(claim, session)),
    );
    const rows = await this.#db.rows<{
      scope: string;
      claim: string;
      session: string;
      seq: number;
      until: string | null;
    }>(
      `SELECT c.* FROM ${this.#db.s}.claims c JOIN unnest($1::text[], $2::text[]) AS t(scope, claim) USING (scope, claim)`,
      parts.map(({ scope }) => toColumn(scope)),
      parts.map(({ name }) => toColumn(name)),
    );
    const known = new Map(rows.map((row) => [JSON.stringify([fromColumn(row.scope), fromColumn(row.claim)]), row]));
    const refused = new Map<Waiting, RefusedCommit>();
    for (const write of writes) {
      const { session = '', claims = [] } = write.commit;
      for (const { name, scope, from } of claims.map((claim) => claimParts(claim, session))) {
        const row = known.get(JSON.stringify([scope, name]));
        if (row === undefined || (row.until !== null && row.until <= from)) continue;
        refused.set(write, refusals.claimed(name, fromColumn(row.session), row.seq));
        break;
      }
    }
    return refused;
  }
}

function copyOf({ sessions, agents, kinds }: Hints): Hints {
  return { sessions: new Set(sessions), agents: new Set(agents), kinds: new Set(kinds) };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

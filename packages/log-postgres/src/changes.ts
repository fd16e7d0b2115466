// What other nodes wrote. Each write leaves a row that says what it touched; a notification is a hint to look at once,
// and everybody looks from time to time anyway. Where rows are missing, or a node is gone, everything is looked at.

import type { SessionId } from '@vitrine/log';
import type pg from 'pg';
import { fromColumn } from './column-text.ts';
import type { PostgresDatabase } from './database.ts';
import type { ClusterNode, NodeIdentity } from './node.ts';
import { readNotice, type StoredRun } from './notice.ts';

export interface ChangeListener {
  /** Resolves when what is new in them was told: the next look waits for it, and finds more at once. */
  sessions(sessions: ReadonlySet<SessionId>): Promise<void>;
  /** The next entries of a session, which are stored. */
  runs(runs: readonly StoredRun[]): void;
  agents(agents: Iterable<string>): void;
  kinds(kinds: Iterable<string>): void;
  /** Something may have been missed. */
  everything(): void;
}

interface ChangeRow {
  readonly node: string;
  readonly n: number;
  readonly sessions: readonly string[];
  readonly agents: readonly string[];
  readonly kinds: readonly string[];
}

const LOOK_EVERY_MS = 500;
const LISTEN_AGAIN_MS = 2000;
const MAX_ROWS = 1000;
/** Of more notices at once the others are told that there are some: to read them together is cheaper then. */
const MAX_NOTICES = 8;

export class ChangeFeed {
  readonly #db: PostgresDatabase;
  readonly #node: ClusterNode;
  readonly #listener: ChangeListener;
  readonly #channel: string;
  /** The last write that was seen of each other node. */
  readonly #seen = new Map<string, number>();
  #looking: Promise<void> | undefined;
  #isAsked = false;
  #announcing = false;
  #toAnnounce: (string | undefined)[] = [];
  #client: pg.Client | undefined;
  #timers: NodeJS.Timeout[] = [];
  #isStopped = false;

  constructor(db: PostgresDatabase, node: ClusterNode, listener: ChangeListener) {
    this.#db = db;
    this.#node = node;
    this.#listener = listener;
    this.#channel = `vitrine ${db.schema}`;
  }

  start(): void {
    this.#timers.push(setInterval(() => this.look(), LOOK_EVERY_MS).unref());
    void this.#listen();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#client?.end().catch(() => undefined);
    await this.#looking;
  }

  /** Who else is here, by the beat of this node. */
  noteNodes(others: ReadonlyMap<string, number>): void {
    let isChanged = false;
    for (const [node, n] of others) {
      if (this.#seen.has(node)) continue;
      this.#seen.set(node, n);
      isChanged = true;
    }
    for (const node of [...this.#seen.keys()]) {
      if (others.has(node)) continue;
      this.#seen.delete(node);
      isChanged = true;
    }
    if (isChanged) this.#listener.everything();
  }

  /** Tells the others what a write has changed; `write` is asked where there are any. */
  announce(write: (identity: NodeIdentity) => string | undefined): void {
    if (this.#seen.size === 0) return;
    if (this.#toAnnounce.length <= MAX_NOTICES) this.#toAnnounce.push(write(this.#node.identity));
    if (this.#announcing) return;
    this.#announcing = true;
    void this.#announceAll().finally(() => {
      this.#announcing = false;
    });
  }

  async #announceAll(): Promise<void> {
    while (this.#toAnnounce.length > 0 && !this.#isStopped) {
      const notices = this.#toAnnounce.splice(0);
      const isWhole = notices.length <= MAX_NOTICES && !notices.includes(undefined);
      const payloads = isWhole ? (notices as string[]) : [this.#node.identity.node];
      const sql = 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload';
      await this.#db.rows(sql, this.#channel, payloads).catch(() => undefined);
    }
  }

  /** What somebody says to have written is taken where it is the next of that node, and nothing is being read. */
  #hear(payload: string): void {
    const notice = readNotice(payload);
    const { node } = notice;
    if (node === this.#node.identity.node) return;
    const last = this.#seen.get(node);
    if (!('n' in notice) || this.#looking !== undefined || last === undefined || notice.n > last + 1)
      return this.look();
    if (notice.n <= last) return;
    this.#seen.set(node, notice.n);
    this.#listener.runs(notice.runs);
    this.#listener.agents(notice.agents);
    this.#listener.kinds(notice.kinds);
  }

  look(): void {
    if (this.#isStopped || this.#seen.size === 0) return;
    if (this.#looking !== undefined) {
      this.#isAsked = true;
      return;
    }
    this.#looking = this.#look()
      .catch(() => undefined)
      .finally(() => {
        this.#looking = undefined;
        if (!this.#isAsked) return;
        this.#isAsked = false;
        this.look();
      });
  }

  async #look(): Promise<void> {
    const rows = await this.#db.rows<ChangeRow>(
      `SELECT c.node, c.n, c.sessions, c.agents, c.kinds FROM unnest($1::text[], $2::bigint[]) AS k(node, n)
       JOIN ${this.#db.s}.changes c ON c.node = k.node AND c.n > k.n ORDER BY c.node, c.n LIMIT ${MAX_ROWS}`,
      [...this.#seen.keys()],
      [...this.#seen.values()],
    );
    const [sessions, agents, kinds] = [new Set<string>(), new Set<string>(), new Set<string>()];
    let isMissing = false;
    for (const row of rows) {
      const last = this.#seen.get(row.node);
      if (last === undefined || row.n <= last) continue;
      // A number that is missing was a write that failed, or a row that is gone by now.
      if (row.n > last + 1) isMissing = true;
      this.#seen.set(row.node, row.n);
      for (const session of row.sessions) sessions.add(fromColumn(session));
      for (const agent of row.agents) agents.add(fromColumn(agent));
      for (const kind of row.kinds) kinds.add(fromColumn(kind));
    }
    if (rows.length === MAX_ROWS) this.#isAsked = true;
    if (isMissing) this.#listener.everything();
    if (agents.size > 0) this.#listener.agents(agents);
    if (kinds.size > 0) this.#listener.kinds(kinds);
    if (sessions.size > 0) await this.#listener.sessions(sessions);
  }

  async #listen(): Promise<void> {
    if (this.#isStopped) return;
    let isOver = false;
    const again = (): void => {
      if (isOver || this.#isStopped) return;
      isOver = true;
      this.#client = undefined;
      this.#timers.push(setTimeout(() => void this.#listen(), LISTEN_AGAIN_MS).unref());
    };
    const client = await this.#db.listen(this.#channel, (payload) => this.#hear(payload), again);
    if (client === undefined) return again();
    this.#client = client;
    if (this.#isStopped) await client.end().catch(() => undefined);
  }
}

// One run: a cluster, its clients, faults one after the other and two at a time, then the judgement. A fault is over when
// every client was served again.

import { setTimeout as delay } from 'node:timers/promises';
import { allCatalogs } from '@vitrine/core/catalogs/all';
import { Catalogs, type Entry, isObject, type Json, Replica } from '@vitrine/core/internal';
import { type Dialect, type DialectId, dialectById } from '@vitrine/dialects';
import type { SessionLog } from '@vitrine/log';
import { openPostgresLog } from '../../packages/log-postgres/src/index.ts';
import { checkLedger, type StoredFacts, type Violation } from './check-ledger.ts';
import { Clients, type Shown } from './clients.ts';
import { Cluster } from './cluster.ts';
import { type Fault, type FaultKind, planFaults, runFault } from './fault-kinds.ts';
import { Ledger, marksIn } from './ledger.ts';
import { SeededRandom } from './seeded-random.ts';

const AGENT = 'dev';
/** How long it may take until everybody is served again, and until everybody shows what there is. */
const MAX_SERVED_MS = 60_000;
const MAX_END_MS = 60_000;
/** Two at a time so often. */
const PAIR_CHANCE = 0.2;
const CALM_MS = [100, 700] as const;

export interface FaultRunOptions {
  readonly seed: number;
  readonly faults: number;
  /** No fault but the first begins later, counted from before the nodes start. */
  readonly maxMs?: number;
  readonly kinds?: readonly FaultKind[];
  /** Told what happens. */
  readonly note?: (text: string) => void;
}

export interface FaultReport {
  readonly faults: number;
  readonly byKind: { readonly [kind: string]: number };
  readonly acknowledged: number;
  readonly asks: number;
  readonly events: number;
  readonly views: number;
  readonly entries: number;
  readonly epochs: number;
  readonly fullBy: string;
  /** From the kill of a writer, or the signal that stops it, to the next acknowledgement in each session that it wrote. */
  readonly takeoverMs: { readonly kill: readonly number[]; readonly stop: readonly number[] };
  /** From the end of a fault until everybody was served again. */
  readonly recoveryMs: { readonly [kind: string]: readonly number[] };
  readonly answers: { readonly [status: string]: number };
  readonly violations: readonly Violation[];
}

export async function runFaults(options: FaultRunOptions): Promise<FaultReport> {
  const begun = performance.now();
  const cluster = await Cluster.start();
  try {
    return await new FaultRun(cluster, options, begun).run();
  } finally {
    await cluster.stop();
  }
}

class FaultRun {
  readonly #cluster: Cluster;
  readonly #options: FaultRunOptions;
  readonly #random: SeededRandom;
  readonly #ledger = new Ledger();
  readonly #clients: Clients;
  readonly #byKind: { [kind: string]: number } = {};
  readonly #takeoverMs = { kill: [] as number[], stop: [] as number[] };
  readonly #recoveryMs: { [kind: string]: number[] } = {};
  readonly #begun: number;
  #faults = 0;

  constructor(cluster: Cluster, options: FaultRunOptions, begun: number) {
    this.#begun = begun;
    this.#cluster = cluster;
    this.#options = options;
    this.#random = new SeededRandom(options.seed);
    this.#clients = new Clients(cluster.url, cluster.key, this.#ledger, this.#random.fork());
  }

  async run(): Promise<FaultReport> {
    const { faults, kinds } = this.#options;
    const plan = planFaults(this.#random.fork(), faults, this.#cluster.members.length, kinds);
    try {
      await this.#clients.start();
      await this.#expectServed('the start', 0);
      await this.#inflict(plan);
      await this.#settle();
    } finally {
      await this.#clients.close();
    }
    const facts = await this.#readFacts();
    const violations = checkLedger(this.#ledger, facts);
    if (violations.length > 0) this.#noteNodes();
    return this.#report(facts, violations);
  }

  async #inflict(plan: readonly Fault[]): Promise<void> {
    const { maxMs = Number.POSITIVE_INFINITY } = this.#options;
    for (let next = 0; next < plan.length; ) {
      if (next > 0 && performance.now() - this.#begun > maxMs) break;
      const first = plan[next++] as Fault;
      const second = plan[next];
      const isPair = second !== undefined && this.#random.isLucky(PAIR_CHANCE) && mayMeet(first, second);
      if (isPair) next++;
      await this.#inflictTogether(isPair ? [first, second] : [first]);
      await delay(this.#random.between(...CALM_MS));
    }
  }

  async #inflictTogether(faults: readonly Fault[]): Promise<void> {
    this.#faults += faults.length;
    const names = faults.map(({ kind, node, ms }) => `${kind} (node ${node + 1}, ${ms} ms)`).join(' with ');
    const ledBy = await this.#cluster.ledBy();
    const began = performance.now();
    const measured = faults.flatMap((fault) => this.#measureTakeover(fault, ledBy, began));
    await Promise.all(faults.map((fault) => runFault(fault, this.#cluster)));
    const healed = performance.now();
    await this.#expectServed(names, healed);
    await Promise.all(measured);
    const recoveryMs = Math.round(performance.now() - healed);
    for (const { kind } of faults) {
      this.#byKind[kind] = (this.#byKind[kind] ?? 0) + 1;
      this.#recoveryMs[kind] = [...(this.#recoveryMs[kind] ?? []), recoveryMs];
    }
    this.#note(`${this.#faults}: ${names}; served again after ${recoveryMs} ms`);
  }

  async #expectServed(what: string, since: number): Promise<void> {
    const waiting = await this.#clients.untilServed(since, MAX_SERVED_MS);
    if (waiting.length === 0) return;
    this.#ledger.complain(what, `nobody served ${waiting.join(', ')} afterwards`);
    this.#note(`${what}: nobody serves ${waiting.join(', ')}`);
    this.#noteNodes();
  }

  /** How long the sessions that the node wrote had no writer. */
  #measureTakeover(
    { kind, node }: Fault,
    ledBy: ReadonlyMap<string, ReadonlySet<string>>,
    began: number,
  ): readonly Promise<void>[] {
    if (kind !== 'kill' && kind !== 'stop') return [];
    const led = ledBy.get(`node-${node + 1}`) ?? new Set();
    const writers = this.#clients.writers.filter(({ account }) => led.has(account.session));
    return writers.map(async (writer) => {
      while (writer.lastAt <= began && performance.now() < began + MAX_SERVED_MS) await delay(10);
      this.#takeoverMs[kind].push(Math.round(writer.lastAt - began));
    });
  }

  /** Everybody comes to rest, and what they show is kept. */
  async #settle(): Promise<void> {
    const clients = this.#clients;
    const waiting = await clients.stopWriting(MAX_END_MS);
    if (waiting.length > 0) this.#ledger.complain('the end', `nobody serves ${waiting.join(', ')}`);
    await this.#untilFed();
    const log = await this.#openLog();
    try {
      for (const index of clients.shown().keys()) await this.#expectView(log, index);
      for (const { viewer, session, seq, shown } of await this.#snapshots())
        this.#ledger.views.push({ viewer, session, shown, expected: textOf(await this.#foldOf(log, session, seq)) });
    } finally {
      await log.close();
    }
  }

  async #untilFed(): Promise<void> {
    for (const until = performance.now() + MAX_END_MS; performance.now() < until; await delay(100)) {
      const rows = await this.#cluster.database.sql<{ count: string }>(
        `SELECT count(*) FROM vitrine.entries WHERE feed = '${AGENT}'`,
      );
      const count = Number(rows[0]?.count);
      const given = this.#ledger.feeds.map(
        ({ events }) => new Set(events.map(({ session, seq }) => `${session} ${seq}`)),
      );
      if (given.every(({ size }) => size >= count)) return;
    }
  }

  /** What each node says of each session. */
  async #snapshots() {
    const sessions = [...new Set(this.#clients.shown().map(({ session }) => session))];
    const all = this.#cluster.members.flatMap(({ node }) => sessions.map((session) => ({ node, session })));
    return Promise.all(
      all.map(async ({ node, session }) => {
        const answer = await fetch(`${node.url}/sessions/${session}/snapshot`, {
          headers: { authorization: `Bearer ${this.#cluster.key}` },
        });
        const { seq, surfaces, asks, tasks } = (await answer.json()) as ReturnType<Replica['snapshot']> & {
          seq: number;
        };
        return { viewer: `the snapshot of ${node.name}`, session, seq, shown: sorted({ surfaces, asks, tasks }) };
      }),
    );
  }

  /** Nobody writes any more: sooner or later everybody shows what the log has. */
  async #expectView(log: SessionLog, index: number): Promise<void> {
    for (const until = performance.now() + MAX_END_MS; ; await delay(200)) {
      const { viewer, session, dialect } = this.#clients.shown()[index] as Shown;
      const expected = textOf(asShownIn(dialect, await this.#foldOf(log, session)));
      const shown = textOf((this.#clients.shown()[index] as Shown).replica);
      if (shown !== expected && performance.now() < until) continue;
      this.#ledger.views.push({ viewer, session, shown, expected });
      return;
    }
  }

  async #foldOf(log: SessionLog, session: string, upTo = Number.POSITIVE_INFINITY): Promise<Replica> {
    const replica = new Replica({ catalogs: this.#clients.catalogs });
    for await (const entry of log.read(session, 0)) if (entry.seq <= upTo) replica.apply(entry);
    return replica;
  }

  async #openLog(): Promise<SessionLog> {
    const { database } = this.#cluster;
    const [node] = await database.sql<{ fold: string }>('SELECT fold FROM vitrine.nodes LIMIT 1');
    return openPostgresLog(database.url, { fold: node?.fold ?? 'checker' });
  }

  async #readFacts(): Promise<StoredFacts> {
    const { database } = this.#cluster;
    for (const name of await this.#cluster.stopNodes()) this.#ledger.complain(name, 'it did not stop by itself');
    const log = await this.#openLog();
    const sessions = new Map<string, readonly Entry[]>();
    const feed: { session: string; seq: number }[] = [];
    try {
      for await (const { session } of log.sessions()) {
        const entries: Entry[] = [];
        for await (const entry of log.read(session, 0)) entries.push(entry);
        sessions.set(session, entries);
      }
      for await (const { session, entry } of log.readAgent(AGENT, 0)) feed.push({ session, seq: entry.seq });
    } finally {
      await log.close();
    }
    for (const { node } of this.#cluster.members)
      for (const fault of node.faults) this.#ledger.complain(node.name, `it failed with ${fault}`);
    this.#findSessions(sessions);
    const [grants, writes, removals] = await Promise.all([database.grants(), database.writes(), database.removals()]);
    return { sessions, feeds: new Map([[AGENT, feed]]), grants, writes, removals };
  }

  /** A client of a face is not told its session. */
  #findSessions(sessions: ReadonlyMap<string, readonly Entry[]>): void {
    for (const account of this.#ledger.writers) {
      if (account.session !== '') continue;
      for (const [session, entries] of sessions)
        if (entries.some((entry) => [...marksIn(JSON.stringify(entry))].some(({ name }) => name === account.name)))
          account.session = session;
    }
  }

  #report(facts: StoredFacts, violations: readonly Violation[]): FaultReport {
    const { writers, asks, feeds, views } = this.#ledger;
    const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
    return {
      faults: this.#faults,
      byKind: this.#byKind,
      acknowledged: sum(writers.map(({ acknowledged }) => acknowledged.length)),
      asks: asks.filter(({ heard }) => heard.length > 0).length,
      events: sum(feeds.map(({ events }) => events.length)),
      views: views.length,
      entries: sum([...facts.sessions.values()].map(({ length }) => length)),
      epochs: facts.grants.length,
      fullBy: this.#cluster.database.fullBy,
      takeoverMs: this.#takeoverMs,
      recoveryMs: this.#recoveryMs,
      answers: Object.fromEntries(this.#clients.calls.counts),
      violations,
    };
  }

  #note(text: string): void {
    this.#options.note?.(`${((performance.now() - this.#begun) / 1000).toFixed(1)} s  ${text}`);
  }

  #noteNodes(): void {
    for (const { node } of this.#cluster.members)
      for (const line of node.lines.slice(-60)) this.#options.note?.(`${node.name}: ${line}`);
  }
}

/** Two that befall the same node, or both the database, undo each other. */
function mayMeet(a: Fault, b: Fault): boolean {
  return a.kind !== b.kind && a.node !== b.node && !(isOfDatabase(a) && isOfDatabase(b));
}

function isOfDatabase({ kind }: Fault): boolean {
  return kind.startsWith('restart') || kind === 'read-only' || kind === 'full' || kind === 'stall';
}

function textOf(replica: Replica): string {
  const { surfaces, asks, tasks } = replica.snapshot();
  return sorted({ surfaces, asks, tasks });
}

/** The order of members says nothing, and dialects write them in their own. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isObject(part as Json) && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part as object).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** The state as a viewer of the dialect sees it that comes now. */
function asShownIn(id: DialectId, replica: Replica): Replica {
  if (id === 'vitrine') return replica;
  const dialect = dialectById(id) as Dialect;
  const seen = new Replica({ catalogs: new Catalogs(allCatalogs) });
  for (const wire of dialect.join(replica).wire) {
    const decoded = dialect.decode(wire, seen, 'agent');
    if (decoded.ok) seen.apply(decoded.value);
  }
  return seen;
}

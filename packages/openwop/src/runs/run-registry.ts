// Every run of this face: read from the entries of its session when it is first asked for, and what other hosts have
// written since whenever it is asked for; changed by one call at a time, forgotten when nobody has asked for it lately.
// What is not durable was never seen here.

import {
  defined,
  type FacePorts,
  type Issue,
  isOp,
  type NewEntry,
  type Origin,
  type PortAnswer,
  type PortRecord,
  type PortReply,
  type PortSession,
  type Seq,
  type Trust,
  type View,
} from '@vitrine/core/internal';
import { entriesUpTo, KeyQueue, newSessionId, timeAt } from '@vitrine/face-kit';
import type { SurfaceChange } from '../admission/surface-change.ts';
import type { Major } from '../admission/types.ts';
import { askChanges, isMarked } from '../interrupts/questions.ts';
import type { OpenwopSettings } from '../settings.ts';
import { Run } from './run.ts';
import { type RunEvent, readRunEvent, toExt } from './run-event.ts';

/** What is written: an event of the run, what it does to the session, or both. */
export interface RunWrite {
  readonly event?: RunEvent;
  readonly entry?: Pick<NewEntry, 'body' | 'trust'>;
  /** What is known of the surface that the entry changes. */
  readonly change?: SurfaceChange;
}

export interface RunOpening {
  readonly agent: string;
  readonly major: Major;
  readonly title?: string;
  readonly trust: Trust;
  readonly event?: RunEvent;
  /** Whose value is the session. */
  readonly records?: readonly { readonly key: string }[];
  readonly author?: Author;
  /** What the call is answered that opens it. */
  readonly reply?: (run: Run) => PortReply | undefined;
}

/** In whose name. */
export type Author = Pick<Origin, 'role' | 'id'>;

const MAX_LOADED = 500;
const MAX_NOTES = 20;
export const DIALECTS: { readonly [major in Major]: string } = { 1: 'openwop-1', 2: 'openwop-2' };
export const HOST_AUTHOR: Author = { role: 'host', id: 'host' };

export class RunRegistry {
  readonly #port: FacePorts;
  readonly #settings: Pick<OpenwopSettings, 'taintedApprovals' | 'streamMs'>;
  readonly #runs = new Map<string, Promise<Run>>();
  /** How far the session of a run was read: all up to it is in the run. */
  readonly #seen = new WeakMap<Run, Seq>();
  /** The calls of each run, one behind the other. */
  readonly #queue = new KeyQueue<string>();
  readonly #listeners = new Set<(run: Run) => void>();

  constructor(port: FacePorts, settings: Pick<OpenwopSettings, 'taintedApprovals' | 'streamMs'>) {
    this.#port = port;
    this.#settings = settings;
  }

  /** Undefined: there is no such session, or none of this protocol. */
  async find(session: string): Promise<Run | undefined> {
    // Asked for each time: a session is closed by other roads too.
    const row = await this.#port.sessions.find(session);
    const major = (await this.#runs.get(session))?.major ?? majorOf(row?.dialect);
    return row === undefined || major === undefined ? undefined : this.adopt(row, major);
  }

  /** A session whose agent speaks this protocol, whoever opened it. */
  async adopt(row: PortSession, major: Major): Promise<Run> {
    const run = await this.#keep(row.session, this.#runs.get(row.session) ?? this.#load(row, major));
    await this.#fold(run, row.session, row.seq);
    if (row.closedAt !== undefined) run.close(row.closedAt);
    return run;
  }

  /** One of which nothing was recorded. */
  forget(session: string): void {
    this.#runs.delete(session);
  }

  /** The last one that was asked for is the last one to go. */
  #keep(session: string, run: Promise<Run>): Promise<Run> {
    this.#runs.delete(session);
    this.#runs.set(session, run);
    run.catch(() => this.#runs.delete(session));
    for (const oldest of this.#runs.keys()) {
      if (this.#runs.size <= MAX_LOADED) break;
      if (!this.#queue.has(oldest)) this.#runs.delete(oldest);
    }
    return run;
  }

  /** With its first event, or a record of its name, or both: nobody finds it without. */
  async open({ event, records = [], author = HOST_AUTHOR, reply, ...of }: RunOpening): Promise<Run> {
    const { major, title, ...rest } = of;
    const run = new Run({ ...rest, major, session: newSessionId() });
    const at = this.#time();
    if (event !== undefined) this.#apply(run, event, 1, at);
    const { session } = run;
    await this.#port.sessions.open({
      ...defined({ ...rest, session, dialect: DIALECTS[major], from: originOf(run, author), title }),
      entries: event === undefined ? [] : [{ body: [], ext: toExt(event) }],
      records: records.map((record) => ({ ...record, session, value: session })),
      ...defined({ reply: reply?.(run) }),
    });
    return this.#opened(run);
  }

  /** One that begins at the beginning is a run of the same workflow all the same. */
  async fork(run: Run, events: number, reply?: (fork: Run) => PortReply | undefined): Promise<Run> {
    const { agent, major, trust } = run;
    const upTo = events === 0 ? 0 : (run.seqs[events - 1] as number);
    const fork = new Run({ agent, major, trust, session: newSessionId() });
    await this.#fold(fork, run.session, upTo);
    const at = this.#time();
    const event = { type: 'run.started', payload: run.started, contentTrust: trust };
    const steps = events === 0 ? [{ event }] : [];
    const after = fork.after(steps, at);
    await this.#port.sessions.fork(run.session, upTo, {
      ...{ session: fork.session, from: originOf(fork, HOST_AUTHOR) },
      entries: (view) => entriesOf(this.#withAsks(after, steps, view)),
      records: this.#dueRecords(new Run(fork), after),
      ...defined({ reply: reply?.(after) }),
    });
    if (events === 0) this.#apply(fork, event, 1, at);
    return this.#opened(fork);
  }

  #opened(run: Run): Promise<Run> {
    for (const listener of this.#listeners) listener(run);
    return this.#keep(run.session, Promise.resolve(run));
  }

  /** One call after the other: what is judged is what is written to. Undefined: there is no such run. */
  exclusive<T>(session: string, work: (run: Run) => Promise<T>): Promise<T | undefined> {
    return this.#queue.run(session, () =>
      this.#port.sessions.exclusive(session, async () => {
        const run = await this.find(session);
        return run === undefined ? undefined : work(run);
      }),
    );
  }

  /**
   * Inside `exclusive`. All steps or, from the first that the session refuses, none of the rest. What the host must ask from
   * then on is part of the first entry, so that no crash and no fork comes between; where that one is not trusted, of one
   * of the same commit, which a fork between them makes anew. What will be due, and what the call is answered, is in the
   * same commit.
   */
  async write(
    run: Run,
    writes: readonly RunWrite[],
    author: Author,
    reply?: (after: Run) => PortReply | undefined,
  ): Promise<PortAnswer> {
    const at = this.#time();
    const after = run.after(writes, at);
    const steps = this.#withAsks(after, writes, await this.#port.sessions.view(run.session));
    const answer = await this.#port.sessions.write(run.session, entriesOf(steps), {
      from: originOf(run, author),
      records: this.#dueRecords(run, after),
      reply: () => reply?.(after),
    });
    const first = answer.seq - answer.accepted + 1;
    for (const [index, { event }] of steps.slice(0, answer.accepted).entries())
      if (event !== undefined) this.#apply(run, event, first + index, at);
    this.#sawUpTo(run, answer.seq);
    for (const listener of this.#listeners) listener(run);
    return answer;
  }

  /** Of what has begun to wait between the two. */
  #dueRecords(before: Run, after: Run): readonly PortRecord[] {
    const { session } = after;
    const { streamMs } = this.#settings;
    const known = before.dueTimes(streamMs);
    return [...after.dueTimes(streamMs)]
      .filter(([what, due]) => known.get(what) !== due)
      .map(([what, due]) => ({ key: `due/${session}/${what}`, session, due: timeAt(due), value: what }));
  }

  #withAsks(run: Run, steps: readonly RunWrite[], view: View): readonly RunWrite[] {
    const body = steps.flatMap(({ entry }) => entry?.body ?? []);
    const change = steps.find((step) => step.change)?.change;
    const { taintedApprovals } = this.#settings;
    const changes = askChanges(defined({ run, view, body, change, taintedApprovals }));
    const asks = changes.filter((part) => !isMarked(part, run));
    const marked = changes.filter((part) => isMarked(part, run));
    const more: readonly RunWrite[] = marked.length === 0 ? [] : [{ entry: { body: marked, trust: 'untrusted' } }];
    if (asks.length === 0) return [...steps, ...more];
    const [first = {}, ...rest] = steps;
    // The question is the host's own: it does not stand among what is not trusted.
    if (first.entry?.trust === 'untrusted') return [...steps, { entry: { body: asks } }, ...more];
    const asking = { ...first, entry: { ...first.entry, body: [...(first.entry?.body ?? []), ...asks] } };
    return [asking, ...rest, ...more];
  }

  /** What the agent did wrong, for its inspector and its stream of events. */
  async note(run: Run, issues: readonly Issue[], reply?: () => PortReply | undefined): Promise<void> {
    const body = issues.slice(0, MAX_NOTES).map((issue) => ({ event: 'issue', issue }) as const);
    if (body.length > 0) await this.#port.sessions.write(run.session, [{ body }], defined({ reply }));
  }

  /** The listener is called whenever something was written. */
  subscribe(listener: (run: Run) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #load({ session, agent, trust }: PortSession, major: Major): Promise<Run> {
    const run = new Run({ session, agent, major, trust });
    // The row may be older than the last entry.
    await this.#fold(run, session, (await this.#port.sessions.find(session))?.seq ?? 0);
    return run;
  }

  /** Unless somebody who read at the same time was faster. */
  #apply(run: Run, event: RunEvent, seq: Seq, at: string): void {
    if (seq <= (this.#seen.get(run) ?? 0)) return;
    run.apply(event, seq, at);
    this.#sawUpTo(run, seq);
  }

  #sawUpTo(run: Run, seq: Seq): void {
    this.#seen.set(run, Math.max(seq, this.#seen.get(run) ?? 0));
  }

  async #fold(run: Run, session: string, upTo: Seq): Promise<void> {
    for await (const entry of entriesUpTo(this.#port, session, this.#seen.get(run) ?? 0, upTo)) {
      const event = readRunEvent(entry);
      const isNew = entry.seq > (this.#seen.get(run) ?? 0);
      if (event !== undefined) this.#apply(run, event, entry.seq, entry.at);
      // A press where nothing waited is no event of the run (session-handler.ts).
      else if (isNew && entry.body.some((part) => !isOp(part) && part.event === 'action')) run.beginTurn();
      this.#sawUpTo(run, entry.seq);
    }
  }

  #time(): string {
    return timeAt(this.#port.transport.now());
  }
}

function entriesOf(steps: readonly RunWrite[]): readonly NewEntry[] {
  return steps.map(({ event, entry }) => ({ body: [], ...entry, ...defined({ ext: event && toExt(event) }) }));
}

function originOf({ major }: Run, author: Author): Origin {
  return { ...author, dialect: DIALECTS[major] };
}

export function majorOf(dialect: string | undefined): Major | undefined {
  return dialect === DIALECTS[1] ? 1 : dialect === DIALECTS[2] ? 2 : undefined;
}

// Every run of this face: read from the entries of its session when it is first asked for, changed by one call at a
// time, forgotten when nobody has asked for it lately. What is not durable was never seen here.

import {
  type Entry,
  type FacePorts,
  type Issue,
  isOp,
  type NewEntry,
  type Origin,
  type PortAnswer,
  type PortSession,
  type Trust,
} from '@vitrine/core';
import type { Major } from '../admission/types.ts';
import { askChanges } from '../interrupts/questions.ts';
import type { OpenwopSettings } from '../settings.ts';
import { Run } from './run.ts';
import { type RunEvent, readRunEvent, trustOf, writeRunEvent } from './run-event.ts';

/** What is written: an event of the run, what it does to the session, or both. */
export interface Step {
  readonly event?: RunEvent;
  readonly entry?: Pick<NewEntry, 'body' | 'trust'>;
}

/** In whose name. */
export type Author = Pick<Origin, 'role' | 'id'>;

const MOST_LOADED = 500;
const MOST_NOTED = 20;
export const DIALECTS: { readonly [major in Major]: string } = { 1: 'openwop-1', 2: 'openwop-2' };
export const HOST_AUTHOR: Author = { role: 'host', id: 'host' };

export class RunBook {
  readonly #port: FacePorts;
  readonly #taintedApprovals: OpenwopSettings['taintedApprovals'];
  readonly #runs = new Map<string, Promise<Run>>();
  /** The last call of each run that is under way. */
  readonly #lines = new Map<string, Promise<unknown>>();
  readonly #watchers = new Set<(run: Run) => void>();

  constructor(port: FacePorts, { taintedApprovals }: Pick<OpenwopSettings, 'taintedApprovals'>) {
    this.#port = port;
    this.#taintedApprovals = taintedApprovals;
  }

  /** Undefined: there is no such session, or none of this protocol. */
  async find(session: string): Promise<Run | undefined> {
    // Asked for each time: a session is closed by other roads too.
    const row = await this.#port.sessions.find(session);
    const known = this.#runs.get(session);
    if (known !== undefined) {
      this.#runs.delete(session);
      this.#runs.set(session, known);
    }
    const major = (await known)?.major ?? majorOf(row?.dialect);
    return row === undefined || major === undefined ? undefined : this.adopt(row, major);
  }

  /** A session whose agent speaks this protocol, whoever opened it. */
  async adopt(row: PortSession, major: Major): Promise<Run> {
    const run = await (this.#runs.get(row.session) ?? this.#begin(row, major));
    if (row.closedAt !== undefined) run.close(row.closedAt);
    return run;
  }

  /** One of which nothing was recorded. */
  forget(session: string): void {
    this.#runs.delete(session);
  }

  #begin(row: PortSession, major: Major): Promise<Run> {
    const loading = this.#load(row, major);
    this.#runs.set(row.session, loading);
    loading.catch(() => this.#runs.delete(row.session));
    this.#leaveSome();
    return loading;
  }

  async open(of: { agent: string; major: Major; title?: string; trust: Trust }): Promise<Run> {
    const { agent, major, title, trust } = of;
    const row = await this.#port.sessions.open({
      agent,
      trust,
      dialect: DIALECTS[major],
      ...(title === undefined ? {} : { title }),
    });
    return this.adopt(row, major);
  }

  async fork(run: Run, events: number): Promise<Run> {
    const row = await this.#port.sessions.fork(run.session, events === 0 ? 0 : (run.seqs[events - 1] as number));
    const fork = await this.adopt(row, run.major);
    // One that begins at the beginning is a run of the same workflow all the same.
    const event = { type: 'run.started', payload: run.started, contentTrust: trustOf(run.trust === 'untrusted') };
    const steps = events === 0 ? [{ event }] : [];
    await this.alone(fork.session, (one) => this.write(one, steps, HOST_AUTHOR));
    return fork;
  }

  /** One call after the other: what is judged is what is written to. Undefined: there is no such run. */
  alone<T>(session: string, work: (run: Run) => Promise<T>): Promise<T | undefined> {
    const mine = (this.#lines.get(session) ?? Promise.resolve()).then(async () => {
      const run = await this.find(session);
      return run === undefined ? undefined : work(run);
    });
    const settled = mine.then(
      () => undefined,
      () => undefined,
    );
    this.#lines.set(session, settled);
    void settled.then(() => {
      if (this.#lines.get(session) === settled) this.#lines.delete(session);
    });
    return mine;
  }

  /**
   * Inside `alone`. All steps or, from the first that the session refuses, none of the rest. What the host must ask from
   * then on is part of the first entry, so that no crash and no fork comes between; where that one is not trusted, of one
   * of the same commit, which a fork between them makes anew.
   */
  async write(run: Run, given: readonly Step[], author: Author): Promise<PortAnswer> {
    const at = new Date(this.#port.transport.now()).toISOString();
    const steps = await this.#withAsks(run, given, at);
    const entries = steps.map(
      ({ event, entry }): NewEntry => ({
        body: [],
        ...entry,
        ...(event === undefined ? {} : { wire: writeRunEvent(event) }),
      }),
    );
    const answer = await this.#port.sessions.write(run.session, entries, {
      from: { ...author, dialect: DIALECTS[run.major] },
    });
    const first = answer.seq - answer.accepted + 1;
    for (const [index, { event }] of steps.slice(0, answer.accepted).entries())
      if (event !== undefined) run.apply(event, first + index, at);
    for (const watch of this.#watchers) watch(run);
    return answer;
  }

  async #withAsks(run: Run, steps: readonly Step[], at: string): Promise<readonly Step[]> {
    const asks = askChanges({
      run: run.after(
        steps.flatMap(({ event }) => event ?? []),
        at,
      ),
      view: await this.#port.sessions.view(run.session),
      body: steps.flatMap(({ entry }) => entry?.body ?? []),
      taintedApprovals: this.#taintedApprovals,
    });
    if (asks.length === 0) return steps;
    const [first = {}, ...rest] = steps;
    // The question is the host's own: it does not stand among what is not trusted.
    if (first.entry?.trust === 'untrusted') return [...steps, { entry: { body: asks } }];
    return [{ ...first, entry: { ...first.entry, body: [...(first.entry?.body ?? []), ...asks] } }, ...rest];
  }

  /** What the agent did wrong, for its inspector and its stream of events. */
  async note(run: Run, issues: readonly Issue[]): Promise<void> {
    const body = issues.slice(0, MOST_NOTED).map((issue) => ({ event: 'issue', issue }) as const);
    if (body.length > 0) await this.#port.sessions.write(run.session, [{ body }]);
  }

  /** Called whenever something was written. */
  watch(watcher: (run: Run) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  async *entries(session: string, after: number, over: Promise<void>): AsyncIterable<Entry> {
    yield* await this.#port.sessions.entries(session, after, over);
  }

  async #load(row: PortSession, major: Major): Promise<Run> {
    const { session, agent, trust } = row;
    const run = new Run({ session, agent, major, trust });
    // The row may be older than the last entry.
    const head = (await this.#port.sessions.find(session))?.seq ?? 0;
    if (head === 0) return run;
    let end: () => void = () => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    try {
      for await (const entry of this.entries(session, 0, over)) {
        const event = readRunEvent(entry);
        if (event !== undefined) run.apply(event, entry.seq, entry.at);
        // A press where nothing waited is no event of the run (taker.ts).
        else if (entry.body.some((part) => !isOp(part) && part.event === 'action')) run.hear();
        if (entry.seq >= head) break;
      }
    } finally {
      end();
    }
    return run;
  }

  #leaveSome(): void {
    for (const session of this.#runs.keys()) {
      if (this.#runs.size <= MOST_LOADED) return;
      if (!this.#lines.has(session)) this.#runs.delete(session);
    }
  }
}

export function majorOf(dialect: string | undefined): Major | undefined {
  return dialect === DIALECTS[1] ? 1 : dialect === DIALECTS[2] ? 2 : undefined;
}

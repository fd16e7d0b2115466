// Somebody else's agent of AG-UI in a session of our host: what it says, does, shows and asks goes into the session; what a person
// does there starts its next run, with the conversation that is kept here. One run at a time. To the host the bridge is an agent
// like any other; what comes from afar is not trusted unless the operator says so.

import { randomUUID } from 'node:crypto';
import { setTimeout as waitFor } from 'node:timers/promises';
import {
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type Op,
  parsePointer,
  type ViewerEvent,
} from '@vitrine/core/internal';
import type { DialectId } from '@vitrine/dialects';
import {
  type BridgeDelivery,
  type BridgeSession,
  digestOf,
  forgetful,
  RemoteError,
  type RemoteMemory,
  refusalsOf,
  type SetTimer,
  setTimer,
} from '@vitrine/face-kit';
import { BridgeRecords, newestMessages, type PersonTurn } from './bridge-record.ts';
import { dataChanges } from './data-changes.ts';
import { PaintedCalls } from './painted-calls.ts';
import type { RemoteAgUiAgent } from './remote-agent.ts';
import { asksOf, isAnswered, type OpenInterrupt, resumeOf } from './remote-asks.ts';
import { RemoteSurfaces, type SurfaceMessages } from './remote-surfaces.ts';
import { type RunChange, RunReader } from './run-reader.ts';

export interface AgUiBridgeOptions {
  readonly memory?: RemoteMemory;
  /** The operator vouches for the agent: what it says is trusted as the session is, and it may ask for approvals. */
  readonly isTrusted?: boolean;
  /** Hears what the operator should know, a sentence each. */
  readonly report?: (problem: string) => void;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly setTimer?: SetTimer;
}

/** What is kept of one run while it lasts. */
interface OneRun {
  readonly reader: RunReader;
  readonly runId: string;
  readonly calls: PaintedCalls;
}

const DEFAULTS = {
  isTrusted: false,
  report: () => undefined,
  setTimer,
  wait: (ms: number, signal: AbortSignal) => waitFor(ms, undefined, { signal }).catch(() => undefined),
};

/** Holds the state that the agent shares; it is shown to nobody but who inspects the session. */
const STATE_SURFACE = 'ag-ui-state';
const MAX_TEXT = 100_000;
const MAX_WORDS = 200;
/** Deliveries that are known when they come again. */
const MAX_TAKEN = 100;
const CATALOGS = 'A2UI catalog capabilities: the ids of the catalogs that this client draws.';

/** Resolves when the bridge stands. The session speaks the dialect `vitrine`. */
export async function bridgeAgUi(
  remote: RemoteAgUiAgent,
  session: BridgeSession<DialectId>,
  options: AgUiBridgeOptions = {},
): Promise<AgUiBridge> {
  const records = new BridgeRecords(options.memory ?? forgetful());
  await records.load();
  const bridge = new AgUiBridge(remote, session, records, options);
  await bridge.begin();
  return bridge;
}

export class AgUiBridge {
  readonly #remote: RemoteAgUiAgent;
  readonly #session: BridgeSession<DialectId>;
  readonly #records: BridgeRecords;
  readonly #options: Required<Pick<AgUiBridgeOptions, keyof typeof DEFAULTS>>;
  readonly #surfaces: RemoteSurfaces;
  readonly #over = new AbortController();
  readonly #tasks = new Set<string>();
  #off: () => void = () => undefined;
  #cancel: AbortController | undefined;
  #pump: Promise<void> | undefined;
  #shownState: Json | undefined;
  #turn: string | undefined;

  constructor(
    remote: RemoteAgUiAgent,
    session: BridgeSession<DialectId>,
    records: BridgeRecords,
    options: AgUiBridgeOptions,
  ) {
    this.#remote = remote;
    this.#session = session;
    this.#records = records;
    this.#options = { ...DEFAULTS, ...options };
    this.#surfaces = new RemoteSurfaces(records.current.surfaces);
  }

  async begin(): Promise<void> {
    const { running } = this.#records.current;
    // AG-UI has no way to go on with a run: it is neither done nor cancelled, and is not repeated, since the agent may have acted.
    if (running !== undefined) {
      await this.#records.keep({ running: undefined });
      await this.#fail('The connection to the agent ended in the middle of its answer.');
    } else await this.#turnTo('input');
    this.#off = this.#session.on('event', (delivery) => this.#deliver(delivery));
    this.#start();
  }

  /** Nothing more goes either way. What was not sent goes with the next bridge that has the same memory. */
  async stop(): Promise<void> {
    this.#off();
    this.#over.abort();
    await this.settled();
    this.#remote.close();
  }

  /** Resolves when no run is under way. */
  async settled(): Promise<void> {
    while (this.#pump !== undefined) await this.#pump;
  }

  async #deliver({ wire, seq }: BridgeDelivery): Promise<void> {
    if (this.#over.signal.aborted) return;
    const events = isObject(wire) && isArray(wire.body) ? (wire.body as unknown as readonly ViewerEvent[]) : [];
    if (events.some(({ event }) => event === 'cancel')) this.#cancel?.abort();
    const { interrupts, turns, taken } = this.#records.current;
    // It comes again when the host was not told that it was taken.
    const key = `${seq} ${digestOf(JSON.stringify(wire)).slice(0, 16)}`;
    if (taken.includes(key)) return;
    const answered = events.reduce<readonly OpenInterrupt[]>(withAnswer, interrupts);
    const fresh = events.flatMap((event) => this.#turnOf(event, `said ${key}`));
    // Whoever does something else turns away from the questions; a run has to cover all of them.
    const steered =
      fresh.length === 0
        ? answered
        : answered.map((one) => (isAnswered(one) ? one : { ...one, isCancelled: true as const }));
    const isReady = steered !== interrupts && steered.length > 0 && steered.every(isAnswered);
    const more: readonly PersonTurn[] = [
      ...fresh,
      ...(isReady && fresh.length === 0 ? [{ resumes: true } as const] : []),
    ];
    await this.#records.keep({
      interrupts: steered,
      turns: [...turns, ...more],
      taken: [...taken, key].slice(-MAX_TAKEN),
    });
    if (fresh.length > 0) await this.#withdraw(steered);
    this.#start();
  }

  #turnOf(event: ViewerEvent, id: string): readonly PersonTurn[] {
    if (event.event === 'say') return [{ text: event.text, id }];
    if (event.event !== 'action') return [];
    const surfaceId = this.#surfaces.agentId(event.surface) ?? event.surface;
    const { name, source: sourceComponentId, context } = event;
    const timestamp = event.at ?? new Date().toISOString();
    return [{ action: { name, surfaceId, sourceComponentId, context, timestamp } }];
  }

  async #withdraw(interrupts: readonly OpenInterrupt[]): Promise<void> {
    const asks = interrupts.filter(({ isCancelled }) => isCancelled === true).flatMap((one) => one.asks);
    for (const { ask } of asks) await this.#ops([{ op: 'withdraw', ask }]);
  }

  #start(): void {
    if (this.#pump !== undefined || this.#over.signal.aborted || this.#records.current.turns.length === 0) return;
    this.#pump = this.#runAll()
      .catch((error: unknown) => this.#options.report(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        this.#pump = undefined;
        this.#start();
      });
  }

  async #runAll(): Promise<void> {
    const { turns } = this.#records.current;
    const [turn] = turns;
    if (turn === undefined) return;
    await this.#turnTo('working');
    const { interrupts, messages } = this.#records.current;
    const resume = interrupts.map(resumeOf);
    const said = 'text' in turn ? [{ id: turn.id, role: 'user', content: turn.text }] : [];
    const runId = randomUUID();
    const history = [...messages, ...said];
    await this.#records.keep({ turns: turns.slice(1), messages: history, interrupts: [], running: runId });
    const forwardedProps = 'action' in turn ? { a2uiAction: { userAction: turn.action } } : {};
    await this.#run(runId, { forwardedProps, ...(resume.length === 0 ? {} : { resume }) });
  }

  async #run(runId: string, more: JsonObject): Promise<void> {
    const { threadId, messages, state } = this.#records.current;
    const reader = new RunReader({ messages, state, limits: this.#remote.limits });
    const input = {
      ...{ protocolVersion: '1.0', threadId, runId, state, tools: [] },
      messages: messages.filter(
        ({ role, encryptedValue }) => role !== 'activity' && (role !== 'reasoning' || encryptedValue !== undefined),
      ),
      context: [{ description: CATALOGS, value: 'https://a2ui.org/specification/v0_9/basic_catalog.json' }],
      ...more,
    };
    const run = { reader, runId, calls: new PaintedCalls(reader) };
    const cancel = new AbortController();
    this.#cancel = cancel;
    const callOff = this.#options.setTimer(this.#remote.limits.runMs, () => cancel.abort());
    const signal = AbortSignal.any([cancel.signal, this.#over.signal]);
    let problem: unknown;
    try {
      await this.#hear(run, input as JsonObject, signal);
    } catch (error) {
      problem = error;
    } finally {
      callOff();
      this.#cancel = undefined;
    }
    if (this.#over.signal.aborted) return;
    await this.#finish(run, cancel.signal.aborted, problem);
  }

  async #hear(run: OneRun, input: JsonObject, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        for await (const events of this.#remote.run(input, signal)) {
          const changes = events.flatMap((event) => run.reader.push(event));
          await this.#show(run, changes);
          if (run.reader.state === 'rejected') return;
        }
        return;
      } catch (error) {
        const isBefore = run.reader.state === 'expecting' && error instanceof RemoteError && error.reason === 'silence';
        if (!isBefore || attempt >= this.#remote.limits.attempts || signal.aborted) throw error;
        await this.#options.wait(1000 * 2 ** (attempt - 1), signal);
      }
    }
  }

  async #finish(run: OneRun, isCancelled: boolean, problem: unknown): Promise<void> {
    const { reader } = run;
    await this.#show(run, reader.end());
    await this.#closeTasks();
    for (const warning of reader.warnings) this.#options.report(`${this.#remote.title}: ${warning}`);
    const { outcome } = reader;
    const isWhole = reader.state === 'finished' && problem === undefined;
    const asks = isWhole && outcome?.type === 'interrupt' ? await this.#ask(run, outcome.interrupts) : [];
    const messages = newestMessages(reader.messages, this.#remote.limits.historyLength);
    const surfaces = this.#surfaces.toJson();
    await this.#records.keep({ messages, state: reader.agentState, surfaces, interrupts: asks, running: undefined });
    if (isWhole || isCancelled) return this.#turnTo(asks.length > 0 ? 'input' : 'done');
    const words = problem instanceof Error ? problem.message : (reader.problem ?? 'The agent failed.');
    await this.#fail(words);
  }

  async #ask(run: OneRun, interrupts: readonly JsonObject[]): Promise<readonly OpenInterrupt[]> {
    const open: OpenInterrupt[] = [];
    for (const interrupt of interrupts) {
      const asks = asksOf(interrupt, run.runId, this.#options.isTrusted);
      const refused = await this.#ops(asks.ops);
      open.push(refused ? { ...asks.open, isCancelled: true } : asks.open);
    }
    return open;
  }

  async #fail(words: string): Promise<void> {
    this.#options.report(`${this.#remote.title}: ${words}`);
    const text = `The agent’s answer is not whole: ${words}`.slice(0, MAX_WORDS * 2);
    await this.#ops([{ op: 'effect', effect: { kind: 'toast', severity: 'error', text } }]);
    await this.#turnTo('failed');
  }

  async #turnTo(state: 'working' | 'input' | 'done' | 'failed'): Promise<void> {
    if (state === this.#turn) return;
    this.#turn = state;
    await this.#session.ops([{ op: 'turn', state }]);
  }

  /** Words and tasks of a piece are one entry; surfaces follow. */
  async #show(run: OneRun, changes: readonly RunChange[]): Promise<void> {
    if (changes.length === 0) return;
    const ops = changes.flatMap((change) => this.#opsOf(change));
    if (ops.length > 0) await this.#ops(ops);
    const painted = new Map<string, RunChange>();
    for (const change of changes)
      if (change.change === 'activity' || change.change === 'call')
        painted.set(`${change.change} ${change.id}`, change);
    for (const change of painted.values()) await this.#paint(run, change);
    if (changes.some(({ change }) => change === 'state')) await this.#showState(run.reader.agentState);
  }

  #opsOf(change: RunChange): readonly Op[] {
    switch (change.change) {
      case 'text':
        return [{ op: 'say', text: change.text.slice(0, MAX_TEXT) }];
      case 'notice':
        return [{ op: 'effect', effect: { kind: 'toast', severity: 'error', text: change.text.slice(0, MAX_WORDS) } }];
      case 'task':
        return this.#taskOps(change);
      default:
        return [];
    }
  }

  #taskOps({ task: named, message, done }: Extract<RunChange, { change: 'task' }>): readonly Op[] {
    const task = named.length <= MAX_WORDS ? named : `${named.slice(0, 100)} ${digestOf(named).slice(0, 8)}`;
    if (done === true) return this.#tasks.delete(task) ? [{ op: 'task', task, done }] : [];
    this.#tasks.add(task);
    return [{ op: 'task', task, message: (message ?? task).slice(0, MAX_WORDS), style: 'indeterminate' }];
  }

  async #closeTasks(): Promise<void> {
    const ops = [...this.#tasks].map((task): Op => ({ op: 'task', task, done: true }));
    this.#tasks.clear();
    if (ops.length > 0) await this.#ops(ops);
  }

  async #paint(run: OneRun, change: RunChange): Promise<void> {
    if (change.change === 'activity') {
      const content = run.reader.activity(change.id);
      if (content === undefined) await this.#send(this.#surfaces.close(run.calls.scopeOf(change.id)));
      else if (isArray(content.a2ui_operations))
        await this.#send(this.#surfaces.update(run.calls.scopeOf(change.id), content.a2ui_operations));
      else await this.#showStatus(change.id, content);
    } else if (change.change === 'call') {
      const operations = run.calls.operationsOf(change.id, change.result);
      if (operations !== undefined) await this.#send(this.#surfaces.update(change.id, operations));
    }
  }

  /** Before there is anything to paint. */
  async #showStatus(id: string, { status, error }: JsonObject): Promise<void> {
    if (typeof status !== 'string') return;
    const isOver = status === 'failed';
    const task = { change: 'task', task: `building ${id}`, message: 'Building the interface' } as const;
    const notice = {
      change: 'notice',
      text: typeof error === 'string' ? error : 'The interface could not be built.',
    } as const;
    const ops = isOver ? [...this.#opsOf({ ...task, done: true }), ...this.#opsOf(notice)] : this.#opsOf(task);
    if (ops.length > 0) await this.#ops(ops);
  }

  async #showState(state: Json): Promise<void> {
    const isFirst = this.#shownState === undefined;
    const before = { state: this.#shownState ?? null };
    this.#shownState = state;
    const open: Op = { op: 'open', surface: STATE_SURFACE, held: true, implicit: true };
    const ops = [...dataChanges(before, { state })].map(
      ({ path, value }): Op =>
        value === undefined
          ? { op: 'unset', surface: STATE_SURFACE, path }
          : { op: 'set', surface: STATE_SURFACE, path, value },
    );
    if (ops.length > 0) await this.#ops(isFirst ? [open, ...ops] : ops);
  }

  async #send({ dialect, messages }: SurfaceMessages): Promise<void> {
    if (messages.length === 0) return;
    const sent = this.#session.send(messages, { key: this.#key(), dialect, ...this.#voucher() });
    for (const { message } of await refusalsOf(sent)) this.#options.report(`${this.#remote.title}: ${message}`);
  }

  /** Whether the host refused it. */
  async #ops(ops: readonly Op[]): Promise<boolean> {
    const problems = await refusalsOf(this.#session.ops(ops, { key: this.#key(), ...this.#voucher() }));
    for (const { message } of problems) this.#options.report(`${this.#remote.title}: ${message}`);
    return problems.length > 0;
  }

  #voucher(): { readonly trust?: 'untrusted' } {
    return this.#options.isTrusted ? {} : { trust: 'untrusted' };
  }

  #key(): string {
    return `ag-ui ${this.#records.current.threadId} ${randomUUID()}`;
  }
}

/** That nobody will answer is told as an issue that points at the question. */
function withAnswer(interrupts: readonly OpenInterrupt[], event: ViewerEvent): readonly OpenInterrupt[] {
  const lapsed =
    event.event === 'issue' && event.issue.at?.startsWith('/asks/') ? parsePointer(event.issue.at)[1] : undefined;
  const ask = event.event === 'answer' ? event.ask : lapsed;
  if (ask === undefined) return interrupts;
  const value = event.event === 'answer' ? (event.value ?? null) : null;
  return interrupts.map((one) =>
    one.asks.some((each) => each.ask === ask) && !Object.hasOwn(one.answers, ask)
      ? { ...one, answers: { ...one.answers, [ask]: value } }
      : one,
  );
}

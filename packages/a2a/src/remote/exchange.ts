// One message and all that comes of it: followed to its end, over breaks, within the limits. A stream that breaks is taken
// up again by its task; what was heard before is not heard twice.

import { RemoteError, type SetTimer } from '@vitrine/face-kit';
import type { AgentMessage, AgentUpdate, TaskTurn } from './agent-update.ts';
import { Artifacts } from './agent-update.ts';
import type { RemoteAgent } from './remote-agent.ts';

export interface ExchangeOptions {
  readonly remote: Pick<RemoteAgent, 'follow' | 'task' | 'cancel' | 'limits' | 'identity'>;
  /** Only what is new. The next is not asked for before it resolves. */
  readonly hear: (update: AgentUpdate) => Promise<void>;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly setTimer: SetTimer;
  readonly signal: AbortSignal;
}

const FIRST_WAIT_MS = 500;
const POLL_MS = 2000;

export class RemoteExchange {
  readonly #options: ExchangeOptions;
  readonly #seen = new Set<string>();
  readonly #artifacts = new Artifacts();
  readonly #late = new AbortController();
  /** What the reading of streams ends with. */
  readonly signal: AbortSignal;
  readonly #stop = new AbortController();
  /** Ends the clock of the whole, which runs from the beginning: before the first answer nothing else ends it. */
  readonly #callOff: () => void;
  #updates = 0;
  /** The agent tells where the task stands, but has no stream of it: it is asked again and again. */
  #isPolled = false;
  taskId: string | undefined;
  turn: TaskTurn | undefined;

  constructor(options: ExchangeOptions, taskId?: string) {
    this.#options = options;
    this.taskId = taskId;
    this.signal = AbortSignal.any([options.signal, this.#late.signal, this.#stop.signal]);
    this.#callOff = options.setTimer(options.remote.limits.taskMs, () => this.#late.abort());
  }

  /** Listens no longer; the agent is told that it can stop. */
  letGo(): void {
    this.#stop.abort();
    if (this.taskId !== undefined && !this.#isOver) void this.#options.remote.cancel(this.taskId);
  }

  /** What comes first, in time: a line that is kept open by bytes that say nothing is no answer. */
  async first(updates: AsyncIterator<AgentUpdate>): Promise<AgentUpdate> {
    const { setTimer: later, remote } = this.#options;
    const callOff = later(remote.limits.answerMs, () => this.#late.abort());
    try {
      const { done, value } = await updates.next();
      if (done !== true) return value;
      throw new RemoteError('refused', `${remote.identity.host} answers nothing.`);
    } catch (error) {
      this.#callOff();
      if (!this.#late.signal.aborted) throw error;
      throw new RemoteError('silence', `${remote.identity.host} does not answer in time.`, error);
    } finally {
      callOff();
    }
  }

  /** To its end. Rejects with a RemoteError when there will be none; resolves early when it is stopped from here. */
  run(stream?: AsyncIterable<AgentUpdate>): Promise<void> {
    return this.#run(stream ?? this.#again()).finally(this.#callOff);
  }

  async #run(stream: AsyncIterable<AgentUpdate>): Promise<void> {
    const { remote, wait } = this.#options;
    let updates = stream;
    for (let tries = 0; ; ) {
      const before = this.#seen.size;
      await this.#read(updates);
      if (this.#isOver || this.#isStopped || this.taskId === undefined) return;
      tries = this.#isPolled || this.#seen.size > before ? 1 : tries + 1;
      if (tries > remote.limits.resubscribes)
        throw new RemoteError('silence', `${remote.identity.host} does not go on with what it began.`);
      await wait(this.#isPolled ? POLL_MS : FIRST_WAIT_MS * 2 ** (tries - 1), this.signal);
      if (this.#isStopped) return;
      updates = this.#again();
    }
  }

  /** The task as it stands, which may have ended meanwhile, and then what else comes of it. */
  async *#again(): AsyncGenerator<AgentUpdate> {
    const { setTimer: later, remote } = this.#options;
    const task = this.taskId as string;
    this.#isPolled = false;
    const slow = new AbortController();
    const callOff = later(remote.limits.answerMs, () => slow.abort());
    yield await remote.task(task, AbortSignal.any([this.signal, slow.signal])).finally(callOff);
    if (this.#isOver) return;
    try {
      yield* remote.follow(task, this.signal);
    } catch (error) {
      this.#isPolled = error instanceof RemoteError && error.reason === 'refused';
      if (!this.#isPolled) throw error;
    }
  }

  /** Until it ends or breaks: a break is not an end. */
  async #read(updates: AsyncIterable<AgentUpdate>): Promise<void> {
    try {
      for await (const update of updates) {
        await this.#take(update);
        if (this.#isOver || this.#isStopped) return;
      }
    } catch (error) {
      if (this.#isStopped) return;
      if (this.#late.signal.aborted) throw this.#tooMuch(`takes longer than ${this.#options.remote.limits.taskMs} ms`);
      const isBreak = error instanceof RemoteError && error.reason === 'silence' && this.taskId !== undefined;
      if (!isBreak) throw error;
    }
  }

  async #take(update: AgentUpdate): Promise<void> {
    const { updatesPerTask } = this.#options.remote.limits;
    if (++this.#updates > updatesPerTask) throw this.#tooMuch(`sends more than ${updatesPerTask} updates`);
    this.taskId ??= update.taskId;
    this.turn = update.turn ?? this.turn;
    const fresh = update.messages.filter((one) => this.#isNew(one));
    await this.#options.hear({ ...update, messages: [...fresh, ...this.#pieces(update)] });
  }

  /** What they say is whole when they end, or when the task does. */
  #pieces({ artifacts }: AgentUpdate): readonly AgentMessage[] {
    const task = this.taskId ?? '';
    const fresh = artifacts.flatMap((piece) => this.#artifacts.read(piece, task));
    return [...fresh, ...(this.#isOver ? this.#artifacts.end(task) : [])].filter((one) => this.#isNew(one));
  }

  #isNew({ key }: AgentMessage): boolean {
    return !this.#seen.has(key) && this.#seen.add(key) !== undefined;
  }

  #tooMuch(what: string): RemoteError {
    if (this.taskId !== undefined) void this.#options.remote.cancel(this.taskId);
    const { host } = this.#options.remote.identity;
    return new RemoteError('limit', `${host} ${what} for one task; it is not heard further.`);
  }

  /** A task that waits for a word has ended for now. */
  get #isOver(): boolean {
    return this.turn !== undefined && this.turn !== 'working';
  }

  get #isStopped(): boolean {
    return this.#options.signal.aborted || this.#stop.signal.aborted;
  }
}

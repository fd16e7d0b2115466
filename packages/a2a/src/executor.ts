// What the SDK runs for a message: one turn at a time in a context. What the turn says is written by task-writer.ts.

import type { AgentExecutor, ExecutionEventBus, RequestContext } from '@a2a-js/sdk/server';
import { defined, type FacePorts, type Seq } from '@vitrine/core/internal';
import { toRefusal } from '@vitrine/face-kit';
import { type A2aAudience, type A2aCall, type A2aCaller, callOf } from './call.ts';
import type { Context, ContextKey, Contexts } from './contexts.ts';
import type { A2aCredentials } from './credentials.ts';
import type { SetTimer } from './deadlines.ts';
import type { A2aLimits } from './limits.ts';
import { TaskWriter } from './task-writer.ts';
import { ENDS, Turn, type TurnUpdate } from './turn.ts';

export interface ExecutorOptions {
  readonly port: FacePorts;
  readonly contexts: Contexts;
  readonly credentials: A2aCredentials;
  readonly limits: A2aLimits;
  readonly setTimer: SetTimer;
}

interface Running {
  readonly turn: Turn;
  readonly call: A2aCall;
  readonly context: string;
  readonly writer: TaskWriter;
  readonly done: Promise<void>;
}

/** A turn whose end nobody read. */
interface Unread {
  readonly place: ContextKey;
  readonly seen: Seq;
  /** All of it stands in the last status, whatever is asked of the history. */
  readonly isInStatus: boolean;
}

function isSameCaller(call: A2aCaller, { agent, principal }: A2aCaller): boolean {
  return call.agent === agent && call.principal.id === principal.id;
}

export class TurnExecutor implements AgentExecutor {
  readonly #options: ExecutorOptions;
  readonly #running = new Map<string, Running>();
  /** Calls that have begun, those that wait for their turn too. */
  readonly #calls = new Set<A2aCall>();
  /** By task, the oldest first. */
  readonly #unread = new Map<string, Unread>();

  constructor(options: ExecutorOptions) {
    this.#options = options;
  }

  /** Never throws: the SDK would write it to the console. */
  execute = async (request: RequestContext, bus: ExecutionEventBus): Promise<void> => {
    const call = callOf(request.context);
    const writer = new TaskWriter(request, call, bus);
    this.#calls.add(call);
    try {
      await this.#execute(request, call, writer);
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal === undefined) this.#options.port.transport.failed('a call of A2A met a fault', error);
      const reason = refusal?.message ?? 'This is a fault of the host.';
      writer.end({ state: 'failed', reason, issues: [], seen: 0 });
    } finally {
      this.#calls.delete(call);
      call.taking.end();
    }
  };

  cancelTask = async (taskId: string): Promise<void> => {
    const running = this.#running.get(taskId);
    await running?.turn.cancel();
    await running?.done;
  };

  /** Ends what is under way. */
  async endAll(reason: string): Promise<void> {
    const ending = [...this.#running.values()];
    for (const { turn } of ending) turn.end('failed', reason);
    await Promise.all(ending.map(({ done }) => done));
  }

  /** The same message. */
  isUnderWay({ key }: Pick<A2aCall, 'key'>): boolean {
    return key !== undefined && [...this.#calls].some((call) => call.key?.name === key.name);
  }

  /** Calls of this principal to this agent that are under way. */
  count(caller: A2aCaller): number {
    return [...this.#calls].filter((call) => isSameCaller(call, caller)).length;
  }

  /** Who reads a task that is under way. Undefined too where more was said than a follower can still be told. */
  audienceOf(taskId: string, caller: A2aCaller): A2aAudience | undefined {
    const running = this.#running.get(taskId);
    if (running === undefined || !isSameCaller(running.call, caller)) return undefined;
    return running.writer.count <= this.#options.limits.taskHistory ? running.call.audience : undefined;
  }

  /** The client has read the whole task after all. */
  async read(taskId: string, { agent, principal }: A2aCaller, hasHistory = true): Promise<void> {
    const { contexts } = this.#options;
    const unread = this.#unread.get(taskId);
    if (unread === undefined || unread.place.agent !== agent || unread.place.principal.id !== principal.id) return;
    if (!hasHistory && !unread.isInStatus) return;
    this.#unread.delete(taskId);
    const context = await contexts.acquire(unread.place);
    try {
      const isLast = context.record.isUnread === true && unread.seen > context.record.seen;
      if (isLast) await context.update({ seen: unread.seen, isUnread: false });
    } finally {
      contexts.release(context.key);
    }
  }

  async #execute(request: RequestContext, call: A2aCall, writer: TaskWriter): Promise<void> {
    const { taskId, contextId } = request;
    const { contexts, credentials } = this.#options;
    const { agent, principal, taking } = call;
    taking.task = taskId;
    writer.begin();
    const context = await contexts.acquire({ agent, principal, contextId });
    let release = (): void => undefined;
    try {
      // What two turns would both be sent goes on in the newer one. Between the last look and the start nothing waits.
      for (let older = this.#in(context); older !== undefined; older = this.#in(context)) {
        older.turn.end('completed');
        await older.done;
      }
      const turn = this.#turnOf(taskId, context, call, writer);
      release = credentials.hold(principal.holder, (why) => turn.end('failed', ENDS[why]));
      const done = this.#run(turn, taskId, context, call, writer);
      this.#running.set(taskId, { turn, call, writer, context: context.key, done: done.catch(() => undefined) });
      await done;
    } finally {
      release();
      this.#running.delete(taskId);
      contexts.release(context.key);
    }
  }

  #in(context: Context): Running | undefined {
    return [...this.#running.values()].find((running) => running.context === context.key);
  }

  #turnOf(taskId: string, context: Context, call: A2aCall, writer: TaskWriter): Turn {
    const { port, limits, setTimer: later } = this.#options;
    const { settings, form, message, taking, audience } = call;
    const publish = (news: TurnUpdate) => {
      writer.take(news);
      return audience.caughtUp();
    };
    return new Turn({
      ...{ port, limits, setTimer: later, context, settings, message, publish, taking },
      key: call.key?.name ?? taskId,
      ...defined({ form }),
    });
  }

  async #run(turn: Turn, taskId: string, context: Context, call: A2aCall, writer: TaskWriter): Promise<void> {
    const end = await turn.run();
    if (end.seen > context.record.seen) await this.#keep(taskId, context, call, writer, end.seen);
    writer.end(end);
  }

  /** How far the client was sent; where nobody read it, only what a later reader would have. */
  async #keep(taskId: string, context: Context, call: A2aCall, writer: TaskWriter, seen: Seq): Promise<void> {
    if (!call.audience.isEmpty) return context.update({ seen, isUnread: false });
    const { tasks, taskHistory } = this.#options.limits;
    await context.update({ isUnread: true });
    if (call.isStream && writer.count > taskHistory) return;
    this.#unread.set(taskId, { place: context.place, seen, isInStatus: !call.isStream });
    const [oldest] = this.#unread.keys();
    if (oldest !== undefined && this.#unread.size > tasks) this.#unread.delete(oldest);
  }
}

// What the SDK runs for a message: one turn at a time in a context. What the turn says is written by task-writer.ts.

import type { AgentExecutor, ExecutionEventBus, RequestContext } from '@a2a-js/sdk/server';
import type { Seq } from '@vitrine/core/internal';
import { type ClientCredentials, toldRefusal } from '@vitrine/face-kit';
import { type A2aAudience, type A2aCall, type A2aCaller, callOf, ownerOf } from './call.ts';
import type { Context, ContextKey, Contexts } from './contexts.ts';
import type { A2aBase } from './limits.ts';
import type { RecentTasks } from './task-store.ts';
import { TaskWriter } from './task-writer.ts';
import { ENDS, Turn } from './turn.ts';

interface ExecutorServices extends A2aBase {
  readonly contexts: Contexts;
  readonly credentials: ClientCredentials;
  readonly tasks: Pick<RecentTasks, 'noteSession'>;
}

/** One call in its context. */
interface Running {
  readonly call: A2aCall;
  readonly context: Context;
  readonly writer: TaskWriter;
  readonly turn: Turn;
  readonly done: Promise<void>;
}

/** A turn whose end nobody read. */
interface Unread {
  readonly place: ContextKey;
  readonly seen: Seq;
  /** All of it stands in the last status, whatever is asked of the history. */
  readonly isInStatus: boolean;
}

function isSameCaller(one: A2aCaller, other: A2aCaller): boolean {
  return ownerOf(one) === ownerOf(other);
}

export class TurnExecutor implements AgentExecutor {
  readonly #services: ExecutorServices;
  /** By task. */
  readonly #running = new Map<string, Running>();
  /** Calls that have begun, those that wait for their turn too. */
  readonly #calls = new Set<A2aCall>();
  /** By task, the oldest first. */
  readonly #unread = new Map<string, Unread>();

  constructor(services: ExecutorServices) {
    this.#services = services;
  }

  /** Never throws: the SDK would write it to the console. */
  execute = async (request: RequestContext, bus: ExecutionEventBus): Promise<void> => {
    const call = callOf(request.context);
    const writer = new TaskWriter(request, call, bus);
    const { contexts, port } = this.#services;
    const { agent, principal, taking } = call;
    this.#calls.add(call);
    taking.task = request.taskId;
    try {
      writer.begin();
      await contexts.with({ agent, principal, contextId: request.contextId }, (context) =>
        this.#run(call, context, writer),
      );
    } catch (error) {
      const { message } = toldRefusal(error, { transport: port.transport, failed: 'a call of A2A met a fault' });
      writer.end({ state: 'failed', reason: message, issues: [], seen: 0 });
    } finally {
      this.#calls.delete(call);
      taking.end();
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
    return running.writer.count <= this.#services.limits.taskHistory ? running.call.audience : undefined;
  }

  /** The client has read the whole task after all. */
  async read(taskId: string, caller: A2aCaller, hasHistory = true): Promise<void> {
    const unread = this.#unread.get(taskId);
    if (unread === undefined || !isSameCaller(unread.place, caller) || (!hasHistory && !unread.isInStatus)) return;
    this.#unread.delete(taskId);
    const { place, seen } = unread;
    await this.#services.contexts.with(place, async (context) => {
      const isLast = context.record.isUnread === true && seen > context.record.seen;
      if (isLast) await context.update({ seen, isUnread: false });
    });
  }

  async #run(call: A2aCall, context: Context, writer: TaskWriter): Promise<void> {
    const { task } = call.taking;
    // What two turns would both be sent goes on in the newer one. Between the last look and the start nothing waits.
    for (let older = this.#in(context); older !== undefined; older = this.#in(context)) {
      older.turn.end('completed');
      await older.done;
    }
    const turn = new Turn(this.#services, call, context, (news) => {
      writer.take(news);
      return call.audience.caughtUp();
    });
    const release = this.#services.credentials.hold(call.principal.holder, (why) => turn.end('failed', ENDS[why]));
    const ended = turn.run().then(async (end) => {
      if (end.seen > context.record.seen) await this.#keep(call, context, writer, end.seen);
      writer.end(end);
    });
    this.#running.set(task, { call, context, writer, turn, done: ended.catch(() => undefined) });
    try {
      await ended;
    } finally {
      release();
      this.#running.delete(task);
      if (context.session !== undefined) this.#services.tasks.noteSession(task, context.session);
    }
  }

  #in({ key }: Context): Running | undefined {
    return [...this.#running.values()].find(({ context }) => context.key === key);
  }

  /** How far the client was sent; where nobody read it, only what a later reader would have. */
  async #keep(call: A2aCall, context: Context, writer: TaskWriter, seen: Seq): Promise<void> {
    if (!call.audience.isEmpty) return context.update({ seen, isUnread: false });
    const { tasks, taskHistory } = this.#services.limits;
    await context.update({ isUnread: true });
    if (call.isStream && writer.count > taskHistory) return;
    this.#unread.set(call.taking.task, { place: context.place, seen, isInStatus: !call.isStream });
    const [oldest] = this.#unread.keys();
    if (oldest !== undefined && this.#unread.size > tasks) this.#unread.delete(oldest);
  }
}

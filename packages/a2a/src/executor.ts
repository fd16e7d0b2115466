// What the SDK runs for a message: one turn at a time in a context. What the turn says is written by task-writer.ts.

import type { AgentExecutor, ExecutionEventBus, RequestContext } from '@a2a-js/sdk/server';
import type { SessionPort } from '@vitrine/core';
import { type Call, callOf } from './call.ts';
import type { Context, Contexts } from './contexts.ts';
import type { Later } from './deadlines.ts';
import type { A2aLimits } from './limits.ts';
import { TaskWriter } from './task-writer.ts';
import { type News, Turn } from './turn.ts';

export interface ExecutorOptions {
  readonly port: SessionPort;
  readonly contexts: Contexts;
  readonly limits: A2aLimits;
  readonly later: Later;
}

interface Running {
  readonly turn: Turn;
  readonly call: Call;
  readonly context: string;
  readonly done: Promise<void>;
}

export class TurnExecutor implements AgentExecutor {
  readonly #options: ExecutorOptions;
  readonly #running = new Map<string, Running>();

  constructor(options: ExecutorOptions) {
    this.#options = options;
  }

  /** Never throws: the SDK would write it to the console. */
  execute = async (request: RequestContext, bus: ExecutionEventBus): Promise<void> => {
    const writer = new TaskWriter(request, callOf(request.context), bus);
    try {
      await this.#execute(request, writer);
    } catch (error) {
      const { code, message } = error as { readonly code?: unknown; readonly message: string };
      const isTold = typeof code === 'string' && code.startsWith('VITRINE_') && code !== 'VITRINE_HOST_FAILED';
      if (!isTold) this.#options.port.failed('a call of A2A met a fault', error);
      writer.end({ state: 'failed', reason: isTold ? message : 'This is a fault of the host.', issues: [], seen: 0 });
    }
  };

  cancelTask = async (taskId: string): Promise<void> => {
    const running = this.#running.get(taskId);
    await running?.turn.cancel();
    await running?.done;
  };

  /** Ends what is under way: of those callers, or all. */
  async endAll(reason: string, isMeant: (call: Call) => boolean = () => true): Promise<void> {
    const ending = [...this.#running.values()].filter(({ call }) => isMeant(call));
    for (const { turn } of ending) turn.end('failed', reason);
    await Promise.all(ending.map(({ done }) => done));
  }

  /** Turns of this principal with this agent that are under way. */
  count({ agent, principal }: Call): number {
    const isOwn = ({ call }: Running) => call.agent === agent && call.principal.id === principal.id;
    return [...this.#running.values()].filter(isOwn).length;
  }

  async #execute(request: RequestContext, writer: TaskWriter): Promise<void> {
    const call = callOf(request.context);
    const { contexts } = this.#options;
    const { agent, principal } = call;
    writer.begin();
    const context = await contexts.acquire({ agent, principal, contextId: request.contextId });
    try {
      await this.#run(request.taskId, context, call, writer);
    } finally {
      contexts.release(context.key);
    }
  }

  /** What two turns would both be sent goes on in the newer one. Between the last look and the start nothing waits. */
  async #run(taskId: string, context: Context, call: Call, writer: TaskWriter): Promise<void> {
    for (let older = this.#in(context); older !== undefined; older = this.#in(context)) {
      older.turn.end('completed');
      await older.done;
    }
    const { turn, done } = this.#start(context, call, writer);
    this.#running.set(taskId, { turn, call, context: context.key, done: done.catch(() => undefined) });
    try {
      await done;
    } finally {
      this.#running.delete(taskId);
    }
  }

  #in(context: Context): Running | undefined {
    return [...this.#running.values()].find((running) => running.context === context.key);
  }

  #start(context: Context, call: Call, writer: TaskWriter): { readonly turn: Turn; readonly done: Promise<void> } {
    const { port, limits, later } = this.#options;
    const { settings, form, message } = call;
    const publish = (news: News) => writer.take(news);
    const turn = new Turn({
      ...{ port, limits, later, context, settings, message, publish },
      ...(form === undefined ? {} : { form }),
    });
    const done = turn.run().then(async (end) => {
      if (!call.isGone && end.seen > context.record.seen) await context.update({ seen: end.seen });
      writer.end(end);
    });
    return { turn, done };
  }
}

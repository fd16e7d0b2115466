// The SDK's handler, which takes every message once: one that comes again is answered with the task it became, and follows
// it where it is under way. One handler serves all agents: which is meant travels with the call, and what the SDK asks a
// card is true of all.

import type { Message, SendMessageRequest, StreamResponse, Task } from '@a2a-js/sdk';
import { UnsupportedOperationError } from '@a2a-js/sdk/errors';
import { DefaultRequestHandler, type ServerCallContext, type TaskStore } from '@a2a-js/sdk/server';
import { callOf, ownerOf } from './call.ts';
import { ANY_CARD } from './card.ts';
import type { TurnExecutor } from './executor.ts';
import type { Repeats } from './repeats.ts';
import { toSdkCard } from './sdk-card.ts';
import type { RecentTasks } from './task-store.ts';

export interface HandlerParts {
  readonly executor: TurnExecutor;
  readonly tasks: RecentTasks;
  readonly repeats: Repeats;
}

export class MessageHandler extends DefaultRequestHandler {
  readonly #parts: HandlerParts;

  constructor(parts: HandlerParts) {
    const { executor, tasks, repeats } = parts;
    const unused = [undefined, undefined, undefined, undefined, undefined] as const;
    const store: TaskStore = {
      load: (taskId, context) => tasks.load(taskId, context),
      list: (params, context) => tasks.list(params, context),
      // Not before: whoever repeats a message must find its task.
      save: async (task, context) => {
        await tasks.save(task, context);
        repeats.became(callOf(context), task.id);
      },
    };
    super(toSdkCard(ANY_CARD), store, executor, ...unused, { keepBusAliveStates: [] });
    this.#parts = parts;
  }

  override async sendMessage(params: SendMessageRequest, context: ServerCallContext): Promise<Message | Task> {
    const before = await this.#before(context);
    if (before === undefined) {
      try {
        return await super.sendMessage(params, context);
      } catch (error) {
        this.#parts.repeats.failed(callOf(context));
        throw error;
      }
    }
    const { historyLength, returnImmediately = false } = params.configuration ?? {};
    if (!returnImmediately) for await (const _ of this.#follow(before, context));
    const length = historyLength === undefined ? {} : { historyLength };
    return this.getTask({ tenant: '', id: before, ...length }, context);
  }

  override async *sendMessageStream(
    params: SendMessageRequest,
    context: ServerCallContext,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    const before = await this.#before(context);
    if (before !== undefined) return yield* this.#follow(before, context);
    try {
      yield* super.sendMessageStream(params, context);
    } catch (error) {
      this.#parts.repeats.failed(callOf(context));
      throw error;
    }
  }

  /** The task of the same message, where it is kept. */
  async #before(context: ServerCallContext): Promise<string | undefined> {
    const { repeats, tasks } = this.#parts;
    const call = callOf(context);
    for (;;) {
      const id = await repeats.enter(call);
      if (id === undefined || tasks.contextIdOf(id, ownerOf(call)) !== undefined) return id;
      repeats.forget(call);
    }
  }

  /** The task, then what else comes of it: read to its end, it has been read. */
  async *#follow(id: string, context: ServerCallContext): AsyncGenerator<StreamResponse, void, undefined> {
    const { executor } = this.#parts;
    const call = callOf(context);
    const audience = executor.audienceOf(id, call);
    if (audience !== undefined) call.seat.moveTo(audience);
    try {
      yield* this.resubscribe({ tenant: '', id }, context);
    } catch (error) {
      // It has ended: that is all of it.
      if (!(error instanceof UnsupportedOperationError)) throw error;
      yield { payload: { $case: 'task', value: await this.getTask({ tenant: '', id }, context) } };
    }
    if (!call.seat.isLeft) await executor.read(id, call);
  }
}

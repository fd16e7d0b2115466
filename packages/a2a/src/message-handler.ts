// The SDK's handler, which takes every message once: one that comes again is answered with the task it became, and follows
// it where it is under way. One that a process took which has ended since is gone on with, as the same task. One handler
// serves all agents: which is meant travels with the call, and what the SDK asks a card is true of all.

import { type Message, type SendMessageRequest, type StreamResponse, Task } from '@a2a-js/sdk';
import { RequestMalformedError, UnsupportedOperationError } from '@a2a-js/sdk/errors';
import { DefaultRequestHandler, type ServerCallContext } from '@a2a-js/sdk/server';
import { defined, type FacePorts } from '@vitrine/core/internal';
import { Idempotency, type KeepAnswer, KeyQueue, toRefusal } from '@vitrine/face-kit';
import { type A2aCall, callOf, type DeliveryReceipt, ownerOf } from './call.ts';
import { ANY_CARD, toSdkCard } from './card.ts';
import type { TurnExecutor } from './executor.ts';
import type { RecentTasks } from './task-store.ts';

/** What the message became before. Throws an error of A2A where its id was used for another. */
export async function receiptOf(
  { records }: FacePorts,
  { key }: Pick<A2aCall, 'key'>,
): Promise<DeliveryReceipt | undefined> {
  if (key === undefined) return undefined;
  const before = await records.reply(key).catch(refuseReused);
  return before?.answer as DeliveryReceipt | undefined;
}

function refuseReused(error: unknown): never {
  if (toRefusal(error)?.code !== 'VITRINE_KEY_REUSED') throw error;
  throw new RequestMalformedError('VITRINE_KEY_REUSED: the messageId was used for another message.');
}

/** A message of which nothing was taken: it may be tried again. */
class NotTaken extends Error {
  readonly task: string;

  constructor(task: string) {
    super('Nothing of the message was taken.');
    this.task = task;
  }
}

/** What was begun with the message, or the task that a repeat is answered with. */
type BegunMessage<T> = { readonly begun: Promise<T> } | { readonly task: string };

export class MessageHandler extends DefaultRequestHandler {
  readonly #executor: TurnExecutor;
  readonly #tasks: RecentTasks;
  readonly #messages: Idempotency<DeliveryReceipt>;
  /** By task: two repeats go on with one. */
  readonly #resuming = new KeyQueue<string>();

  constructor({ records }: FacePorts, executor: TurnExecutor, tasks: RecentTasks) {
    const unused = [undefined, undefined, undefined, undefined, undefined] as const;
    super(toSdkCard(ANY_CARD), tasks, executor, ...unused, { keepBusAliveStates: [] });
    this.#executor = executor;
    this.#tasks = tasks;
    this.#messages = new Idempotency(records);
  }

  override async sendMessage(params: SendMessageRequest, context: ServerCallContext): Promise<Message | Task> {
    const entered = await this.#enter(params, context, (request) => super.sendMessage(request, context));
    if ('begun' in entered) return entered.begun;
    const { task: id } = entered;
    const { historyLength, returnImmediately = false } = params.configuration ?? {};
    if (!returnImmediately) for await (const _ of this.#follow(id, context));
    return this.getTask({ tenant: '', id, ...defined({ historyLength }) }, context);
  }

  override async *sendMessageStream(
    params: SendMessageRequest,
    context: ServerCallContext,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    let events: AsyncGenerator<StreamResponse, void, undefined> | undefined;
    const entered = await this.#enter(params, context, (request) => {
      events = super.sendMessageStream(request, context);
      return events.next();
    });
    if (!('begun' in entered)) return yield* this.#follow(entered.task, context);
    if (events !== undefined) yield* callOf(context).reader.read(events, entered.begun);
  }

  override async getTask(...[params, context]: Parameters<DefaultRequestHandler['getTask']>): Promise<Task> {
    await this.#tasks.forgetGone(context, params.id);
    return super.getTask(params, context);
  }

  override async listTasks(
    ...[params, context]: Parameters<DefaultRequestHandler['listTasks']>
  ): ReturnType<DefaultRequestHandler['listTasks']> {
    await this.#tasks.forgetGone(context);
    return super.listTasks(params, context);
  }

  override async *resubscribe(
    params: Parameters<DefaultRequestHandler['resubscribe']>[0],
    context: ServerCallContext,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    yield* callOf(context).reader.read(super.resubscribe(params, context));
  }

  async #enter<T>(
    params: SendMessageRequest,
    context: ServerCallContext,
    start: (params: SendMessageRequest) => Promise<T>,
  ): Promise<BegunMessage<T>> {
    const { key, taking } = callOf(context);
    let begun: Promise<T> | undefined;
    const begin = async (request: SendMessageRequest) => {
      begun = start(request);
      // What the SDK refuses has no task, and nobody ends its taking.
      const receipt = await Promise.race([taking.receipt, begun.then(() => taking.receipt)]);
      if (receipt === undefined) throw new NotTaken(taking.task);
      return receipt;
    };
    const work = (keep: KeepAnswer<DeliveryReceipt>): Promise<DeliveryReceipt> => {
      taking.keep = keep;
      return begin(params);
    };
    try {
      const { answer, isRepeat } = await this.#messages.once(key, work).catch(refuseReused);
      if (isRepeat) await this.#resuming.run(answer.task, () => this.#resume(params, context, answer, begin));
      return begun === undefined ? { task: answer.task } : { begun };
    } catch (error) {
      if (!(error instanceof NotTaken)) throw error;
      return begun === undefined ? { task: error.task } : { begun };
    }
  }

  /** Goes on with a message whose task is not kept any more; the session has all that came of it. */
  async #resume(
    params: SendMessageRequest,
    context: ServerCallContext,
    receipt: DeliveryReceipt,
    begin: (params: SendMessageRequest) => Promise<unknown>,
  ): Promise<void> {
    const call = callOf(context);
    const { task: id, contextId } = receipt;
    if (this.#tasks.contextIdOf(id, ownerOf(call)) !== undefined || params.message === undefined) return;
    await this.#tasks.save(Task.fromJSON({ id, contextId, status: { state: 'TASK_STATE_SUBMITTED' } }), context);
    call.taking.before = receipt;
    await begin({ ...params, message: { ...params.message, taskId: id, contextId } });
  }

  /** The task, then what else comes of it: read to its end, it has been read. */
  async *#follow(id: string, context: ServerCallContext): AsyncGenerator<StreamResponse, void, undefined> {
    const call = callOf(context);
    const audience = this.#executor.audienceOf(id, call);
    if (audience !== undefined) call.reader.moveTo(audience);
    try {
      yield* this.resubscribe({ tenant: '', id }, context);
    } catch (error) {
      // It has ended: that is all of it.
      if (!(error instanceof UnsupportedOperationError)) throw error;
      yield { payload: { $case: 'task', value: await this.getTask({ tenant: '', id }, context) } };
    }
    if (!call.reader.isLeft) await this.#executor.read(id, call);
  }
}

// A turn as A2A tells it: a task, its states, and messages whose parts are written for the client's form and version. A
// stream is told everything at once; a blocking call finds all of it in the last status, where clients look for it.

import { Message, Task, TaskState, type TaskStatusUpdateEvent } from '@a2a-js/sdk';
import { AgentEvent, type ExecutionEventBus, type RequestContext } from '@a2a-js/sdk/server';
import { type Issue, isArray, type Json, type JsonObject } from '@vitrine/core/internal';
import type { A2aCall } from './call.ts';
import { textPart, writeParts } from './parts.ts';
import { asRaw, partToText, rawParts } from './raw-json.ts';
import type { TurnEnd, TurnState, TurnUpdate } from './turn.ts';

const STATES: { readonly [state in TurnState]: TaskState } = {
  completed: TaskState.TASK_STATE_COMPLETED,
  input: TaskState.TASK_STATE_INPUT_REQUIRED,
  failed: TaskState.TASK_STATE_FAILED,
  rejected: TaskState.TASK_STATE_REJECTED,
  canceled: TaskState.TASK_STATE_CANCELED,
};

export class TaskWriter {
  readonly #request: RequestContext;
  readonly #call: A2aCall;
  readonly #bus: ExecutionEventBus;
  /** For the last status of a call that waits. */
  readonly #kept: { readonly texts: readonly string[]; readonly messages: Json[] }[] = [];

  /** Messages so far, with the one of the client. */
  count = 1;

  constructor(request: RequestContext, call: A2aCall, bus: ExecutionEventBus) {
    this.#request = request;
    this.#call = call;
    this.#bus = bus;
  }

  begin(): void {
    const { taskId: id, contextId, task, userMessage } = this.#request;
    const status = { state: 'TASK_STATE_SUBMITTED', timestamp: new Date().toISOString() };
    const history = task === undefined ? [Message.toJSON(userMessage)] : task.history.map((one) => Message.toJSON(one));
    this.#bus.publish(AgentEvent.task(Task.fromJSON({ id, contextId, status, history })));
  }

  take(news: TurnUpdate): void {
    if (news.texts.length + news.messages.length === 0) return;
    const messages = news.messages.map(asRaw);
    if (this.#call.isStream) return this.#say(TaskState.TASK_STATE_WORKING, this.#write({ ...news, messages }));
    const last = this.#kept.at(-1);
    // Messages that follow each other stand in one part where the form has lists.
    if (last !== undefined && news.texts.length === 0) for (const message of messages) last.messages.push(message);
    else this.#kept.push({ texts: news.texts, messages });
  }

  end({ state, reason, issues }: TurnEnd): void {
    const reasons = reason === undefined ? [] : [{ texts: [reason], messages: [] }];
    const parts = [...this.#kept, ...reasons].flatMap((news) => this.#write(news));
    this.#say(STATES[state], parts, issues);
  }

  #write({ texts, messages }: TurnUpdate): readonly JsonObject[] {
    const { form, protocol } = this.#call;
    const written = form === undefined ? [] : writeParts(form, messages, { protocol });
    return [...texts.map((text) => textPart(text, protocol)), ...written];
  }

  #say(state: TaskState, parts: readonly JsonObject[], issues: readonly Issue[] = []): void {
    const { taskId, contextId } = this.#request;
    const { form } = this.#call;
    const hasWords = parts.length + issues.length > 0;
    if (hasWords) this.count++;
    const message = Message.fromJSON({
      ...{ messageId: crypto.randomUUID(), taskId, contextId, role: 'ROLE_AGENT', parts: fewParts(parts) },
      ...(form === undefined || !parts.some(({ data }) => data !== undefined) ? {} : { extensions: [form.uri] }),
      ...(issues.length === 0 ? {} : { metadata: { issues: issues.map((one) => ({ ...one })) } }),
    });
    const status = { state, message: hasWords ? message : undefined, timestamp: new Date().toISOString() };
    const event: TaskStatusUpdateEvent = { taskId, contextId, status, metadata: undefined };
    this.#bus.publish(AgentEvent.statusUpdate(event));
  }
}

/** Of more than these the SDK, which copies a part half a dozen times, is handed one. */
const MAX_PARTS = 16;
/** Of a list that stands in one part: it is copied message by message. */
const MAX_ITEMS = 16;

function fewParts(parts: readonly JsonObject[]): readonly JsonObject[] {
  const isLong = ({ data }: JsonObject): boolean => isArray(data) && data.length > MAX_ITEMS;
  return parts.length > MAX_PARTS || parts.some(isLong) ? [rawParts(parts.map(partToText))] : [...parts];
}

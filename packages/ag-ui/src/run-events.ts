// The events of one run, in an order that every client takes: it begins once, what is opened is closed before it ends, and
// behind its end comes nothing. Where they go is left to its user.

import { defined, type JsonObject } from '@vitrine/core/internal';
import type { EventWriter, SharedEvents } from './event-writer.ts';
import type { RunInput } from './run-input.ts';

export interface RunInterrupt extends JsonObject {
  readonly id: string;
  readonly reason: string;
}

type Role = 'assistant' | 'user';

export function textEvents(messageId: string, text: string, role: Role = 'assistant'): readonly JsonObject[] {
  return [
    { type: 'TEXT_MESSAGE_START', messageId, role },
    { type: 'TEXT_MESSAGE_CONTENT', messageId, delta: text },
    { type: 'TEXT_MESSAGE_END', messageId },
  ];
}

export class RunEvents {
  readonly #input: Pick<RunInput, 'threadId' | 'runId' | 'isNew'>;
  readonly #writer: Pick<EventWriter, 'write' | 'writeShared'>;
  readonly #steps = new Map<string, string>();
  #isOver = false;

  constructor(
    input: Pick<RunInput, 'threadId' | 'runId' | 'isNew'>,
    writer: Pick<EventWriter, 'write' | 'writeShared'>,
  ) {
    this.#input = input;
    this.#writer = writer;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  start(): void {
    const { threadId, runId, isNew } = this.#input;
    this.#put({ type: 'RUN_STARTED', threadId, runId, ...(isNew ? { protocolVersion: '1.0' } : {}) });
  }

  text(messageId: string, text: string, role?: Role): void {
    for (const event of textEvents(messageId, text, role)) this.#put(event);
  }

  /** A text that others are told as well. */
  shared(events: SharedEvents): void {
    if (!this.#isOver) this.#writer.writeShared(events);
  }

  /** A name that is given to a task stays: a step is ended by the name that it began with. */
  step(task: string, stepName: string): void {
    if (this.#steps.has(task)) return;
    const used = new Set(this.#steps.values());
    let name = stepName;
    for (let n = 1; used.has(name); n++) name = `${stepName} (${task}${n === 1 ? '' : ` ${n}`})`;
    this.#steps.set(task, name);
    this.#put({ type: 'STEP_STARTED', stepName: name });
  }

  endStep(task: string): void {
    const stepName = this.#steps.get(task);
    if (stepName === undefined) return;
    this.#steps.delete(task);
    this.#put({ type: 'STEP_FINISHED', stepName });
  }

  activity(messageId: string, content: JsonObject): void {
    this.#put({ type: 'ACTIVITY_SNAPSHOT', messageId, activityType: 'a2ui-surface', replace: true, content });
  }

  /** `activities`: those that stand beside the snapshot. */
  messages(messages: readonly JsonObject[], activities: readonly JsonObject[] = []): void {
    this.#put({ type: 'MESSAGES_SNAPSHOT', messages });
    for (const { id, content } of activities) this.activity(String(id), content as JsonObject);
  }

  finish(interrupts: readonly RunInterrupt[] = []): void {
    this.#end({
      ...defined({ outcome: interrupts.length === 0 ? undefined : { type: 'interrupt', interrupts } }),
    });
  }

  /** Somebody stopped it: the older clients know no such outcome. */
  cancel(): void {
    this.#end(this.#input.isNew ? { outcome: { type: 'cancelled' } } : {});
  }

  fail(message: string, code: string): void {
    if (this.#isOver) return;
    this.#put({ type: 'RUN_ERROR', message, code });
    this.#isOver = true;
  }

  #end(rest: JsonObject): void {
    if (this.#isOver) return;
    for (const task of [...this.#steps.keys()]) this.endStep(task);
    const { threadId, runId } = this.#input;
    this.#put({ type: 'RUN_FINISHED', threadId, runId, ...rest });
    this.#isOver = true;
  }

  #put(event: JsonObject): void {
    if (!this.#isOver) this.#writer.write(event);
  }
}

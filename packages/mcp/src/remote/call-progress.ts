// How far a call of a tool is, as a task: however fast its server tells, one word is on its way at a time, and the last one counts.

import type { Op } from '@vitrine/core/internal';

export class CallProgress {
  readonly task: string;
  readonly #title: string;
  readonly #write: (op: Op) => Promise<unknown>;
  #next: Op | undefined;
  #writing: Promise<void> | undefined;

  constructor(task: string, title: string, write: (op: Op) => Promise<unknown>) {
    this.task = task;
    this.#title = title;
    this.#write = write;
  }

  async begin(): Promise<void> {
    await this.#write({ op: 'task', task: this.task, message: this.#title, style: 'indeterminate' });
  }

  push({
    progress,
    total,
    message,
  }: {
    readonly progress: number;
    readonly total?: number;
    readonly message?: string;
  }): void {
    const words = message === undefined ? this.#title : `${this.#title}: ${message.slice(0, 200)}`;
    const isKnown = total !== undefined && total > 0 && Number.isFinite(progress) && progress >= 0;
    this.#next = {
      ...{ op: 'task', task: this.task, message: words },
      ...(isKnown ? { value: Math.min(progress, total), total, style: 'determinate' } : { style: 'indeterminate' }),
    };
    this.#writing ??= this.#drain().finally(() => {
      this.#writing = undefined;
    });
  }

  async settled(): Promise<void> {
    await this.#writing;
  }

  async #drain(): Promise<void> {
    for (let op = this.#next; op !== undefined; op = this.#next) {
      this.#next = undefined;
      await this.#write(op);
    }
  }
}

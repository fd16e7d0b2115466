// What a bridge must still know after a restart: the context it talks in, tasks that have not ended, the task that waits for
// a word. Written as one value before anybody relies on it; what cannot be read is as if it were not there.

import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core';

/** Where it is kept; durable when a write resolves. */
export interface RemoteMemory {
  read(): Promise<Json | undefined>;
  write(value: JsonObject): Promise<void>;
}

const MOST_TASKS = 64;

export class BridgeMemory {
  readonly #place: RemoteMemory;
  #contextId: string | undefined;
  #tasks: readonly string[] = [];
  #waiting: string | undefined;
  #lastTask: string | undefined;
  #hasGreeted = false;
  #last: Promise<void> = Promise.resolve();

  constructor(place: RemoteMemory) {
    this.#place = place;
  }

  async load(): Promise<void> {
    const value = await this.#place.read();
    if (!isObject(value)) return;
    const { contextId, tasks, waiting, lastTask, greeted } = value;
    if (typeof contextId === 'string') this.#contextId = contextId;
    if (typeof waiting === 'string') this.#waiting = waiting;
    if (typeof lastTask === 'string') this.#lastTask = lastTask;
    if (isArray(tasks)) this.#tasks = tasks.filter((task): task is string => typeof task === 'string');
    this.#hasGreeted = greeted === true;
  }

  get contextId(): string | undefined {
    return this.#contextId;
  }
  /** Not ended when it was last heard of. */
  get tasks(): readonly string[] {
    return this.#tasks;
  }
  /** The task that the next words belong to. */
  get waiting(): string | undefined {
    return this.#waiting;
  }
  /** The one that ended last: whoever refers to it has what came of it. */
  get lastTask(): string | undefined {
    return this.#lastTask;
  }
  get hasGreeted(): boolean {
    return this.#hasGreeted;
  }

  greeted(): Promise<void> {
    this.#hasGreeted = true;
    return this.#write();
  }

  /** The context is said once: an agent cannot move a person into another. */
  inContext(contextId: string): Promise<void> {
    if (this.#contextId !== undefined) return Promise.resolve();
    this.#contextId = contextId;
    return this.#write();
  }

  began(task: string): Promise<void> {
    if (this.#tasks.includes(task)) return Promise.resolve();
    this.#tasks = [...this.#tasks, task].slice(-MOST_TASKS);
    if (this.#waiting === task) this.#waiting = undefined;
    return this.#write();
  }

  ended(task: string, isWaiting: boolean): Promise<void> {
    this.#tasks = this.#tasks.filter((each) => each !== task);
    this.#lastTask = task;
    if (isWaiting) this.#waiting = task;
    else if (this.#waiting === task) this.#waiting = undefined;
    return this.#write();
  }

  /** The agent does not know it any more. */
  forget(task: string): Promise<void> {
    this.#tasks = this.#tasks.filter((each) => each !== task);
    if (this.#waiting === task) this.#waiting = undefined;
    if (this.#lastTask === task) this.#lastTask = undefined;
    return this.#write();
  }

  #write(): Promise<void> {
    const value: JsonObject = {
      ...(this.#contextId === undefined ? {} : { contextId: this.#contextId }),
      ...(this.#waiting === undefined ? {} : { waiting: this.#waiting }),
      ...(this.#lastTask === undefined ? {} : { lastTask: this.#lastTask }),
      tasks: [...this.#tasks],
      greeted: this.#hasGreeted,
    };
    // One behind the other: the last one wins.
    this.#last = this.#last.catch(() => undefined).then(() => this.#place.write(value));
    return this.#last;
  }
}

/** For as long as the process lives. */
export function forgetful(): RemoteMemory {
  let kept: JsonObject | undefined;
  return {
    read: () => Promise.resolve(kept),
    write: (value) => {
      kept = value;
      return Promise.resolve();
    },
  };
}

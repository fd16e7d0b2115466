// What a bridge must still know after a restart: the context it talks in, tasks that have not ended, the task that waits for
// a word. Written as one value before anybody relies on it; what cannot be read is as if it were not there.

import { randomUUID } from 'node:crypto';
import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core';
import { isId } from './heard.ts';

/** Where it is kept; durable when a write resolves. */
export interface RemoteMemory {
  read(): Promise<Json | undefined>;
  write(value: JsonObject): Promise<void>;
}

/** Where in the conversation a message belongs. */
export interface Place {
  readonly contextId?: string;
  /** The task that it goes on with. */
  readonly taskId?: string;
  /** A task that has ended, of which all is shown. */
  readonly refersTo?: string;
}

const MOST_TASKS = 64;

export class BridgeMemory {
  readonly #place: RemoteMemory;
  #contextId: string | undefined;
  /** The context that we named, until the agent has named one. */
  #proposed: string | undefined;
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
    const { contextId, proposed, tasks, waiting, lastTask, greeted } = value;
    if (isId(contextId)) this.#contextId = contextId;
    if (isId(proposed)) this.#proposed = proposed;
    if (isId(waiting)) this.#waiting = waiting;
    if (isId(lastTask)) this.#lastTask = lastTask;
    if (isArray(tasks)) this.#tasks = tasks.filter(isId);
    this.#hasGreeted = greeted === true;
  }

  /** The agent has not said yet which context it is. */
  get isProposed(): boolean {
    return this.#contextId === undefined;
  }
  /** Not ended when it was last heard of. */
  get tasks(): readonly string[] {
    return this.#tasks;
  }
  /** The task that the next words belong to. */
  get waiting(): string | undefined {
    return this.#waiting;
  }
  get hasGreeted(): boolean {
    return this.#hasGreeted;
  }

  greeted(): Promise<void> {
    this.#hasGreeted = true;
    return this.#write();
  }

  /**
   * For the next message. Who sends one again after a break, or after a restart, sends it in the same context: it is named
   * and kept before the first message leaves.
   */
  async place(): Promise<Place & { readonly contextId: string }> {
    const contextId = this.#contextId ?? (await this.#propose());
    if (this.#waiting !== undefined) return { contextId, taskId: this.#waiting };
    return { contextId, ...(this.#lastTask === undefined ? {} : { refersTo: this.#lastTask }) };
  }

  /** Written each time: that a write failed, or is under way, is no reason to go on without it. */
  async #propose(): Promise<string> {
    const proposed = this.#proposed ?? randomUUID();
    this.#proposed = proposed;
    await this.#write();
    return proposed;
  }

  /** The context is said once: an agent cannot move a person into another. */
  inContext(contextId: string): Promise<void> {
    if (this.#contextId !== undefined) return Promise.resolve();
    this.#contextId = contextId;
    this.#proposed = undefined;
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
      ...(this.#proposed === undefined ? {} : { proposed: this.#proposed }),
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

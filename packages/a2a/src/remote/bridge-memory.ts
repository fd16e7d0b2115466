// What a bridge must still know after a restart: the context it talks in, tasks that have not ended, the task that waits for
// a word. Written as one value before anybody relies on it; what cannot be read is as if it were not there.

import { randomUUID } from 'node:crypto';
import { defined, isArray, isObject, type JsonObject } from '@vitrine/core/internal';
import { KeyQueue, type RemoteMemory } from '@vitrine/face-kit';
import { isId } from './agent-update.ts';

/** Where in the conversation a message belongs. */
export interface ConversationPlace {
  readonly contextId?: string;
  /** The task that it goes on with. */
  readonly taskId?: string;
  /** A task that has ended, of which all is shown. */
  readonly refersTo?: string;
}

const MAX_TASKS = 64;
const IDS = ['contextId', 'proposed', 'waiting', 'lastTask'] as const;

/** What is written. */
interface StoredBridge {
  readonly contextId?: string | undefined;
  /** The context that we named, until the agent has named one. */
  readonly proposed?: string | undefined;
  /** The task that the next words belong to. */
  readonly waiting?: string | undefined;
  readonly lastTask?: string | undefined;
  /** Not ended when they were last heard of. */
  readonly tasks: readonly string[];
  readonly greeted: boolean;
}

export class BridgeMemory {
  readonly #place: RemoteMemory;
  /** One behind the other: the last one wins. */
  readonly #writes = new KeyQueue<'write'>();
  #kept: StoredBridge = { tasks: [], greeted: false };

  constructor(place: RemoteMemory) {
    this.#place = place;
  }

  async load(): Promise<void> {
    const value = await this.#place.read();
    if (!isObject(value)) return;
    const ids = IDS.flatMap((name) => (isId(value[name]) ? [[name, value[name]]] : []));
    const tasks = isArray(value.tasks) ? value.tasks.filter(isId) : [];
    this.#kept = { ...Object.fromEntries(ids), tasks, greeted: value.greeted === true };
  }

  /** The agent has not said yet which context it is. */
  get isProposed(): boolean {
    return this.#kept.contextId === undefined;
  }
  get tasks(): readonly string[] {
    return this.#kept.tasks;
  }
  get waiting(): string | undefined {
    return this.#kept.waiting;
  }
  get hasGreeted(): boolean {
    return this.#kept.greeted;
  }

  greeted(): Promise<void> {
    return this.#keep({ greeted: true });
  }

  /**
   * For the next message. Who sends one again after a break, or after a restart, sends it in the same context: it is named
   * and kept before the first message leaves. Written each time: that a write failed is no reason to go on without it.
   */
  async place(): Promise<ConversationPlace & { readonly contextId: string }> {
    const { contextId: named, proposed = randomUUID() } = this.#kept;
    if (named === undefined) await this.#keep({ proposed });
    const contextId = named ?? proposed;
    const { waiting, lastTask } = this.#kept;
    if (waiting !== undefined) return { contextId, taskId: waiting };
    return { contextId, ...defined({ refersTo: lastTask }) };
  }

  /** The context is said once: an agent cannot move a person into another. */
  async inContext(contextId: string): Promise<void> {
    if (this.isProposed) await this.#keep({ contextId, proposed: undefined });
  }

  async began(task: string): Promise<void> {
    if (this.tasks.includes(task)) return;
    await this.#keep({ tasks: [...this.tasks, task].slice(-MAX_TASKS), waiting: this.#waitingBut(task) });
  }

  ended(task: string, isWaiting: boolean): Promise<void> {
    return this.#keep({
      tasks: this.#tasksBut(task),
      lastTask: task,
      waiting: isWaiting ? task : this.#waitingBut(task),
    });
  }

  /** The agent does not know it any more. */
  forget(task: string): Promise<void> {
    const { lastTask } = this.#kept;
    return this.#keep({
      tasks: this.#tasksBut(task),
      waiting: this.#waitingBut(task),
      lastTask: lastTask === task ? undefined : lastTask,
    });
  }

  #tasksBut(task: string): readonly string[] {
    return this.tasks.filter((each) => each !== task);
  }

  #waitingBut(task: string): string | undefined {
    return this.waiting === task ? undefined : this.waiting;
  }

  #keep(change: Partial<StoredBridge>): Promise<void> {
    this.#kept = { ...this.#kept, ...change };
    const record = Object.fromEntries(Object.entries(this.#kept).filter(([, value]) => value !== undefined));
    return this.#writes.run('write', () => this.#place.write(record as JsonObject));
  }
}

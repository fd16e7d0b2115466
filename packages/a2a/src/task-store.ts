// Tasks of A2A while they can still be asked for: the youngest, each with the last of its history. In memory: what a
// context holds is its session, which is durable; a task is how one message of it went.

import type { ListTasksRequest, ListTasksResponse, Task } from '@a2a-js/sdk';
import { InMemoryTaskStore, type ServerCallContext, type TaskStore } from '@a2a-js/sdk/server';
import type { A2aLimits } from './limits.ts';

export class RecentTasks implements TaskStore {
  readonly #limits: A2aLimits;
  /** By owner and id, the oldest first. */
  readonly #tasks = new Map<string, { readonly owner: string; readonly task: Task }>();

  constructor(limits: A2aLimits) {
    this.#limits = limits;
  }

  async save(task: Task, context: ServerCallContext): Promise<void> {
    const owner = ownerOf(context);
    const key = JSON.stringify([owner, task.id]);
    // A task of a thousand updates is copied at each of them: its length must have a bound.
    const history = task.history.slice(-this.#limits.taskHistory);
    this.#tasks.delete(key);
    this.#tasks.set(key, { owner, task: structuredClone({ ...task, history }) });
    for (const oldest of this.#tasks.keys()) {
      if (this.#tasks.size <= this.#limits.tasks) return;
      this.#tasks.delete(oldest);
    }
  }

  async load(taskId: string, context: ServerCallContext): Promise<Task | undefined> {
    const found = this.#tasks.get(JSON.stringify([ownerOf(context), taskId]));
    return found === undefined ? undefined : structuredClone(found.task);
  }

  /** Filters and pages are the SDK's. */
  async list(params: ListTasksRequest, context: ServerCallContext): Promise<ListTasksResponse> {
    const owner = ownerOf(context);
    const own = new InMemoryTaskStore();
    for (const held of this.#tasks.values()) if (held.owner === owner) await own.save(held.task, context);
    return own.list(params, context);
  }
}

function ownerOf({ user, tenant }: ServerCallContext): string {
  return JSON.stringify([user?.userName ?? '', tenant ?? '']);
}

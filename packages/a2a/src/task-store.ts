// Tasks of A2A while they can still be asked for: the youngest, each with the last of its history. In memory: what a
// context holds is its session, which is durable; a task is how one message of it went. A client that sends much loses its
// own first.

import { deserialize, serialize } from 'node:v8';
import type { ListTasksRequest, ListTasksResponse, Task } from '@a2a-js/sdk';
import { InMemoryTaskStore, type ServerCallContext, type TaskStore } from '@a2a-js/sdk/server';
import type { FacePorts } from '@vitrine/core/internal';
import { nextTurn } from '@vitrine/face-kit';
import type { A2aLimits } from './limits.ts';

interface StoredTask {
  readonly owner: string;
  readonly contextId: string;
  /** A copy, of a size that is known. */
  readonly bytes: Buffer;
  /** Where it stands, without a message. */
  readonly outline: Task;
}

/** Of a list of tasks. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;

export class RecentTasks implements TaskStore {
  readonly #limits: A2aLimits;
  /** By owner and id, the oldest first. */
  readonly #tasks = new Map<string, StoredTask>();
  /** By task, the oldest first: where what it says is kept. */
  readonly #sessions = new Map<string, string>();
  readonly #port: Pick<FacePorts['sessions'], 'find'>;

  constructor(limits: A2aLimits, port: Pick<FacePorts['sessions'], 'find'>) {
    this.#limits = limits;
    this.#port = port;
  }

  noteSession(taskId: string, session: string): void {
    this.#sessions.set(taskId, session);
    const [oldest] = this.#sessions.keys();
    if (oldest !== undefined && this.#sessions.size > this.#limits.tasks) this.#sessions.delete(oldest);
  }

  /** Of a task that is held. */
  contextIdOf(taskId: string, owner: string): string | undefined {
    return this.#tasks.get(keyOf(owner, taskId))?.contextId;
  }

  async save(task: Task, context: ServerCallContext): Promise<void> {
    const owner = ownerOf(context);
    const key = keyOf(owner, task.id);
    // A task of a thousand updates is copied at each of them: its length must have a bound.
    const history = task.history.slice(-this.#limits.taskHistory);
    this.#tasks.delete(key);
    const status = task.status && { ...task.status, message: undefined };
    const outline = { ...task, status, history: [], artifacts: [], metadata: undefined };
    this.#tasks.set(key, { owner, contextId: task.contextId, bytes: serialize({ ...task, history }), outline });
    const { tasks, taskBytes, tasksPerPrincipal, taskBytesPerPrincipal } = this.#limits;
    this.#shrink(tasksPerPrincipal, taskBytesPerPrincipal, (held) => held.owner === owner);
    this.#shrink(tasks, taskBytes, () => true);
  }

  /** What was erased with its session is told no more: one task of a client, or all. */
  async forgetGone(context: ServerCallContext, taskId?: string): Promise<void> {
    for (const [task, session] of this.#sessions) {
      const key = keyOf(ownerOf(context), task);
      if ((taskId ?? task) !== task || !this.#tasks.has(key)) continue;
      if ((await this.#port.find(session)) === undefined) this.#tasks.delete(key);
    }
  }

  async load(taskId: string, context: ServerCallContext): Promise<Task | undefined> {
    const found = this.#tasks.get(keyOf(ownerOf(context), taskId));
    return found === undefined ? undefined : (deserialize(found.bytes) as Task);
  }

  /** Filters and pages are the SDK's, over tasks without their messages; a page ends where it would be too long. */
  async list(params: ListTasksRequest, context: ServerCallContext): Promise<ListTasksResponse> {
    const owner = ownerOf(context);
    const own = new InMemoryTaskStore();
    for (const held of this.#tasks.values()) if (held.owner === owner) await own.save(held.outline, context);
    const asked = await own.list(params, context);
    const ids = asked.tasks.map(({ id }) => id);
    const fitting = this.#fitting(owner, ids);
    const page = fitting < ids.length ? await own.list({ ...params, pageSize: fitting }, context) : asked;
    const tasks: Task[] = [];
    for (const { id, artifacts } of page.tasks) {
      const task = await this.load(id, context);
      if (task !== undefined) tasks.push(params.includeArtifacts === true ? task : { ...task, artifacts });
      await nextTurn();
    }
    return { ...page, tasks, pageSize: asked.pageSize };
  }

  /** How many of them are told at once. */
  #fitting(owner: string, ids: readonly string[]): number {
    let bytes = 0;
    const tooLong = ids.findIndex((id, i) => {
      bytes += this.#tasks.get(keyOf(owner, id))?.bytes.length ?? 0;
      return i > 0 && bytes > MAX_PAGE_BYTES;
    });
    return tooLong < 0 ? ids.length : tooLong;
  }

  /** The youngest stays, whatever its size. */
  #shrink(most: number, mostBytes: number, isMeant: (held: StoredTask) => boolean): void {
    const meant = [...this.#tasks].filter(([, held]) => isMeant(held));
    let bytes = meant.reduce((sum, [, held]) => sum + held.bytes.length, 0);
    let count = meant.length;
    for (const [key, held] of meant) {
      if (count <= 1 || (count <= most && bytes <= mostBytes)) return;
      this.#tasks.delete(key);
      bytes -= held.bytes.length;
      count--;
    }
  }
}

function keyOf(owner: string, taskId: string): string {
  return JSON.stringify([owner, taskId]);
}

/** Not the tenant: a client writes there what it likes. */
function ownerOf({ user }: ServerCallContext): string {
  return user?.userName ?? '';
}

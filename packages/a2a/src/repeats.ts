// Which message became which task. A client whose answer was lost on the way sends the message again under the same id:
// that is no second message. In memory, as many as tasks are: what is not kept any more cannot be answered with.

import { createHash } from 'node:crypto';
import type { JsonObject } from '@vitrine/core';
import { type Call, ownerOf } from './call.ts';
import type { A2aLimits } from './limits.ts';

type Said = Pick<Call, 'agent' | 'principal' | 'message' | 'form' | 'protocol'>;

interface Sent {
  readonly owner: string;
  /** Undefined: nothing came of it. */
  readonly task: Promise<string | undefined>;
  readonly settle: (task: string | undefined) => void;
  hasTask: boolean;
}

export class Repeats {
  readonly #limits: A2aLimits;
  /** The oldest first. */
  readonly #sent = new Map<string, Sent>();
  /** A message is looked for at each step of its task. */
  readonly #keys = new WeakMap<Said, string>();

  constructor(limits: A2aLimits) {
    this.#limits = limits;
  }

  has(said: Said): boolean {
    return this.#sent.has(this.#keyOf(said));
  }

  /** The task that the same message became. Undefined: it is new, and counts as sent until `failed`. */
  async enter(said: Said): Promise<string | undefined> {
    const key = this.#keyOf(said);
    for (let before = this.#sent.get(key); before !== undefined; before = this.#sent.get(key)) {
      const task = await before.task;
      if (task !== undefined) return task;
    }
    this.#add(key, ownerOf(said));
    return undefined;
  }

  became(said: Said, task: string): void {
    const sent = this.#sent.get(this.#keyOf(said));
    if (sent === undefined) return;
    sent.hasTask = true;
    sent.settle(task);
  }

  /** Nothing comes of it, unless a task has. */
  failed(said: Said): void {
    if (this.#sent.get(this.#keyOf(said))?.hasTask === false) this.forget(said);
  }

  /** What came of it is not kept any more. */
  forget(said: Said): void {
    const key = this.#keyOf(said);
    const sent = this.#sent.get(key);
    this.#sent.delete(key);
    sent?.settle(undefined);
  }

  #keyOf(said: Said): string {
    const key = this.#keys.get(said) ?? keyOf(said);
    this.#keys.set(said, key);
    return key;
  }

  #add(key: string, owner: string): void {
    let settle: Sent['settle'] = () => undefined;
    const task = new Promise<string | undefined>((resolve) => {
      settle = resolve;
    });
    this.#sent.set(key, { owner, task, settle, hasTask: false });
    const { tasks, tasksPerPrincipal } = this.#limits;
    this.#shrink(tasksPerPrincipal, (sent) => sent.owner === owner);
    this.#shrink(tasks, () => true);
  }

  #shrink(most: number, isMeant: (sent: Sent) => boolean): void {
    const meant = [...this.#sent].filter(([, sent]) => isMeant(sent));
    for (const [key, sent] of meant.slice(0, Math.max(0, meant.length - most))) {
      this.#sent.delete(key);
      sent.settle(undefined);
    }
  }
}

/** With what it says and how it is to be answered: anything else under an id that was used before is another message. */
function keyOf(said: Said): string {
  const { messageId, contextId, taskId, parts }: JsonObject = said.message;
  const place = [ownerOf(said), contextId || null, taskId || null, messageId];
  const name = JSON.stringify([...place, said.protocol, said.form?.id ?? null, parts]);
  return createHash('sha256').update(name).digest('hex');
}

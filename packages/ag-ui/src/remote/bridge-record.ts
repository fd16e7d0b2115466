// What a bridge to an agent of AG-UI must still know after a restart: the conversation, which the agent may not keep; its state, its
// surfaces, what it asks, and what a person did that has not gone to it. What cannot be read is as if it were not there.

import { randomUUID } from 'node:crypto';
import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { KeyQueue, type RemoteMemory } from '@vitrine/face-kit';
import type { OpenInterrupt } from './remote-asks.ts';

/** What a person did, as the next run brings it. */
export type PersonTurn =
  | { readonly text: string; readonly id: string }
  | { readonly action: JsonObject }
  /** All questions are answered. */
  | { readonly resumes: true };

export interface BridgeRecord {
  readonly threadId: string;
  readonly messages: readonly JsonObject[];
  readonly state: Json;
  readonly surfaces: JsonObject;
  readonly interrupts: readonly OpenInterrupt[];
  readonly turns: readonly PersonTurn[];
  /** The last deliveries that were taken. */
  readonly taken: readonly string[];
  /** A run that was under way. */
  readonly running?: string | undefined;
}

export class BridgeRecords {
  readonly #memory: RemoteMemory;
  readonly #writes = new KeyQueue<'write'>();
  #record: BridgeRecord = {
    ...{ threadId: randomUUID(), messages: [], state: {}, surfaces: {} },
    ...{ interrupts: [], turns: [], taken: [] },
  };

  constructor(memory: RemoteMemory) {
    this.#memory = memory;
  }

  get current(): BridgeRecord {
    return this.#record;
  }

  async load(): Promise<void> {
    const kept = await this.#memory.read();
    if (
      isObject(kept) &&
      typeof kept.threadId === 'string' &&
      isArray(kept.messages) &&
      isArray(kept.turns) &&
      isArray(kept.taken)
    )
      this.#record = { ...this.#record, ...(kept as unknown as BridgeRecord) };
  }

  keep(change: Partial<BridgeRecord>): Promise<void> {
    this.#record = { ...this.#record, ...change };
    const record = Object.fromEntries(Object.entries(this.#record).filter(([, value]) => value !== undefined));
    return this.#writes.run('write', () => this.#memory.write(record as unknown as JsonObject));
  }
}

/** The newest that fit; a result goes with the call that it answers. */
export function newestMessages(messages: readonly JsonObject[], maxLength: number): readonly JsonObject[] {
  let left = maxLength;
  const kept = messages.toReversed().filter((message) => {
    if (left <= 0) return false;
    left -= JSON.stringify(message).length;
    return left > 0;
  });
  const newest = kept.reverse();
  return newest.slice(newest.findIndex(({ role }) => role !== 'tool'));
}

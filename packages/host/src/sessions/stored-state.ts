// The state of a session as a snapshot in the log, and back. The version names this format and the fold that made it:
// a snapshot of another version is not read, the entries are folded again instead.

import {
  type AskOp,
  type CallOp,
  type Json,
  type JudgedEntry,
  type Marked,
  type Replica,
  type SurfaceSnapshot,
  type TalkLine,
  type TaskOp,
  type TurnOp,
  untracked,
} from '@vitrine/core';

export const STATE_VERSION = 'fold-3';

/** How an ask ended: whoever answers too late is told which. */
export type AskEnd = 'answered' | 'lapsed' | 'withdrawn';

/** Beyond these the oldest are forgotten: a late answer then hears that the ask is unknown. */
const MOST_ENDED_ASKS = 1000;

/** What a session keeps beside the fold. Derived from entries alone. */
export class EndedAsks {
  readonly #ends = new Map<string, AskEnd>();

  get(ask: string): AskEnd | undefined {
    return this.#ends.get(ask);
  }

  /** Looks for what ends an ask in an entry. */
  note(body: readonly object[]): void {
    for (const part of body as readonly { op?: string; event?: string; ask?: string }[]) {
      if (part.ask === undefined) continue;
      if (part.event === 'answer') this.#end(part.ask, 'answered');
      else if (part.op === 'lapse') this.#end(part.ask, 'lapsed');
      else if (part.op === 'withdraw') this.#end(part.ask, 'withdrawn');
      else if (part.op === 'ask') this.#ends.delete(part.ask);
    }
  }

  snapshot(): readonly (readonly [string, AskEnd])[] {
    return [...this.#ends];
  }

  restore(ends: readonly (readonly [string, AskEnd])[]): void {
    for (const [ask, end] of ends) this.#end(ask, end);
  }

  #end(ask: string, end: AskEnd): void {
    this.#ends.delete(ask);
    this.#ends.set(ask, end);
    if (this.#ends.size <= MOST_ENDED_ASKS) return;
    for (const oldest of this.#ends.keys()) {
      this.#ends.delete(oldest);
      return;
    }
  }
}

/** Lists instead of objects: an object would put ids that look like numbers first. */
interface StoredState {
  readonly surfaces: readonly (readonly [string, SurfaceSnapshot])[];
  readonly asks: readonly Marked<AskOp>[];
  readonly tasks: readonly Marked<TaskOp>[];
  readonly calls: readonly Marked<CallOp>[];
  readonly talk: readonly TalkLine[];
  readonly turn?: TurnOp['state'];
  readonly ended: readonly (readonly [string, AskEnd])[];
}

export function toState(replica: Replica, ended: EndedAsks): Json {
  return untracked(() => {
    const state: StoredState = {
      surfaces: [...replica.surfaces].map(([id, surface]) => [id, surface.snapshot()] as const),
      asks: [...replica.asks.values()],
      tasks: [...replica.tasks.values()],
      calls: [...replica.calls.values()],
      talk: replica.talk,
      ...(replica.turn === undefined ? {} : { turn: replica.turn }),
      ended: ended.snapshot(),
    };
    return state as unknown as Json;
  });
}

/** Into a replica that is empty. */
export function fromState(state: Json, replica: Replica, ended: EndedAsks): void {
  // Written by toState, under the same version.
  const stored = state as unknown as StoredState;
  for (const [surface, { trust, ...head }] of stored.surfaces)
    replica.apply({ body: [{ op: 'open', surface, ...head }], trust });
  for (const { trust, ...op } of [...stored.asks, ...stored.tasks, ...stored.calls])
    replica.apply(saidBy(trust, { body: [op] }));
  if (stored.turn !== undefined) replica.apply({ body: [{ op: 'turn', state: stored.turn }] });
  for (const { by, text, trust } of stored.talk)
    replica.apply(saidBy(trust, { body: [by === 'agent' ? { op: 'say', text } : { event: 'say', text }] }));
  ended.restore(stored.ended);
}

function saidBy(trust: 'untrusted' | undefined, entry: JudgedEntry): JudgedEntry {
  return trust === undefined ? entry : { ...entry, trust };
}

// The state of a session as a snapshot in the log, and back. The version names this format and the fold that made it:
// a snapshot of another version is not read, the entries are folded again instead.

import {
  type AskOp,
  type CallOp,
  defined,
  type Entry,
  type Json,
  type JudgedEntry,
  marked,
  type Replica,
  type Seq,
  type SurfaceSnapshot,
  type TalkLine,
  type TaskOp,
  type TrustMarked,
  type TurnOp,
  untracked,
} from '@vitrine/core/internal';

export const STATE_VERSION = 'fold-3';

/** How an ask ended: whoever answers too late is told which. */
export type AskOutcome = 'answered' | 'lapsed' | 'withdrawn';

/** Beyond these the oldest are forgotten: a late answer then hears that the ask is unknown. */
const MAX_ENDED_ASKS = 1000;

/** What a session keeps beside the fold. Derived from entries alone. */
export class EndedAsks {
  readonly #ends = new Map<string, AskOutcome>();
  /** What is open, as it is asked, and the seq since when. */
  readonly #asked = new Map<string, { readonly seq: Seq; readonly text: string }>();

  get(ask: string): AskOutcome | undefined {
    return this.#ends.get(ask);
  }

  /** Since when an ask that is open is asked as it stands; asked again in the same words it is the same. */
  askedAt(ask: string): Seq | undefined {
    return this.#asked.get(ask)?.seq;
  }

  /** Looks for what begins and what ends an ask in an entry. */
  note({ seq, trust, body }: Pick<Entry, 'seq' | 'trust' | 'body'>): void {
    for (const part of body as readonly { op?: string; event?: string; ask?: string }[]) {
      if (part.ask === undefined) continue;
      if (part.op === 'ask') this.#begin(marked(part as AskOp, trust), seq);
      else this.#asked.delete(part.ask);
      if (part.event === 'answer') this.#end(part.ask, 'answered');
      else if (part.op === 'lapse') this.#end(part.ask, 'lapsed');
      else if (part.op === 'withdraw') this.#end(part.ask, 'withdrawn');
      else if (part.op === 'ask') this.#ends.delete(part.ask);
    }
  }

  snapshot(): readonly (readonly [string, AskOutcome])[] {
    return [...this.#ends];
  }

  openings(): readonly (readonly [string, Seq])[] {
    return [...this.#asked].map(([ask, { seq }]) => [ask, seq] as const);
  }

  restoreOpenings(openings: readonly (readonly [string, Seq])[], asks: readonly TrustMarked<AskOp>[]): void {
    const seqs = new Map(openings);
    for (const op of asks) this.#begin(op, seqs.get(op.ask) ?? 0);
  }

  restore(ends: readonly (readonly [string, AskOutcome])[]): void {
    for (const [ask, end] of ends) this.#end(ask, end);
  }

  #begin(op: TrustMarked<AskOp>, seq: Seq): void {
    const text = JSON.stringify(op);
    if (this.#asked.get(op.ask)?.text !== text) this.#asked.set(op.ask, { seq, text });
  }

  #end(ask: string, end: AskOutcome): void {
    this.#ends.delete(ask);
    this.#ends.set(ask, end);
    if (this.#ends.size <= MAX_ENDED_ASKS) return;
    for (const oldest of this.#ends.keys()) {
      this.#ends.delete(oldest);
      return;
    }
  }
}

/** Lists instead of objects: an object would put ids that look like numbers first. */
interface StoredState {
  readonly surfaces: readonly (readonly [string, SurfaceSnapshot])[];
  readonly asks: readonly TrustMarked<AskOp>[];
  readonly tasks: readonly TrustMarked<TaskOp>[];
  readonly calls: readonly TrustMarked<CallOp>[];
  readonly talk: readonly TalkLine[];
  readonly turn?: TurnOp['state'];
  readonly ended: readonly (readonly [string, AskOutcome])[];
  /** Absent in those that were stored before this was kept. */
  readonly asked?: readonly (readonly [string, Seq])[];
}

export function toState(replica: Replica, ended: EndedAsks): Json {
  return untracked(() => {
    const state: StoredState = {
      surfaces: [...replica.surfaces].map(([id, surface]) => [id, surface.snapshot()] as const),
      asks: [...replica.asks.values()],
      tasks: [...replica.tasks.values()],
      calls: [...replica.calls.values()],
      talk: replica.talk,
      ...defined({ turn: replica.turn }),
      ended: ended.snapshot(),
      asked: ended.openings(),
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
    replica.apply(withTrust(trust, { body: [op] }));
  if (stored.turn !== undefined) replica.apply({ body: [{ op: 'turn', state: stored.turn }] });
  for (const { by, text, trust } of stored.talk)
    replica.apply(withTrust(trust, { body: [by === 'agent' ? { op: 'say', text } : { event: 'say', text }] }));
  ended.restore(stored.ended);
  ended.restoreOpenings(stored.asked ?? [], stored.asks);
}

function withTrust(trust: 'untrusted' | undefined, entry: JudgedEntry): JudgedEntry {
  return trust === undefined ? entry : { ...entry, trust };
}

// One session in memory: messages of an agent and doings of a person, judged and applied in order, told to whoever is
// attached. Nothing is stored, nothing is admitted or refused beyond what the engine itself refuses, no time passes.

import {
  defined,
  Fold,
  type Issue,
  isArray,
  type Json,
  type JsonObject,
  jsonEqual,
  marked,
  type NewEntry,
  type Seq,
  type Trust,
  type ViewerEvent,
} from '@vitrine/core';
import { type Capabilities, type Dialect, type DialectId, dialectById, Intake } from '@vitrine/dialects';
import { knownCatalogs } from '../ui/op-writer.ts';

export interface LocalAnswer {
  readonly accepted: number;
  readonly seq: Seq;
  readonly issues: readonly Issue[];
}

/** The key was used with other messages, which were answered so. */
export interface KeyReused {
  readonly reused: LocalAnswer;
}

/** What people do that an agent does not hear of: only the log knows that somebody types. */
const SILENT: ReadonlySet<string> = new Set<ViewerEvent['event']>(['input', 'sync']);

export interface LocalSessionOptions {
  readonly id: string;
  /** How the agent is told of events. */
  readonly dialect: DialectId;
  readonly title?: string;
  readonly catalogs?: Parameters<typeof knownCatalogs>[0];
  readonly now: () => string;
  /** One event for the agent, in its dialect. */
  readonly deliver: (seq: Seq, at: string, event: Json) => void;
}

export class LocalSession {
  readonly fold: Fold;
  readonly options: LocalSessionOptions;
  readonly #viewers = new Set<(entry: NewEntry) => void>();
  readonly #answers = new Map<string, { readonly said: Json; readonly answer: LocalAnswer }>();
  #seq: Seq = 0;

  constructor(options: LocalSessionOptions) {
    this.options = options;
    this.fold = new Fold({ catalogs: knownCatalogs(options.catalogs) });
  }

  get seq(): Seq {
    return this.#seq;
  }

  /** Messages of the agent. The same key again is answered as the first time, unless it comes with other messages. */
  say(value: Json, dialect?: DialectId, key?: string, trust: Trust = 'trusted'): LocalAnswer | KeyReused {
    const before = key === undefined ? undefined : this.#answers.get(key);
    const said = isArray(value) ? value : [value];
    if (before !== undefined && jsonEqual(before.said, said)) return before.answer;
    if (before !== undefined && before.answer.accepted > 0) return { reused: before.answer };
    const answer = this.#take(value, 'agent', dialect, trust);
    if (key !== undefined) this.#answers.set(key, { said, answer });
    return answer;
  }

  /** What a person does, as a message of a viewer. */
  act(value: Json, dialect?: DialectId): LocalAnswer {
    return this.#take(value, 'viewer', dialect, 'trusted');
  }

  /** The state as messages, then what changes it. Returns how to stop. */
  attach(id: DialectId, send: (messages: readonly Json[]) => void, capabilities?: Capabilities): () => void {
    const dialect = named(id);
    const moment = { now: this.options.now() };
    const { wire, memory } = dialect.join(this.fold, capabilities, moment);
    if (wire.length > 0) send(wire);
    const tell = (entry: NewEntry): void => {
      const said = dialect.encode({ ...entry, at: this.options.now() }, this.fold, memory).wire;
      if (said.length > 0) send(said);
    };
    this.#viewers.add(tell);
    return () => this.#viewers.delete(tell);
  }

  snapshot(): JsonObject {
    const { surfaces, asks, tasks } = this.fold.snapshot() as unknown as JsonObject;
    return { seq: this.#seq, surfaces: surfaces ?? {}, asks: asks ?? {}, tasks: tasks ?? {} };
  }

  #take(value: Json, from: 'agent' | 'viewer', id: DialectId | undefined, lowest: Trust): LocalAnswer {
    const now = this.options.now();
    const intake = new Intake(this.fold, {
      from,
      now,
      trust: lowest,
      ...defined({ dialect: id && named(id) }),
      accept: (entry, trust) => {
        const outcome = this.fold.accept(entry, trust);
        if (outcome.ok) this.#tell(marked(entry, trust), now);
        return outcome;
      },
    });
    const receipts = intake.value(value);
    const accepted = receipts.filter(({ ok }) => ok).length;
    return { accepted, seq: this.#seq, issues: receipts.flatMap(({ issues }) => issues) };
  }

  #tell(entry: NewEntry, at: string): void {
    this.#seq++;
    for (const tell of [...this.#viewers]) tell(entry);
    for (const part of entry.body) {
      if (!('event' in part) || SILENT.has(part.event)) continue;
      const { wire } = named(this.options.dialect).encodeEvent(part, this.fold, at);
      for (const message of wire) this.options.deliver(this.#seq, at, message);
    }
  }
}

function named(id: DialectId): Dialect {
  const dialect = dialectById(id);
  if (dialect === undefined) throw new Error(`There is no dialect ${JSON.stringify(id)}.`);
  return dialect;
}

// What a run of signals has shown so far, and the messages that say what is new of it. The transformer, the stream, the
// subscriber and the adapter all stand on this one state, so that live and replayed signals end in the same surface.

import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { answerProblem, Catalogs, Fold, type NewEntry, type Op, type ViewerEvent } from '@vitrine/core/internal';
import { a2ui08, a2ui09, a2ui10, type Dialect } from '@vitrine/dialects';
import { planSignal, RUN_SURFACE, type SignalLike, signalFromEvent, WORDS } from '@vitrine/dialects/open-harness';
import { PendingOps } from './pending.ts';
import type { A2UIMessage, A2UIOptions, A2UIProblem, A2UIVersion } from './types.ts';

interface StateTarget {
  readonly dialect: Dialect;
  readonly words: (typeof WORDS)[keyof typeof WORDS];
}

const TARGETS: { readonly [version in A2UIVersion]: StateTarget } = {
  '0.8': { dialect: a2ui08, words: WORDS['a2ui-0.8'] },
  '0.9': { dialect: a2ui09, words: WORDS['a2ui-0.9'] },
  '1.0': { dialect: a2ui10, words: WORDS['a2ui-1.0'] },
};

/** `v0.9` is read as 0.9. */
export function targetOf(version: string = '0.8'): StateTarget {
  const named = version.replace(/^v/, '');
  if (!Object.hasOwn(TARGETS, named))
    throw new RangeError(`version is one of 0.8, 0.9 and 1.0, not ${JSON.stringify(version)}.`);
  return TARGETS[named as A2UIVersion];
}

export function newFold(): Fold {
  return new Fold({ catalogs: new Catalogs([basic08, basic09, basic10]) });
}

export const NO_SIGNAL: A2UIProblem = { message: 'This is no signal: it lacks id, name, timestamp or payload.' };

/** Undefined: it is none, or throws when it is looked at. */
export function readSignal(signal: unknown): SignalLike | undefined {
  try {
    return signalFromEvent(signal);
  } catch {
    return undefined;
  }
}

export class A2UIState {
  readonly surfaceId: string;
  readonly #options: A2UIOptions;
  readonly #target: StateTarget;
  readonly #fold = newFold();
  readonly #memory: unknown;
  readonly #pending: PendingOps;

  constructor(options: A2UIOptions = {}) {
    this.#options = options;
    this.#target = targetOf(options.version);
    this.surfaceId = options.surfaceId ?? RUN_SURFACE;
    this.#memory = this.#target.dialect.join(this.#fold).memory;
    this.#pending = new PendingOps();
  }

  /** Something is new that no message has told yet. */
  get hasNews(): boolean {
    return !this.#pending.isEmpty;
  }

  /** Never throws: what is wrong with a signal is told, and the next one is taken. */
  take(signal: unknown): A2UIProblem | undefined {
    const known = readSignal(signal);
    if (known === undefined) return NO_SIGNAL;
    try {
      const { surfaceId: surface } = this;
      const body = planSignal(known, this.#fold, { ...this.#options, surface, words: this.#target.words });
      return body.length === 0 ? undefined : this.#apply(body, known);
    } catch (cause) {
      return { message: 'The signal could not be mapped.', signal: known, cause };
    }
  }

  #apply(body: readonly Op[], signal: SignalLike): A2UIProblem | undefined {
    const outcome = this.#fold.accept({ body }, 'trusted');
    if (!outcome.ok) return { message: 'What the signal shows was refused.', signal, issues: outcome.issues };
    this.#pending.add(body, this.#fold);
    return undefined;
  }

  /** The messages that tell what is new. However late they are asked for, the reader ends in the same state. */
  messages(): A2UIMessage[] {
    const body = this.#pending.drain();
    if (body.length === 0) return [];
    return [...this.#target.dialect.encode({ body }, this.#fold, this.#memory).wire] as A2UIMessage[];
  }

  /** What a message of the person's client says; told as a problem where it is not one. */
  read(message: unknown): { readonly events: readonly ViewerEvent[] } | { readonly problem: A2UIProblem } {
    const decoded = this.#decoded(message);
    if ('problem' in decoded) return decoded;
    const events = decoded.body.filter((part): part is ViewerEvent => 'event' in part);
    const strange = events.find((event) => event.event === 'action' && !this.#fold.surfaces.has(event.surface));
    if (strange !== undefined) return { problem: { message: 'The action names a surface that is not shown.' } };
    const wrong = events.map((event) => this.#answerProblem(event)).find((problem) => problem !== undefined);
    return wrong === undefined ? { events } : { problem: { message: `This is no answer to what was asked. ${wrong}` } };
  }

  #answerProblem(event: ViewerEvent): string | undefined {
    const asked = event.event === 'answer' ? this.#fold.asks.get(event.ask) : undefined;
    return asked === undefined || event.event !== 'answer'
      ? undefined
      : answerProblem(asked, event.value, this.#fold.limits);
  }

  #decoded(message: unknown): NewEntry | { readonly problem: A2UIProblem } {
    const refused = 'The message was refused.';
    try {
      const decoded = this.#target.dialect.decode(message as A2UIMessage, this.#fold, 'viewer');
      return decoded.ok ? decoded.value : { problem: { message: refused, issues: decoded.issues } };
    } catch (cause) {
      // Not read from a text, but a value that throws when it is looked at.
      return { problem: { message: refused, cause } };
    }
  }

  /** The person has answered: the question goes away. */
  answered(ask: string): boolean {
    if (!this.#fold.asks.has(ask)) return false;
    const body: Op[] = [{ op: 'withdraw', ask }];
    const { ok } = this.#fold.accept({ body }, 'trusted');
    if (ok) this.#pending.add(body, this.#fold);
    return ok;
  }
}

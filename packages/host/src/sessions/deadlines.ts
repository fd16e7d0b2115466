// What is due at a time: asks that lapse, surfaces that close. Time enters a fold only as an entry, so each deadline is
// a record beside the entry that sets it, and the host appends what follows when it is due, also after a restart.

import type { AskOp, Op, ViewerEvent } from '@vitrine/core/internal';
import type { LogRecord, RecordWrite, SessionId } from '@vitrine/log';
import type { SessionContext } from './context.ts';
import { timeOf } from './context.ts';

const KIND = 'deadline';
/** A clock that is set forward, or a deadline set by another process, is noticed after this at the latest. */
const LOOK_EVERY_MS = 5000;
const TOGETHER = 256;

type DueItem = { readonly ask: string } | { readonly surface: string };

/** What an entry sets and lifts. */
export function deadlinesOf(session: SessionId, body: readonly (Op | ViewerEvent)[]): readonly RecordWrite[] {
  const writes: RecordWrite[] = [];
  for (const part of body) {
    if ('op' in part) {
      if (part.op === 'ask' && part.until !== undefined)
        writes.push({ kind: KIND, key: keyOf(session, part), session, due: part.until, value: { ask: part.ask } });
      else if (part.op === 'open' && part.until !== undefined)
        writes.push({
          kind: KIND,
          key: keyOf(session, part),
          session,
          due: part.until,
          value: { surface: part.surface },
        });
      else if (part.op === 'withdraw' || part.op === 'lapse' || part.op === 'close')
        writes.push({ kind: KIND, key: keyOf(session, part), remove: true });
    } else if (part.event === 'answer') writes.push({ kind: KIND, key: keyOf(session, part), remove: true });
  }
  return writes;
}

function keyOf(session: SessionId, part: { readonly ask: string } | { readonly surface: string }): string {
  return 'ask' in part ? `${session}/ask/${part.ask}` : `${session}/surface/${part.surface}`;
}

/** For whoever may still be in doubt whether an ask can be answered. */
export function isOver(ask: AskOp, context: SessionContext): boolean {
  return ask.until !== undefined && Date.parse(ask.until) <= context.now();
}

/** Appends what is due, in one session. False: that is another host's to do. */
export type Lapse = (session: SessionId, due: DueItem) => Promise<boolean>;

export class Deadlines {
  readonly #context: SessionContext;
  readonly #lapse: Lapse;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(context: SessionContext, lapse: Lapse) {
    this.#context = context;
    this.#lapse = lapse;
  }

  /** Resolves when all that was due at the start has lapsed. */
  async start(): Promise<void> {
    await this.look();
    this.#wait();
  }

  /** Appends whatever is due now. One that fails is tried again with the next look. */
  look(): Promise<void> {
    this.#working = this.#working.then(() => this.#lapseAll());
    return this.#working;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  #wait(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.look().then(() => this.#wait()), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** For a session: something is due at this time, perhaps before the next look. */
  expect(due: string): void {
    const wait = Date.parse(due) - this.#context.now();
    if (this.#stopped || !(wait < LOOK_EVERY_MS)) return;
    setTimeout(() => void (this.#stopped || this.look()), Math.max(wait, 0) + 1).unref();
  }

  async #lapseAll(): Promise<void> {
    const { log, notes } = this.#context;
    try {
      let together: Promise<void>[] = [];
      for await (const record of log.due(KIND, timeOf(this.#context))) {
        if (this.#stopped) break;
        together.push(this.#lapseOne(record).catch((error: unknown) => notes.failure('a deadline', error)));
        // Those of one moment share their commits.
        if (together.length < TOGETHER) continue;
        await Promise.all(together);
        together = [];
      }
      await Promise.all(together);
    } catch (error) {
      if (!this.#stopped) notes.failure('looking for deadlines', error);
    }
  }

  async #lapseOne(record: LogRecord): Promise<void> {
    const { log } = this.#context;
    const { session, value } = record;
    if (session !== undefined && !(await this.#lapse(session, value as unknown as DueItem))) return;
    // The entry that follows lifts it; one that no longer means anything is lifted here, unless it was set anew.
    const left = await log.record(KIND, record.key);
    if (left?.due === record.due) await log.writeRecords([{ kind: KIND, key: record.key, remove: true }]);
  }
}

// Calls that say what they are by a key: a repeat is answered what the first was answered, whether that one is still
// under way, done, or done by a process that has ended since.

import type { Json } from '@vitrine/core';
import type { RecordWrite, SessionId } from '@vitrine/log';
import type { Answer } from '../live.ts';
import type { SessionContext } from './context.ts';
import type { Draft } from './writable.ts';

/** Keeps the answer with what the call commits. */
export type Keep = (answer: Answer, draft: Pick<Draft, 'records'>) => void;

const KIND = 'reply';
/** A repeat after this is a new call. */
const KEPT_MS = 24 * 60 * 60 * 1000;

export class Repeats {
  readonly #underWay = new Map<string, Promise<Answer>>();

  /** `from` keeps the keys of one caller apart from those of another. */
  async once(
    context: SessionContext,
    session: SessionId,
    from: string,
    key: string | undefined,
    call: (keep: Keep) => Promise<Answer>,
  ): Promise<Answer> {
    if (key === undefined) return call(() => undefined);
    const name = `${session}/${from}/${key}`;
    const running = this.#underWay.get(name);
    if (running !== undefined) return running;
    const first = this.#run(context, session, name, call);
    this.#underWay.set(name, first);
    try {
      return await first;
    } finally {
      this.#underWay.delete(name);
    }
  }

  async #run(
    context: SessionContext,
    session: SessionId,
    name: string,
    call: (keep: Keep) => Promise<Answer>,
  ): Promise<Answer> {
    const before = await context.log.record(KIND, name);
    if (before !== undefined) return before.value as unknown as Answer;
    const due = new Date(context.now() + KEPT_MS).toISOString();
    return call((answer, draft) => {
      draft.records.push({ kind: KIND, key: name, session, due, value: answer as unknown as Json });
    });
  }
}

/** Replies whose time is over. */
export async function forgetReplies(context: SessionContext): Promise<void> {
  const removals: RecordWrite[] = [];
  for await (const { key } of context.log.due(KIND, new Date(context.now()).toISOString()))
    removals.push({ kind: KIND, key, remove: true });
  if (removals.length > 0) await context.log.writeRecords(removals);
}

// Calls that say what they are by a key: a repeat is answered what the first was answered, whether that one is still
// under way, done, or done by a process that has ended since. Under a key with which something was taken nothing else is.

import type { Json } from '@vitrine/core';
import type { RecordWrite, SessionId } from '@vitrine/log';
import { HostError } from '../host-error.ts';
import type { Answer } from '../live.ts';
import { areApart, isOfOneKey, type Pieces } from '../seal.ts';
import { recordName, type SessionContext } from './context.ts';
import type { Draft } from './writable.ts';

/** Keeps the answer with what the call commits. */
export type Keep = (answer: Kept, draft: Pick<Draft, 'records'>) => void;

/** What was answered before. */
export interface Kept extends Answer {
  /** It broke off behind so many messages, and says no issues of theirs. Absent: it is the whole answer. */
  readonly done?: number;
}

export interface KeyedCall {
  readonly session: SessionId;
  /** Keeps the keys of one caller apart from those of another. */
  readonly from: string;
  readonly key: string | undefined;
  /** What it says, as one text. */
  readonly said: Pieces;
}

type Work = (keep: Keep, before: Kept | undefined) => Promise<Answer>;
interface Running {
  readonly mark: string;
  readonly answer: Promise<Answer>;
}

const KIND = 'reply';
/** A repeat after this is a new call. */
const KEPT_MS = 24 * 60 * 60 * 1000;

export class Repeats {
  readonly #underWay = new Map<string, Running>();

  /** `work` is given what was answered before, if anything was: it goes on from there. */
  async once(context: SessionContext, { session, from, key, said }: KeyedCall, work: Work): Promise<Answer> {
    if (key === undefined) return work(() => undefined, undefined);
    const name = recordName(context, JSON.stringify([session, from, key]), session);
    const mark = context.mark(said, session);
    for (let running = this.#underWay.get(name); running !== undefined; running = this.#underWay.get(name)) {
      if (!areApart(running.mark, mark)) return running.answer;
      assertFree(await running.answer.catch(() => undefined));
    }
    const answer = this.#run(context, session, { name, mark, said }, work).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, { mark, answer });
    return answer;
  }

  async #run(
    context: SessionContext,
    session: SessionId,
    { name, mark, said }: { readonly name: string; readonly mark: string; readonly said: Pieces },
    work: Work,
  ): Promise<Answer> {
    const due = new Date(context.now() + KEPT_MS).toISOString();
    const keep: Keep = (answer, { records }) => {
      // They quote what was sent.
      const value = { mark, answer: { ...answer, issues: context.redact(answer.issues) } } as unknown as Json;
      records.push({ kind: KIND, key: name, session, due, value });
    };
    const stored = await context.log.record(KIND, name);
    if (stored?.due === undefined || Date.parse(stored.due) <= context.now()) return work(keep, undefined);
    const before = stored.value as unknown as { readonly mark: string; readonly answer: Kept };
    const now = isOfOneKey(before.mark, mark) ? mark : context.mark(said, session, before.mark);
    if (!areApart(before.mark, now)) return work(keep, before.answer);
    assertFree(before.answer);
    return work(keep, undefined);
  }
}

/** Under a key with which nothing was taken something else may come. */
function assertFree(answer: Answer | undefined): void {
  if (answer === undefined || answer.accepted === 0) return;
  const { accepted, seq } = answer;
  throw new HostError('VITRINE_KEY_REUSED', undefined, { accepted, seq });
}

/** Replies whose time is over. */
export async function forgetReplies(context: SessionContext): Promise<void> {
  const removals: RecordWrite[] = [];
  for await (const { key } of context.log.due(KIND, new Date(context.now()).toISOString()))
    removals.push({ kind: KIND, key, remove: true });
  if (removals.length > 0) await context.log.writeRecords(removals);
}

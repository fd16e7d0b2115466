// Calls that say what they are by a key: a repeat is answered what the first was answered, whether that one is still under
// way, done, or done by a process that has ended since. The answer and the claim of the key are in the commit of the work,
// so that a crash leaves both or neither; under a key that was used for something else nothing is done.

import type { Json, PortKeyedCall, PortReply, RecordsPort } from '@vitrine/core/internal';

export interface Done<A> {
  readonly answer: A;
  /** It was answered before, or is with another call that says the same. */
  readonly isRepeat: boolean;
}

/** Calls of one process that are under way: whoever says the same shares the answer, whoever does not waits. */
export class CallsUnderWay<A> {
  readonly #calls = new Map<string, { readonly mark: string; readonly answer: Promise<A> }>();

  /** @param areApart whether two marks are of two calls */
  async share(
    name: string,
    mark: string,
    work: () => Promise<A>,
    areApart: (one: string, other: string) => boolean = (one, other) => one !== other,
  ): Promise<Done<A>> {
    for (let call = this.#calls.get(name); call !== undefined; call = this.#calls.get(name)) {
      if (!areApart(call.mark, mark)) return { answer: await call.answer, isRepeat: true };
      await call.answer.catch(() => undefined);
    }
    // Known as under way before anything is waited for.
    const answer = work().finally(() => this.#calls.delete(name));
    this.#calls.set(name, { mark, answer });
    return { answer: await answer, isRepeat: false };
  }
}

/** The answer as what is committed with the work; undefined: the call has no key. */
export type KeepAnswer<A> = (answer: A) => PortReply | undefined;

export class Idempotency<A extends Json> {
  readonly #records: Pick<RecordsPort, 'reply' | 'keepReply'>;
  readonly #underWay = new CallsUnderWay<Done<A>>();

  constructor(records: Pick<RecordsPort, 'reply' | 'keepReply'>) {
    this.#records = records;
  }

  /**
   * `work` hands what `keep` gives to the commit that does it; where it commits nothing, the answer is kept alone. What it
   * throws is not kept: what was refused may be tried again.
   */
  async once(call: PortKeyedCall | undefined, work: (keep: KeepAnswer<A>) => Promise<A>): Promise<Done<A>> {
    if (call === undefined) return { answer: await work(() => undefined), isRepeat: false };
    const { answer, isRepeat } = await this.#underWay.share(call.name, call.content, () => this.#first(call, work));
    return { answer: answer.answer, isRepeat: isRepeat || answer.isRepeat };
  }

  async #first(call: PortKeyedCall, work: (keep: KeepAnswer<A>) => Promise<A>): Promise<Done<A>> {
    const before = await this.#records.reply(call);
    if (before !== undefined) return { answer: before.answer as A, isRepeat: true };
    let kept: PortReply | undefined;
    const done = await work((answer) => {
      kept = { ...call, answer };
      return kept;
    });
    if (kept === undefined) await this.#records.keepReply({ ...call, answer: done });
    // What was kept, not what was made a second time: a clock between the two would give repeats another answer.
    return { answer: kept === undefined ? done : (kept.answer as A), isRepeat: false };
  }
}

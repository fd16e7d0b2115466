// Gathers the parts of an answer: prose, messages that a fold has judged where there is one, repairs, refusals.

import type { Fold, Issue, JsonObject } from '@vitrine/core/internal';
import type { AnswerPart } from './json/answer-reader.ts';
import { checkMessage } from './json/check-message.ts';
import type { Repair } from './json/repair.ts';

const NOTHING: readonly AnswerPart[] = [];
const NONE: readonly never[] = [];

export class MessageJudge {
  readonly #fold: Fold | undefined;
  #parts: AnswerPart[] = [];

  constructor(fold: Fold | undefined) {
    this.#fold = fold;
  }

  take(): readonly AnswerPart[] {
    if (this.#parts.length === 0) return NOTHING;
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  text(text: string): void {
    const last = this.#parts.at(-1);
    if (last?.part === 'text') this.#parts[this.#parts.length - 1] = { part: 'text', text: last.text + text };
    else this.part({ part: 'text', text });
  }

  message(message: JsonObject): void {
    if (this.#fold === undefined) {
      this.part({ part: 'message', message, repairs: NONE, issues: NONE });
      return;
    }
    const { ok, ...judged } = checkMessage(message, this.#fold);
    this.part(ok ? { part: 'message', ...judged } : { part: 'refused', ...judged });
  }

  /** Shown, and not taken in: what is complete takes its place. */
  draft(message: JsonObject): void {
    this.part({ part: 'message', message, repairs: [], issues: [], draft: true });
  }

  repair(one: Repair): void {
    this.part({ part: 'repair', repair: one });
  }

  refuse(found: Issue): void {
    this.part({ part: 'refused', issues: [found], repairs: [] });
  }

  part(part: AnswerPart): void {
    // Most pushes give one part, and a list that grows from nothing makes room for seventeen.
    if (this.#parts.length === 0) this.#parts = [part];
    else this.#parts.push(part);
  }
}

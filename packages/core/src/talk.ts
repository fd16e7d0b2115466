// What agent and people have said to each other in a session, the last of it: so much that whoever comes later can follow,
// and never more than the limits say. Observed as a whole.

import type { Limits } from './limits.ts';
import { Source } from './reactive.ts';

export interface TalkLine {
  readonly by: 'agent' | 'viewer';
  readonly text: string;
  /** Of the agent: it brings on what somebody else said. */
  readonly trust?: 'untrusted';
}

export class Talk {
  readonly #limits: Limits;
  readonly #changed = new Source();
  #lines: readonly TalkLine[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** The oldest first; observed when a watcher reads. Another list after each change. */
  get lines(): readonly TalkLine[] {
    this.#changed.observe();
    return this.#lines;
  }

  /** Gives what takes the line back. */
  add(line: TalkLine): () => void {
    const before = this.#lines;
    const { talkLines, talkLength } = this.#limits;
    const text = line.text.slice(0, talkLength);
    const lines = [...before.slice(1 - talkLines || before.length), { ...line, text }];
    let length = lines.reduce((sum, each) => sum + each.text.length, 0);
    while (length > talkLength) length -= lines.shift()?.text.length ?? length;
    this.#put(lines);
    return () => this.#put(before);
  }

  #put(lines: readonly TalkLine[]): void {
    this.#lines = lines;
    this.#changed.fire();
  }
}

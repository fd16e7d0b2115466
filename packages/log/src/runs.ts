// Runs: neighbouring entries of one commit, one a line, as one row. What SQLite asks for a row is paid once for all of
// them, and one string crosses to the thread. JSON has no line breaks of its own. An entry that is delivered to the agent
// is a run by itself, because its row has the position at which the feed stands.

import type { Seq } from '@vitrine/core';

export interface EntryRun {
  readonly text: string;
  readonly count: number;
  /** It is delivered to the agent. */
  readonly fed: boolean;
}

/** Whoever reads one entry of a run reads all of it. In characters; a longer entry is a run by itself. */
const MAX_RUN_LENGTH = 32 * 1024;

export function toRuns(entries: readonly { readonly text: string; readonly fed: boolean }[]): EntryRun[] {
  const runs: EntryRun[] = [];
  let lines: string[] = [];
  let length = 0;
  const end = (): void => {
    if (lines.length > 0) runs.push({ text: lines.join('\n'), count: lines.length, fed: false });
    lines = [];
    length = 0;
  };
  for (const { text, fed } of entries) {
    if (fed || length + text.length > MAX_RUN_LENGTH) end();
    if (fed) runs.push({ text, count: 1, fed });
    else {
      lines.push(text);
      length += text.length;
    }
  }
  end();
  return runs;
}

/** The first seq of a run, from its last. */
export function firstSeq(text: string, last: Seq): Seq {
  let first = last;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) first--;
  return first;
}

/** What a run has behind one seq and up to another. */
export function cutRun(text: string, last: Seq, after: Seq, upTo: Seq): string {
  const first = firstSeq(text, last);
  return text
    .split('\n')
    .slice(Math.max(0, after + 1 - first), upTo + 1 - first)
    .join('\n');
}

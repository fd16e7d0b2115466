// The events of a run as documents, from the log: a page of them, or all of them and then live.

import type { JsonObject } from '@vitrine/core';
import type { Run } from './run.ts';
import type { RunBook } from './run-book.ts';
import { type RunEvent, readRunEvent, toDocument } from './run-event.ts';

const MOST_EVENTS = 500;
const MOST_CHARS = 4 << 20;

export interface Told {
  readonly sequence: number;
  readonly event: RunEvent;
  readonly document: JsonObject;
}

/** Those from a sequence on, then live until `over`. */
export async function* followEvents(book: RunBook, run: Run, from: number, over: AbortSignal): AsyncIterable<Told> {
  const { session, id: runId, major } = run;
  let sequence = Math.min(from, run.sequence);
  const after = sequence === 0 ? 0 : (run.seqs[sequence - 1] as number);
  for await (const entry of book.entries(session, after, over)) {
    const event = readRunEvent(entry);
    if (event === undefined) continue;
    yield { sequence, event, document: toDocument(event, { runId, session, sequence, at: entry.at, major }) };
    sequence++;
  }
}

/** Those from a sequence on that there are now; a page of them: what is behind its last one is still to be read. */
export async function readEvents(book: RunBook, run: Run, from: number): Promise<readonly JsonObject[]> {
  const end = run.sequence;
  const documents: JsonObject[] = [];
  if (from >= end) return documents;
  let chars = 0;
  const over = new AbortController();
  try {
    for await (const { sequence, document } of followEvents(book, run, from, over.signal)) {
      documents.push(document);
      chars += JSON.stringify(document).length;
      if (sequence + 1 >= end || documents.length >= MOST_EVENTS || chars >= MOST_CHARS) break;
    }
  } finally {
    over.abort();
  }
  return documents;
}

/** All that there are, page by page. */
export async function readAllEvents(book: RunBook, run: Run): Promise<readonly JsonObject[]> {
  const all: JsonObject[] = [];
  for (;;) {
    const page = await readEvents(book, run, all.length);
    if (page.length === 0) return all;
    all.push(...page);
  }
}

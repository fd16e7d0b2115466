// Logs as they were written by the first version of the format: whatever folds them must give the same bytes for ever.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Fold, Replica } from '@vitrine/core';
import { readEntry } from '@vitrine/log';
import { describe, expect, it } from 'vitest';
import { catalogs } from '../../test/sessions.ts';
import { EndedAsks, fromState, toState } from './stored-state.ts';

const golden = new URL('../../test/golden/', import.meta.url);
const digests: { readonly [name: string]: string } = JSON.parse(readFileSync(new URL('digests.json', golden), 'utf8'));

function entriesOf(name: string) {
  const lines = readFileSync(new URL(`${name}.jsonl`, golden), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line, i) => readEntry(line, i + 1));
}

function digestOf(replica: Replica): string {
  return createHash('sha256').update(JSON.stringify(replica.snapshot())).digest('hex');
}

describe.each(Object.entries(digests))('the log %s', (name, digest) => {
  it('[SE15] folds to the same bytes in a replica and in a fold', () => {
    for (const state of [new Replica({ catalogs }), new Fold({ catalogs })]) {
      for (const entry of entriesOf(name)) state.apply(entry);
      expect(digestOf(state)).toBe(digest);
    }
  });

  it('[SE15] folds to the same bytes from a snapshot at any seq', () => {
    const entries = entriesOf(name);
    for (let at = 0; at <= entries.length; at++) {
      const [before, after] = [new Replica({ catalogs }), new Replica({ catalogs })];
      for (const entry of entries.slice(0, at)) before.apply(entry);
      const state = JSON.parse(JSON.stringify(toState(before, new EndedAsks())));
      fromState(state, after, new EndedAsks());
      for (const entry of entries.slice(at)) after.apply(entry);
      expect(digestOf(after)).toBe(digest);
    }
  });
});

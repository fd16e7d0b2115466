// The same streams through @a2ui/web_core and through our engine. Every kind of difference stands in differences.yaml
// and in docs/deviations.md; one that stands there and is never seen is out of date.

import { readFileSync } from 'node:fs';
import type { JsonObject } from '@vitrine/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runs } from '../packages/core/test/runs.ts';
import { readDataFile } from './data-file.ts';
import { type Difference, differencesOver } from './differential/compare.ts';
import type { Engine } from './differential/engine.ts';
import { stream08 } from './differential/generate-0.8.ts';
import { stream09 } from './differential/generate-0.9.ts';
import { KINDS_08, KINDS_09, type Kind, kindOf } from './differential/kinds.ts';
import { Ours, outlined } from './differential/ours.ts';
import { Upstream08 } from './differential/upstream-0.8.ts';
import { Upstream09 } from './differential/upstream-0.9.ts';
import { readExamples } from './examples/streams.ts';

interface Listed {
  readonly id: string;
  readonly versions: readonly string[];
  readonly what: string;
  readonly upstream: string;
  readonly ours: string;
  readonly why: string;
}

const SEED = 20_260_117;
const RUNS = runs(24_000);

const listed = readDataFile<Listed>('differences.yaml');
const seen = new Set<string>();

/** Notes the kinds of what differs and gives what is of no kind. */
function unlisted(version: string, differences: readonly Difference[], kinds: readonly Kind[]): readonly Difference[] {
  return differences.filter((difference) => {
    const id = kindOf(difference, kinds);
    if (id !== undefined) seen.add(`${version} ${id}`);
    return id === undefined;
  });
}

function compare(version: string, messages: readonly JsonObject[]): readonly Difference[] {
  const [upstream, ours, kinds]: readonly [Engine, Engine, readonly Kind[]] =
    version === '0.8' ? [new Upstream08(), new Ours(outlined), KINDS_08] : [new Upstream09(), new Ours(), KINDS_09];
  return unlisted(version, differencesOver(messages, upstream, ours), kinds);
}

// Upstream tells the console of everything that it refuses.
beforeAll(() => {
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
});
afterAll(() => void vi.restoreAllMocks());

describe('example streams of the basic catalog of 0.9 differ only as listed', () => {
  for (const { title, messages } of readExamples().filter((stream) => stream.title.startsWith('0.9 basic'))) {
    test(title, () => expect(compare('0.9', messages)).toEqual([]));
  }
});

describe('generated streams differ only as listed', () => {
  const generated: readonly (readonly [string, fc.Arbitrary<readonly JsonObject[]>])[] = [
    ['0.8', stream08],
    ['0.9', stream09],
  ];
  for (const [version, stream] of generated) {
    test(`${version}, ${RUNS} streams, seed ${SEED}`, () => {
      fc.assert(
        fc.property(stream, (messages) => {
          expect(compare(version, messages)).toEqual([]);
        }),
        { seed: SEED, numRuns: RUNS },
      );
    });
  }
});

describe('the list of differences', () => {
  test('names what was seen, and nothing else', () => {
    const named = listed.flatMap(({ id, versions }) => versions.map((version) => `${version} ${id}`));
    expect(named.sort()).toEqual([...seen].sort());
  });

  test('says of each what it is, what either side does and why', () => {
    const fields = ['id', 'what', 'upstream', 'ours', 'why'] as const;
    expect(listed.filter((entry) => fields.some((field) => !(entry[field]?.length > 0)))).toEqual([]);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
  });

  test('stands in docs/deviations.md, entry by entry', () => {
    const text = readFileSync(new URL('../docs/deviations.md', import.meta.url), 'utf8');
    expect(listed.filter(({ id }) => !text.includes(`\`${id}\``)).map(({ id }) => id)).toEqual([]);
  });
});

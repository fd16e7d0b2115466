// What every face and dialect said when the record was made, they say now. A difference is wanted, and then named with
// `node scripts/record.mjs accept "why"`, or a fault.

import { appendFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { BROKEN, type Cases } from './record/cases.ts';
import { makeFolder } from './record/folder.ts';
import { PARTS } from './record/generate.ts';
import { startAt } from './record/marked-random.ts';
import { differences, type KeptRecord, readRecord, writeRecord } from './record/record-file.ts';
import { sharedIsHere } from './record/streams.ts';

vi.mock('node:crypto', async (original) => {
  const { markedBytes, markedUuid } = await import('./record/marked-random.ts');
  return { ...(await original<object>()), randomBytes: markedBytes, randomUUID: markedUuid };
});

const {
  // all: every case; absent: those that no host plays, and of them what fits into a run of all tests.
  VITRINE_RECORD: howMuch,
  // Where the texts of all cases are written to, instead of comparing them.
  VITRINE_RECORD_OUT: out,
  // Why the record is to be what is made now.
  VITRINE_RECORD_ACCEPT: why,
  // The data folder is written anew.
  VITRINE_RECORD_FOLDER: folder,
  // Ids that are drawn begin elsewhere: nothing may depend on it.
  VITRINE_RECORD_IDS: firstId = '0',
} = process.env;

const CHANGES = new URL('record/CHANGES.md', import.meta.url);
const MOST_TOLD = 25;
const isAll = howMuch === 'all';
const isCompared = out === undefined && why === undefined;
if (!sharedIsHere())
  process.stderr.write('The outside examples (../shared) are not beside this repository; they are not compared.\n');

const cases: Cases = new Map();
const kept: KeptRecord = isCompared || why !== undefined ? readIfThere() : { digests: new Map(), texts: new Map() };

function readIfThere(): KeptRecord {
  try {
    return readRecord();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { digests: new Map(), texts: new Map() };
    throw error;
  }
}

/** Cases that were not made on purpose. */
function isLeftOut(name: string): boolean {
  if (name.startsWith('dialects/shared/')) return !sharedIsHere();
  return !isAll && !/^dialects\/(ours|shared)\//.test(name);
}

function told(found: readonly string[]): string {
  const more = found.length > MOST_TOLD ? `\n… and ${found.length - MOST_TOLD} more` : '';
  return `${found.slice(0, MOST_TOLD).join('\n')}${more}`;
}

describe('the record of what goes over the wire', () => {
  for (const { title, play } of PARTS.filter(({ isPlayed }) => isAll || isPlayed !== true))
    test(`is that of today: ${title}`, async () => {
      if (folder !== undefined && title === 'the data folder') await makeFolder();
      startAt(Number(firstId));
      const made: Cases = new Map();
      await play(made, isAll);
      for (const [name, text] of made) cases.set(name, text);
      const broken = [...made]
        .filter(([, text]) => text.startsWith(BROKEN))
        .map(([name, text]) => `${name}: ${text.slice(0, 2000)}`);
      expect(told(broken), 'cases that could not be played').toBe('');
      const changed = isCompared ? differences(kept, made) : [];
      expect(told(changed.map(({ name, what }) => `${name}: ${what}`)), 'see node scripts/record.mjs').toBe('');
    });

  test.runIf(isCompared)('has no case that is not there any more', () => {
    const gone = [...kept.digests.keys()].filter((name) => !cases.has(name) && !isLeftOut(name));
    expect(told(gone)).toBe('');
  });
});

afterAll(() => {
  if (out !== undefined) writeFileSync(out, JSON.stringify(Object.fromEntries(cases)));
  if (why === undefined || [...cases.values()].some((text) => text.startsWith(BROKEN))) return;
  const gone = [...kept.digests.keys()].filter((name) => !cases.has(name)).map((name) => `${name}: gone`);
  const changed = [...differences(kept, cases).map(({ name }) => name), ...gone];
  writeRecord(cases);
  const list = kept.digests.size === 0 ? [`${cases.size} cases`] : changed;
  appendFileSync(CHANGES, `\n## ${why}\n\n${list.map((name) => `- ${name}`).join('\n')}\n`);
});

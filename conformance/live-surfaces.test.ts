// Every surface that the examples, demos and fixtures of this repository open, shown to a model in Express and read back: it is the same
// surface, or what Express has no word for is told.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { vitrine09, vitrine10 } from '@vitrine/core/catalogs/vitrine';
import { type Catalog, Catalogs, Fold, isArray, isObject, type Json } from '@vitrine/core/internal';
import { a2ui09, a2ui10, DIALECTS, Intake } from '@vitrine/dialects';
import { decompileView, express } from '@vitrine/formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { session } from '../packages/dialects/test/op-streams.ts';
import { ownStreams, publishedStreams } from './record/streams.ts';

const VERSIONS = [
  {
    version: '0.9',
    dialect: a2ui09,
    catalogs: [basic09, vitrine09],
    unknown: ['ours/example broken.jsonl'],
    count: 50,
  },
  { version: '1.0', dialect: a2ui10, catalogs: [basic10, vitrine10], unknown: [], count: 48 },
];

/** Express has no word for these, which it tells; the type that a call returns is the catalog's to say. */
const WORDLESS = ['sendDataModel', 'theme', 'surfaceProperties', 'returnType'];

const NO_WORD = /no word for "(?:sendDataModel|theme|surfaceProperties)"/;

function sorted(value: Json): Json {
  if (isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([key]) => !WORDLESS.includes(key));
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, sorted(one)]));
}

function folded(messages: readonly Json[], catalogs: readonly Catalog[]): Fold {
  const fold = new Fold({ strict: false, catalogs: new Catalogs(catalogs) });
  const intake = new Intake(fold, { dialects: DIALECTS });
  for (const message of messages) intake.message(message);
  return fold;
}

test.each(VERSIONS)(
  'live surfaces of A2UI $version are written in Express and read back',
  ({ dialect, catalogs, unknown, count }) => {
    const ids = catalogs.map(({ id }) => id);
    const state = (fold: Fold): string => JSON.stringify(sorted([...dialect.join(fold, { catalogs: ids }).wire]));
    let same = 0;
    const wrong: string[] = [];
    const refused: string[] = [];
    for (const { name, messages } of [...publishedStreams(), ...ownStreams()]) {
      const fold = folded(messages, catalogs);
      if (fold.surfaces.size === 0) continue;
      const { text, issues } = decompileView(fold, { format: 'express', catalogs });
      if (issues.some(({ severity }) => severity === 'error')) refused.push(name);
      if (refused.includes(name)) continue;
      const { messages: again, issues: faults } = express.compile(text, { catalogs });
      const isSame = state(folded(again, catalogs)) === state(fold);
      if (isSame && faults.length === 0) same++;
      else wrong.push(`${name}: ${faults[0]?.message ?? 'another state'}`);
    }
    expect(wrong).toEqual([]);
    expect(refused).toEqual(unknown);
    expect(same).toBeGreaterThanOrEqual(count);
  },
);

/** Ids as nobody would choose them, each with a meaning of its own in Express or none. */
const ODD: { readonly [id: string]: string } = { a: '$/a', b: '_', c: 'True', d: 'odd "id"\\', e: 'root_child-1' };

test.each([
  { protocol: '0.9', dialect: a2ui09, catalogs: [basic09, vitrine09] },
  { protocol: '1.0', dialect: a2ui10, catalogs: [basic10, vitrine10] },
] as const)(
  'whatever stands on a surface of A2UI $protocol, Express says it, or tells',
  ({ protocol, dialect, catalogs }) => {
    const ids = catalogs.map(({ id }) => id);
    const state = (fold: Fold): string => JSON.stringify(sorted([...dialect.join(fold, { catalogs: ids }).wire]));
    let same = 0;
    const property = fc.property(session(protocol), (entries) => {
      const fold = new Fold({ catalogs: new Catalogs(catalogs) });
      for (const body of JSON.parse(JSON.stringify(entries), (_, value) => ODD[value] ?? value)) fold.accept({ body });
      const { text, issues } = decompileView(fold, { format: 'express', catalogs });
      if (fold.surfaces.size === 0 || issues.some(({ message }) => !NO_WORD.test(message))) return;
      const reader = express.createReader({ fold: folded([], catalogs) });
      const parts = [...reader.push(express.wrap([{ raw: text }])), ...reader.end()];
      const messages = parts.flatMap((part) => (part.part === 'message' ? [part.message] : []));
      expect([text, state(folded(messages, catalogs))]).toEqual([text, state(fold)]);
      expect([text, parts.filter(({ part }) => part !== 'message')]).toEqual([text, []]);
      same++;
    });
    fc.assert(property, { numRuns: 200 });
    expect(same).toBeGreaterThan(20);
  },
);

import { describe, expect, it } from 'vitest';
import { compareInvariants, readInvariants, readTitles } from './invariants.mjs';

const ROW = { id: 'no-egress', sentence: 'Nothing leaves.', tests: ['a.test.ts'] };

describe('rows', () => {
  it('are {id, sentence, tests}, each id once', () => {
    expect(readInvariants([ROW])).toEqual({ invariants: [ROW], findings: [] });
    expect(readInvariants([ROW, ROW]).findings).toEqual(['no-egress stands twice']);
    for (const wrong of [null, {}, { ...ROW, id: 'X' }, { ...ROW, sentence: ' ' }, { ...ROW, tests: [] }])
      expect(readInvariants([wrong]).findings).toEqual(['row 1 is not {id, sentence, tests}']);
    expect(readInvariants({}).findings).toEqual(['there are no invariants']);
  });
});

describe('titles', () => {
  it('are those of tests and scenarios, not of comments, other calls or tests that do not run', () => {
    const text = [
      "test('one', () => {});",
      'it.each([1])(`two ${x}`, () => {});',
      "const scenario = { name: 'three' };",
      "// test('four')",
      "expect('five');",
      "it.skip('six', () => {});",
      "test.todo('seven');",
    ].join('\n');
    expect(readTitles('x.ts', text)).toEqual(['one', 'two ', 'three']);
  });
});

describe('a comparison', () => {
  const compare = (titles?: readonly string[]) =>
    compareInvariants([ROW], (path) => (titles === undefined ? undefined : { path, titles }));

  it('finds files that are not there and ids that no title names', () => {
    expect(compare()).toEqual(['no-egress: there is no a.test.ts']);
    expect(compare(['no-egress-at-all', 'of no-egressing'])).toEqual(['no-egress: no test of a.test.ts names it']);
    expect(compare(['no-egress: nothing leaves'])).toEqual([]);
  });
});

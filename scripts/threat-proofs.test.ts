import { describe, expect, it } from 'vitest';
import { compareProofs } from './threat-proofs.mjs';

const TITLES: { readonly [path: string]: readonly string[] } = {
  'packages/a/src/a.test.ts': ['[AA1] holds', 'says why'],
  'packages/web/test/hostile-x.browser.ts': ['draws nothing'],
};
const KNOWN = {
  ids: ['no-egress'],
  files: ['packages/a/src/a.test.ts', 'packages/a/src/a.ts', 'packages/web/test/hostile-x.browser.ts'],
  scripts: ['house'],
  titlesOf: (path: string) => TITLES[path] ?? [],
};
const table = (...proofs: readonly string[]) =>
  [
    '| it tries to | what stands in the way | proof |',
    '|---|---|---|',
    ...proofs.map((proof) => `| x | y | ${proof} |`),
  ].join('\n');

describe('a threat', () => {
  it.each([
    '`no-egress`',
    '`no-egress`; `packages/a/src/a.test.ts`',
    '`packages/a/src/a.test.ts` ([AA1])',
    '`packages/a/src/a.test.ts` (“says why”)',
    '`packages/web/test/hostile*.browser.ts` (“draws”); `npm run house`',
    '`packages/a/src` ([AA1]); deviations',
  ])('is proven by an invariant, or by a rule or title of a test in a file, a pattern or a folder: %s', (proof) => {
    expect(compareProofs(table(proof, 'the same'), KNOWN)).toEqual({ rows: 2, findings: [] });
  });

  it.each([
    ['', ['line 3: no test is named']],
    ['`yes-egress`', ['line 3: no test is named']],
    ['`npm run house`', ['line 3: no test is named']],
    ['`packages/a/src/a.ts`', ['line 3: no test is named']],
    ['`packages/a/src/a.test.ts`', ['line 3: files are named, and no rule or title of a test in them']],
    ['`packages/a/src/a.test.ts` ([AA2])', ['line 3: no test that is named is [AA2]']],
    ['`no-egress`; `packages/web/test` ([AA1])', ['line 3: no test that is named is [AA1]']],
    ['`packages/a/src/a.test.ts` (“says who”)', ['line 3: no test that is named is says who']],
    ['`no-egress`; `packages/b`', ['line 3: there is no packages/b']],
    ['`no-egress`; `npm run none`', ['line 3: there is no npm run none']],
  ])('is not proven by %j', (proof, findings) => {
    expect(compareProofs(table(proof), KNOWN).findings).toEqual(findings);
  });

  it('is proven by the rules that any cell of its row names', () => {
    const row = (rule: string) =>
      `| it tries to | what stands in the way | proof |\n|---|---|---|\n| x | y ([${rule}]) | \`packages/a/src/a.test.ts\` |`;
    expect(compareProofs(row('AA1'), KNOWN).findings).toEqual([]);
    expect(compareProofs(row('AA2'), KNOWN).findings).toEqual(['line 3: no test that is named is [AA2]']);
  });

  it('needs a column for its proof; other tables do not, and a document without threats is wrong', () => {
    const bare = '| they try to | what stands in the way |\n|---|---|\n| x | y |';
    expect(compareProofs(bare, KNOWN).findings).toEqual(['line 3: no test is named']);
    expect(compareProofs('| who | what |\n|---|---|\n| x | y |', KNOWN).findings).toEqual(['there are no threats']);
  });

  it('names no test that is gone outside the tables either', () => {
    const said = (path: string) => `${table('`no-egress`')}\n\nWhat holds (\`${path}\`) and \`POST /x\`.`;
    expect(compareProofs(said('packages/a/src/a.test.ts'), KNOWN).findings).toEqual([]);
    expect(compareProofs(said('packages/a/src/b.test.ts'), KNOWN).findings).toEqual([
      'line 5: there is no packages/a/src/b.test.ts',
    ]);
  });
});

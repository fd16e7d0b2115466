import { describe, expect, it } from 'vitest';
import { compareProofs } from './threat-proofs.mjs';

const KNOWN = {
  ids: ['no-egress'],
  files: ['packages/a/src/a.test.ts', 'packages/a/src/a.ts', 'packages/web/test/hostile-x.browser.ts'],
  scripts: ['house'],
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
    '`packages/a/src/a.test.ts`',
    '`packages/web/test/hostile*.browser.ts`; `npm run house`',
    '`packages/a/src`; deviations',
  ])('is proven by an invariant, a file, a pattern or a folder of tests: %s', (proof) => {
    expect(compareProofs(table(proof, 'the same'), KNOWN)).toEqual({ rows: 2, findings: [] });
  });

  it.each([
    ['', ['line 3: no test is named']],
    ['`yes-egress`', ['line 3: no test is named']],
    ['`npm run house`', ['line 3: no test is named']],
    ['`packages/a/src/a.ts`', ['line 3: no test is named']],
    ['`no-egress`; `packages/b`', ['line 3: there is no packages/b']],
    ['`no-egress`; `npm run none`', ['line 3: there is no npm run none']],
  ])('is not proven by %j', (proof, findings) => {
    expect(compareProofs(table(proof), KNOWN).findings).toEqual(findings);
  });

  it('needs a column for its proof; other tables do not, and a document without threats is wrong', () => {
    const bare = '| they try to | what stands in the way |\n|---|---|\n| x | y |';
    expect(compareProofs(bare, KNOWN).findings).toEqual(['line 3: no test is named']);
    expect(compareProofs('| who | what |\n|---|---|\n| x | y |', KNOWN).findings).toEqual(['there are no threats']);
  });
});

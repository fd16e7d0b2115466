import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ISSUE_CODES } from './issue-codes.ts';

const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
// Between the code and the advice stand numbers that the host and a dialect give; they are compared there.
const rows = [...page.matchAll(/^\| `(VITRINE_[A-Z_]+)` \|[\d |-]*\| (.+) \|$/gm)].map(([, code, advice]) => [
  code,
  advice,
]);

describe('the issue table', () => {
  test('[ER1] docs/errors.md has every code once, in order, with the same advice', () => {
    expect(rows).toEqual(Object.entries(ISSUE_CODES));
  });

  test('[ER2] every code begins with VITRINE_ and every advice is one sentence', () => {
    for (const [code, advice] of Object.entries(ISSUE_CODES)) {
      expect(code).toMatch(/^VITRINE_[A-Z]+(_[A-Z]+)*$/);
      expect(advice).toMatch(/^[A-Z_@].*\.$/);
    }
  });
});

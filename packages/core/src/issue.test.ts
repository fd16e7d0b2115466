import { describe, expect, it } from 'vitest';
import { accepted, issue, quote, refused } from './issue.ts';

describe('issues', () => {
  it('[IN13] an untrusted string in a sentence is quoted, on one line and short', () => {
    expect(quote('a"b\nc')).toBe('"a\\"b\\nc"');
    expect(quote('x'.repeat(64))).toBe(`"${'x'.repeat(64)}"`);
    expect(quote('x'.repeat(1_000_000))).toBe(`"${'x'.repeat(61)}..."`);
    expect(quote('\ud800').isWellFormed()).toBe(true);
  });

  it('[IN14] an issue is the fault of the agent unless another is named, and has a pointer only where it was given', () => {
    expect(issue('VITRINE_PROP_TYPE', 'warning', 'm')).toEqual({
      code: 'VITRINE_PROP_TYPE',
      severity: 'warning',
      fault: 'agent',
      message: 'm',
    });
    expect(issue('VITRINE_PROP_TYPE', 'error', 'm', '')).toHaveProperty('at', '');
  });

  it('[IN14] an outcome has a value or the issues that refused it', () => {
    const problem = issue('VITRINE_PROP_TYPE', 'warning', 'm');
    expect(accepted(1)).toEqual({ ok: true, value: 1, issues: [] });
    expect(accepted(1, [problem]).issues).toEqual([problem]);
    expect(refused([problem])).toEqual({ ok: false, issues: [problem] });
  });
});

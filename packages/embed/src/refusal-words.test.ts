import type { Issue } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { fieldRefusalWords, refusalWords } from './refusal-words.ts';

const issue = (code: Issue['code'], message: string): Issue => ({ code, severity: 'error', fault: 'viewer', message });

describe('what was not taken', () => {
  it('is told with the words of the check that failed', () => {
    const failed = issue('VITRINE_EVENT_CHECK', 'A name is needed.');
    expect(refusalWords({ event: 'action' }, [failed])).toBe('Not accepted. A name is needed.');
    expect(refusalWords({ event: 'cancel' }, [])).toBe('Not accepted.');
  });

  it('is told in words for people where the issue is for programmers', () => {
    const changed = issue('VITRINE_EVENT_SOURCE', '"send" is disabled.');
    expect(refusalWords({ event: 'action' }, [changed])).toBe('Not accepted. What you acted on has changed meanwhile.');
  });

  it.each([
    ['What was entered at "/a\\"b" does not fit. It is too late.', 'It is too late.'],
    ['The field "name" is not filled in rightly. Fill it in.', 'Fill it in.'],
    ['The field at "/values/x" is not filled in rightly.', ''],
    ['A check of "go" does not pass. It says: "Two guests at most"', '"Two guests at most"'],
    ['"ship": it has to be filled in.', 'it has to be filled in.'],
  ])('is told without the names of programs: %s', (message, words) => {
    const problem = issue('VITRINE_EVENT_CHECK', message);
    expect(fieldRefusalWords(problem)).toBe(`Not accepted. ${words}`.trim());
    expect(refusalWords({ event: 'action' }, [problem])).toBe(`Not accepted. ${words}`.trim());
  });

  it('is not told of typing, of answers and of reports: those have their own place', () => {
    for (const event of ['input', 'answer', 'issue', 'join'] as const)
      expect(refusalWords({ event }, [issue('VITRINE_WRITE_VALUE', 'x')])).toBeUndefined();
  });

  it('stays one harmless line, whatever an agent writes', () => {
    const words = refusalWords({ event: 'action' }, [issue('VITRINE_EVENT_CHECK', `a\nb\u202e${'x'.repeat(900)}`)]);
    expect(words?.length).toBeLessThanOrEqual(200);
    expect(words).not.toMatch(/[\n\u202e]/);
  });
});

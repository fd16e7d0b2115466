import { describe, expect, it } from 'vitest';
import { Findings } from './findings.ts';
import { issue } from './issue.ts';
import { DEFAULT_LIMITS } from './limits.ts';

const few = (strict = false) => new Findings({ ...DEFAULT_LIMITS, issuesPerMessage: 3 }, strict);

describe('findings', () => {
  it('[CK1] what tolerance mends is a warning, and an error that refuses where reading is strict', () => {
    for (const strict of [false, true]) {
      const findings = few(strict);
      findings.mend('VITRINE_PROP_TYPE', 'm');
      expect([findings.all()[0]?.severity, findings.refused]).toEqual(strict ? ['error', true] : ['warning', false]);
    }
    const findings = few();
    expect(findings.refuse('VITRINE_PROP_TYPE', 'm')).toBeUndefined();
    expect([findings.all()[0]?.severity, findings.refused]).toEqual(['error', true]);
  });

  it('[CK2] an issue names where the reader was, with escaped steps', () => {
    const findings = few();
    findings.path.push('components', 3, 'a/b', '~');
    findings.mend('VITRINE_PROP_TYPE', 'm');
    findings.addHere(issue('VITRINE_POINTER_SYNTAX', 'error', 'p', '/elsewhere'));
    findings.path.length = 0;
    findings.mend('VITRINE_PROP_TYPE', 'm');
    expect(findings.all().map(({ at }) => at)).toEqual(['/components/3/a~1b/~0', '/components/3/a~1b/~0', '']);
  });

  it('[CK3] no more than issuesPerMessage are kept, and the last one tells how many there were besides', () => {
    const findings = few();
    for (let i = 0; i < 10; i++) findings.mend('VITRINE_PROP_TYPE', `m${i}`);
    expect(findings.all().map(({ message }) => message)).toEqual(['m0', 'm1', 'm2 (7 further issues not listed.)']);
  });

  it('[CK3] why a message was refused is among them, however many warnings came before', () => {
    const findings = few();
    for (let i = 0; i < 5; i++) findings.mend('VITRINE_PROP_TYPE', `m${i}`);
    findings.refuse('VITRINE_JSON_NUMBER', 'first error');
    findings.refuse('VITRINE_JSON_NUMBER', 'second error');
    const all = findings.all();
    expect([all.length, all[2]?.severity, all[2]?.message]).toEqual([
      3,
      'error',
      'first error (4 further issues not listed.)',
    ]);
  });

  it('[CK3] a reset forgets everything', () => {
    const findings = few();
    findings.path.push('a');
    for (let i = 0; i < 5; i++) findings.refuse('VITRINE_PROP_TYPE', 'm');
    findings.reset();
    expect([findings.refused, findings.all(), findings.at()]).toEqual([false, [], '']);
    findings.mend('VITRINE_PROP_TYPE', 'm');
    expect(findings.all()).toHaveLength(1);
  });

  it('[CK4] issues can be laid at the door of another than the agent', () => {
    const findings = few();
    findings.mend('VITRINE_PROP_TYPE', 'a');
    findings.mend('VITRINE_PROP_TYPE', 'b');
    findings.blame('viewer', 1);
    expect(findings.all().map(({ fault }) => fault)).toEqual(['agent', 'viewer']);
    few().blame('viewer', 0);
  });
});

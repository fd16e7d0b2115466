import type { NewEntry } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { entryWords, issuesIn } from './entry-words.ts';

const words = (...body: NewEntry['body']) => entryWords({ body });

describe('an entry in words', () => {
  it('says what an agent did', () => {
    expect(words({ op: 'open', surface: 'main' })).toBe('opens main');
    expect(words({ op: 'put', surface: 'main', components: [{ id: 'a', type: 'Text', props: {} }] })).toBe(
      'puts a in main',
    );
    expect(words({ op: 'set', surface: 'main', path: '/name', value: 1 })).toBe('sets /name of main: 1');
    expect(words({ op: 'task', task: 't', value: 2, total: 5, message: 'Copying' })).toBe('task Copying: 2 of 5');
  });

  it('says what a person did', () => {
    const action = { event: 'action', surface: 's', source: 'b', name: 'book', context: {}, checked: true } as const;
    expect(words(action)).toBe('does “book” with b');
    expect(words({ event: 'input', surface: 's', path: '/a', value: 1 }, action)).toBe(
      'enters 1 at /a of s, and 1 more',
    );
  });

  it('stays one harmless line, whatever an agent writes', () => {
    const said = words({ op: 'say', text: `a\nb\u202e${'x'.repeat(500)}` });
    expect(said.length).toBeLessThanOrEqual(90);
    expect(said).not.toMatch(/[\n\u202e]/);
  });

  it('says of what came from elsewhere that it did', () => {
    const said = { body: [{ op: 'say', text: 'Pay me.' }], trust: 'untrusted' } as const;
    const by = (role: 'agent' | 'viewer') => entryWords({ ...said, from: { role, id: 'x', dialect: 'vitrine' } });
    expect(by('agent')).toMatch(/^from elsewhere, not trusted: .*Pay me/);
    expect(by('viewer')).not.toContain('elsewhere');
  });

  it('knows which issues stand in it', () => {
    const issue = { code: 'VITRINE_RATE', severity: 'error', fault: 'agent', message: 'too fast' } as const;
    expect(issuesIn({ body: [{ event: 'issue', issue }] })).toEqual([issue]);
    expect(issuesIn({ body: [{ op: 'say', text: 'x' }] })).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import { ago } from './time-words.ts';

it.each([
  [-3, 'just now'],
  [4, 'just now'],
  [59, '59 s ago'],
  [60, '1 min ago'],
  [3599, '59 min ago'],
  [7200, '2 h ago'],
])('says how long ago a moment %i seconds back was', (seconds, words) => {
  const now = Date.UTC(2026, 0, 10, 12);
  expect(ago(new Date(now - seconds * 1000).toISOString(), now)).toBe(words);
});

it('says nothing of what is no moment', () => {
  expect(ago('soon', 0)).toBe('');
});

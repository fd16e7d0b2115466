import { describe, expect, it } from 'vitest';
import { grown } from './grown.ts';

const lines = (text: string) => [...text].map((char) => ({ by: 'agent' as const, text: char }));
const step = (before: string, now: string) => {
  const { gone, more } = grown(lines(before), lines(now));
  return [gone, more.map(({ text }) => text).join('')];
};

describe('lines that were said', () => {
  it('are drawn once, whatever is added at the foot and forgotten at the head', () => {
    expect(step('', 'abc')).toEqual([0, 'abc']);
    expect(step('abc', 'abc')).toEqual([0, '']);
    expect(step('abc', 'abcde')).toEqual([0, 'de']);
    expect(step('abc', 'bcd')).toEqual([1, 'd']);
    expect(step('aaa', 'aaa')).toEqual([0, '']);
    expect(step('abc', 'xyz')).toEqual([3, 'xyz']);
    expect(step('abc', '')).toEqual([3, '']);
  });

  it('of another speaker are others', () => {
    expect(grown([{ by: 'agent', text: 'a' }], [{ by: 'viewer', text: 'a' }]).gone).toBe(1);
  });
});

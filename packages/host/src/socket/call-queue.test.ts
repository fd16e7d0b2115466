import { describe, expect, it } from 'vitest';
import { CallQueue } from './call-queue.ts';

function createCalls() {
  const queue = new CallQueue();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    add: (name: string, kind?: string) =>
      queue.add(kind, () => {
        begun.push(name);
        return new Promise((resolve) => ends.set(name, resolve));
      }),
    end: async (name: string) => {
      ends.get(name)?.();
      await Promise.resolve().then(() => undefined);
    },
  };
}

describe('calls of one socket', () => {
  it('[SO14] of one kind are under way together, and the next kind waits for all of them', async () => {
    const calls = createCalls();
    calls.add('a', 'keyed');
    calls.add('b', 'keyed');
    calls.add('c', 'plain');
    calls.add('d', 'keyed');
    expect(calls.begun).toEqual(['a', 'b']);
    await calls.end('b');
    expect(calls.begun).toEqual(['a', 'b']);
    await calls.end('a');
    expect(calls.begun).toEqual(['a', 'b', 'c']);
    await calls.end('c');
    expect(calls.begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('[SO14] of no kind are made one after the other', async () => {
    const calls = createCalls();
    calls.add('a');
    calls.add('b');
    expect(calls.begun).toEqual(['a']);
    await calls.end('a');
    expect(calls.begun).toEqual(['a', 'b']);
  });
});

import { KeyQueue } from '@vitrine/face-kit';
import { describe, expect, it } from 'vitest';

function createCalls() {
  const queue = new KeyQueue<string>();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    add: (name: string, kind?: string) => {
      const work = () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      };
      void queue.run('socket', work, kind);
    },
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

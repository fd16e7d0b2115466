import { describe, expect, it } from 'vitest';
import { KeyQueue } from './key-queue.ts';

function lineUp(queue: KeyQueue<string>) {
  const begun: string[] = [];
  const ends = new Map<string, { readonly done: () => void; readonly fail: (error: Error) => void }>();
  return {
    begun,
    add: (key: string, name: string, kind?: string): Promise<string> =>
      queue.run(
        key,
        () => {
          begun.push(name);
          return new Promise((resolve, reject) => ends.set(name, { done: () => resolve(name), fail: reject }));
        },
        kind,
      ),
    end: async (name: string, error?: Error): Promise<void> => {
      if (error === undefined) ends.get(name)?.done();
      else ends.get(name)?.fail(error);
      for (let i = 0; i < 4; i++) await Promise.resolve();
    },
  };
}

describe('lines of work', () => {
  it('[FK1] keep the order of a key, and other keys wait for nobody', async () => {
    const line = lineUp(new KeyQueue());
    const answers = [line.add('a', 'a1'), line.add('a', 'a2'), line.add('b', 'b1')];
    expect(line.begun).toEqual(['a1', 'b1']);
    await line.end('a1');
    expect(line.begun).toEqual(['a1', 'b1', 'a2']);
    await line.end('a2');
    await line.end('b1');
    expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'b1']);
  });

  it('[FK1] begin at once what may go on before it is answered', async () => {
    const queue = new KeyQueue<string>();
    let free: () => void = () => undefined;
    const taken = new Promise<void>((resolve) => {
      free = resolve;
    });
    const first = queue.begin('a', () => ({ answer: Promise.resolve(1), released: taken }));
    const second = queue.begin('a', () => ({ answer: Promise.resolve(2) }));
    expect(await first).toBe(1);
    expect(queue.has('a')).toBe(true);
    free();
    expect(await second).toBe(2);
    expect(queue.has('a')).toBe(false);
  });

  it('[FK2] give every key a turn, however much one of them asks', async () => {
    const queue = new KeyQueue<string>({ atOnce: 1, maxWaiting: 3 });
    const line = lineUp(queue);
    for (const name of ['a1', 'a2', 'a3']) void line.add('a', name);
    void line.add('b', 'b1');
    expect([queue.isFull('a'), queue.isFull('b')]).toEqual([true, false]);
    for (const name of ['a1', 'b1', 'a2']) await line.end(name);
    expect(line.begun).toEqual(['a1', 'b1', 'a2', 'a3']);
    await line.end('a3');
    expect([queue.has('a'), queue.has('b')]).toEqual([false, false]);
  });

  it('[FK2] tell when nothing is under way and nothing waits', async () => {
    for (const options of [{}, { atOnce: 1 }]) {
      const queue = new KeyQueue<string>(options);
      await queue.whenIdle();
      const line = lineUp(queue);
      for (const [key, name] of [
        ['a', 'a1'],
        ['a', 'a2'],
        ['b', 'b1'],
      ] as const)
        void line.add(key, name);
      let isIdle = false;
      void queue.whenIdle().then(() => {
        isIdle = true;
      });
      for (const name of ['a1', 'b1', 'a2']) {
        expect(isIdle).toBe(false);
        await line.end(name);
      }
      expect(isIdle).toBe(true);
    }
  });

  it('[FK3] go on behind work that fails or cannot begin', async () => {
    const queue = new KeyQueue<string>();
    const line = lineUp(queue);
    const failing = line.add('a', 'a1').catch((error: Error) => error.message);
    const unable = queue.begin('a', () => {
      throw new Error('unable');
    });
    const last = line.add('a', 'a2');
    await line.end('a1', new Error('failed'));
    expect(await failing).toBe('failed');
    await expect(unable).rejects.toThrow('unable');
    await line.end('a2');
    expect(await last).toBe('a2');
  });
});

// Turns of the loop, and who has the next one.

import { describe, expect, it } from 'vitest';
import { nextTurn, Slices } from './slices.ts';

/** Counts the rounds of the loop until it is told to stop. */
function countRounds(): { readonly now: () => number; readonly stop: () => void } {
  let rounds = 0;
  let isOver = false;
  const count = (): void => {
    rounds++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const stop = (): void => {
    isOver = true;
  };
  return { now: () => rounds, stop };
}

describe('of several that wait for a turn', () => {
  it('[FK12] one goes on in each round of the loop, in the order in which they came', async () => {
    const counter = countRounds();
    const released: { readonly who: number; readonly round: number }[] = [];
    await Promise.all(
      [0, 1, 2, 3].map(async (who) => {
        for (let i = 0; i < 3; i++) {
          await nextTurn();
          released.push({ who, round: counter.now() });
        }
      }),
    );
    counter.stop();
    expect(released.map(({ who }) => who)).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
    expect(new Set(released.map(({ round }) => round)).size).toBe(12);
  });

  it('[FK12] one that fails keeps none of the others', async () => {
    const failing = nextTurn().then(() => {
      throw new Error('a fault');
    });
    await expect(failing).rejects.toThrow('a fault');
    await nextTurn();
    function* steps() {
      yield;
      return 'done';
    }
    expect(await new Slices().takeAll(steps())).toBe('done');
  });
});

import { expect, test } from 'vitest';
import { SlidingWindow } from './sliding-window.ts';

const taken = (window: SlidingWindow, times: readonly number[]) => times.map((at) => window.take(at));

test('[AF13] RAT-1 RAT-2 RAT-3 with a limit of five the sixth is refused', () => {
  expect(taken(new SlidingWindow(5), [0, 0, 0, 0, 0, 0])).toEqual([true, true, true, true, true, false]);
});

test('[AF13] no minute holds more than the limit, wherever it begins', () => {
  const window = new SlidingWindow(60);
  const times: number[] = [];
  for (let at = 0; at < 300_000; at += 137) if (window.take(at)) times.push(at);
  for (const begin of times) {
    const inside = times.filter((at) => at >= begin && at < begin + 60_000);
    expect(inside.length).toBeLessThanOrEqual(60);
  }
  expect(times.length).toBeGreaterThanOrEqual(5 * 60);
});

test('[AF13] what is refused costs nothing, and the time to wait is told', () => {
  const window = new SlidingWindow(2);
  expect(taken(window, [0, 10_000, 20_000, 59_999])).toEqual([true, true, false, false]);
  expect(window.wait(59_999)).toBe(1);
  expect(taken(window, [60_000, 60_001, 70_000])).toEqual([true, false, true]);
});

test('[AF13] a clock that is set back gives no new messages', () => {
  const window = new SlidingWindow(1);
  expect(taken(window, [100_000, 0, 159_999, 160_000])).toEqual([true, false, false, true]);
});

test('[AF13] what came before init counts in the session', () => {
  const [before, session] = [new SlidingWindow(3), new SlidingWindow(3)];
  taken(before, [5, 6]);
  taken(session, [1]);
  session.absorb(before);
  session.absorb(session);
  expect(session.take(7)).toBe(false);
});

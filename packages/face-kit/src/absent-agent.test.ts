// Waiting for an agent that is not there, by a clock that the test holds.

import { describe, expect, it } from 'vitest';
import { isHeard } from './absent-agent.ts';
import { deferred } from './slices.ts';

/** Timers that run when the clock is moved to them. */
class Clock {
  now = 0;
  readonly #due = new Set<{ readonly at: number; readonly run: () => void }>();

  get waiting(): number {
    return this.#due.size;
  }

  readonly setTimer = (milliseconds: number, run: () => void): (() => void) => {
    const timer = { at: this.now + milliseconds, run };
    this.#due.add(timer);
    return () => void this.#due.delete(timer);
  };

  moveTo(time: number): void {
    for (;;) {
      const next = [...this.#due].filter(({ at }) => at <= time).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#due.delete(next);
      this.now = next.at;
      next.run();
    }
    this.now = time;
  }
}

function waiting(comesAt: number) {
  const clock = new Clock();
  const over = deferred();
  const port = { sessions: { hasListener: () => clock.now >= comesAt } };
  const base = { port, limits: { absentMs: 1000 }, setTimer: clock.setTimer };
  return { clock, over, heard: isHeard(base, { agent: 'bot', session: 's' }, over.promise) };
}

describe('isHeard', () => {
  it('is true at once for an agent that is there', async () => {
    const { clock, heard } = waiting(0);
    expect([await heard, clock.waiting]).toEqual([true, 0]);
  });

  it('is true as soon as the agent is there, long before the time is over', async () => {
    const { clock, heard } = waiting(120);
    clock.moveTo(150);
    expect([await heard, clock.now, clock.waiting]).toEqual([true, 150, 0]);
  });

  it('is false when the time is over', async () => {
    const { clock, heard } = waiting(Number.POSITIVE_INFINITY);
    clock.moveTo(1000);
    expect([await heard, clock.waiting]).toEqual([false, 0]);
  });

  it('is false when whoever waits gives up', async () => {
    const { clock, over, heard } = waiting(Number.POSITIVE_INFINITY);
    over.resolve();
    expect([await heard, clock.waiting]).toEqual([false, 0]);
  });
});

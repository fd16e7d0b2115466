import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_RECENT_STATES, RecentStates } from './recent-states.ts';

const WINDOW_MS = 64_000;

/** Entries at these times, from seq 1; gives what `oldest` says at a time behind the last. */
function oldestOf(times: readonly number[], now: number): number {
  const clock = { at: 0 };
  const recent = new RecentStates(0, WINDOW_MS, { now: () => clock.at, steadyNow: () => clock.at });
  times.forEach((at, index) => {
    clock.at = at;
    recent.note({ seq: index + 1, body: [] });
  });
  clock.at = now;
  return recent.oldest;
}

/** How many of them were written at least so long ago: the state behind the last of these is the oldest. */
function overAt(times: readonly number[], now: number, windowMs: number): number {
  return times.filter((at) => at < now - windowMs).length;
}

test('[SE26] every state of the window may be acted on, and none that is over for a 64th of it', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 300 });
  fc.assert(
    fc.property(gaps, fc.integer({ min: 0, max: 2 * WINDOW_MS }), (each, rest) => {
      let at = 0;
      const times = each.map((gap) => {
        at += gap;
        return at;
      });
      const oldest = oldestOf(times, at + rest);
      expect(oldest).toBeLessThanOrEqual(overAt(times, at + rest, WINDOW_MS));
      expect(oldest).toBeGreaterThanOrEqual(overAt(times, at + rest, WINDOW_MS + WINDOW_MS / 64));
    }),
  );
});

test('[SE26] of very many states within the window the newest may be acted on', () => {
  const times = Array.from({ length: MAX_RECENT_STATES + 10 }, (_, i) => i / 1000);
  expect(oldestOf(times, 100)).toBe(10);
});

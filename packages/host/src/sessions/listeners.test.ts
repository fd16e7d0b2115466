import { expect, test } from 'vitest';
import { Listeners } from './listeners.ts';

const clock = { now: 0 };
const open = () => new Listeners(() => clock.now);

test('an agent listens while it reads, to all its sessions or to one', () => {
  const listeners = open();
  const leaving = new AbortController();
  const leave = listeners.enter({ agent: 'a', signal: leaving.signal });
  const leaveOne = listeners.enter({ agent: 'b', session: 's', signal: leaving.signal });
  expect([listeners.has('a'), listeners.has('a', 's'), listeners.has('b'), listeners.has('b', 's')]).toEqual([
    ...[true, true, false, true],
  ]);
  leaving.abort();
  leave();
  leaveOne();
  expect([listeners.has('a'), listeners.has('b', 's')]).toEqual([false, false]);
});

test('an agent that polls listens between two calls, for a minute', () => {
  const listeners = open();
  listeners.enter({ agent: 'a', live: false })();
  clock.now += 59_999;
  expect(listeners.has('a')).toBe(true);
  clock.now += 1;
  expect(listeners.has('a')).toBe(false);
});

test('of two readers the one that stays is enough', () => {
  const listeners = open();
  const leaving = new AbortController();
  const [one, two] = [1, 2].map(() => listeners.enter({ agent: 'a', signal: leaving.signal }));
  leaving.abort();
  one?.();
  expect(listeners.has('a')).toBe(true);
  two?.();
  expect(listeners.has('a')).toBe(false);
});

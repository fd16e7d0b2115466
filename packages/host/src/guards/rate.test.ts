import { Rate, type RateOptions } from '@vitrine/face-kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

function at(options: Omit<RateOptions, 'now'>) {
  const clock = { at: 0 };
  return { clock, rate: new Rate({ ...options, now: () => clock.at }) };
}

describe('a rate', () => {
  it('[GD8] gives the burst at once, then as much as time brings', () => {
    const { clock, rate } = at({ perSecond: 2, burst: 3 });
    expect([1, 2, 3].map(() => rate.take('a'))).toEqual([0, 0, 0]);
    expect(rate.take('a')).toBe(0.5);
    clock.at = 499;
    expect(rate.take('a')).toBeCloseTo(0.001);
    clock.at = 500;
    expect(rate.take('a')).toBe(0);
    clock.at = 1e9;
    expect([1, 2, 3, 4].map(() => rate.take('a'))).toEqual([0, 0, 0, 0.5]);
  });

  it('[GD8] tells whole seconds with the refusal', () => {
    const { rate } = at({ perSecond: 0.4, burst: 1 });
    rate.assert('a');
    expect(() => rate.assert('a')).toThrow(
      expect.objectContaining({ code: 'VITRINE_RATE', status: 429, details: { retryAfter: 3 } }),
    );
  });

  it('[GD8] lets a cost above the burst through when it is full, and has it paid behind', () => {
    const { clock, rate } = at({ perSecond: 10, burst: 10 });
    expect(rate.take('a', 1)).toBe(0);
    expect(rate.take('a', 1000)).toBeCloseTo(0.1);
    clock.at = 100;
    expect(rate.take('a', 1000)).toBe(0);
    expect(rate.take('a', 1)).toBeCloseTo(99.1);
    clock.at = 100_000;
    expect(rate.take('a', 1)).toBe(0);
  });

  const calls = fc.array(
    fc.record({ pause: fc.integer({ min: 0, max: 3000 }), cost: fc.integer({ min: 0, max: 5 }) }),
    {
      minLength: 1,
      maxLength: 60,
    },
  );
  const options = fc.record({
    perSecond: fc.double({ min: 0.1, max: 50, noNaN: true }),
    burst: fc.integer({ min: 5, max: 20 }),
  });

  it('[GD8] never gives more over any span than the burst and the rate times the span', () => {
    fc.assert(
      fc.property(options, calls, ({ perSecond, burst }, steps) => {
        const { clock, rate } = at({ perSecond, burst });
        const taken: { at: number; cost: number }[] = [];
        for (const { pause, cost } of steps) {
          clock.at += pause;
          if (rate.take('a', cost) === 0) taken.push({ at: clock.at, cost });
        }
        for (const [first, { at: begin }] of taken.entries()) {
          let sum = 0;
          for (const { at: end, cost } of taken.slice(first)) {
            sum += cost;
            expect(sum).toBeLessThanOrEqual(burst + ((end - begin) / 1000) * perSecond + 1e-3);
          }
        }
      }),
    );
  });

  it('[GD8] lets through who waits as long as was said, and refusals cost nothing', () => {
    fc.assert(
      fc.property(options, calls, fc.integer({ min: 0, max: 20 }), ({ perSecond, burst }, steps, refusals) => {
        const { clock, rate } = at({ perSecond, burst });
        for (const { pause, cost } of steps) {
          clock.at += pause;
          const wait = rate.take('a', cost);
          if (wait === 0) continue;
          for (let n = 0; n < refusals; n += 1) expect(rate.take('a', cost)).toBe(wait);
          clock.at += wait * 1000;
          expect(rate.take('a', cost)).toBe(0);
        }
      }),
    );
  });

  it('[GD9] is not moved by a clock that goes back', () => {
    const { clock, rate } = at({ perSecond: 1, burst: 2 });
    clock.at = 10_000;
    rate.take('a', 2);
    clock.at = 0;
    expect(rate.take('a')).toBe(1);
    clock.at = 10_000;
    expect(rate.take('a')).toBe(1);
    clock.at = 11_000;
    expect(rate.take('a')).toBe(0);
  });

  it('[GD10] is each key alone', () => {
    const { rate } = at({ perSecond: 1, burst: 1 });
    for (const key of ['a', 'b', '__proto__', '']) {
      expect(rate.take(key)).toBe(0);
      expect(rate.take(key)).toBe(1);
    }
  });

  it('[GD10] forgets the key that was longest unused when there are too many', () => {
    const { rate } = at({ perSecond: 1, burst: 1, maxKeys: 3 });
    for (const key of ['a', 'b', 'c', 'a']) rate.take(key);
    rate.take('d');
    expect(rate.size).toBe(3);
    expect(['a', 'c', 'd'].map((key) => rate.take(key))).toEqual([1, 1, 1]);
    expect(rate.take('b')).toBe(0);
    for (let n = 0; n < 10_000; n += 1) rate.take(`key ${n}`);
    expect(rate.size).toBe(3);
  });

  it('[GD8] of nothing is a mistake', () => {
    for (const [perSecond, burst, maxKeys] of [
      [0, 1, 1],
      [1, 0, 1],
      [1, 1, 0],
      [Number.NaN, 1, 1],
    ] as const)
      expect(() => at({ perSecond, burst, maxKeys })).toThrow(RangeError);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../test/runs.ts';
import { Observers } from './observers.ts';
import { parsePointer } from './pointer.ts';
import { batch, type Watcher, watch } from './reactive.ts';

function observing(observers: Observers, pointers: readonly string[], kind: 'value' | 'shape' = 'value') {
  const fired: string[] = [];
  const watchers = pointers.map((pointer) => {
    let first = true;
    return watch(() => {
      if (kind === 'value') observers.observeValue([], parsePointer(pointer));
      else observers.observeShape(parsePointer(pointer));
      if (!first) fired.push(pointer);
      first = false;
    });
  });
  const write = (pointer: string, grown = -1) => {
    fired.length = 0;
    observers.written(parsePointer(pointer), grown);
    return [...fired];
  };
  const dispose = () => {
    for (const watcher of watchers) watcher.dispose();
  };
  return { write, dispose, watchers };
}

describe('observed pointers', () => {
  it('[RX11] a write is seen at its pointer, above it and below it, and nowhere else', () => {
    const { write } = observing(new Observers(), ['/', '/a', '/a/b', '/a/b/c', '/a/x', '/d']);
    expect(write('/a/b')).toEqual(['/', '/a', '/a/b', '/a/b/c']);
    expect(write('/a/x/deeper')).toEqual(['/', '/a', '/a/x']);
    expect(write('/none')).toEqual(['/']);
    expect(write('/').sort()).toEqual(['/', '/a', '/a/b', '/a/b/c', '/a/x', '/d']);
  });

  it('[RX11] a sibling whose name begins alike does not see it', () => {
    const { write } = observing(new Observers(), ['/foo', '/foobar', '/foo/bar', '/fo']);
    expect(write('/foobar')).toEqual(['/foobar']);
    expect(write('/foo')).toEqual(['/foo', '/foo/bar']);
  });

  it('[RX11] a scope and a path are one pointer', () => {
    const observers = new Observers();
    let runs = 0;
    watch(() => {
      runs++;
      observers.observeValue(['list', '0'], ['name']);
    });
    observers.written(['list', '1', 'name'], -1);
    observers.written(['list', '0', 'name'], -1);
    expect([runs, observers.size]).toEqual([2, 3]);
  });

  it('[RX12] a shape is seen to change when members come and go or the container is replaced, not when one changes inside', () => {
    const { write } = observing(new Observers(), ['/', '/list', '/list/0'], 'shape');
    expect(write('/list/0/name')).toEqual([]);
    expect(write('/list/0')).toEqual(['/list/0']);
    expect(write('/list/5', 1)).toEqual(['/list']);
    expect(write('/list')).toEqual(['/list', '/list/0']);
    expect(write('/other', 0)).toEqual(['/']);
    expect(write('/list/0/name', 0)).toEqual(['/', '/list', '/list/0']);
    expect(write('/').sort()).toEqual(['/', '/list', '/list/0']);
  });

  it('[RX12] the shape and the value of one pointer are observed apart', () => {
    const observers = new Observers();
    const value = observing(observers, ['/list']);
    const shape = observing(observers, ['/list'], 'shape');
    expect([value.write('/list/0/name'), shape.write('/list/0/name')]).toEqual([['/list'], []]);
    value.dispose();
    expect(shape.write('/list/1', 1)).toEqual(['/list']);
    shape.dispose();
    expect(observers.size).toBe(0);
  });

  it('[RX13] a watcher of many pointers runs once for a write that reaches several', () => {
    const observers = new Observers();
    let runs = 0;
    watch(() => {
      runs++;
      for (const pointer of ['/a', '/a/b', '/a/c', '/']) observers.observeValue([], parsePointer(pointer));
      observers.observeShape(['a']);
    });
    observers.written(['a'], 0);
    expect(runs).toBe(2);
  });

  it('[RX13] watchers that come and go while a write is told do not disturb it', () => {
    const observers = new Observers();
    const made: Watcher[] = [];
    let runs = 0;
    watch(() => {
      runs++;
      observers.observeValue([], ['rows']);
      for (const watcher of made.splice(0)) watcher.dispose();
      for (let i = 0; i < 30; i++) made.push(watch(() => observers.observeValue([], ['rows', `${runs}-${i}`])));
    });
    observers.written(['rows'], -1);
    observers.written([], -1);
    expect([runs, made.length, observers.size]).toEqual([3, 30, 31]);
  });

  it('[RX14] when all watchers have gone nothing is observed, however many siblings there were', () => {
    for (const count of [1, 2, 8, 9, 100]) {
      const observers = new Observers();
      const pointers = Array.from({ length: count }, (_, i) => `/list/${i}/name`);
      const { write, dispose, watchers } = observing(observers, pointers);
      expect(observers.size).toBe(1 + 2 * count);
      expect(write('/list')).toHaveLength(count);
      expect(write('/list/0/name')).toEqual(['/list/0/name']);
      watchers.at(-1)?.dispose();
      expect(write('/list')).toHaveLength(count - 1);
      dispose();
      expect(observers.size).toBe(0);
      expect(write('/list')).toEqual([]);
    }
  });

  it('[RX14] whatever is observed and let go, a write reaches whom it should', () => {
    const pointer = fc.array(fc.constantFrom('a', 'b', 'ab', '0', '1', '10', 'c', 'd', 'e', 'f', 'g', 'h'), {
      maxLength: 3,
    });
    const step = fc.record({
      act: fc.constantFrom('watch', 'shape', 'dispose', 'write'),
      pointer,
      pick: fc.nat(20),
      grown: fc.integer({ min: -1, max: 3 }),
    });
    const startsWith = (longer: readonly string[], shorter: readonly string[]) =>
      shorter.every((segment, i) => longer[i] === segment);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 50 }), (steps) => {
        const observers = new Observers();
        const live: { at: readonly string[]; shape: boolean; runs: number; watcher: Watcher }[] = [];
        for (const { act, pointer: at, pick, grown } of steps) {
          if (act === 'watch' || act === 'shape') {
            const one = { at, shape: act === 'shape', runs: 0 };
            const watcher = watch(() => {
              one.runs++;
              if (one.shape) observers.observeShape(at);
              else observers.observeValue(at.slice(0, 1), at.slice(1));
            });
            live.push(Object.assign(one, { watcher }));
          } else if (act === 'dispose') {
            for (const gone of live.splice(pick % Math.max(1, live.length), 1)) gone.watcher.dispose();
          } else {
            const before = live.map(({ runs }) => runs);
            const reached = Math.min(grown, at.length - 1);
            batch(() => observers.written(at, reached));
            const expected = live.map(({ at: own, shape }) => {
              const below = startsWith(own, at);
              const above = startsWith(at, own);
              if (!shape) return below || above ? 1 : 0;
              return below || (above && reached >= 0 && own.length >= reached) ? 1 : 0;
            });
            expect(live.map(({ runs }, i) => runs - (before[i] as number))).toEqual(expected);
          }
          const known = new Set(live.flatMap(({ at: own }) => own.map((_, i) => JSON.stringify(own.slice(0, i + 1)))));
          expect(observers.size).toBe(known.size);
        }
      }),
      { numRuns: runs(1000), verbose: 1 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../test/runs.ts';
import {
  batch,
  batchNumber,
  isTracking,
  pauseTracking,
  resumeTracking,
  Source,
  untracked,
  type Watcher,
  watch,
} from './reactive.ts';

/** A value that fires when it is set, and notes when its last watcher leaves. */
class Cell extends Source {
  left = 0;
  #value: number;

  constructor(value = 0) {
    super();
    this.#value = value;
  }

  get(): number {
    this.observe();
    return this.#value;
  }

  set(value: number): void {
    this.#value = value;
    this.fire();
  }

  override unwatched(): void {
    this.left++;
  }
}

function counted(read: () => void): { watcher: Watcher; readonly runs: number } {
  let runs = 0;
  const watcher = watch(() => {
    runs++;
    read();
  });
  return {
    watcher,
    get runs() {
      return runs;
    },
  };
}

describe('watching', () => {
  it('[RX1] a watcher runs at once and after each change of what it read', () => {
    const cell = new Cell(1);
    const seen: number[] = [];
    watch(() => void seen.push(cell.get()));
    cell.set(2);
    cell.set(3);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('[RX1] a watcher runs once a batch, at the end of the outermost', () => {
    const [a, b] = [new Cell(), new Cell()];
    const view = counted(() => void (a.get() + b.get()));
    batch(() => {
      a.set(1);
      batch(() => b.set(1));
      a.set(2);
      expect(view.runs).toBe(1);
    });
    expect(view.runs).toBe(2);
    expect(batch(() => 'result')).toBe('result');
  });

  it('[RX1] a batch that throws still runs the watchers of what it changed', () => {
    const cell = new Cell();
    const view = counted(() => void cell.get());
    expect(() =>
      batch(() => {
        cell.set(1);
        throw new Error('half way');
      }),
    ).toThrow('half way');
    expect(view.runs).toBe(2);
  });

  it('[RX1] a batch has a number of its own until watchers run', () => {
    const cell = new Cell();
    const numbers: number[] = [];
    watch(() => {
      if (cell.get() > 0) numbers.push(batchNumber());
    });
    batch(() => {
      numbers.push(batchNumber());
      batch(() => numbers.push(batchNumber()));
      cell.set(1);
    });
    const [outer, inner, flushed] = numbers;
    expect([batchNumber(), outer === inner, outer === 0, flushed === outer]).toEqual([0, true, false, false]);
  });

  it('[RX2] what is read outside a watcher, or untracked inside one, is not observed', () => {
    const [seen, unseen] = [new Cell(), new Cell()];
    unseen.get();
    expect(unseen.isWatched).toBe(false);
    const view = counted(() => {
      seen.get();
      expect(isTracking()).toBe(true);
      untracked(() => {
        unseen.get();
        expect(isTracking()).toBe(false);
      });
      const outer = pauseTracking();
      unseen.get();
      resumeTracking(outer);
      expect(isTracking()).toBe(true);
    });
    unseen.set(1);
    expect(view.runs).toBe(1);
    seen.set(1);
    expect(view.runs).toBe(2);
    expect(isTracking()).toBe(false);
  });

  it('[RX2] tracking goes on after an untracked read that throws', () => {
    const cell = new Cell();
    const view = counted(() => {
      expect(() =>
        untracked(() => {
          throw new Error('inside');
        }),
      ).toThrow('inside');
      cell.get();
    });
    cell.set(1);
    expect(view.runs).toBe(2);
  });

  it('[RX3] only what the last run read counts', () => {
    const [which, a, b] = [new Cell(0), new Cell(), new Cell()];
    const view = counted(() => void (which.get() === 0 ? a.get() : b.get()));
    which.set(1);
    expect([a.isWatched, a.left, b.isWatched]).toEqual([false, 1, true]);
    a.set(1);
    expect(view.runs).toBe(2);
    b.set(1);
    expect(view.runs).toBe(3);
  });

  it('[RX3] a source that moves to the front of the reads is not left on the way', () => {
    const [flag, a, b] = [new Cell(1), new Cell(), new Cell()];
    const view = counted(() => {
      if (flag.get() === 1) a.get();
      b.get();
    });
    flag.set(0);
    expect([b.left, b.isWatched, a.isWatched]).toEqual([0, true, false]);
    b.set(1);
    expect(view.runs).toBe(3);
  });

  it('[RX4] a source that is read twice is observed once, near or far apart', () => {
    const cells = Array.from({ length: 20 }, () => new Cell());
    const view = counted(() => {
      for (let round = 0; round < 3; round++) for (const cell of cells) void (cell.get() + cell.get());
    });
    for (const cell of cells) cell.set(1);
    expect(view.runs).toBe(21);
    view.watcher.dispose();
    expect(cells.map((cell) => cell.left)).toEqual(cells.map(() => 1));
  });

  it('[RX5] watchers run in the order in which they were fired', () => {
    const [a, b] = [new Cell(), new Cell()];
    const order: string[] = [];
    watch(() => void order.push(`first ${a.get()}`));
    watch(() => void order.push(`second ${b.get()}`));
    order.length = 0;
    batch(() => {
      b.set(1);
      a.set(1);
    });
    expect(order).toEqual(['second 1', 'first 1']);
  });

  it('[RX5] what a watcher changes is seen by the others after it, in the same flush', () => {
    const [from, to] = [new Cell(1), new Cell()];
    const seen: number[] = [];
    watch(() => void seen.push(to.get()));
    watch(() => to.set(from.get() * 10));
    from.set(2);
    expect(seen).toEqual([0, 10, 20]);
  });

  it('[RX5] a watcher that changes what it read runs again until it is content', () => {
    const cell = new Cell(0);
    const view = counted(() => {
      if (cell.get() < 5) cell.set(cell.get() + 1);
    });
    expect(view.runs).toBe(6);
  });

  it('[RX6] a watcher made inside another is on its own', () => {
    const [outer, inner] = [new Cell(), new Cell()];
    const made: { watcher: Watcher; readonly runs: number }[] = [];
    const view = counted(() => {
      outer.get();
      made.push(counted(() => void inner.get()));
    });
    inner.set(1);
    expect([view.runs, made[0]?.runs]).toEqual([1, 2]);
    outer.set(1);
    expect([view.runs, made.length, made[0]?.runs]).toEqual([2, 2, 2]);
    view.watcher.dispose();
    inner.set(2);
    expect(made.map(({ runs }) => runs)).toEqual([3, 2]);
  });

  it('[RX6] reading goes on for the outer watcher after an inner one', () => {
    const [before, after] = [new Cell(), new Cell()];
    const view = counted(() => {
      before.get();
      watch(() => undefined);
      after.get();
    });
    after.set(1);
    expect(view.runs).toBe(2);
  });
});

describe('disposing', () => {
  it('[RX7] a disposed watcher runs no more and observes nothing', () => {
    const cell = new Cell();
    const view = counted(() => void cell.get());
    view.watcher.dispose();
    view.watcher.dispose();
    cell.set(1);
    expect([view.runs, cell.isWatched, cell.left]).toEqual([1, false, 1]);
  });

  it('[RX7] a watcher that is due and disposed by one before it does not run', () => {
    const cell = new Cell();
    let later: Watcher | undefined;
    watch(() => {
      if (cell.get() === 1) later?.dispose();
    });
    const view = counted(() => void cell.get());
    later = view.watcher;
    cell.set(1);
    expect(view.runs).toBe(1);
  });

  it('[RX7] a watcher that disposes itself leaves nothing behind, whatever it reads afterwards', () => {
    const [a, b] = [new Cell(), new Cell()];
    let self: Watcher | undefined;
    const view = counted(() => {
      a.get();
      self?.dispose();
      b.get();
    });
    self = view.watcher;
    a.set(1);
    expect([view.runs, a.isWatched, b.isWatched]).toEqual([2, false, false]);
    b.set(1);
    expect(view.runs).toBe(2);
  });

  it('[RX7] a watcher disposed by one that it made leaves nothing behind either', () => {
    const [a, b] = [new Cell(), new Cell()];
    let self: Watcher | undefined;
    const view = counted(() => {
      a.get();
      watch(() => self?.dispose());
      b.get();
    });
    self = view.watcher;
    a.set(1);
    expect([a.isWatched, b.isWatched]).toEqual([false, false]);
  });
});

describe('mistakes', () => {
  it('[RX8] when a watcher throws the others run, and the first error goes to whoever made the change', () => {
    const cell = new Cell();
    watch(() => {
      if (cell.get() > 0) throw new Error('one');
    });
    const view = counted(() => void cell.get());
    watch(() => {
      if (cell.get() > 0) throw new Error('two');
    });
    expect(() => cell.set(1)).toThrow('one');
    expect(view.runs).toBe(2);
    expect(() => batch(() => cell.set(0))).not.toThrow();
    expect(view.runs).toBe(3);
  });

  it('[RX8] a watcher that threw still observes what it read before', () => {
    const cell = new Cell();
    const seen: number[] = [];
    watch(() => {
      const value = cell.get();
      if (value === 1) throw new Error('one');
      seen.push(value);
    });
    expect(() => cell.set(1)).toThrow('one');
    cell.set(2);
    expect(seen).toEqual([0, 2]);
  });

  it('[RX8] a watcher whose first run throws is disposed, for nobody holds it', () => {
    const cell = new Cell();
    let runs = 0;
    expect(() =>
      watch(() => {
        runs++;
        cell.get();
        throw new Error('first');
      }),
    ).toThrow('first');
    cell.set(1);
    expect([runs, cell.isWatched]).toEqual([1, false]);
  });

  it('[RX8] after an error nothing is observed by accident and batches work as before', () => {
    const cell = new Cell();
    expect(() =>
      watch(() => {
        throw new Error('x');
      }),
    ).toThrow();
    expect(isTracking()).toBe(false);
    const view = counted(() => void cell.get());
    batch(() => {
      cell.set(1);
      expect(view.runs).toBe(1);
    });
    expect(view.runs).toBe(2);
  });

  it('[RX9] watchers that fire each other without end are stopped with an error, and run again at a later change', () => {
    const [a, b, on] = [new Cell(0), new Cell(0), new Cell(0)];
    const view = counted(() => {
      if (on.get() === 1) b.set(a.get() + 1);
    });
    watch(() => {
      if (on.get() === 1) a.set(b.get() + 1);
    });
    expect(() => on.set(1)).toThrow('again and again');
    const before = view.runs;
    expect(before).toBeLessThan(5000);
    on.set(0);
    expect(view.runs).toBe(before + 1);
  });
});

describe('a model of it', () => {
  it('[RX10] whatever is read, changed, disposed and in whichever order, the watchers that should run do', () => {
    const step = fc.oneof(
      fc.record({ act: fc.constant('fire' as const), cells: fc.array(fc.nat(5), { minLength: 1, maxLength: 3 }) }),
      fc.record({
        act: fc.constant('reads' as const),
        watcher: fc.nat(5),
        cells: fc.array(fc.nat(5), { maxLength: 14 }),
      }),
      fc.record({ act: fc.constant('dispose' as const), watcher: fc.nat(5) }),
      fc.record({ act: fc.constant('make' as const), cells: fc.array(fc.nat(5), { maxLength: 14 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const cells = Array.from({ length: 6 }, () => new Cell());
        const made: {
          plan: readonly number[];
          known: Set<number>;
          expected: number;
          alive: boolean;
          view: { watcher: Watcher; readonly runs: number };
        }[] = [];
        for (const one of steps) {
          if (one.act === 'make') {
            const entry = { plan: one.cells, known: new Set(one.cells), expected: 1, alive: true };
            const view = counted(() => {
              for (const at of entry.plan) cells[at]?.get();
            });
            made.push(Object.assign(entry, { view }));
          } else if (one.act === 'fire') {
            batch(() => {
              for (const at of one.cells) cells[at]?.set(1);
            });
            for (const entry of made) {
              if (!entry.alive || !one.cells.some((at) => entry.known.has(at))) continue;
              entry.expected++;
              entry.known = new Set(entry.plan);
            }
          } else {
            const entry = made[one.watcher];
            if (entry === undefined) continue;
            if (one.act === 'reads') entry.plan = one.cells;
            else {
              entry.alive = false;
              entry.view.watcher.dispose();
            }
          }
          expect(made.map(({ view }) => view.runs)).toEqual(made.map(({ expected }) => expected));
          const watched = new Set(made.flatMap(({ alive, known }) => (alive ? [...known] : [])));
          expect(cells.map((cell) => cell.isWatched)).toEqual(cells.map((_, at) => watched.has(at)));
        }
      }),
      { numRuns: runs(1500), verbose: 1 },
    );
  });

  it('[RX10] watchers of one source leave in any order, and the rest still run', () => {
    const order = fc.integer({ min: 1, max: 40 }).chain((count) =>
      fc.shuffledSubarray(
        Array.from({ length: count }, (_, i) => i),
        { minLength: count },
      ),
    );
    fc.assert(
      fc.property(order, fc.nat(3), (leaving, more) => {
        const cell = new Cell();
        const views = leaving.map(() => counted(() => void cell.get()));
        for (const [round, at] of leaving.entries()) {
          views[at]?.watcher.dispose();
          if (round % 3 === more) views.push(counted(() => void cell.get()));
          const before = views.map(({ runs }) => runs);
          cell.set(round);
          const gone = new Set(leaving.slice(0, round + 1));
          expect(views.map(({ runs }, i) => runs - (before[i] ?? 0))).toEqual(
            views.map((_, i) => (i < leaving.length && gone.has(i) ? 0 : 1)),
          );
        }
        for (const view of views) view.watcher.dispose();
        expect([cell.isWatched, cell.left >= 1]).toEqual([false, true]);
      }),
      { numRuns: 500, verbose: 1 },
    );
  });
});

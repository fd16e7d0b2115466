// Preloaded into the process of the host (`node --import`): tells its parent for how long the loop was blocked at a
// stretch between two orders. Told in processor time of that thread, which neighbours on the machine do not lengthen, and
// by the clock on the wall; the scheduler says both.

import { openSync, readSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';

/** Milliseconds. */
export interface Blocked {
  /** Processor time of the longest stretch without a turn of the loop. */
  readonly worst: number;
  /** The same stretch by the clock on the wall, and what of that the thread waited for a processor. */
  readonly wall: number;
  readonly waited: number;
  /** Collections within it. */
  readonly collecting: number;
  /** Memory of the process at its highest, MiB. */
  readonly peak: number;
}

interface Mark {
  readonly at: number;
  readonly cpu: number;
  readonly waited: number;
}

const TICK_MS = 1;
const NOTHING: Blocked = { worst: 0, wall: 0, waited: 0, collecting: 0, peak: 0 };

class LoopMeter {
  readonly #file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  readonly #bytes = Buffer.alloc(96);
  #last = this.#mark();
  #worst: Blocked & { readonly from: number } = { ...NOTHING, from: 0 };
  #peak = 0;
  #collections: { readonly from: number; readonly ms: number }[] = [];

  constructor() {
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        this.#collections.push({ from: startTime, ms: duration });
    }).observe({ entryTypes: ['gc'] });
    setInterval(() => this.#tick(), TICK_MS);
  }

  begin(): void {
    (globalThis as { gc?: () => void }).gc?.();
    this.#worst = { ...NOTHING, from: 0 };
    this.#collections = [];
    this.#peak = 0;
    this.#last = this.#mark();
  }

  async end(): Promise<Blocked> {
    this.#tick();
    // Collections are told a turn later.
    await new Promise((resolve) => setTimeout(resolve, 2 * TICK_MS));
    const { from, ...worst } = this.#worst;
    const within = this.#collections.filter((one) => one.from >= from && one.from < from + worst.wall);
    return { ...worst, collecting: within.reduce((sum, { ms }) => sum + ms, 0), peak: this.#peak };
  }

  #tick(): void {
    const now = this.#mark();
    const { at, cpu, waited } = this.#last;
    const worst = now.cpu - cpu;
    if (worst > this.#worst.worst)
      this.#worst = { ...NOTHING, from: at, worst, wall: now.at - at, waited: now.waited - waited };
    if (worst > 4) this.#peak = Math.max(this.#peak, process.memoryUsage.rss() / 2 ** 20);
    this.#last = now;
  }

  /** Nanoseconds on a processor and nanoseconds in the queue for one (`Documentation/scheduler/sched-stats`). */
  #mark(): Mark {
    const length = readSync(this.#file, this.#bytes, 0, this.#bytes.length, 0);
    const [cpu = 0, waited = 0] = this.#bytes.toString('latin1', 0, length).split(' ').map(Number);
    return { at: performance.now(), cpu: cpu / 1e6, waited: waited / 1e6 };
  }
}

const meter = new LoopMeter();

process.on('message', async (order: 'begin' | 'end') => {
  if (order === 'begin') meter.begin();
  process.send?.(order === 'end' ? await meter.end() : 'begun');
});

/** A bench that ended takes its host with it. */
process.on('disconnect', () => process.exit());

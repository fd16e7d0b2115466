// How full the disk of the data folder is: for /metrics, and as an alarm before it is full, in the log and at /readyz.

import { statfs } from 'node:fs/promises';
import type { Metrics } from './metrics.ts';

export interface DiskAlarmOptions {
  readonly folder: string;
  readonly metrics: Metrics;
  readonly logger: { warn(fields: object, message: string): void };
  /** Less than this of 100 is told. */
  readonly percent?: number;
  readonly read?: (folder: string) => Promise<DiskSpace>;
}

export interface DiskSpace {
  readonly bsize: number;
  readonly blocks: number;
  readonly bavail: number;
}

const LOOK_MS = 30_000;
const PERCENT = 10;

export class DiskAlarm {
  readonly #options: DiskAlarmOptions;
  readonly #looking: NodeJS.Timeout;
  #free = 0;
  #all = 0;
  #isLow = false;

  constructor(options: DiskAlarmOptions) {
    this.#options = options;
    options.metrics.read('diskFreeBytes', () => this.#free);
    options.metrics.read('diskBytes', () => this.#all);
    this.#looking = setInterval(() => void this.look(), LOOK_MS).unref();
    void this.look();
  }

  get alarms(): readonly string[] {
    if (!this.#isLow) return [];
    return [`The disk of the data folder has ${this.#free} of ${this.#all} bytes left.`];
  }

  async look(): Promise<void> {
    const { folder, logger, percent = PERCENT, read = statfs } = this.#options;
    const space = await read(folder).catch(() => undefined);
    if (space === undefined || space.blocks === 0) return;
    [this.#free, this.#all] = [space.bavail * space.bsize, space.blocks * space.bsize];
    const isLow = this.#free * 100 < this.#all * percent;
    if (isLow && !this.#isLow)
      logger.warn({ free: this.#free, of: this.#all }, 'The disk of the data folder is nearly full.');
    this.#isLow = isLow;
  }

  stop(): void {
    clearInterval(this.#looking);
  }
}

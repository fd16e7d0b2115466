// What time brings, over restarts too: records of a face that are due. Looked at once a second; one that cannot be done keeps
// no other one waiting, and is tried again later.

import type { FacePorts, PortRecord } from '@vitrine/core/port';

/** Until one that could not be done is looked at again. */
const AGAIN_MS = 60_000;

/** Does what is due. A time: it is to be looked at then, once more. */
type Settle = (record: PortRecord) => Promise<number | undefined>;

export class DueRecords {
  readonly #port: Pick<FacePorts, 'records' | 'transport'>;
  readonly #settle: Settle;
  #isLooking = false;
  #isStopped = false;

  constructor(port: Pick<FacePorts, 'records' | 'transport'>, settle: Settle) {
    this.#port = port;
    this.#settle = settle;
  }

  /** Once a second. Never rejects. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { records, transport } = this.#port;
    try {
      for await (const record of records.due(timeAt(transport.now()))) await this.#lookAt(record);
    } catch (error) {
      if (!this.#isStopped) transport.failed('what is due could not be looked at', error);
    } finally {
      this.#isLooking = false;
    }
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #lookAt(record: PortRecord): Promise<void> {
    const { records, transport } = this.#port;
    try {
      const again = await this.#settle(record);
      const { key } = record;
      await records.write([again === undefined ? { key, remove: true } : { ...record, due: timeAt(again) }]);
    } catch (error) {
      if (this.#isStopped) return;
      await records.write([{ ...record, due: timeAt(transport.now() + AGAIN_MS) }]);
      transport.failed('what is due could not be done', error);
    }
  }
}

export function timeAt(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Calls once a second until what it returned is called. */
export type EverySecond = (run: () => void) => () => void;

export const everySecond: EverySecond = (run) => {
  const timer = setInterval(run, 1000).unref();
  return () => clearInterval(timer);
};

// Records that must be stored some time, though the store takes nothing now: a revocation holds in this process from the
// moment it is made, and is stored before the host calls itself ready again.

import { LogError, type RecordWrite, type SessionLog } from '@vitrine/log';

export class LateWrites {
  readonly #log: SessionLog;
  readonly #failed: (error: unknown) => void;
  /** By kind and key: what is written later about the same thing stands. */
  readonly #waiting = new Map<string, RecordWrite>();

  /** @param failed told each time that something has to wait */
  constructor(log: SessionLog, failed: (error: unknown) => void) {
    this.#log = log;
    this.#failed = failed;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Stores them with all that waits, or refuses them and keeps nothing of them. */
  write(...records: readonly RecordWrite[]): Promise<void> {
    const all = new Map(this.#waiting);
    for (const record of records) all.set(nameOf(record), record);
    return this.#store(all);
  }

  /** What waits under this name. */
  find(kind: string, key: string): RecordWrite | undefined {
    return this.#waiting.get(nameOf({ kind, key }));
  }

  /** False: it waits. Refuses only where nothing will be stored any more. */
  async keep(record: RecordWrite): Promise<boolean> {
    this.#waiting.set(nameOf(record), record);
    try {
      await this.flush();
      return true;
    } catch (error) {
      if (error instanceof LogError && error.code === 'VITRINE_LOG_CLOSED') throw error;
      this.#failed(error);
      return false;
    }
  }

  async flush(): Promise<void> {
    if (!this.isEmpty) await this.#store(this.#waiting);
  }

  async #store(records: ReadonlyMap<string, RecordWrite>): Promise<void> {
    const waiting = new Map(this.#waiting);
    await this.#log.writeRecords([...records.values()]);
    // What came meanwhile about the same thing still waits.
    for (const [name, record] of waiting) if (this.#waiting.get(name) === record) this.#waiting.delete(name);
  }
}

function nameOf({ kind, key }: Pick<RecordWrite, 'kind' | 'key'>): string {
  return JSON.stringify([kind, key]);
}

// What time brings to runs: an interrupt that nobody answered, a surface whose next chunk never came. Due times are
// records, so that they hold over a restart; what is due is an event like any other.

import type { PortRecord, SessionPort } from '@vitrine/core';
import { askInstead } from '../interrupts/presentation.ts';
import type { OpenwopSettings } from '../settings.ts';
import { brokenOff } from './broken-off.ts';
import type { Run } from './run.ts';
import { HOST_AUTHOR, type RunBook } from './run-book.ts';
import { trustOf, VENDOR } from './run-event.ts';

export class Deadlines {
  readonly #port: SessionPort;
  readonly #book: RunBook;
  readonly #settings: OpenwopSettings;
  #isLooking = false;

  constructor(port: SessionPort, book: RunBook, settings: OpenwopSettings) {
    this.#port = port;
    this.#book = book;
    this.#settings = settings;
  }

  /** After something of the run may have begun to wait. */
  async watch(run: Run): Promise<void> {
    const records: PortRecord[] = [];
    for (const { id, due } of run.waitsFor)
      if (due !== undefined) records.push(this.#record(run, `interrupt/${id}`, due));
    for (const [id, { waitsSince }] of run.surfaces)
      if (waitsSince !== undefined)
        records.push(this.#record(run, `surface/${id}`, waitsSince + this.#settings.streamMs));
    if (records.length > 0) await this.#port.records.write(records);
  }

  /** Once a second. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const now = new Date(this.#port.now()).toISOString();
      for await (const { key, session } of this.#port.records.due(now)) {
        if (session !== undefined) await this.#book.alone(session, (run) => this.#settle(run));
        await this.#port.records.write([{ key, remove: true }]);
      }
    } finally {
      this.#isLooking = false;
    }
  }

  async #settle(run: Run): Promise<void> {
    const now = this.#port.now();
    for (const interrupt of run.waitsFor) {
      const { id, nodeId, kind, due } = interrupt;
      if (due === undefined || due > now || run.isOver) continue;
      const { asks } = await this.#port.view(run.session);
      const event = {
        ...{ type: `${VENDOR}.interrupt-expired`, nodeId, payload: { nodeId, interruptId: id, kind } },
        own: { interrupt: id, state: 'expired' },
      };
      await this.#book.write(run, [{ event, entry: { body: askInstead(asks, interrupt, undefined) } }], HOST_AUTHOR);
    }
    for (const [id, { waitsSince, isTainted }] of run.surfaces) {
      if (waitsSince === undefined || waitsSince + this.#settings.streamMs > now) continue;
      const surface = (await this.#port.view(run.session)).surfaces.get(id);
      const event = {
        ...{ type: `${VENDOR}.surface-broken-off`, payload: { surfaceRef: id } },
        ...{ own: { brokenOff: id }, contentTrust: trustOf(isTainted) },
      } as const;
      await this.#book.write(
        run,
        [{ event, entry: { body: surface === undefined ? [] : brokenOff(surface) } }],
        HOST_AUTHOR,
      );
    }
    // A chunk may have come since: it is looked at again when that one is due.
    await this.watch(run);
  }

  #record({ session }: Run, what: string, due: number): PortRecord {
    return { key: `due/${session}/${what}`, session, due: new Date(due).toISOString(), value: what };
  }
}

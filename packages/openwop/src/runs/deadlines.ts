// What time brings to runs: an interrupt that nobody answered, a surface whose next chunk never came. Due times are
// records, so that they hold over a restart; what is due is an event like any other.

import type { FacePorts, PortRecord } from '@vitrine/core';
import type { OpenwopSettings } from '../settings.ts';
import { brokenOff } from './broken-off.ts';
import type { Run } from './run.ts';
import { HOST_AUTHOR, type RunBook } from './run-book.ts';
import { trustOf, VENDOR } from './run-event.ts';

/** Until a run that could not be looked at is looked at again. */
const AGAIN_MS = 60_000;

export class Deadlines {
  readonly #port: FacePorts;
  readonly #book: RunBook;
  readonly #settings: OpenwopSettings;
  #isLooking = false;

  constructor(port: FacePorts, book: RunBook, settings: OpenwopSettings) {
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
      const now = new Date(this.#port.transport.now()).toISOString();
      for await (const record of this.#port.records.due(now)) await this.#lookAt(record);
    } finally {
      this.#isLooking = false;
    }
  }

  /** A run that cannot be looked at keeps no other one waiting, and is looked at again later. */
  async #lookAt({ key, session, value }: PortRecord): Promise<void> {
    try {
      if (session !== undefined) await this.#book.alone(session, (run) => this.#settle(run));
      await this.#port.records.write([{ key, remove: true }]);
    } catch (error) {
      const due = new Date(this.#port.transport.now() + AGAIN_MS).toISOString();
      await this.#port.records.write([{ key, ...(session === undefined ? {} : { session }), due, value }]);
      this.#port.transport.failed('what is due in a run could not be done', error);
    }
  }

  async #settle(run: Run): Promise<void> {
    const now = this.#port.transport.now();
    for (const { id, nodeId, kind, due } of run.waitsFor) {
      if (due === undefined || due > now || run.isOver) continue;
      const event = {
        ...{ type: `${VENDOR}.interrupt-expired`, nodeId, payload: { nodeId, interruptId: id, kind } },
        ...{ own: { interrupt: id, state: 'expired' }, contentTrust: trustOf(run.isTainted) },
      };
      await this.#book.write(run, [{ event }], HOST_AUTHOR);
    }
    for (const [id, { waitsSince, isTainted }] of run.surfaces) {
      if (waitsSince === undefined || waitsSince + this.#settings.streamMs > now) continue;
      const surface = (await this.#port.sessions.view(run.session)).surfaces.get(id);
      const event = {
        ...{ type: `${VENDOR}.surface-broken-off`, payload: { surfaceRef: id } },
        ...{ own: { brokenOff: id }, contentTrust: trustOf(isTainted || run.isTainted) },
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

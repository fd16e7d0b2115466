// What time brings to runs: an interrupt that nobody answered, a surface whose next chunk never came. Due times are
// records, in the commit of what begins to wait, so that they hold over a restart; what is due is an event like any other.

import type { FacePorts } from '@vitrine/core';
import { DueRecords } from '@vitrine/face-kit';
import type { OpenwopSettings } from '../settings.ts';
import { brokenOff } from './broken-off.ts';
import type { Run } from './run.ts';
import { HOST_AUTHOR, type RunBook } from './run-book.ts';
import { type RunEvent, trustOf, VENDOR } from './run-event.ts';

export function createDeadlines(
  port: FacePorts,
  book: RunBook,
  settings: Pick<OpenwopSettings, 'streamMs'>,
): DueRecords {
  return new DueRecords(port, async ({ session, value }) => {
    if (session === undefined) return undefined;
    return book.alone(session, async (run) => {
      await settle(run, port, book, settings.streamMs);
      // A chunk may have come since: it is looked at again when that one is due.
      return run.dueTimes(settings.streamMs).get(String(value));
    });
  });
}

async function settle(run: Run, port: FacePorts, book: RunBook, streamMs: number): Promise<void> {
  const now = port.transport.now();
  for (const { id, nodeId, kind, due } of run.waitsFor) {
    if (due === undefined || due > now || run.isOver) continue;
    const event: RunEvent = {
      ...{ type: `${VENDOR}.interrupt-expired`, nodeId, payload: { nodeId, interruptId: run.interruptName(id), kind } },
      ...{ own: { interrupt: id, state: 'expired' }, contentTrust: run.contentTrust },
    };
    await book.write(run, [{ event }], HOST_AUTHOR);
  }
  for (const [id, { waitsSince, isTainted }] of run.surfaces) {
    if (waitsSince === undefined || waitsSince + streamMs > now) continue;
    const surface = (await port.sessions.view(run.session)).surfaces.get(id);
    const event = {
      ...{ type: `${VENDOR}.surface-broken-off`, payload: { surfaceRef: id } },
      ...{ own: { brokenOff: id }, contentTrust: trustOf(isTainted || run.isTainted) },
    } as const;
    await book.write(run, [{ event, entry: { body: surface === undefined ? [] : brokenOff(surface) } }], HOST_AUTHOR);
  }
}

// A session of many entries, loaded by a process that starts: from the nearest snapshot, or from its entries alone.

import { createHost } from '@vitrine/host';
import { openSqliteLog, type SessionLog } from '@vitrine/log';
import { answerParent } from './process.ts';
import { surfaceOf, updateText } from './traffic.ts';

const BATCH = 1000;

/** The same log without snapshots. */
function withoutSnapshots(log: SessionLog): SessionLog {
  return new Proxy(log, {
    get: (target, name) => {
      const value = target[name as keyof SessionLog] as unknown;
      if (name === 'snapshot') return () => Promise.resolve(undefined);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

answerParent({
  /** Its id. */
  write: async ({ folder, entries }: { readonly folder: string; readonly entries: number }) => {
    const host = await createHost({ folder });
    const { session } = await host.sessions.open({ agent: 'bench', trust: 'trusted' });
    const live = await host.sessions.get(session);
    await live.ingestMessages({ text: { value: surfaceOf(100) } });
    for (let i = 1; i < entries; i += BATCH) {
      const texts = Array.from({ length: Math.min(BATCH, entries - i) }, (_, j) => updateText(i + j));
      const { accepted } = await live.ingestMessages({ text: texts.join('\n') });
      if (accepted !== texts.length) throw new Error('Not all were accepted.');
    }
    await host.stop();
    return session;
  },

  /** Milliseconds until the session can be looked at. */
  load: async (order: { readonly folder: string; readonly session: string; readonly bySnapshot: boolean }) => {
    const log = await openSqliteLog(order.folder);
    const host = await createHost({ folder: order.folder, log: order.bySnapshot ? log : withoutSnapshots(log) });
    const start = performance.now();
    const live = await host.sessions.get(order.session);
    const { surfaces } = await live.snapshot();
    const took = performance.now() - start;
    if (Object.keys(surfaces).length !== 1) throw new Error('The surface is missing.');
    await host.stop();
    return took;
  },
});

// The log on PostgreSQL without a host, in a process of its own: commits of ten entries to ten sessions.

import type { UnwrittenEntry } from '@vitrine/log';
import { openPostgresLog } from '@vitrine/log-postgres';
import { answerParent } from '../host/process.ts';
import { createOurs } from '../log.ts';

let rates: { readonly [of: string]: () => Promise<number> } = {};

answerParent({
  open: async (url: string) => {
    const log = await openPostgresLog(url, { schema: 'driver', fold: 'bench' });
    rates = { agent: await createOurs(log, 1), viewer: await createOurs(log, 1, undefined, createEvent) };
  },

  /** Entries in a second, of agents or of viewers, which go into the feed of their agent. */
  rate: (of: 'agent' | 'viewer') => rates[of]?.(),
});

function createEvent(): UnwrittenEntry {
  return {
    at: '2026-03-01T12:00:00.000Z',
    from: { role: 'viewer', id: 'bench', dialect: 'vitrine' },
    trust: 'trusted',
    body: [{ event: 'say', text: 'x'.repeat(150) }],
  };
}

import type { FacePorts, PortRecord } from '@vitrine/core/port';
import { expect, test } from 'vitest';
import { OPENWOP_SETTINGS } from '../settings.ts';
import { createDeadlines } from './deadlines.ts';
import { Run } from './run.ts';
import { RunRegistry } from './run-registry.ts';

test('[OI7] a run that cannot be looked at keeps no other one waiting, and is looked at again later', async () => {
  const due = '2026-01-01T00:00:00.000Z';
  const records = new Map<string, PortRecord>(
    ['bad', 'good'].map((session) => [session, { key: session, session, due, value: session }]),
  );
  const failed: unknown[] = [];
  const now = Date.parse(due) + 1000;
  const port = {
    transport: { now: () => now, failed: (_what: string, error: unknown) => void failed.push(error) },
    records: {
      async *due(before: string) {
        for (const record of [...records.values()]) if ((record.due ?? '') <= before) yield record;
      },
      async write(written: readonly (PortRecord | { key: string; remove: true })[]) {
        for (const record of written) {
          if ('remove' in record) records.delete(record.key);
          else records.set(record.key, record);
        }
      },
    },
  } as unknown as FacePorts;
  const looked: string[] = [];
  class Registry extends RunRegistry {
    override async exclusive<T>(session: string, work: (run: Run) => Promise<T>): Promise<T | undefined> {
      if (session === 'bad') throw new Error('It cannot be read.');
      looked.push(session);
      return work(new Run({ session, agent: 'dev', major: 1, trust: 'trusted' }));
    }
  }
  await createDeadlines(port, new Registry(port, OPENWOP_SETTINGS), OPENWOP_SETTINGS).look();
  expect(looked).toEqual(['good']);
  expect(failed).toHaveLength(1);
  expect([...records.values()]).toEqual([
    { key: 'bad', session: 'bad', value: 'bad', due: new Date(now + 60_000).toISOString() },
  ]);
});

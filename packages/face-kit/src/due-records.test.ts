import type { PortRecord, PortRecordWrite } from '@vitrine/core/port';
import { expect, it } from 'vitest';
import { DueRecords, timeAt } from './due-records.ts';

it('[FK10] What cannot be done is tried again later, and keeps no other waiting', async () => {
  const clock = { now: Date.parse('2026-01-02T03:04:05Z') };
  const kept = new Map<string, PortRecord>();
  for (const key of ['broken', 'done', 'again']) kept.set(key, { key, due: timeAt(clock.now), value: key });
  const failures: string[] = [];
  const port = {
    records: {
      async *due(before: string) {
        for (const record of [...kept.values()]) if ((record.due ?? '') <= before) yield record;
      },
      write: async (writes: readonly PortRecordWrite[]) => {
        for (const write of writes) {
          if ('remove' in write) kept.delete(write.key);
          else kept.set(write.key, write);
        }
      },
    },
    transport: { now: () => clock.now, failed: (_: string, error: Error) => void failures.push(error.message) },
  };
  const settled: string[] = [];
  const due = new DueRecords(port as never, async ({ key }) => {
    settled.push(key);
    if (key === 'broken') throw new Error('no disk');
    return key === 'again' ? clock.now + 5000 : undefined;
  });
  await Promise.all([due.look(), due.look()]);
  expect(settled).toEqual(['broken', 'done', 'again']);
  expect(failures).toEqual(['no disk']);
  expect([...kept.keys()]).toEqual(['broken', 'again']);
  clock.now += 5000;
  await due.look();
  clock.now += 60_000;
  await due.look();
  expect(settled.slice(3)).toEqual(['again', 'broken', 'again']);
});

// The contract of the log once more, through a pooler in transaction mode, and two nodes behind it: nothing rests on a
// connection. Notifications do not come through it; what was written is found by looking.
// Needs a process of its own, as the contract without a pooler.

import { readdirSync } from 'node:fs';
import { openPostgresLog } from '@vitrine/log-postgres';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { append, create, entry, useDrivers, values } from '../test/log-contract.ts';
import { startPgbouncer } from '../test/pgbouncer.ts';
import { startPostgres } from '../test/postgres.ts';

const postgres = await startPostgres();
const pooler = await startPgbouncer(postgres.url);
afterAll(async () => {
  await pooler.stop();
  await postgres.stop();
}, 60_000);

let count = 0;
const open = async (schema = `pooled ${++count}`, options = {}) =>
  openPostgresLog(pooler.url, { schema, fold: 'test', ...options });
useDrivers([{ name: 'PostgreSQL behind PgBouncer', open: (options) => open(undefined, options) }]);

const tests = new URL('../../log/src/', import.meta.url);
for (const file of readdirSync(tests)) if (file.endsWith('.contract.test.ts')) await import(new URL(file, tests).href);

test('[PG13] what a node writes behind a pooler reaches live readers of another, in order, and no session has two writers', async () => {
  const schema = `pooled nodes ${++count}`;
  const [one, two] = [await open(schema), await open(schema)];
  onTestFinished(() => Promise.all([one.close(), two.close()]).then(() => undefined));
  const session = await create(one);
  const reading = new AbortController();
  const seen: unknown[] = [];
  const live = (async () => {
    for await (const read of two.read(session, 0, { live: true, signal: reading.signal })) {
      seen.push(read.seq);
      if (seen.length === 30) return;
    }
  })();
  for (let n = 1; n <= 10; n++) await append(one, session, [n]);
  expect(await two.commit({ session, entries: [entry(0)] })).toMatchObject({ code: 'VITRINE_LOG_FENCED' });
  await Promise.all(Array.from({ length: 20 }, (_, n) => append(one, session, [n + 11])));
  await live;
  reading.abort();
  expect(seen).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
  await one.release(session);
  expect((await two.acquire(session)).ok).toBe(true);
  expect(await append(two, session, ['two'])).toEqual({ first: 31, last: 31 });
  expect(await one.commit({ session, entries: [entry(0)] })).toMatchObject({ code: 'VITRINE_LOG_FENCED' });
  expect((await values(one.read(session, 0))).length).toBe(31);
});

// Several nodes on one database: who may write, what reaches whom, and what happens to a node that was paused.

import type { LogNode, SessionLog } from '@vitrine/log';
import { openPostgresLog, type PostgresLogOptions } from '@vitrine/log-postgres';
import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import {
  append,
  collect,
  create,
  entry,
  expectCode,
  NOON,
  range,
  stored,
  valueIn,
  values,
} from '../test/log-contract.ts';
import { startPostgres } from '../test/postgres.ts';
import { TEXT_END } from './schema.ts';

/** Long enough for a busy machine: whoever shall be missed is made to have been seen long ago. */
const TTL_MS = 10_000;
const postgres = await startPostgres();
const opened: SessionLog[] = [];
let count = 0;

afterEach(async () => {
  await Promise.all(opened.splice(0).map((log) => log.close()));
});
afterAll(() => postgres.stop());

async function join(schema: string, options: Partial<PostgresLogOptions> = {}): Promise<SessionLog> {
  const log = await openPostgresLog(postgres.url, { schema, fold: 'f1', ttlMs: TTL_MS, ...options });
  opened.push(log);
  return log;
}

async function joinTwo(): Promise<[SessionLog, SessionLog, string]> {
  const schema = `nodes ${++count}`;
  return [await join(schema, { address: 'http://one' }), await join(schema, { address: 'http://two' }), schema];
}

/** Statements beside the nodes, as an operator or a fault would send them. */
async function query(
  sql: string,
  ...sqlValues: readonly unknown[]
): Promise<readonly { readonly [name: string]: unknown }[]> {
  const client = new pg.Client(postgres.url);
  await client.connect();
  try {
    return (await client.query(sql, [...sqlValues])).rows;
  } finally {
    await client.end();
  }
}

/** Until a condition holds; the test's own limit ends it otherwise. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}

test("[PG1] a session that a living node holds is nobody else's to write, and its holder is told", async () => {
  const [one, two] = await joinTwo();
  const session = await create(one);
  await append(one, session, [1]);
  expect(await two.acquire(session)).toMatchObject({ ok: false, holder: { address: 'http://one' } });
  expect(await two.commit({ session, entries: [entry(2)] })).toMatchObject({ ok: false, code: 'VITRINE_LOG_FENCED' });
  for (const write of [
    two.closeSession(session, NOON),
    two.deleteSession(session),
    two.saveSnapshot(session, { seq: 1, version: 'f', state: 0 }),
    two.prune(session, 1),
  ])
    await expectCode(write, 'VITRINE_LOG_FENCED');
  expect(await values(two.read(session, 0))).toEqual([1]);
});

test('[PG1] a session that was released, or whose node has left, goes to whoever asks, with a higher epoch', async () => {
  const [one, two] = await joinTwo();
  const [released, left] = [await create(one), await create(one)];
  const before = await one.acquire(released);
  await append(one, released, [1]);
  await one.release(released);
  const after = await two.acquire(released);
  if (!before.ok || !after.ok) throw new Error('Both are held.');
  expect(after.epoch).toBeGreaterThan(before.epoch);
  expect(await append(two, released, [2])).toEqual({ first: 2, last: 2 });
  await one.close();
  expect(await append(two, left, [1])).toEqual({ first: 1, last: 1 });
});

test('[PG2] each node sees the others with their addresses, while they are there', async () => {
  const [one, two] = await joinTwo();
  const seenBy = async (node: typeof one) => (await node.nodes()).map(({ address }) => address);
  expect([await seenBy(one), await seenBy(two)]).toEqual([['http://two'], ['http://one']]);
  await two.close();
  expect(await seenBy(one)).toEqual([]);
});

test('[PG2] a node that was not seen for its time loses its sessions, and writes nothing when it comes back', async () => {
  const [one, two, schema] = await joinTwo();
  const session = await create(one);
  await append(one, session, [1]);
  let isFenced = false;
  one.onFenced(() => {
    isFenced = true;
  });
  const held = await one.acquire(session);
  // As if it had been paused: the others see it as long ago.
  await until(async () => {
    await query(`UPDATE "${schema}".nodes SET seen_at = seen_at - interval '1 hour' WHERE address = 'http://one'`);
    return (await two.acquire(session)).ok;
  });
  await append(two, session, ['taken over']);
  const late = await one.commit({ session, entries: [entry('late')], ...(held.ok ? { epoch: held.epoch } : {}) });
  expect(late).toMatchObject({ ok: false });
  await until(() => isFenced);
  expect(await values(one.read(session, 0))).toEqual([1, 'taken over']);
  // It is a node again, with nothing in its hands.
  const anew = await create(one);
  await append(one, anew, [1]);
});

test('[PG2] a node that nobody answers for is given up sooner, unless it was heard of just now', async () => {
  const [one, two, schema] = await joinTwo();
  const session = await create(one);
  const [other] = (await two.nodes()) as [LogNode];
  await two.giveUp(other);
  expect(await two.acquire(session)).toMatchObject({ ok: false });
  await until(async () => {
    // Not long enough for its time to be over.
    await query(`UPDATE "${schema}".nodes SET seen_at = seen_at - interval '6 seconds' WHERE node = $1`, other.node);
    await two.giveUp(other);
    return (await two.acquire(session)).ok;
  });
  expect(await append(two, session, ['taken over'])).toEqual({ first: 1, last: 1 });
});

test('[PG14] whatever is said on the channel, readers on another node get what is stored, in order and once', async () => {
  const [one, two, schema] = await joinTwo();
  const session = await create(one);
  const [{ node } = { node: '' }] = await two.nodes();
  const said = [
    ...['', '[', '[]', '[1,2]', 'nobody'],
    ...[1, 99].map((n) => [JSON.stringify([node, n, [], [], [[session, 7]]]), '{}'].join(TEXT_END)),
  ];
  const read: unknown[] = [];
  const reading = (async () => {
    for await (const each of two.read(session, 0, { live: true })) if (read.push(valueIn(each)) === 21) return;
  })();
  // The fourth is longer than what a notification takes.
  const written = range(21).map((n) => (n === 4 ? 'x'.repeat(20_000) : n));
  for (const [n, value] of written.entries()) {
    await append(one, session, [value]);
    await query('SELECT pg_notify($1, $2)', `vitrine ${schema}`, said[n % said.length]);
  }
  await reading;
  expect(read).toEqual(written);
});

test('[PG2] records and cursors of a node that was given up are refused or written in its new life, never both', async () => {
  const [one, two, schema] = await joinTwo();
  await one.writeRecords([{ kind: 'agent', key: 'a', value: 1 }]);
  await query(`DELETE FROM "${schema}".nodes WHERE address = 'http://one'`);
  await two.writeRecords([{ kind: 'agent', key: 'a', value: 2 }]);
  await one.saveCursor('ann', 'main', 5).catch(() => undefined);
  await until(async () => (await one.saveCursor('ann', 'main', 7).catch(() => 0)) === 7);
  expect(await two.record('agent', 'a')).toMatchObject({ value: 2 });
  expect(await two.cursor('ann', 'main')).toBe(7);
});

test('[PG2] a node whose beat does not come through knows that it may have been given up', async () => {
  const schema = `nodes ${++count}`;
  const log = await join(schema, { ttlMs: 500 });
  await until(() => log.isHeard);
  const client = new pg.Client(postgres.url);
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE "${schema}".nodes IN EXCLUSIVE MODE`);
  await until(() => !log.isHeard);
  await client.query('COMMIT');
  await client.end();
  await until(() => log.isHeard);
});

test('[PG3] what one node commits reaches live readers on another, in order and once', async () => {
  const [one, two] = await joinTwo();
  const session = await create(one);
  const read: unknown[] = [];
  const reading = (async () => {
    for await (const each of two.read(session, 0, { live: true })) {
      read.push(valueIn(each));
      if (read.length === 200) break;
    }
  })();
  for (const n of range(100)) await append(one, session, [2 * n - 1, 2 * n]);
  await reading;
  expect(read).toEqual(range(200));
});

test('[PG3] closing and deleting a session ends live readers on another node', async () => {
  const [one, two] = await joinTwo();
  const [closed, deleted] = [await create(one), await create(one)];
  for (const session of [closed, deleted]) await append(one, session, [1]);
  const readings = [closed, deleted].map((session) => two.read(session, 0, { live: true })[Symbol.asyncIterator]());
  for (const reading of readings) expect((await reading.next()).value).toMatchObject({ seq: 1 });
  const ends = readings.map((reading) => reading.next());
  await one.closeSession(closed, NOON);
  await one.deleteSession(deleted);
  for (const end of await Promise.all(ends)) expect(end.done).toBe(true);
});

test('[PG3] records that one node writes are told to whoever watches them on another', async () => {
  const [one, two] = await joinTwo();
  let told = 0;
  const stop = two.watch('revoked', () => told++);
  await one.writeRecords([{ kind: 'revoked', key: 'k', value: 1 }]);
  await until(() => told > 0);
  expect(await two.record('revoked', 'k')).toMatchObject({ value: 1 });
  stop();
});

test("[PG4] an agent's feed over the sessions of two nodes misses nothing, whichever writes first and commits last", async () => {
  const [one, two, schema] = await joinTwo();
  const [left, right] = [await create(one), await create(two)];
  const feed: unknown[] = [];
  const reading = (async () => {
    for await (const { position, entry: read } of two.readAgent('ann', 0, { live: true })) {
      feed.push([position, valueIn(read)]);
      if (feed.length === 2) break;
    }
  })();
  // The disk of whoever comes first is slow: its transaction waits at the very end, with its position taken.
  await query(`CREATE FUNCTION "${schema}".wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.session = '${left}' THEN PERFORM pg_sleep(0.3); END IF; RETURN NULL; END $$`);
  await query(`CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON "${schema}".entries DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION "${schema}".wait()`);
  const first = one.commit({ session: left, entries: [entry('first', 'viewer')] });
  await until(async () => {
    const [row] = await query(`SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event = 'PgSleep'`);
    return row?.n === 1;
  });
  const second = two.commit({ session: right, entries: [entry('second', 'viewer')] });
  stored(await first);
  stored(await second);
  await reading;
  expect(feed.map((each) => (each as [number, string])[1])).toEqual(['first', 'second']);
});

test('[PG5] a write whose connection was cut is stored once, or not at all and refused', async () => {
  const [one] = await joinTwo();
  const session = await create(one);
  let isOver = false;
  const cutting = (async () => {
    while (!isOver) {
      await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'vitrine' AND query LIKE '%append_1%' AND state = 'active'`);
    }
  })();
  const outcomes = await Promise.all(
    range(40).map(async (n) => {
      await new Promise((resolve) => setTimeout(resolve, n * 5));
      return one.commit({ session, entries: [entry(n)], claims: [`key:${n}`] }).catch(() => undefined);
    }),
  );
  isOver = true;
  await cutting;
  const kept = await values(one.read(session, 0));
  expect(new Set(kept).size).toBe(kept.length);
  for (const [index, outcome] of outcomes.entries()) if (outcome?.ok === true) expect(kept).toContain(index + 1);
});

test('[PG5] a restart of the database loses nothing that was acknowledged, and the node goes on', async () => {
  const [one, two] = await joinTwo();
  const session = await create(one);
  await append(one, session, [1]);
  await postgres.kill();
  const during = one.commit({ session, entries: [entry(2)] }).then(
    (outcome) => outcome.ok,
    () => false,
  );
  await expectCode(two.check(), 'VITRINE_LOG_FAILED');
  await postgres.start();
  const isStored = await during;
  await until(async () => (await one.commit({ session, entries: [entry(3)] }).catch(() => undefined))?.ok === true);
  expect(await values(two.read(session, 0))).toEqual(isStored ? [1, 2, 3] : [1, 3]);
});

test('[PG6] tables of a later layout that this Vitrine does not know are refused and stay as they are', async () => {
  const [one, , schema] = await joinTwo();
  await create(one, { session: 'kept' });
  await query(`UPDATE "${schema}".meta SET value = '99' WHERE name IN ('layout', 'oldest')`);
  await expectCode(join(schema), 'VITRINE_LOG_VERSION');
  await query(`UPDATE "${schema}".meta SET value = '1' WHERE name = 'oldest'`);
  const neighbour = await join(schema);
  expect(await neighbour.session('kept')).toMatchObject({ session: 'kept' });
});

test('[PG6] nodes that begin at the same time make the tables once', async () => {
  const schema = `nodes ${++count}`;
  const logs = await Promise.all(range(6).map(() => join(schema)));
  await Promise.all(logs.map(async (log) => append(log, await create(log), [1])));
  expect(await collect((logs[0] as SessionLog).sessions())).toHaveLength(6);
});

test('[PG7] a node with another fold, or with other keys, is refused while those are there', async () => {
  const [one, two, schema] = await joinTwo();
  await expectCode(join(schema, { fold: 'f2' }), 'VITRINE_LOG_VERSION');
  await join(schema, { keys: 'k1' });
  await expectCode(join(schema, { keys: 'k2' }), 'VITRINE_LOG_LOCKED');
  await Promise.all([one.close(), two.close(), ...opened.map((log) => log.close())]);
  await join(schema, { fold: 'f2', keys: 'k1' });
});

test('[PG8] a lease table that somebody edits by hand makes no second writer', async () => {
  const [one, two, schema] = await joinTwo();
  const session = await create(one);
  await append(one, session, [1]);
  await query(`UPDATE "${schema}".leases SET node = 'nobody', epoch = 1`);
  expect(await append(two, session, [2])).toEqual({ first: 2, last: 2 });
  expect(await one.commit({ session, entries: [entry('stale')] })).toMatchObject({ code: 'VITRINE_LOG_FENCED' });
  expect(await values(one.read(session, 0))).toEqual([1, 2]);
});

test('[PG9] the clock is that of the database', async () => {
  const [one] = await joinTwo();
  const [row] = await query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now');
  expect(Math.abs(one.now() - Number(row?.now))).toBeLessThan(1000);
});

test('[PG10] names with a character 0, half a pair or a backslash are kept as they are', async () => {
  const [one] = await joinTwo();
  const odd = 'a\0b\ud800c\\0d\\';
  const session = await create(one, { session: odd, agent: odd, title: odd });
  await one.commit({
    session,
    entries: [entry(odd, 'viewer')],
    claims: [odd],
    records: [{ kind: odd, key: odd, session, value: odd }],
  });
  expect(await one.session(odd)).toMatchObject({ session: odd, agent: odd, title: odd });
  expect(await one.record(odd, odd)).toMatchObject({ kind: odd, key: odd, session: odd, value: odd });
  expect(await collect(one.readAgent(odd, 0))).toHaveLength(1);
  expect(await one.commit({ session, entries: [], claims: [odd] })).toMatchObject({ code: 'VITRINE_LOG_CLAIMED' });
});

test('[PG11] a database that only reads refuses writes with a sentence, and what was said before stays', async () => {
  const [one] = await joinTwo();
  const session = await create(one);
  await append(one, session, [1]);
  await query('ALTER SYSTEM SET default_transaction_read_only = on');
  await query('SELECT pg_reload_conf()');
  try {
    await until(
      async () =>
        await one.check().then(
          () => false,
          () => true,
        ),
    );
    await expectCode(one.commit({ session, entries: [entry(2)] }), 'VITRINE_LOG_FAILED');
    expect(await values(one.read(session, 0))).toEqual([1]);
  } finally {
    await query('BEGIN READ WRITE; COMMIT');
    await query('SET default_transaction_read_only = off');
    const client = new pg.Client(postgres.url);
    await client.connect();
    await client.query('SET default_transaction_read_only = off');
    await client.query('ALTER SYSTEM RESET default_transaction_read_only');
    await client.query('SELECT pg_reload_conf()');
    await client.end();
  }
  await until(async () => (await one.commit({ session, entries: [entry(3)] }).catch(() => undefined))?.ok === true);
});

test('[PG12] an address that is none, or where nobody is, is told in one sentence', async () => {
  await expectCode(openPostgresLog('file:///tmp/x', { fold: 'f1' }), 'VITRINE_LOG_FAILED');
  await expectCode(openPostgresLog('postgres://nobody@127.0.0.1:1/none', { fold: 'f1' }), 'VITRINE_LOG_FAILED');
});

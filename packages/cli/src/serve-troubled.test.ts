// Hosts whose database is not what it should be: of another version, of other hosts, read-only, full, gone, edited by hand.
// New work is refused with a sentence and when to come again; nothing is lost, and they go on by themselves.

import { join } from 'node:path';
import { connectViewer } from '@vitrine/client';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { Catalogs } from '@vitrine/core/internal';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { memoryIo } from '../test/memory-io.ts';
import { env, newDatabase, opened, openSession, query, send, set, until } from '../test/nodes.ts';
import { startPostgres, type TestPostgres } from '../test/postgres.ts';
import { ensureBuilt, newFolder, Serving, stopAll } from '../test/serving.ts';
import { main } from './main.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  ensureBuilt();
  postgres = await startPostgres();
}, 240_000);
afterEach(stopAll);
afterAll(() => postgres.stop(), 60_000);

const start = (database: string) => Serving.start(['--database-url', database], env);

/** A host, and a session of it with one surface. */
async function startOne() {
  const database = await newDatabase(postgres);
  const host = await start(database);
  const { session, viewerToken } = await openSession(host, host.key);
  expect(await send(host, host.key, session, opened)).toMatchObject({ accepted: 1, seq: 1 });
  return { database, host, session, viewerToken, key: host.key };
}

/** What a call is refused with while the database takes nothing, and that the host calls itself not ready. */
async function expectRefused({ host, session, key }: { host: Serving; session: string; key: string }): Promise<void> {
  const answer = await host.call(`/sessions/${session}/messages`, { body: set('refused'), token: key });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect(await answer.json()).toMatchObject({
    error: 'VITRINE_LOG_FAILED',
    message: expect.stringContaining('database'),
  });
  await until(async () => (await host.call('/readyz')).status === 503);
}

/** It goes on by itself, with all that it acknowledged. */
async function expectRecovered({ host, session, key }: { host: Serving; session: string; key: string }): Promise<void> {
  await until(async () => (await host.call('/readyz')).status === 200, 100);
  await until(async () => (await send(host, key, session, set('after'))).status === 200, 100);
  const state = await (await host.call(`/sessions/${session}/snapshot`, { token: key })).json();
  expect(state).toMatchObject({ surfaces: { main: { data: { value: 'after' } } } });
}

describe('a database that takes nothing', () => {
  it('because it is read-only refuses new work until it is not', async () => {
    const one = await startOne();
    const [name] = new URL(one.database).pathname.slice(1).split('/');
    await query(one.database, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await endConnections(name as string);
    await expectRefused(one);
    await query(postgres.url, `ALTER DATABASE ${name} RESET default_transaction_read_only`);
    await endConnections(name as string);
    await expectRecovered(one);
  });

  it('because it is full refuses new work until it is not', async () => {
    const one = await startOne();
    // What PostgreSQL says when its disk has no room.
    await query(
      one.database,
      `CREATE FUNCTION vitrine.full() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
       CREATE TRIGGER full_entries BEFORE INSERT ON vitrine.entries EXECUTE FUNCTION vitrine.full();
       CREATE TRIGGER full_records BEFORE INSERT ON vitrine.records EXECUTE FUNCTION vitrine.full()`,
    );
    await expectRefused(one);
    await query(one.database, 'DROP FUNCTION vitrine.full() CASCADE');
    await expectRecovered(one);
  });

  it('because it is gone refuses new work until it is back', async () => {
    const one = await startOne();
    await postgres.kill();
    try {
      await expectRefused(one);
    } finally {
      await postgres.start();
    }
    await expectRecovered(one);
  });
});

async function endConnections(name: string): Promise<void> {
  await query(postgres.url, 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', name);
}

describe('a database of others', () => {
  it('that a later Vitrine has made is refused, unless that one says that this one may use it', async () => {
    const { database, host, key: token } = await startOne();
    await host.stop();
    await query(database, "UPDATE vitrine.meta SET value = '99' WHERE name IN ('layout', 'oldest')");
    await expect(start(database)).rejects.toThrow('The tables have the layout 99');
    await query(database, "UPDATE vitrine.meta SET value = '1' WHERE name = 'oldest'");
    expect((await (await start(database)).call('/readyz', { token })).status).toBe(200);
  });

  it('in which hosts run that fold sessions in another way is refused while they run', async () => {
    const { database, host, key: token } = await startOne();
    await host.stop();
    const there =
      "INSERT INTO vitrine.nodes VALUES ('other', 1, NULL, 'another fold', clock_timestamp() + $1::interval)";
    await query(database, there, '0');
    await expect(start(database)).rejects.toThrow('stop them first');
    await query(database, 'DELETE FROM vitrine.nodes');
    await query(database, there, '-1 hour');
    expect((await (await start(database)).call('/readyz', { token })).status).toBe(200);
  });

  it('with other keys is refused with what to do', async () => {
    const { database } = await startOne();
    await expect(Serving.start(['--database-url', database])).rejects.toThrow(
      'give this one their token.key and seal.key',
    );
  });
});

describe('commands of a host whose sessions are in a database', () => {
  it('work there while no host runs, and are refused with what to do where they do not know which', async () => {
    const { database, host, session } = await startOne();
    await host.stop();
    const [folder, saved] = [host.folder, join(newFolder(), 'saved')];
    const run = async (args: readonly string[], more: { readonly [name: string]: string } = {}) => {
      const io = memoryIo({ env: { VITRINE_DATA: folder, ...more } });
      const code = await main(args, io);
      return { code, text: io.out() + io.err() };
    };
    const orders = [
      ['verify'],
      ['audit', '--verify'],
      ['audit'],
      ['retention'],
      ['agent', 'list'],
      ['backup', saved],
      ['erase', 'session', session, '--yes'],
    ];
    for (const args of orders)
      expect(await run(args)).toMatchObject({ code: 1, text: expect.stringContaining('VITRINE_DATABASE_URL') });
    const known = { VITRINE_DATABASE_URL: database, ...env };
    expect(await run(['verify'], known)).toMatchObject({
      code: 0,
      text: expect.stringContaining('1 sessions with 1 entries'),
    });
    expect(await run(['audit', '--verify'], known)).toMatchObject({ code: 0, text: expect.stringContaining('whole') });
    expect((await run(['audit'], known)).text).toContain(session);
    expect(await run(['retention'], known)).toMatchObject({ code: 0 });
    expect(await run(['backup', saved], known)).toMatchObject({
      code: 1,
      text: expect.stringContaining('its own tools'),
    });
    expect(await run(['verify'], { VITRINE_DATABASE_URL: database })).toMatchObject({
      code: 1,
      text: expect.stringContaining('token.key is missing'),
    });
    expect(await run(['erase', 'session', session, '--yes'], known)).toMatchObject({
      code: 0,
      text: expect.stringContaining(session),
    });
    expect(await query(database, 'SELECT session FROM vitrine.entries')).toEqual([]);
    expect((await run(['verify'], known)).text).toContain('all is whole: 0 sessions');
  });

  it('erase a session that another host has, whichever of them is told, and all of them close it', async () => {
    const { database, host, session, viewerToken: token, key } = await startOne();
    const other = await start(database);
    const view = connectViewer({ url: other.url, session, token, catalogs: new Catalogs([basic10]) });
    onTestFinished(() => view.close());
    await until(() => view.view.surfaces.has('main'));
    expect((await other.run(['erase', 'session', session, '--yes'])).out).toContain(session);
    await until(() => view.state === 'closed');
    for (const each of [host, other])
      expect((await each.call(`/sessions/${session}`, { token: key })).status).toBe(404);
    // One that was closed at the first is erased at the other, and is not shown from memory.
    const { session: closed } = await openSession(host, key);
    await send(host, key, closed, opened);
    const at = async (each: Serving) => (await each.call(`/sessions/${closed}/snapshot`, { token: key })).status;
    expect((await host.call(`/sessions/${closed}`, { method: 'DELETE', token: key })).status).toBe(200);
    expect([await at(host), await at(other)]).toEqual([200, 200]);
    const erasing = [host, other].map((each) => each.run(['erase', 'session', closed, '--yes']));
    expect((await Promise.all(erasing)).map(({ code }) => code)).toContain(0);
    expect([await at(host), await at(other)]).toEqual([404, 404]);
    const report = await other.run(['audit', '--verify']);
    expect(report.out).toContain('the audit is whole');
  });
});

describe('a table of leases that somebody edits by hand', () => {
  it.each([
    ['gives sessions to nobody', "UPDATE vitrine.leases SET node = 'nobody', epoch = 1"],
    ['is emptied', 'DELETE FROM vitrine.leases'],
    ['is emptied with the hosts', 'DELETE FROM vitrine.leases; DELETE FROM vitrine.nodes'],
  ])('and %s costs calls that are refused, and no entry', async (_, edit) => {
    const { database, host, session, key } = await startOne();
    const other = await start(database);
    await query(database, edit);
    const taken: number[] = [];
    for (let n = 0; n < 20; n++) {
      const answer = await send(n % 2 === 0 ? host : other, key, session, set(n));
      expect([200, 503]).toContain(answer.status);
      if (answer.status === 200) taken.push(answer.seq as number);
    }
    await until(async () => (await send(other, key, session, set('after'))).status === 200, 100);
    expect(taken).toEqual([...new Set(taken)].sort((a, b) => a - b));
    for (const each of [host, other]) {
      const state = await (await each.call(`/sessions/${session}/snapshot`, { token: key })).json();
      expect(state).toMatchObject({ surfaces: { main: { data: { value: 'after' } } } });
    }
  });
});

// Hosts that share a PostgreSQL: each serves every agent and every viewer, whichever of them writes the session.

import { connectAgent, connectViewer } from '@vitrine/client';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { Catalogs } from '@vitrine/core/internal';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { env, newDatabase, opened, openSession, send, set, spawnHost, until } from '../test/nodes.ts';
import { startPgbouncer, startPostgres, type TestPostgres } from '../test/postgres.ts';
import { ensureBuilt, Serving, stopAll } from '../test/serving.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  ensureBuilt();
  postgres = await startPostgres();
}, 240_000);
afterEach(stopAll);
afterAll(() => postgres.stop(), 60_000);

/** Two hosts on a database of their own, and the key of the agent that both know. */
async function startTwo(): Promise<{ one: Serving; two: Serving; key: string; database: string }> {
  const database = await newDatabase(postgres);
  const one = await Serving.start(['--database-url', database], env);
  const two = await Serving.start(['--database-url', database], env);
  return { one, two, key: one.key, database };
}

describe('hosts on one database', () => {
  it('take messages of an agent at whichever of them they arrive, and lose none of their order', async () => {
    const { one, two, key } = await startTwo();
    const { session } = await openSession(one, key);
    expect(await send(one, key, session, opened)).toMatchObject({ accepted: 1, seq: 1 });
    for (let n = 2; n <= 9; n++)
      expect(await send(n % 2 === 0 ? two : one, key, session, set(n))).toMatchObject({ accepted: 1, seq: n });
    for (const host of [one, two]) {
      const state = await (await host.call(`/sessions/${session}/snapshot`, { token: key })).json();
      expect(state).toMatchObject({ surfaces: { main: { data: { value: 9 } } } });
    }
  });

  it('take what arrives at all of them at once, each once', async () => {
    const { one, two, key } = await startTwo();
    const { session } = await openSession(one, key);
    await send(one, key, session, opened);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => send(n % 2 === 0 ? one : two, key, session, set(n))),
    );
    expect(answers.filter(({ accepted }) => accepted !== 1)).toEqual([]);
    expect(new Set(answers.map(({ seq }) => seq)).size).toBe(40);
  });

  it('show a viewer on one what the agent sends to another, and bring the agent what the viewer does', async () => {
    const { one, two, key } = await startTwo();
    const agent = connectAgent({ url: one.url, key });
    onTestFinished(() => agent.close());
    const session = await agent.open({ title: 'Sign up' });
    const viewer = connectViewer({
      ...{ url: two.url, session: session.id, token: session.viewerToken ?? '' },
      catalogs: new Catalogs([basic10]),
    });
    onTestFinished(() => viewer.close());
    const answer = session.ask({ want: { kind: 'text' }, prompt: 'Your name?' });
    await until(() => viewer.view.asks.size === 1);
    const [ask] = viewer.view.asks.keys();
    await viewer.send({ event: 'answer', ask: ask as string, value: 'Ada' });
    expect(await answer).toMatchObject({ value: 'Ada' });
  });

  it('do the same behind a pooler in transaction mode', async () => {
    const pooler = await startPgbouncer(postgres.url);
    onTestFinished(() => pooler.stop());
    const database = new URL(await newDatabase(postgres));
    database.port = new URL(pooler.url).port;
    const one = await Serving.start(['--database-url', database.href], env);
    const two = await Serving.start(['--database-url', database.href], env);
    const { key } = one;
    const { session, viewerToken } = await openSession(one, key);
    await send(one, key, session, opened);
    const viewer = connectViewer({ url: two.url, session, token: viewerToken, catalogs: new Catalogs([basic10]) });
    onTestFinished(() => viewer.close());
    for (let n = 0; n < 10; n++)
      expect(await send(n % 2 === 0 ? one : two, key, session, set(n))).toMatchObject({ accepted: 1 });
    await until(() => viewer.view.surfaces.get('main')?.data.get('/value') === 9);
    await one.stop();
    expect(await send(two, key, session, set('after'))).toMatchObject({ accepted: 1 });
    await two.stop();
  });

  it('refuse a revoked agent, whichever of them was told', async () => {
    const { one, two, key } = await startTwo();
    const added = await one.run(['agent', 'add', 'eve']);
    const eve = added.out.trim();
    const list = (host: Serving) => host.call('/sessions', { token: eve });
    // Asked seldom: whoever guesses keys is made to wait.
    const untilStatus = (status: number) => until(async () => (await list(two)).status === status, 200);
    await untilStatus(200);
    await one.run(['agent', 'revoke', 'eve', '--yes']);
    await untilStatus(401);
    expect((await two.call('/sessions', { token: key })).status).toBe(200);
  });

  it('know one operator, by the code that one of them printed and another is given', async () => {
    const { one, two, key } = await startTwo();
    const code = (await one.run(['operator'])).out.trim().split('#operator=')[1];
    const answers = await Promise.all(
      [two, two, one].map((host) => host.call('/operator', { body: { code }, token: key })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const tokens = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { token?: string }).token),
    );
    const token = tokens.find((given) => given !== undefined) as string;
    const status = async (host: Serving) => (await host.call('/sessions', { token })).status;
    await until(async () => (await status(one)) === 200 && (await status(two)) === 200, 200);
    await one.run(['operator', 'revoke', '--yes']);
    expect(await status(one)).toBe(401);
    await until(async () => (await status(two)) === 401, 200);
  });

  it('make whoever guesses at one of them wait at the other', async () => {
    const { one, two, key } = await startTwo();
    const guess = async (host: Serving) => (await host.call('/operator', { body: { code: 'a' }, token: key })).status;
    const guesses = (host: Serving, count: number) => Promise.all(Array.from({ length: count }, () => guess(host)));
    expect(await guesses(one, 200)).toContain(429);
    // Alone the other gives five a second, and would never refuse one call among so many.
    await until(async () => {
      const [statuses] = await Promise.all([guesses(two, 1), guesses(one, 100)]);
      return statuses.includes(429);
    }, 250);
  });

  it('go on with the sessions of one that stops', async () => {
    const { one, two, key } = await startTwo();
    const { session } = await openSession(one, key);
    await send(one, key, session, opened);
    await send(one, key, session, set('before'));
    await one.stop();
    expect(await send(two, key, session, set('after'))).toMatchObject({ accepted: 1, seq: 3 });
  });

  it('take over the sessions of one that was killed, with all that it acknowledged', async () => {
    const { two, key, database } = await startTwo();
    const killed = await spawnHost(database);
    const { session } = await openSession(killed, key);
    await send(killed, key, session, opened);
    for (let n = 2; n <= 20; n++) expect(await send(killed, key, session, set(n))).toMatchObject({ seq: n });
    // Answered or not, it is there once or not at all.
    const last = send(killed, key, session, set('last')).catch(() => undefined);
    await killed.kill();
    const acknowledged = (await last)?.seq ?? 20;
    await until(async () => (await send(two, key, session, set('after'))).accepted === 1);
    const { seq, surfaces } = (await (await two.call(`/sessions/${session}/snapshot`, { token: key })).json()) as {
      seq: number;
      surfaces: { main: { data: { value: unknown } } };
    };
    expect(seq - 1).toBeGreaterThanOrEqual(acknowledged);
    expect(seq - 1).toBeLessThanOrEqual(21);
    expect(surfaces.main.data.value).toBe('after');
  });

  it('with other keys, or without a database, do not start', async () => {
    const { one, database } = await startTwo();
    await expect(Serving.start(['--database-url', database])).rejects.toThrow('other keys');
    await expect(Serving.start(['--database-url', 'postgres://127.0.0.1:1/none'], env)).rejects.toThrow(
      'cannot be reached',
    );
    await expect(Serving.start(['--database-url', 'mysql://x'], env)).rejects.toThrow('postgres://user@host/database');
    await expect(Serving.start(['--node-address', 'http://x'], env)).rejects.toThrow('--database-url');
    expect((await one.call('/readyz')).status).toBe(200);
  });
});

// Hosts that end while agents and viewers are at work: one that is asked to stop refuses nobody, and what one that was
// killed had is another's after the time for which the database waits.

import { connectAgent, connectViewer } from '@vitrine/client';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { Catalogs } from '@vitrine/core/internal';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startBalancer } from '../test/balancer.ts';
import { env, newDatabase, opened, openSession, query, send, set, spawnHost, until } from '../test/nodes.ts';
import { startPostgres, type TestPostgres } from '../test/postgres.ts';
import { ensureBuilt, Serving, stopAll } from '../test/serving.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  ensureBuilt();
  postgres = await startPostgres();
}, 240_000);
afterEach(stopAll);
afterAll(() => postgres.stop(), 60_000);

const at = (url: string): Pick<Serving, 'call'> => ({
  call: (path, options) => Serving.prototype.call.call({ url }, path, options),
});

describe('a host that is asked to stop', () => {
  it('refuses no call, closes its sockets with 1001, and its viewers go on at another', async () => {
    const database = await newDatabase(postgres);
    const start = () => Serving.start(['--database-url', database], env);
    const hosts = [await start(), await start(), await start()];
    const [first] = hosts as [Serving];
    const { key } = first;
    const balancer = await startBalancer(hosts.map(({ url }) => url));
    const door = at(balancer.url);
    // The first one writes the sessions, and some of the viewers are there.
    const sessions = await Promise.all(Array.from({ length: 4 }, () => openSession(first, key)));
    for (const { session } of sessions) expect(await send(first, key, session, opened)).toMatchObject({ accepted: 1 });
    const viewers = sessions.map(({ session, viewerToken }) =>
      connectViewer({ url: balancer.url, session, token: viewerToken, catalogs: new Catalogs([basic10]) }),
    );
    onTestFinished(() => Promise.all(viewers.map((viewer) => viewer.close())).then(() => undefined));
    await until(() => viewers.every((viewer) => viewer.view.surfaces.has('main')));
    let isOver = false;
    const refused: unknown[] = [];
    const sent = sessions.map(() => 0);
    const sending = sessions.map(async ({ session }, n) => {
      while (!isOver) {
        const value = (sent[n] ?? 0) + 1;
        sent[n] = value;
        // Under a key, as clients of ours send.
        const answer = await send(door, key, session, set(value), `${session} ${value}`).catch(String);
        if (typeof answer === 'string' || answer.status !== 200 || answer.accepted !== 1) refused.push(answer);
      }
    });
    await until(() => sent.every((count) => count > 5));
    const before = [...sent];
    await first.stop();
    await until(() => sent.every((count, n) => count > (before[n] as number) + 5));
    isOver = true;
    await Promise.all(sending);
    expect(refused).toEqual([]);
    await until(() => viewers.every((viewer, n) => viewer.view.surfaces.get('main')?.data.get('/value') === sent[n]));
    expect(balancer.statuses.filter((status) => status !== 200 && status !== 201)).toEqual([]);
    expect(balancer.closes.length).toBeGreaterThan(0);
    expect(balancer.closes.filter(({ code }) => code !== 1001)).toEqual([]);
    const closedAt = balancer.closes[0]?.at ?? 0;
    const back = balancer.welcomes.filter((time) => time > closedAt);
    console.info(`sockets resumed after ${back.map((time) => Math.round(time - closedAt)).join(', ')} ms`);
  });
});

describe('a host that was killed', () => {
  it('is followed by another in its sessions, and not before the database has missed it', async () => {
    const database = await newDatabase(postgres);
    const other = await Serving.start(['--database-url', database], env);
    const killed = await spawnHost(database);
    const { key } = other;
    const { session } = await openSession(killed, key);
    await send(killed, key, session, opened);
    const agent = connectAgent({ url: other.url, key });
    onTestFinished(() => agent.close());
    const [lease] = await query(database, 'SELECT node FROM vitrine.leases WHERE session = $1', session);
    await killed.kill();
    const killedAt = performance.now();
    const seen = 'SELECT extract(epoch FROM seen_at) AS at FROM vitrine.nodes WHERE node = $1';
    const [last] = await query(database, seen, lease?.node);
    // Under a key, as clients of ours send: nobody is refused.
    expect(await agent.session(session).send(set('after'))).toMatchObject({ accepted: 1, seq: 2 });
    const tookMs = performance.now() - killedAt;
    const [now] = await query(database, 'SELECT extract(epoch FROM clock_timestamp()) AS at');
    console.info(`taken over ${Math.round(tookMs)} ms after the kill`);
    // Where it was reached nobody answers: half of its time is enough.
    expect(Number(now?.at) - Number(last?.at)).toBeGreaterThan(1.5);
    const [after] = await query(database, 'SELECT node FROM vitrine.leases WHERE session = $1', session);
    expect(after?.node).not.toBe(lease?.node);
  });
});

// Hosts behind a balancer that sends every call to the next of them: calls go on to the host that writes the session, which
// stays where it is.

import { connectViewer } from '@vitrine/client';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { Catalogs } from '@vitrine/core/internal';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { env, leasesGiven, newDatabase, opened, openSession, send, set, until } from '../test/nodes.ts';
import { startPostgres, type TestPostgres } from '../test/postgres.ts';
import { ensureBuilt, Serving, stopAll } from '../test/serving.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  ensureBuilt();
  postgres = await startPostgres();
}, 240_000);
afterEach(stopAll);
afterAll(() => postgres.stop(), 60_000);

/** Three hosts, and each in turn. */
async function startThree() {
  const database = await newDatabase(postgres);
  const hosts: Serving[] = [];
  for (let n = 0; n < 3; n++) hosts.push(await Serving.start(['--database-url', database], env));
  let turn = 0;
  const next = (): Serving => hosts[turn++ % hosts.length] as Serving;
  return { hosts, next, key: (hosts[0] as Serving).key, database };
}

const button = {
  vitrine: 1,
  body: [
    {
      op: 'open',
      surface: 'main',
      catalog: basic10.id,
      data: { name: 'Ada' },
      components: [
        { id: 'root', type: 'Button', props: { child: 'text', action: { event: { name: 'go', context: {} } } } },
        { id: 'text', type: 'Text', props: { text: 'Go' } },
      ],
    },
  ],
};

const press = { event: 'action', surface: 'main', source: 'root', name: 'go', context: {}, checked: false } as const;

describe('hosts behind a balancer', () => {
  it('take an agent and a viewer in turns in one order, and the session stays with one of them', async () => {
    const { next, key, database, hosts } = await startThree();
    const { session, viewerToken } = await openSession(next(), key);
    expect(await send(next(), key, session, button)).toMatchObject({ accepted: 1, seq: 1 });
    const before = await leasesGiven(database);
    const seqs: number[] = [];
    for (let n = 0; n < 20; n++) {
      const sent = await send(next(), key, session, set(n));
      expect(sent).toMatchObject({ accepted: 1 });
      seqs.push(sent.seq as number);
      const body = { vitrine: 1, body: [press] };
      const acted = await next().call(`/sessions/${session}/events`, { body, token: viewerToken });
      const answer = (await acted.json()) as { accepted: number; seq: number };
      expect(answer).toMatchObject({ accepted: 1 });
      seqs.push(answer.seq);
    }
    expect(seqs).toEqual(Array.from({ length: 40 }, (_, n) => n + 2));
    expect(await leasesGiven(database)).toBe(before);
    for (const host of hosts) {
      const state = await (await host.call(`/sessions/${session}/snapshot`, { token: key })).json();
      expect(state).toMatchObject({ seq: 41, surfaces: { main: { data: { value: 19 } } } });
    }
  });

  it('answer a repeat under a key as the first call, whichever of them has it', async () => {
    const { next, key } = await startThree();
    const { session } = await openSession(next(), key);
    const repeat = async (body: unknown) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'k' };
      const url = `${next().url}/sessions/${session}/messages`;
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: answer.status, ...((await answer.json()) as object) };
    };
    const first = await repeat(opened);
    expect(first).toMatchObject({ status: 200, accepted: 1, seq: 1 });
    expect(await Promise.all([repeat(opened), repeat(opened), repeat(opened)])).toEqual([first, first, first]);
    expect(await repeat(set(1))).toMatchObject({ status: 422, error: 'VITRINE_KEY_REUSED' });
  });

  it('show a viewer on a socket what it does itself once, and what the agent sends to each of them', async () => {
    const { hosts, next, key, database } = await startThree();
    const [one, two] = hosts as [Serving, Serving];
    const { session, viewerToken } = await openSession(one, key);
    expect(await send(one, key, session, button)).toMatchObject({ accepted: 1 });
    const before = await leasesGiven(database);
    const viewer = connectViewer({ url: two.url, session, token: viewerToken, catalogs: new Catalogs([basic10]) });
    onTestFinished(() => viewer.close());
    await until(() => viewer.view.surfaces.has('main'));
    for (let n = 0; n < 9; n++) {
      await send(next(), key, session, set(n));
      await viewer.send(press);
    }
    await until(() => viewer.view.surfaces.get('main')?.data.get('/value') === 8);
    expect(await leasesGiven(database)).toBe(before);
    const events = await (await two.call(`/sessions/${session}/events?after=0`, { token: key })).text();
    expect(events.match(/"action"/g)).toHaveLength(9);
  });

  it('bring a session to the host that alone sends to it', async () => {
    const { hosts, key, database } = await startThree();
    const [one, two] = hosts as [Serving, Serving];
    const { session } = await openSession(one, key);
    await send(one, key, session, opened);
    const before = await leasesGiven(database);
    for (let n = 0; n < 150; n++) expect(await send(two, key, session, set(n))).toMatchObject({ seq: n + 2 });
    expect(await leasesGiven(database)).toBe(before + 1);
  });

  it('refuse a bad message, a closed session and an unknown one as the host that writes it would', async () => {
    const { hosts, key } = await startThree();
    const [one, two] = hosts as [Serving, Serving];
    const { session } = await openSession(one, key);
    await send(one, key, session, opened);
    expect(await send(two, key, session, { vitrine: 1, body: [{ op: 'nothing' }] })).toMatchObject({
      ...{ status: 200, accepted: 0 },
      issues: [{ severity: 'error' }],
    });
    await one.call(`/sessions/${session}`, { method: 'DELETE', token: key });
    expect(await send(two, key, session, set(1))).toMatchObject({ status: 409 });
    expect(await send(two, key, 'nobody', set(1))).toMatchObject({ status: 404 });
  });
});

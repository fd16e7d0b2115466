// Faces of hosts that share a PostgreSQL: what one of them was told holds on the others.

import { randomBytes } from 'node:crypto';
import { connectAgent } from '@vitrine/client';
import type { JsonObject } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../test/nodes.ts';
import { startPostgres, type TestPostgres } from '../test/postgres.ts';
import { ensureBuilt, Serving, stopAll } from '../test/serving.ts';

const env = {
  VITRINE_TOKEN_KEY: randomBytes(32).toString('base64'),
  VITRINE_SEAL_KEY: randomBytes(32).toString('base64'),
};

let postgres: TestPostgres;
let one: Serving;
let two: Serving;
let key = '';
beforeAll(async () => {
  ensureBuilt();
  postgres = await startPostgres();
  one = await Serving.start(['--database-url', postgres.url], env);
  two = await Serving.start(['--database-url', postgres.url], env);
  key = one.key;
}, 240_000);
afterAll(async () => {
  await stopAll();
  await postgres.stop();
});

const GATE = { artifactId: 'a', artifactType: 'text', title: 'Publish?', actions: ['accept', 'reject'] };

async function post(host: Serving, path: string, body: unknown) {
  const answer = await host.call(path, { body, token: key });
  return { status: answer.status, body: (await answer.json()) as JsonObject };
}

describe('what one of two hosts takes back', () => {
  const input = {
    ...{ threadId: 't', runId: 'r', state: {}, tools: [], context: [], forwardedProps: {} },
    messages: [{ id: 'm', role: 'user', content: 'go' }],
  };

  it('ends what is open with it at the other, and opens nothing more there: a credential of a client, a key', async () => {
    const added = await one.run(['agent', 'add', 'eve']);
    const eve = added.out.trim();
    // It hears and never answers, so that a run goes on.
    const agent = connectAgent({ url: one.url, key: eve });
    onTestFinished(() => agent.close());
    const credentials = async () => one.call('/ag-ui/eve/credentials', { body: { name: 'ada' }, token: eve });
    const { id, token } = (await (await credentials()).json()) as { id: string; token: string };
    await until(async () => (await two.call('/sessions', { token: eve })).status === 200, 100);
    const call = { body: input, token };
    const run = await two.call('/ag-ui/eve', call);
    expect(run.status).toBe(200);
    const headers = { authorization: `Bearer ${eve}`, accept: 'text/event-stream' };
    const events = await fetch(`${two.url}/events`, { headers });
    expect(events.headers.get('content-type')).toContain('text/event-stream');
    expect((await one.call(`/ag-ui/eve/credentials/${id}`, { method: 'DELETE', token: eve })).status).toBe(200);
    const since = performance.now();
    expect(await run.text()).toContain('VITRINE_CREDENTIAL_REVOKED');
    const ended = [Math.round(performance.now() - since)];
    expect((await two.call('/ag-ui/eve', call)).status).toBe(401);
    await one.run(['agent', 'revoke', 'eve', '--yes']);
    const revokedAt = performance.now();
    await events.text();
    ended.push(Math.round(performance.now() - revokedAt));
    expect((await two.call('/sessions', { token: eve })).status).toBe(401);
    console.info(`ended at the other host after ${ended.join(' and ')} ms`);
  });
});

describe('runs of OpenWOP on hosts that share a database', () => {
  it('go on at whichever of them is called, and number their events once', async () => {
    const run = String((await post(one, '/v1/runs', { workflowId: 'shared' })).body.runId);
    for (let n = 0; n < 6; n++) {
      const event = { type: 'node.started', nodeId: `n${n}`, payload: {} };
      expect((await post(n % 2 === 0 ? two : one, `/v1/runs/${run}/events`, event)).status).toBeLessThan(300);
    }
    for (const host of [one, two]) {
      const answer = await host.call(`/v1/runs/${run}/events/poll?timeout=0`, { token: key });
      const { events } = (await answer.json()) as { events: readonly { sequence: number }[] };
      expect(events.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    }
  });

  it('are resumed once, whoever is asked, and at once where they were not opened', async () => {
    const run = String((await post(one, '/v1/runs', { workflowId: 'shared' })).body.runId);
    for (const nodeId of ['first', 'second', 'third']) {
      const opened = await post(one, `/v1/runs/${run}/interrupts`, { nodeId, kind: 'approval', data: GATE });
      expect(opened.status).toBe(201);
      const resume = (host: Serving, action: string) =>
        post(host, `/v1/runs/${run}/interrupts/${nodeId}`, { resumeValue: { action } });
      const answers = await Promise.all([resume(two, 'accept'), resume(one, 'reject')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it('are refused with 503 and a time while the database is away, and go on by themselves', async () => {
    const run = String((await post(one, '/v1/runs', { workflowId: 'shared' })).body.runId);
    const event = { type: 'node.started', nodeId: 'n', payload: {} };
    const send = () => one.call(`/v1/runs/${run}/events`, { body: event, token: key });
    await postgres.kill();
    const refused = await send();
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([503, true]);
    await postgres.start();
    let { status } = refused;
    while (status === 503) ({ status } = await send());
    expect(status).toBeLessThan(300);
  });
});

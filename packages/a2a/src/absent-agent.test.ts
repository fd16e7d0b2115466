// An agent that nobody runs: a call for it is answered, and nothing of it is left to be done later.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { client10, done, Stage, say, type TestClient, words } from '../test/stage.ts';
import { formById } from './forms.ts';

const uris = [formById('v0.9').uri];
/** The clocks of the face: what is waited for, by its milliseconds. */
const timers = new Map<object, { readonly ms: number; readonly run: () => void }>();
let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open({
    setTimer: (ms, run) => {
      const timer = {};
      timers.set(timer, { ms, run });
      return () => void timers.delete(timer);
    },
  });
});

afterAll(() => stage.clear());

async function pass(ms: number): Promise<void> {
  await expect.poll(() => [...timers.values()].map((timer) => timer.ms)).toContain(ms);
  for (const timer of timers.values()) if (timer.ms === ms) timer.run();
}

/** An agent that has a key and nobody who uses it, and a client of it. */
async function absent(name: string): Promise<{ readonly key: string; readonly client: TestClient }> {
  const { key } = await stage.host.credentials.addAgent(name);
  const path = `/a2a/${name}/credentials`;
  const { body } = await stage.call('POST', path, { key, body: { name: 'client' } });
  return { key, client: await client10(`${stage.url}/a2a/${name}`, String(body.token)) };
}

it.each(['send', 'stream'] as const)('[XS37] is told of at once, and nothing is kept for it: %s', async (wire) => {
  const { client } = await absent(wire);
  const calling = client[wire](words('hello', { contextId: 'c' }), uris);
  await pass(1000);
  const { state, texts } = await calling;
  expect([state, texts]).toEqual(['TASK_STATE_FAILED', [expect.stringContaining('The agent is not running.')]]);
  expect(await stage.host.sessions.list(wire)).toEqual([]);
});

it('[XS37] that ran and has ended is told of too, and what it has shown can still be asked for', async () => {
  const agent = await stage.agent('ended', () => [say('Here'), done()]);
  const client = await client10(`${stage.url}/a2a/ended`, await agent.credential());
  expect((await client.send(words('hello', { contextId: 'c' }), uris)).texts).toEqual(['Here']);
  const idle = () => stage.host.sessions.hasListener('ended');
  await expect.poll(idle).toBe(true);
  agent.stop();
  await expect.poll(idle).toBe(false);
  const calling = client.send(words('and now?', { contextId: 'c' }), uris);
  await pass(1000);
  expect((await calling).state).toBe('TASK_STATE_FAILED');
  expect((await client.send({ parts: [], contextId: 'c' }, uris)).state).toBe('TASK_STATE_COMPLETED');
});

it('[XS37] that comes back while it is waited for has what was said', async () => {
  const { key, client } = await absent('back');
  const calling = client.send(words('hello'), uris);
  await expect.poll(() => timers.size).toBe(2);
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
  const stream = await fetch(`${stage.url}/events`, { headers, signal: leaving.signal });
  await expect.poll(() => stage.host.sessions.hasListener('back')).toBe(true);
  // Long before its time is over.
  await pass(50);
  const { value } = (await stream.body?.getReader().read()) ?? {};
  expect(new TextDecoder().decode(value)).toContain('"join"');
  await pass(120_000);
  expect((await calling).texts).toEqual(['The agent did not answer in time.']);
  leaving.abort();
});

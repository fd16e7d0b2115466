// A clock that is set back by hours, and forward again: what people hold, what waits for them, and what is repeated.

import { expect, onTestFinished, test } from 'vitest';
import { createHost } from './host.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2030-01-01T12:00:00Z');
const ops = (...body: object[]): object => ({ vitrine: 1, body });

async function openStage() {
  const clock = { now: NOON };
  const host = await createHost({ now: () => clock.now });
  onTestFinished(() => host.stop(0));
  const { key } = await host.credentials.addAgent('dev');
  const ask = async (
    credential: string | undefined,
    path: string,
    json?: object,
    headers: Record<string, string> = {},
  ) => {
    const request = new Request(`http://127.0.0.1${path}`, {
      method: json === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...headers,
        ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const answer = await host.fetch(request, { address: '127.0.0.1' });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const { body } = await ask(key, '/sessions', {});
  const { session, viewerToken: token, viewerUrl } = body as Record<string, string>;
  const code = new URLSearchParams(new URL(viewerUrl as string).hash.slice(1)).get('code') as string;
  /** The same viewer as before, whose first token may be over. */
  const fresh = async () => (await ask(undefined, '/viewer', { code })).body.token as string;
  return { clock, key, ask, path: `/sessions/${session}`, token: token as string, code, fresh };
}

test('[CR10] [CR22] a token, what it is renewed to and a link go on, and end when they would have', async () => {
  const { clock, ask, path, token, code } = await openStage();
  const look = async (credential: string) => (await ask(credential, `${path}/snapshot`)).status;
  const exchange = async () => (await ask(undefined, '/viewer', { code })).status;
  clock.now -= 3 * HOUR;
  expect([await look(token), await exchange()]).toEqual([200, 200]);
  clock.now += HOUR / 2;
  const renewed = (await ask(token, `${path}/viewer-token`, {})).body.token as string;
  expect(await look(renewed)).toBe(200);
  clock.now += HOUR * 0.6;
  // More than an hour has passed since the first, whatever the clock says.
  expect([await look(token), await look(renewed), await exchange()]).toEqual([401, 200, 200]);
  clock.now = NOON + 8 * 24 * HOUR;
  expect(await exchange()).toBe(401);
  clock.now = NOON;
  expect([await look(renewed), await exchange()]).toEqual([401, 401]);
});

test('[SE28] a question is open until its time by the clock, and one that lapsed is not opened again', async () => {
  const { clock, key, ask, path, fresh } = await openStage();
  const put = (id: string, until: number) =>
    ask(
      key,
      `${path}/messages`,
      ops({ op: 'ask', ask: id, want: { kind: 'text' }, prompt: 'Name?', until: new Date(until).toISOString() }),
    );
  const answer = async (id: string) =>
    (await ask(await fresh(), `${path}/events`, ops({ event: 'answer', ask: id, value: 'Eve' }))).body.accepted;
  for (const id of ['a', 'b']) expect((await put(id, NOON + HOUR / 2)).body.accepted).toBe(1);
  clock.now -= 3 * HOUR;
  expect(await answer('a')).toBe(1);
  expect(await answer('a')).toBe(0);
  clock.now = NOON + HOUR / 2;
  expect(await answer('b')).toBe(0);
  const asks = async () => Object.keys((await ask(key, `${path}/snapshot`)).body.asks as object);
  await expect.poll(asks, { timeout: 10_000 }).toEqual([]);
  clock.now -= 3 * HOUR;
  expect([await asks(), await answer('b')]).toEqual([[], 0]);
});

test('[SE3] a call under its key is done once, however the clock is set within the day', async () => {
  const { clock, key, ask, path, fresh } = await openStage();
  const headers = { 'idempotency-key': 'k' };
  const say = () => ask(key, `${path}/messages`, ops({ op: 'say', text: 'once' }), headers);
  const tell = async () => ask(await fresh(), `${path}/events`, ops({ event: 'say', text: 'once' }), headers);
  const first = [await say(), await tell()];
  for (const hours of [-3, 5, -4]) {
    clock.now += hours * HOUR;
    expect(await say()).toEqual(first[0]);
  }
  clock.now = NOON;
  expect(await tell()).toEqual(first[1]);
  expect(((await ask(key, `${path}/events?wait=0`)).body.events as object[]).length).toBe(1);
});

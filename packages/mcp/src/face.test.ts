import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORM, run, Stage } from '../test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

async function refusal(response: Promise<Response>): Promise<[number, string]> {
  const answer = await response;
  return [answer.status, ((await answer.json()) as { error: string }).error];
}

/** With headers that fetch does not let one write. */
function statusWith(headers: { readonly [name: string]: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(`${stage.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    });
    call.on('response', ({ statusCode }) => resolve(statusCode ?? 0)).on('error', reject);
    call.end(LIST);
  });
}

describe('the door', () => {
  it('[MC20] X03 a call without a key, or with a foreign one, is 401 before anything', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer wrong', 'Basic abc', `Bearer ${stage.key}x`])
      expect((await stage.raw(LIST, { authorization })).status).toBe(401);
    expect((await stage.raw('not json', { authorization: 'Bearer wrong' })).status).toBe(401);
  });

  it('[MC20] the token of a viewer opens nothing', async () => {
    const { session } = await run(await stage.client(), 'a2ui_push', { messages: FORM });
    const minted = await fetch(`${stage.url}/sessions/${session}/viewer-token`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stage.key}` },
    });
    const { token } = (await minted.json()) as { token: string };
    expect((await stage.raw(LIST, { authorization: `Bearer ${token}` })).status).toBe(401);
  });

  it('[MC21] X03 any Origin is 403, a foreign Host 421', async () => {
    const authorization = `Bearer ${stage.key}`;
    const { host } = new URL(stage.url);
    expect(await refusal(stage.raw(LIST, { origin: stage.url }))).toEqual([403, 'VITRINE_ORIGIN_REFUSED']);
    expect(await statusWith({ authorization, host, origin: 'null' })).toBe(403);
    expect(await statusWith({ authorization, host: 'evil.example' })).toBe(421);
    expect(await statusWith({ authorization, host })).toBeLessThan(500);
  });

  it('[MC28] X03 a client of another machine is refused, unless the operator lets it in', async () => {
    const statusFor = async ({ host, url, key }: Stage, address: string) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const request = new Request(`${url}/mcp`, { method: 'POST', headers, body: '{}' });
      const answer = await host.fetch(request, { address });
      await answer.text();
      return answer.status;
    };
    for (const address of ['127.0.0.1', '127.8.9.1', '::1']) expect(await statusFor(stage, address)).not.toBe(403);
    for (const address of ['10.0.0.7', '::2', '2001:db8:0:0::/64', '127.evil', 'unknown', ''])
      expect(await statusFor(stage, address), address).toBe(403);
    const wide = await Stage.open({ remote: true });
    expect(await statusFor(wide, '10.0.0.7')).not.toBe(403);
    await wide.close();
  });

  it('[MC22] X03 another content type is 415, a method that is none 405', async () => {
    expect(await refusal(stage.raw(LIST, { 'content-type': 'text/plain' }))).toEqual([415, 'VITRINE_BODY_TYPE']);
    for (const method of ['GET', 'DELETE']) expect((await stage.raw('', {}, method)).status).toBe(405);
  });

  it('[MC23] a body over the limit is refused with JSON and the next call is fine', async () => {
    const large = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'a2ui_push', arguments: { messages: 'x'.repeat(5 * 1024 * 1024) } },
    });
    const answer = await stage.raw(large);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toBeTypeOf('object');
    expect(await run(await stage.client(), 'a2ui_capabilities')).toBeTypeOf('object');
  });

  it('[MC24] what is no message is answered, and the door stays open', async () => {
    for (const body of [
      '',
      'nonsense',
      '[]',
      '1',
      '"x"',
      '{}',
      '{"jsonrpc":"1.0"}',
      `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    ]) {
      const { status } = await stage.raw(body);
      expect([body.slice(0, 20), status >= 400 && status < 500]).toEqual([body.slice(0, 20), true]);
    }
    expect(await run(await stage.client(), 'a2ui_capabilities')).toBeTypeOf('object');
  });

  it('[MC25] more calls of an agent than it has places are refused, others are let in, and a place that is left is taken again', async () => {
    const small = await Stage.open({ calls: 1, patienceMs: 20 });
    try {
      const client = await small.client();
      const waiting = run(client, 'a2ui_ask', { prompt: 'Wait' });
      const { session, ask } = await openQuestion(small);
      expect((await small.raw(LIST)).status).toBe(503);
      const { key } = await small.host.credentials.addAgent('other');
      expect((await small.raw(LIST, { authorization: `Bearer ${key}` })).status).toBe(200);
      await small.person(session, { event: 'answer', ask, value: 'done' });
      expect(await waiting).toMatchObject({ value: 'done' });
      expect(await run(client, 'a2ui_capabilities')).toBeTypeOf('object');
    } finally {
      await small.close();
    }
  });

  it('[MC26] a call that takes too long ends with what it has', async () => {
    const short = await Stage.open({ callMs: 300 });
    try {
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'a2ui_ask', arguments: { prompt: 'Never' } },
      });
      expect(await (await short.raw(body)).text()).toContain('\\"answered\\":false');
      expect((await short.raw(LIST)).status).toBeLessThan(500);
    } finally {
      await short.close();
    }
  });

  it('[MC29] wrong keys of an address are refused beyond some a minute, and one that holds is let in', async () => {
    const own = await Stage.open({ guessesPerMinute: 2 });
    const status = async (key: string) => (await own.raw(LIST, { authorization: key })).status;
    for (let i = 0; i < 4; i++) expect(await status('')).toBe(401);
    expect([await status('Bearer a'), await status('Bearer b')]).toEqual([401, 401]);
    const refused = await own.raw(LIST, { authorization: 'Bearer c' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await status(`Bearer ${own.key}`)).toBe(200);
    await own.close();
  });

  it('[MC30] a call takes a seat among the connections of the host until its answer is read', async () => {
    const own = await Stage.open({}, undefined, [], { connections: { perClient: 1, total: 10 } });
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
    const asking = own.raw(JSON.stringify({ ...body, params: { name: 'a2ui_ask', arguments: { prompt: 'Wait' } } }));
    const { session, ask } = await openQuestion(own);
    const refused = await own.raw(LIST);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    await own.person(session, { event: 'answer', ask, value: 'done' });
    expect(await (await asking).text()).toContain('done');
    expect((await own.raw(LIST)).status).toBe(200);
    await own.close();
  });

  it('[MC26] an answer that nobody reads is given up when the time of its call is over', async () => {
    const own = await Stage.open({ callMs: 100, calls: 1, patienceMs: 10_000 });
    const text = 'x'.repeat(1_000_000);
    const hi = { messages: [{ vitrine: 1, body: [{ op: 'say', text: 'Hi' }] }] };
    const { session } = await run(await own.client(), 'a2ui_push', hi);
    for (let i = 0; i < 4; i++) {
      const answer = await fetch(`${own.url}/sessions/${String(session)}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${own.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ vitrine: 1, body: [{ op: 'open', surface: `s${i}`, data: { text } }] }),
      });
      expect(await answer.json()).toMatchObject({ accepted: 1 });
    }
    const { hostname, port } = new URL(own.url);
    const dump = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a2ui_dump' } });
    const unread = connect(Number(port), hostname);
    unread.write(
      `POST /mcp HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${own.key}\r\naccept: application/json, text/event-stream\r\n` +
        `content-type: application/json\r\ncontent-length: ${dump.length}\r\n\r\n${dump}`,
    );
    unread.pause();
    // The one place of the agent is free again, though nobody has read.
    expect((await own.raw(LIST)).status).toBe(200);
    unread.destroy();
    await own.close();
  });

  it('[MC23] half a body and one that never ends are given up, and the next call is answered', async () => {
    const { hostname, port } = new URL(stage.url);
    const head = `POST /mcp HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${stage.key}\r\ncontent-type: application/json\r\n`;
    const half = connect(Number(port), hostname);
    half.write(`${head}content-length: 100\r\n\r\n{"jsonrpc":`, () => half.destroy());
    await once(half, 'close');
    const endless = connect(Number(port), hostname);
    endless.write(`${head}transfer-encoding: chunked\r\n\r\n`);
    const piece = `100000\r\n${' '.repeat(0x100000)}\r\n`;
    for (let i = 0; i < 5; i++) endless.write(piece);
    const [answer] = (await once(endless, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /);
    endless.destroy();
    expect((await stage.raw(LIST)).status).toBe(200);
  });

  it('[MC27] a call that waits ends when its agent is revoked, and when the host stops', async () => {
    const own = await Stage.open();
    const { key } = await own.host.credentials.addAgent('leaving');
    const waiting = run(await own.client(key), 'a2ui_ask', { prompt: 'Wait' });
    await openQuestion(own, key);
    await own.host.credentials.revokeAgent('leaving');
    expect(await waiting).toMatchObject({ answered: false });
    const other = run(await own.client(), 'a2ui_ask', { prompt: 'Wait' });
    await openQuestion(own);
    await own.host.stop();
    expect(await other).toMatchObject({ answered: false });
    await own.close();
  });
});

/** The question that is open in the only session, once it is. */
async function openQuestion(
  stage: Stage,
  key = stage.key,
): Promise<{ readonly session: string; readonly ask: string }> {
  for (;;) {
    const response = await fetch(`${stage.url}/sessions`, { headers: { authorization: `Bearer ${key}` } });
    const { sessions } = (await response.json()) as { sessions: { session: string }[] };
    const session = sessions[0]?.session;
    const asks = session === undefined ? {} : (await stage.snapshot(session, key)).asks;
    const [ask] = Object.keys((asks ?? {}) as object);
    if (session !== undefined && ask !== undefined) return { session, ask };
    await new Promise(setImmediate);
  }
}

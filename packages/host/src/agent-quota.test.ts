// What the sessions of an agent may take of the store: refused to the agent when it is full, never to a person.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createHost, type HostOptions } from './host.ts';

const ASK = { vitrine: 1, body: [{ op: 'ask', ask: 'q', want: { kind: 'text' }, prompt: 'Well?' }] };
const say = (text: string) => ({ vitrine: 1, body: [{ op: 'say', text }] });

async function start(options: HostOptions) {
  const host = await createHost({ ...options, quota: { bytes: 20_000, agents: { roomy: 1_000_000 } } });
  onTestFinished(() => host.stop());
  const call = async (token: string, method: string, path: string, body?: object | Uint8Array) => {
    const headers = { authorization: `Bearer ${token}`, host: '127.0.0.1', 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: body instanceof Uint8Array ? body : JSON.stringify(body) };
    const request = new Request(`http://127.0.0.1${path}`, { method, headers, ...sent } as RequestInit);
    const answer = await host.fetch(request, { address: '127.0.0.1' });
    return { status: answer.status, json: (await answer.json()) as { readonly [name: string]: unknown } };
  };
  const push = async (key: string, session: string, text: string) => {
    const { json } = await call(key, 'POST', `/sessions/${session}/messages`, say(text));
    return (json.issues as readonly { readonly code: string }[]).map(({ code }) => code)[0] ?? 'taken';
  };
  return { host, call, push };
}

it('an agent whose sessions are full adds nothing until some are erased; people answer, others go on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-quota-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let key = '';
  let session = '';
  {
    const { host, call, push } = await start({ folder });
    key = (await host.credentials.addAgent('full')).key;
    const opened = (await call(key, 'POST', '/sessions', {})).json;
    session = String(opened.session);
    const token = String(opened.viewerToken);
    expect(await call(key, 'POST', `/sessions/${session}/messages`, ASK)).toMatchObject({ json: { accepted: 1 } });
    const results: string[] = [];
    for (let n = 0; n < 30; n++) results.push(await push(key, session, 'x'.repeat(1000)));
    const taken = results.filter((result) => result === 'taken').length;
    expect([taken > 15, taken < 20, new Set(results.slice(taken))]).toEqual([true, true, new Set(['VITRINE_QUOTA'])]);
    const answer = { vitrine: 1, body: [{ event: 'answer', ask: 'q', value: 'yes' }] };
    expect((await call(token, 'POST', `/sessions/${session}/events`, answer)).json).toMatchObject({ accepted: 1 });
    const file = await call(token, 'POST', `/sessions/${session}/files?name=a.txt`, new Uint8Array(5000));
    expect(file).toMatchObject({ status: 507, json: { error: 'VITRINE_QUOTA', details: { limit: 20_000 } } });
    const roomy = (await host.credentials.addAgent('roomy')).key;
    const other = String((await call(roomy, 'POST', '/sessions', {})).json.session);
    for (let n = 0; n < 30; n++) expect(await push(roomy, other, 'x'.repeat(1000))).toBe('taken');
    await host.stop();
  }
  // What stands in the store counts after a start too.
  const { host, call, push } = await start({ folder });
  await expect.poll(() => push(key, session, 'more')).toBe('VITRINE_QUOTA');
  const second = String((await call(key, 'POST', '/sessions', {})).json.session);
  expect(await push(key, second, 'more')).toBe('VITRINE_QUOTA');
  await host.operator.eraseSession(session, 'command');
  await expect.poll(() => push(key, second, 'more')).toBe('taken');
});

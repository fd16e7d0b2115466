// What an agent brings on for somebody else, by HTTP: judged by core's one decision, whichever road it comes.

import type { Json } from '@vitrine/core';
import { expect, test } from 'vitest';
import { call, openHttpHost, openSession } from '../../test/http-host.ts';

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const AWAY = 'https://away.example/go';
const create: Json = { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: CATALOG } };
const put = (...components: Json[]): Json => ({ version: 'v0.9', updateComponents: { surfaceId: 's', components } });
const link = put(
  { id: 'root', component: 'Button', child: 'l', action: { functionCall: { call: 'openUrl', args: { url: AWAY } } } },
  { id: 'l', component: 'Text', text: 'Go' },
);
const words = put({ id: 'l', component: 'Text', text: 'Other' });
const data: Json = { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/a', value: 1 } };
const ops = (...body: Json[]): Json => ({ vitrine: 1, body });
const confirm = ops({ op: 'ask', ask: 'pay', want: { kind: 'confirm' }, prompt: 'Pay?' });
const navigate = ops({ op: 'effect', effect: { kind: 'navigate', url: AWAY } });

type Host = Awaited<ReturnType<typeof openHttpHost>>;
interface Answer {
  readonly accepted: number;
  readonly issues: readonly { code: string; at?: string; message: string; fault: string }[];
}

async function send(host: Host, path: string, message: Json, more = '?untrusted=1', key = host.key): Promise<Answer> {
  return (await (await call(host, key, `${path}/messages${more}`, { json: message })).json()) as Answer;
}

async function snapshot(host: Host, path: string): Promise<{ [name: string]: Json }> {
  return (await (await call(host, host.key, `${path}/snapshot`)).json()) as { [name: string]: Json };
}

test('[SE51] an approval and a link that somebody else asks for are refused by name, and the agent is told', async () => {
  const host = await openHttpHost();
  const { path } = await openSession(host);
  const [asked, led] = [await send(host, path, confirm), await send(host, path, navigate)];
  expect(asked).toMatchObject({
    accepted: 0,
    issues: [{ code: 'VITRINE_ASK_UNTRUSTED', at: '/body/0/want/kind', severity: 'error', fault: 'agent' }],
  });
  expect(led).toMatchObject({
    accepted: 0,
    issues: [{ code: 'VITRINE_NAVIGATE_UNTRUSTED', at: '/body/0/effect/kind' }],
  });
  expect((await snapshot(host, path)).asks).toEqual({});
  expect((await send(host, path, confirm, '')).accepted).toBe(1);
  expect((await send(host, path, navigate, '')).accepted).toBe(1);
});

test('[SE51] so are those of an untrusted session and of an untrusted agent, in every dialect that has a word for them', async () => {
  const host = await openHttpHost();
  const { key } = await host.credentials.addAgent('stranger', { trust: 'untrusted' });
  const rpc = (method: string, params: Json): Json => ({ jsonrpc: '2.0', method, params });
  for (const [by, order] of [
    [host.key, { trust: 'untrusted' }],
    [key, {}],
  ] as const) {
    for (const message of [confirm, rpc('ui.confirm', { request_id: 'r', title: 'Pay?' })]) {
      const { path } = await openSession(host, order, by);
      expect((await send(host, path, message, '', by)).issues.map(({ code }) => code)).toEqual([
        'VITRINE_ASK_UNTRUSTED',
      ]);
    }
    for (const message of [navigate, rpc('ui.navigate', { url: AWAY })]) {
      const { path } = await openSession(host, order, by);
      expect((await send(host, path, message, '', by)).issues.map(({ code }) => code)).toEqual([
        'VITRINE_NAVIGATE_UNTRUSTED',
      ]);
    }
  }
});

test.each([
  ['components', words],
  ['data', data],
])(
  '[SE52] an untrusted write to %s makes a trusted surface untrusted for everybody, and nothing later raises it',
  async (_, write) => {
    const host = await openHttpHost();
    const { path, token: viewerToken } = await openSession(host);
    await send(host, path, [create, link], '');
    expect(await snapshot(host, path)).toMatchObject({ surfaces: { s: { trust: 'trusted' } } });
    expect((await send(host, path, write)).accepted).toBe(1);
    expect(await snapshot(host, path)).toMatchObject({ surfaces: { s: { trust: 'untrusted' } } });
    await send(host, path, [create, link, data], '');
    expect(await snapshot(host, path)).toMatchObject({ surfaces: { s: { trust: 'untrusted' } } });
    for (const dialect of ['a2ui-0.8', 'a2ui-0.9', 'a2ui-1.0', 'agentchains', 'vitrine']) {
      const over = new AbortController();
      const answer = await call(host, viewerToken, `${path}/stream?dialect=${dialect}`, { signal: over.signal });
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (!text.includes('event: ready')) text += (await reader?.read())?.value ?? 'event: ready';
      over.abort();
      expect(text).toContain('Go');
      expect(text).not.toContain(AWAY);
    }
    const close: Json = { version: 'v0.9', deleteSurface: { surfaceId: 's' } };
    await send(host, path, [close, create, link], '');
    expect(await snapshot(host, path)).toMatchObject({ surfaces: { s: { trust: 'trusted' } } });
  },
);

test('[SE53] what else comes from elsewhere bears its mark in the snapshot of its viewers', async () => {
  const host = await openHttpHost();
  const { path, token: viewerToken } = await openSession(host);
  const body = ops(
    { op: 'ask', ask: 'q', want: { kind: 'text' }, prompt: 'Name?' },
    { op: 'task', task: 't', message: 'Loading' },
  );
  expect((await send(host, path, body)).accepted).toBe(1);
  const seen = await (await call(host, viewerToken, `${path}/snapshot`)).json();
  expect(seen).toMatchObject({ asks: { q: { trust: 'untrusted' } }, tasks: { t: { trust: 'untrusted' } } });
});

// Functions that a catalog of A2UI 1.0 does not name, by HTTP: a viewer of another make asks the agent for them.

import type { Json } from '@vitrine/core';
import { expect, test } from 'vitest';
import { call, openHttpHost, openSession } from '../../test/http-host.ts';

const CATALOG = 'https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json';
const VERSION = 'v1.0';
const create: Json = {
  version: VERSION,
  createSurface: {
    surfaceId: 's',
    catalogId: CATALOG,
    components: [
      { id: 'root', component: 'Column', children: ['sky', 'go'] },
      { id: 'sky', component: 'Text', text: { '@call': 'weatherIn', args: { city: { '@path': '/city' } } } },
      { id: 'go', component: 'Button', child: 'sky', action: { event: { name: 'go' } } },
    ],
    dataModel: { city: 'Rome' },
  },
};
const ask = (callFunction: Json): Json => ({
  version: VERSION,
  callAgentFunction: { surfaceId: 's', functionCallId: 'c1', callFunction },
});

async function open() {
  const host = await openHttpHost();
  const { path, token } = await openSession(host);
  const post = async (credential: string, road: string, json: Json) =>
    (await (await call(host, credential, `${path}/${road}?dialect=a2ui-1.0`, { json })).json()) as {
      readonly accepted: number;
      readonly issues: readonly { readonly code: string }[];
    };
  const events = async () => {
    const answer = await call(host, host.key, `${path}/events?after=0&wait=0`, {
      headers: { accept: 'application/json' },
    });
    const { events: list } = (await answer.json()) as { readonly events: readonly { readonly event: Json }[] };
    return list.map(({ event }) => event);
  };
  const sent = await post(host.key, 'messages', create);
  return { host, path, token, post, events, sent };
}

test('[AD19] an unknown function of 1.0 is a warning, and its call reaches the agent with the arguments that are shown', async () => {
  const { token, post, events, sent } = await open();
  expect(sent).toMatchObject({ accepted: 1, issues: [{ code: 'VITRINE_FUNCTION_UNKNOWN', severity: 'warning' }] });
  expect((await post(token, 'events', ask({ call: 'weatherIn', args: { city: 'Rome' } }))).accepted).toBe(1);
  expect(await events()).toContainEqual({
    version: VERSION,
    callAgentFunction: {
      surfaceId: 's',
      functionCallId: 'c1',
      callFunction: { call: 'weatherIn', args: { city: 'Rome' } },
    },
  });
});

test('[AD19] a call that nothing shown makes, or with other arguments, is refused', async () => {
  const { token, post } = await open();
  for (const wrong of [
    { call: 'weatherIn', args: { city: 'Paris' } },
    { call: 'stockOf', args: {} },
    { call: 'formatString', args: { value: 'x' } },
  ])
    expect((await post(token, 'events', ask(wrong))).accepted).toBe(0);
});

test('[AD3] the extensions of an action reach the agent', async () => {
  const { token, post, events } = await open();
  const metadata = { extensions: { vendor: { trace: 7 } } };
  const action = {
    name: 'go',
    surfaceId: 's',
    sourceComponentId: 'go',
    timestamp: '2026-01-01T00:00:00.000Z',
    context: {},
  };
  expect((await post(token, 'events', { version: VERSION, action: { ...action, metadata } })).accepted).toBe(1);
  expect(await events()).toContainEqual({ version: VERSION, action: { ...action, metadata } });
});

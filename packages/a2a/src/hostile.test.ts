// Whatever a client sends: an answer in JSON, nothing thrown, nothing logged as a fault of ours.

import { DEFAULT_LIMITS, type Json } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { done, Stage } from '../test/stage.ts';
import { readCapabilities, readClientUiCapabilities, readDataModel, readMessageRequests } from './beside-messages.ts';
import { FORMS, formById, readExtension } from './forms.ts';
import { readIncoming, soundMessage } from './incoming.ts';
import { readParts } from './parts.ts';

const SEED = 20_261_115;

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const KEYS = [
  ...[
    'parts',
    'data',
    'metadata',
    'mimeType',
    'mediaType',
    'value',
    'messages',
    'text',
    'kind',
    'extensions',
    'contextId',
  ],
  ...[
    'a2uiClientCapabilities',
    'a2uiRendererDataModel',
    'v0.9',
    'v1.0',
    'supportedCatalogIds',
    'inlineCatalogs',
    'surfaces',
  ],
  ...[
    'clientUiCapabilities',
    'catalogUri',
    'uri',
    'params',
    'action',
    'userAction',
    'version',
    '__proto__',
    'constructor',
  ],
];
const LEAVES: readonly Json[] = [
  null,
  true,
  0,
  -1.5,
  '',
  'x',
  'v0.9',
  'application/a2ui+json',
  'data',
  '\ud800',
  formById('v0.9').uri,
];

function junk(random: () => number, depth = 0): Json {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const kind = depth > 5 ? 0 : random();
  if (kind < 0.35) return pick(LEAVES);
  const count = Math.floor(random() * 4);
  if (kind < 0.6) return Array.from({ length: count }, () => junk(random, depth + 1));
  // As a parser makes it, so that __proto__ is a key like any other.
  const pairs = Array.from(
    { length: count },
    () => `${JSON.stringify(pick(KEYS))}:${JSON.stringify(junk(random, depth + 1))}`,
  );
  return JSON.parse(`{${pairs.join(',')}}`) as Json;
}

let stage: Stage;
let key: string;

beforeAll(async () => {
  stage = await Stage.open();
  const agent = await stage.agent('calm', ({ event }) => (event === 'join' ? undefined : [done()]));
  await agent.setCard({ acceptsInlineCatalogs: true });
  key = await agent.credential();
});

afterAll(() => stage.clear());

const faults = () => stage.log.filter((line) => line.includes('met a fault') || line.includes('"level":50'));
const post = (message: Json, form = formById('v0.9'), version = '1.0') =>
  stage.call('POST', '/a2a/calm', {
    key,
    headers: { 'a2a-version': version, 'a2a-extensions': form.uri, 'x-a2a-extensions': form.uri },
    body: { jsonrpc: '2.0', id: 1, method: version === '1.0' ? 'SendMessage' : 'message/send', params: { message } },
  });

describe('hostile input', () => {
  it(`[XF6] the functions over plain JSON throw at nothing (seed ${SEED})`, async () => {
    const random = randomOf(SEED);
    for (let i = 0; i < 5000; i++) {
      const value = junk(random);
      readParts(value);
      readExtension(value);
      readMessageRequests(value);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
      await soundMessage(value as never);
      readClientUiCapabilities(value as never);
      for (const form of FORMS) {
        readIncoming(form, value as never, DEFAULT_LIMITS);
        readCapabilities(form, value, DEFAULT_LIMITS);
        readDataModel(form, value, DEFAULT_LIMITS);
      }
    }
  });

  it(`[XS15] every message is answered as JSON (seed ${SEED})`, async () => {
    const random = randomOf(SEED + 1);
    for (let i = 0; i < 30; i++) {
      const parts = Array.from({ length: 3 }, () => junk(random));
      const form = FORMS[i % FORMS.length];
      const base = { messageId: `m${i}`, role: i % 2 === 0 ? 'ROLE_USER' : 'user', kind: 'message' };
      const answer = await post({ ...base, parts, metadata: junk(random) }, form, i % 2 === 0 ? '1.0' : '0.3');
      expect(answer.status).toBe(200);
      expect(answer.body).toHaveProperty('jsonrpc', '2.0');
      expect(JSON.stringify(answer.body)).not.toMatch(/fault of the host|-32603/);
    }
    expect(faults()).toEqual([]);
  });

  it('[XS18] what is nested too deeply is refused', async () => {
    for (const [version, method, levels, error] of [
      // Not parsed at all, so nobody knows its id.
      ['1.0', 'SendMessage', 300, { id: null, error: { code: -32602 } }],
      ['0.3', 'message/send', 5000, { id: null, error: { code: -32602 } }],
    ] as const) {
      const parts = `[{"mediaType":"application/a2ui+json","data":${'['.repeat(levels)}${']'.repeat(levels)}}]`;
      const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{"message":{"messageId":"m","parts":${parts}}}}`;
      const answer = await stage.call('POST', '/a2a/calm', { key, headers: { 'a2a-version': version }, body });
      expect(answer.body).toMatchObject(error);
    }
    const far = `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`;
    const answer = await stage.call('POST', '/a2a/calm', { key, headers: { 'a2a-version': '1.0' }, body: far });
    expect([-32602, -32700]).toContain((answer.body.error as { readonly code: number }).code);
    expect(faults()).toEqual([]);
  });
});

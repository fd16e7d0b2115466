// Parts as programs write them, through both SDKs and both ways: whatever the MIME type is called, wherever it stands and
// however messages are wrapped, what a person did reaches the agent, and what an agent shows is shown.

import type { Json, JsonObject } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { FakeSession } from '../test/fake-session.ts';
import { serveRemoteAgent } from '../test/remote-server.ts';
import {
  booking,
  bookingAgent,
  client03,
  client10,
  entered,
  press,
  Stage,
  type TestClient,
  words,
} from '../test/stage.ts';
import { FORMS, formById, NEW_MIME_TYPE, OLD_MIME_TYPE } from './forms.ts';
import type { A2aVersion } from './parts.ts';
import { bridgeTo } from './remote/bridge.ts';
import { connectAgent } from './remote/remote-agent.ts';

const WRAPPED: { readonly [name: string]: (messages: readonly Json[]) => Json } = {
  'a list': (messages) => [...messages],
  'a list in value': (messages) => ({ value: [...messages] }),
  'a list in messages': (messages) => ({ messages: [...messages] }),
};
const SINGLE: typeof WRAPPED = {
  'one object': ([message]) => message as Json,
  'one object in value': ([message]) => ({ value: message as Json }),
};
const PLACED: { readonly [name: string]: (data: Json, mimeType: string, version: A2aVersion) => JsonObject } = {
  'in the metadata': (data, mimeType) => ({ kind: 'data', data, metadata: { mimeType } }),
  'beside the data': (data, mimeType, version) => ({
    kind: 'data',
    data,
    ...(version === '1.0' ? { mediaType: mimeType } : { mimeType }),
  }),
};

const spellings = (wrappings: typeof WRAPPED) =>
  (['1.0', '0.3'] as const).flatMap((version) =>
    [OLD_MIME_TYPE, NEW_MIME_TYPE].flatMap((mimeType) =>
      Object.entries(PLACED).flatMap(([place, part]) =>
        Object.entries(wrappings).map(([shape, wrap]) => ({ version, mimeType, place, part, shape, wrap })),
      ),
    ),
  );

describe('from a client of the SDK', () => {
  let stage: Stage;
  let clients: { readonly [version in A2aVersion]: TestClient };

  beforeAll(async () => {
    stage = await Stage.open({ limits: { contextsPerMinute: 1000 } });
    const key = await (await stage.agent('tables', bookingAgent)).credential();
    const card = `${stage.url}/a2a/tables`;
    clients = { '1.0': await client10(card, key), '0.3': await client03(card, key) };
  });

  afterAll(() => stage.clear());

  it.each(spellings({ ...WRAPPED, ...SINGLE }))(
    '[XF5] over A2A $version, $mimeType $place, $shape: an action is read in every form',
    async ({ version, mimeType, part, wrap }) => {
      for (const form of FORMS) {
        const { contextId } = await clients[version].send(words('a table'), [form.uri]);
        const parts = [part(wrap([press(form, 'Grace')]), mimeType, version)];
        const metadata = entered(form, 'Grace');
        const heard = await clients[version].send({ parts, contextId, metadata }, [form.uri]);
        expect({ id: form.id, texts: heard.texts, issues: heard.issues }).toEqual({
          id: form.id,
          texts: ['Booked for Grace'],
          issues: [],
        });
      }
    },
  );
});

describe('from an agent of the SDK', () => {
  it.each(spellings(WRAPPED))(
    '[XC1] over A2A $version, $mimeType $place, $shape: a surface is shown',
    async ({ version, mimeType, part, wrap }) => {
      const parts = [part(wrap(booking('s')), mimeType, version)];
      const agent = await serveRemoteAgent({
        version,
        forms: ['v0.9'],
        script: (_asked, say) => say({ parts, state: 'completed' }),
      });
      const remote = await connectAgent(agent.url, { allowPrivate: ['127.0.0.1'] });
      const [session, reports] = [new FakeSession(), [] as string[]];
      const bridge = await bridgeTo(remote, session, { report: (problem) => reports.push(problem) });
      onTestFinished(async () => {
        await bridge.stop();
        await agent.close();
      });
      await session.say('go');
      await bridge.settled();
      expect([session.surfaces, session.accepted, reports]).toEqual([['s'], 3, []]);
      expect(remote.form).toBe(formById('v0.9'));
    },
  );
});

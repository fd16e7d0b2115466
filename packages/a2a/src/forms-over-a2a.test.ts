// Every form of the extension, over both versions of A2A and both ways of calling, with the SDKs' own clients.

import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CASES, type Clients, expectLayout, expectSurfaceAndPress } from '../test/each-form.ts';
import { bookingAgent, client03, client10, done, press, type ScriptAgent, Stage, words } from '../test/stage.ts';
import { FORMS, formById } from './forms.ts';
import { catalogDefinitionSchema, clientToServerSchema, serverToClientSchema } from './schemas.ts';

let stage: Stage;
let agent: ScriptAgent;
let clients: Clients;

beforeAll(async () => {
  stage = await Stage.open();
  agent = await stage.agent('tables', bookingAgent);
  const key = await agent.credential();
  const card = `${stage.url}/a2a/tables`;
  clients = { '1.0': await client10(card, key), '0.3': await client03(card, key) };
});

afterAll(() => stage.clear());

describe('each form over each version of A2A', () => {
  it.each(CASES)('[XS1] $id over A2A $protocol, $way: a surface arrives and a press comes back', (one) =>
    expectSurfaceAndPress(clients, one),
  );

  it.each(FORMS)('[XS1] $id: parts are laid out as the form says, under its MIME type', async (form) => {
    await expectLayout(clients['1.0'], form);
    const old = await clients['0.3'].send(words('a table please'), [form.uri]);
    for (const part of old.parts.filter(({ kind }) => kind === 'data')) {
      expect(part).toMatchObject({ metadata: { mimeType: form.mimeType } });
      expect(part.data).not.toHaveProperty('value');
      expect(part.metadata).not.toHaveProperty('data_part_compat');
    }
  });

  it('[XS4] a blocking call finds all words and all messages in the last status', async () => {
    const heard = await clients['1.0'].send(words('a table please'), [formById('v0.9').uri]);
    expect(heard.states).toEqual(['TASK_STATE_COMPLETED']);
    expect(heard.messages).toHaveLength(3);
    expect(heard.texts).toHaveLength(1);
    const stream = await clients['1.0'].stream(words('a table please'), [formById('v0.9').uri]);
    expect(stream.states.slice(0, 2)).toEqual(['TASK_STATE_SUBMITTED', 'TASK_STATE_WORKING']);
    expect(stream.messages).toEqual(heard.messages);
  });
});

describe('words that come from elsewhere', () => {
  it.each([
    ['beside surfaces', [formById('v0.9').uri], ['[From elsewhere, not trusted] Look x here (https://away.example/)']],
    [
      'to a client without the extension, with what is asked',
      [],
      [
        '[From elsewhere, not trusted] Look x here (https://away.example/)',
        '[From elsewhere, not trusted] Your password?',
      ],
    ],
  ])('[XS38] are marked %s, and lead nowhere', async (_, uris, texts) => {
    const text = 'Look ![x](https://away.example/i.png) [here](https://away.example/)';
    const body = [
      { op: 'say', text },
      { op: 'ask', ask: 'q', prompt: 'Your password?', want: { kind: 'text' } },
    ];
    const odd = await stage.agent('elsewhere', ({ event }) =>
      event === 'say' ? [{ vitrine: 1, trust: 'untrusted', body }, done()] : undefined,
    );
    const client = await client10(`${stage.url}/a2a/elsewhere`, await odd.credential());
    expect((await client.send(words('go'), uris)).texts).toEqual(expect.arrayContaining(texts));
    odd.stop();
  });
});

function checks(schema: object) {
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  addFormats.default(ajv);
  const check = ajv.compile(schema);
  return (message: unknown) => (check(message) ? [] : (check.errors ?? []));
}

describe('the three schemas of the original form', () => {
  it.each(['original', 'v0.8'] as const)('[XF10] everything sent in %s satisfies them', async (id) => {
    const form = formById(id);
    const { messages } = await clients['1.0'].send(words('a table please'), [form.uri]);
    const check = checks(serverToClientSchema());
    expect(messages.length).toBeGreaterThan(0);
    for (const message of messages) expect(check(message)).toEqual([]);
  });

  it('[XF10] refuse what is not of them', () => {
    const server = checks(serverToClientSchema());
    const wrong = { surfaceUpdate: { surfaceId: 'a', components: [{ id: 'x', component: { Nonsense: {} } }] } };
    for (const message of [wrong, {}, { createSurface: {} }, { deleteSurface: { surfaceId: 'a' }, beginRendering: {} }])
      expect(server(message)).not.toEqual([]);
    const nested = [{ key: 'a', valueMap: [{ key: 'b', valueNumber: 1 }] }];
    expect(server({ dataModelUpdate: { surfaceId: 'a', path: '/', contents: nested } })).toEqual([]);
    const client = checks(clientToServerSchema());
    expect(client(press(formById('v0.8'), 'Ada'))).toEqual([]);
    expect(client({ clientUiCapabilities: { catalogUri: 'x' } })).toEqual([]);
    expect(client({ clientUiCapabilities: { dynamicCatalog: { components: { Text: {} } } } })).toEqual([]);
    for (const said of [{}, { catalogUri: 'x', dynamicCatalog: { components: {} } }])
      expect(client({ clientUiCapabilities: said })).not.toEqual([]);
    expect(checks(catalogDefinitionSchema())({ components: { Text: { type: 'object' } }, styles: {} })).toEqual([]);
    expect(checks(catalogDefinitionSchema())({ parts: [] })).not.toEqual([]);
  });
});

// Where cards stand and what they say.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { minimal09 } from '@vitrine/core/catalogs/minimal-0.9';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookingAgent, client10, type ScriptAgent, Stage } from '../test/stage.ts';
import { FORMS } from './forms.ts';

let stage: Stage;
let agent: ScriptAgent;

beforeAll(async () => {
  stage = await Stage.open({ defaultAgent: 'tables' });
  agent = await stage.agent('tables', bookingAgent);
  await stage.agent('second', () => undefined);
});

afterAll(() => stage.clear());

const NEW = { headers: { 'a2a-version': '1.0' } };
const card = async (path: string, options = NEW) => (await stage.call('GET', path, options)).body;

describe('cards', () => {
  it('[XS2] of any agent stand at its path, that of the default agent at the well-known path too', async () => {
    const own = await card('/a2a/tables');
    expect(own).toMatchObject({ name: 'tables', supportedInterfaces: [{ url: `${stage.url}/a2a/tables` }, {}, {}] });
    expect(await card('/.well-known/agent-card.json')).toEqual(own);
    expect(await card('/a2a')).toEqual(own);
    expect(await card('/a2a/second')).toMatchObject({ name: 'second' });
    expect(await card('/a2a/second/.well-known/agent-card.json')).toMatchObject({ name: 'second' });
    expect(own).toHaveProperty('securitySchemes.bearer.httpAuthSecurityScheme');
  });

  it('[XS2] name every form that the agent offers', async () => {
    const { capabilities } = (await card('/a2a/tables')) as {
      readonly capabilities: { readonly extensions: readonly object[] };
    };
    expect(capabilities.extensions).toMatchObject(FORMS.map(({ uri }) => ({ uri, required: false })));
    expect(capabilities.extensions[0]).toMatchObject({ params: { supportedSchemas: [FORMS[0]?.catalog] } });
  });

  it('[XS2] are of 0.3 for whoever names no version, with the interfaces of 1.0 beside', async () => {
    const answer = await stage.call('GET', '/a2a/tables');
    expect(answer.headers.get('vary')).toBe('A2A-Version');
    expect(answer.body).toMatchObject({
      ...{ protocolVersion: '0.3', url: `${stage.url}/a2a/tables`, preferredTransport: 'JSONRPC' },
      supportedInterfaces: [{ protocolVersion: '1.0' }, {}, {}],
    });
  });

  it('[XS2] an agent that is unknown or revoked has none', async () => {
    for (const path of ['/a2a/nobody', '/a2a/__proto__', '/a2a/No%20One'])
      expect(await stage.call('GET', path, NEW)).toMatchObject({
        status: 404,
        body: { error: 'VITRINE_AGENT_UNKNOWN' },
      });
    await stage.agent('gone', () => undefined);
    await stage.host.credentials.revokeAgent('gone');
    expect((await stage.call('GET', '/a2a/gone', NEW)).status).toBe(404);
  });

  it('[XS25] say what the agent says', async () => {
    const skills = [{ id: 'book', name: 'Book', description: 'Books a table.', examples: ['A table for two'] }];
    await agent.setCard({
      name: 'Tables',
      description: 'Books tables.',
      skills,
      catalogs: [minimal09.id],
      forms: ['v0.9'],
    });
    const said = await card('/a2a/tables');
    expect(said).toMatchObject({ name: 'Tables', description: 'Books tables.', skills });
    expect(said).toHaveProperty('capabilities.extensions.0.params.supportedCatalogIds.1', minimal09.id);
    expect((await card('/a2a/tables', { headers: { 'a2a-version': '0.3' } })).name).toBe('Tables');
    await agent.setCard({});
  });

  it('[XS25] offer in each form the catalogs that it can use, once', async () => {
    await agent.setCard({ catalogs: [basic09.id, minimal09.id] });
    const { capabilities } = (await card('/a2a/tables')) as {
      readonly capabilities: { readonly extensions: readonly { readonly params: object }[] };
    };
    const [basic08, , basic, , basic10] = FORMS.map((form) => form.catalog);
    expect(capabilities.extensions.map(({ params }) => Object.values(params)[0])).toEqual([
      [basic08],
      [basic08],
      [basic, minimal09.id],
      [basic, minimal09.id],
      [basic10],
    ]);
    const [original] = FORMS;
    const client = await client10(`${stage.url}/a2a/tables`, await agent.credential());
    const choose = (catalogUri: string) => {
      const parts = [
        { data: { clientUiCapabilities: { catalogUri } }, metadata: { mimeType: original?.mimeType ?? '' } },
      ];
      return client.send({ parts }, [original?.uri ?? '']);
    };
    expect((await choose(original?.catalog ?? '')).state).toBe('TASK_STATE_COMPLETED');
    expect((await choose(basic09.id)).state).toBe('TASK_STATE_REJECTED');
    await agent.setCard({});
  });

  it.each([
    { url: 'https://evil.example' },
    { name: '' },
    { name: 'x'.repeat(2001) },
    { forms: ['v2'] },
    { forms: 'v0.9' },
    { skills: [{ id: 'x' }] },
    { skills: [{ id: 'a', name: 'b', description: 'c', security: {} }] },
    { catalogs: [3] },
    { catalogs: ['https://example.com/own'] },
    { forms: [], requiresUi: true },
    { requiresUi: 1 },
    [],
    'x',
  ])('[XS25] %j is refused', async (body) => {
    const answer = await stage.call('PUT', '/a2a/tables/card', { key: agent.key, body: JSON.stringify(body) });
    expect(answer).toMatchObject({ status: 400, body: { error: 'VITRINE_BODY_INVALID' } });
  });

  it('[XS25] are changed by the agent itself and the operator only', async () => {
    const key = await agent.credential();
    for (const wrong of [key, undefined])
      expect([401, 403]).toContain(
        (await stage.call('PUT', '/a2a/tables/card', { body: {}, ...(wrong === undefined ? {} : { key: wrong }) }))
          .status,
      );
    expect((await stage.call('POST', '/a2a/tables/card', { key: agent.key, body: {} })).status).toBe(405);
  });
});

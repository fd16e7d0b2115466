// Catalogs that a client brings or chooses: inline in the later forms, once and for good in the original one.

import type { JsonObject } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client10, done, type ScriptAgent, Stage, say, type TestClient, words } from '../test/stage.ts';
import { formById } from './forms.ts';

const v09 = formById('v0.9');
const original = formById('original');
let stage: Stage;
let agent: ScriptAgent;
let client: TestClient;

const gauge = {
  catalogId: 'https://example.com/gauges',
  components: {
    Gauge: {
      type: 'object',
      properties: { component: { const: 'Gauge' }, level: { type: 'number' } },
      required: ['component', 'level'],
    },
  },
};

const shown = (catalogId: string): readonly JsonObject[] => [
  { version: 'v0.9', createSurface: { surfaceId: 'g', catalogId } },
  { version: 'v0.9', updateComponents: { surfaceId: 'g', components: [{ id: 'root', component: 'Gauge', level: 3 }] } },
];

beforeAll(async () => {
  stage = await Stage.open();
  agent = await stage.agent('gauges', ({ event, text }) => {
    if (event !== 'say') return undefined;
    return text === 'show' ? [...shown(gauge.catalogId), done()] : [say('yes'), done()];
  });
  client = await client10(`${stage.url}/a2a/gauges`, await agent.credential());
});

afterAll(() => stage.clear());

const inline = (definition: unknown = gauge) => ({
  a2uiClientCapabilities: { 'v0.9': { supportedCatalogIds: [v09.catalog], inlineCatalogs: [definition] } },
});
const lastJoin = () => agent.events.filter(({ event }) => event.event === 'join').at(-1)?.event;

describe('a catalog inside the capabilities', () => {
  it('[XS9] is passed over where the agent does not accept any', async () => {
    const heard = await client.send(words('show', { metadata: inline() as JsonObject }), [v09.uri]);
    expect(heard.messages).toEqual([]);
    expect(heard.issues.map(({ code }) => code)).toEqual(['VITRINE_CATALOG_INVALID']);
    expect(lastJoin()).toMatchObject({ catalogs: [v09.catalog] });
    expect(lastJoin()).not.toHaveProperty('inline');
  });

  it('[XS9] is imported, told to the agent and used where it does', async () => {
    await agent.setCard({ acceptsInlineCatalogs: true });
    const heard = await client.send(words('show', { metadata: inline() as JsonObject }), [v09.uri]);
    expect(lastJoin()).toMatchObject({ catalogs: [v09.catalog, gauge.catalogId], inline: [gauge] });
    expect(heard.messages).toMatchObject([{ createSurface: { catalogId: gauge.catalogId } }, { updateComponents: {} }]);
    const { capabilities } = (await stage.call('GET', '/a2a/gauges')).body;
    const [first] = (capabilities as JsonObject).extensions as readonly JsonObject[];
    expect(first?.params).toMatchObject({ acceptsDynamicSchemas: true });
  });

  it('[XS9] of a known id is the one that is known, and a bad one is told', async () => {
    const taken = { ...gauge, catalogId: v09.catalog };
    expect((await client.send(words('x', { metadata: inline(taken) as JsonObject }), [v09.uri])).texts).toEqual([
      'yes',
    ]);
    const snapshot = await client.send(words('x', { metadata: inline({ catalogId: 3 }) as JsonObject }), [v09.uri]);
    expect(snapshot.issues.length).toBeGreaterThan(0);
    expect(snapshot.state).toBe('TASK_STATE_COMPLETED');
  });

  it('[XS9] whose id another client has taken is told, and not mistaken for that one', async () => {
    const other = await client10(`${stage.url}/a2a/gauges`, await agent.credential('other'));
    const changed = { ...gauge, components: { Gauge: { ...gauge.components.Gauge, required: ['component'] } } };
    const heard = await other.send(words('x', { metadata: inline(changed) as JsonObject }), [v09.uri]);
    expect(heard.issues.map(({ message }) => message)).toEqual(['The id of this catalog is taken by another one.']);
    expect(lastJoin()).not.toHaveProperty('inline');
    const same = await other.send(words('x', { metadata: inline() as JsonObject }), [v09.uri]);
    expect(same.issues).toEqual([]);
  });

  it('[XS9] leaves room for those of others', async () => {
    const bring = (who: TestClient, name: string) =>
      who.send(words('x', { metadata: inline({ ...gauge, catalogId: `https://example.com/${name}` }) as JsonObject }), [
        v09.uri,
      ]);
    const greedy = await client10(`${stage.url}/a2a/gauges`, await agent.credential('greedy'));
    for (const name of 'abcdefgh') expect((await bring(greedy, name)).issues).toEqual([]);
    expect((await bring(greedy, 'i')).issues).toMatchObject([{ code: 'VITRINE_CATALOG_INVALID' }]);
    expect((await bring(client, 'modest')).issues).toEqual([]);
    await agent.setCard({});
  });
});

const choice = (said: unknown, more: readonly JsonObject[] = []): JsonObject => ({
  parts: [{ data: { clientUiCapabilities: said } as JsonObject, metadata: { mimeType: original.mimeType } }, ...more],
});
const dynamic = { components: { Gauge: { type: 'object', properties: { level: { type: 'number' } } } } };

describe('clientUiCapabilities of the original form', () => {
  it('[XS10] is taken before the first prompt and holds for the context', async () => {
    const contextId = 'chosen';
    const first = await client.send({ ...choice({ catalogUri: original.catalog }), contextId }, [original.uri]);
    expect(first.state).toBe('TASK_STATE_COMPLETED');
    await expect.poll(lastJoin).toMatchObject({ catalogs: [original.catalog] });
    expect((await client.send(words('x', { contextId }), [original.uri])).texts).toEqual(['yes']);
  });

  it('[XS10] may stand before the prompt in one message', async () => {
    const message = choice({ catalogUri: original.catalog }, [{ text: 'x' }]);
    expect((await client.send(message, [original.uri])).texts).toEqual(['yes']);
  });

  const offered = { catalogUri: original.catalog };
  it.each<readonly [string, JsonObject, RegExp]>([
    ['both', choice({ ...offered, dynamicCatalog: dynamic }), /exactly one/],
    ['neither', choice({}), /exactly one/],
    ['not an object', choice('x'), /must be an object/],
    ['a catalog that is not offered', choice({ catalogUri: v09.catalog }), /supportedSchemas/],
    ['a definition that is not accepted', choice({ dynamicCatalog: dynamic }), /does not accept/],
    ['twice at once', choice(offered, choice(offered).parts as readonly JsonObject[]), /once/],
  ])('[XS10] %s is refused with the reason', async (_, message, reason) => {
    const count = agent.events.length;
    const heard = await client.send({ ...message, parts: [...(message.parts as JsonObject[]), { text: 'x' }] }, [
      original.uri,
    ]);
    expect(heard.state).toBe('TASK_STATE_REJECTED');
    expect(heard.texts.join()).toMatch(reason);
    expect(agent.events).toHaveLength(count);
  });

  it('[XS10] a second time or late is refused, and what was agreed on stands', async () => {
    const contextId = 'twice';
    await client.send({ ...choice(offered), contextId }, [original.uri]);
    const again = await client.send({ ...choice(offered), contextId }, [original.uri]);
    expect(again).toMatchObject({ state: 'TASK_STATE_REJECTED', texts: [expect.stringMatching(/once/)] });
    await client.send(words('x', { contextId: 'late' }), [original.uri]);
    const late = await client.send({ ...choice(offered), contextId: 'late' }, [original.uri]);
    expect(late).toMatchObject({ state: 'TASK_STATE_REJECTED', texts: [expect.stringMatching(/before the first/)] });
    expect((await client.send(words('x', { contextId: 'late' }), [original.uri])).texts).toEqual(['yes']);
  });

  it('[XS10] a definition is taken where the agent accepts it', async () => {
    await agent.setCard({ acceptsInlineCatalogs: true });
    const contextId = 'dynamic';
    const heard = await client.send({ ...choice({ dynamicCatalog: dynamic }), contextId }, [original.uri]);
    expect(heard).toMatchObject({ state: 'TASK_STATE_COMPLETED', issues: [] });
    const told = { catalogs: [expect.stringMatching(/^dynamic:/)], inline: [dynamic] };
    await expect.poll(lastJoin).toMatchObject(told);
    expect((await client.send(words('x', { contextId }), [original.uri])).texts).toEqual(['yes']);
    await agent.setCard({});
  });
});

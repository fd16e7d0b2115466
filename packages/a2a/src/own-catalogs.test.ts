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

/** Another one of the same id. */
const labelled = {
  catalogId: gauge.catalogId,
  components: {
    Gauge: {
      type: 'object',
      properties: { component: { const: 'Gauge' }, label: { type: 'string' } },
      required: ['component', 'label'],
    },
  },
};

const show = (catalogId: string, component: JsonObject): readonly JsonObject[] => [
  { version: 'v0.9', createSurface: { surfaceId: 'g', catalogId } },
  { version: 'v0.9', updateComponents: { surfaceId: 'g', components: [{ id: 'root', ...component }] } },
];
const shown = (catalogId: string, props: JsonObject = { level: 3 }) =>
  show(catalogId, { component: 'Gauge', ...props });

beforeAll(async () => {
  stage = await Stage.open();
  agent = await stage.agent('gauges', ({ event, text }) => {
    if (event !== 'say') return undefined;
    if (text === 'basic') return [...show(v09.catalog, { component: 'Text', text: 'hi' }), done()];
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
    // It stands by what was said, and by what is shown.
    const joins = agent.events.length;
    const { contextId } = heard;
    expect((await client.send(words('and now?', { contextId }), [v09.uri])).messages).toEqual([]);
    expect(agent.events.slice(joins).map(({ event }) => event.event)).toEqual(['say']);
    const { capabilities } = (await stage.call('GET', '/a2a/gauges')).body;
    const [first] = (capabilities as JsonObject).extensions as readonly JsonObject[];
    expect(first?.params).toMatchObject({ acceptsDynamicSchemas: true });
  });

  it('[XS9] of an id that the host has is the one of the host, for the agent too, and a bad one is told', async () => {
    const taken = { ...gauge, catalogId: v09.catalog };
    const heard = await client.send(words('basic', { metadata: inline(taken) as JsonObject }), [v09.uri]);
    expect(heard.messages).toMatchObject([
      { createSurface: {} },
      { updateComponents: { components: [{ text: 'hi' }] } },
    ]);
    expect(heard.issues.map(({ message }) => message)).toEqual([expect.stringContaining('The host has a catalog')]);
    expect(lastJoin()).toMatchObject({ catalogs: [v09.catalog] });
    expect(lastJoin()).not.toHaveProperty('inline');
    const bad = await client.send(words('x', { metadata: inline({ catalogId: 3 }) as JsonObject }), [v09.uri]);
    expect(bad.issues.length).toBeGreaterThan(0);
    expect(bad.state).toBe('TASK_STATE_COMPLETED');
  });

  it('[XS9] holds in its session alone: two clients have two of one id, and each is shown its own', async () => {
    const other = await client10(`${stage.url}/a2a/gauges`, await agent.credential('other'));
    const bring = async (who: TestClient, definition: unknown) => {
      const metadata = inline(definition) as JsonObject;
      const heard = await who.send(words('x', { contextId: 'same', metadata }), [v09.uri]);
      expect(heard.issues).toEqual([]);
      expect(lastJoin()).toMatchObject({ inline: [definition] });
      return agent.events.at(-1)?.session ?? '';
    };
    const [first, second] = [await bring(client, gauge), await bring(other, labelled)];
    expect(first).not.toBe(second);
    const level = shown(gauge.catalogId);
    const label = shown(gauge.catalogId, { label: 'warm' });
    expect(await agent.send(first, level)).toMatchObject({ accepted: 2, issues: [] });
    expect(await agent.send(second, level)).toMatchObject({ issues: expect.arrayContaining([expect.anything()]) });
    expect(await agent.send(second, label.slice(1))).toMatchObject({ accepted: 1, issues: [] });
    const seen = async (who: TestClient) => {
      const { messages } = await who.send({ contextId: 'same', parts: [] }, [v09.uri]);
      return JSON.stringify(messages);
    };
    expect(await seen(client)).toContain('"level":3');
    expect(await seen(client)).not.toContain('warm');
    expect(await seen(other)).toContain('"label":"warm"');
  });

  it('[XS9] is not replaced by another of its id in the same session', async () => {
    const send = (definition: unknown) =>
      client.send(words('x', { contextId: 'same', metadata: inline(definition) as JsonObject }), [v09.uri]);
    expect((await send(labelled)).issues).toMatchObject([
      { message: 'The id of this catalog is taken by another one.' },
    ]);
    expect((await send(gauge)).issues).toEqual([]);
  });

  it('[XS9] holds over a restart, before the client has spoken again', async () => {
    const own = await Stage.open();
    const before = await own.agent('gauges', ({ event }) => (event === 'say' ? [done()] : undefined));
    await before.setCard({ acceptsInlineCatalogs: true });
    const key = await before.credential();
    const one = await client10(`${own.url}/a2a/gauges`, key);
    await one.send(words('x', { contextId: 'kept', metadata: inline() as JsonObject }), [v09.uri]);
    const { session = '' } = before.events.at(-1) ?? {};
    await own.stop();
    const next = await Stage.open({ folder: own.folder });
    const after = await next.agent('gauges', () => undefined);
    expect(await after.send(session, shown(gauge.catalogId))).toMatchObject({ accepted: 2, issues: [] });
    const again = await client10(`${next.url}/a2a/gauges`, key);
    const { messages } = await again.send({ contextId: 'kept', parts: [] }, [v09.uri]);
    expect(JSON.stringify(messages)).toContain('"level":3');
    await next.clear();
  });

  it('[XS9] leaves room: a session takes eight', async () => {
    const bring = (name: string, contextId: string) => {
      const metadata = inline({ ...gauge, catalogId: `https://example.com/${name}` }) as JsonObject;
      return client.send(words('x', { metadata, contextId }), [v09.uri]);
    };
    for (const name of 'abcdefgh') expect((await bring(name, 'greedy')).issues).toEqual([]);
    expect((await bring('i', 'greedy')).issues).toMatchObject([{ code: 'VITRINE_CATALOG_INVALID' }]);
    expect((await bring('i', 'modest')).issues).toEqual([]);
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
    ['a definition without components', choice({ dynamicCatalog: {} }), /components/],
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

// A context of a client is a session of the agent: who meets which, what is sent again, what never crosses.

import { Catalogs, Fold, type JsonObject } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { minimal09 } from '@vitrine/core/catalogs/minimal-0.9';
import { DIALECTS, Intake } from '@vitrine/dialects';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  booking,
  bookingAgent,
  client10,
  done,
  entered,
  press,
  pressed,
  type ScriptAgent,
  Stage,
  say,
  type TestClient,
  words,
} from '../test/stage.ts';
import { formById } from './forms.ts';
import { writeParts } from './parts.ts';

const form = formById('v0.9.1');
const uris = [form.uri];
let stage: Stage;
let agent: ScriptAgent;
let card: string;
let alice: TestClient;
let bob: TestClient;

beforeAll(async () => {
  stage = await Stage.open();
  agent = await stage.agent('tables', bookingAgent);
  card = `${stage.url}/a2a/tables`;
  alice = await client10(card, await agent.credential('alice'));
  bob = await client10(card, await agent.credential('bob'));
});

afterAll(() => stage.clear());

const surfacesIn = (messages: readonly JsonObject[]) =>
  messages.flatMap(({ createSurface }) => (createSurface as JsonObject | undefined)?.surfaceId ?? []);
const eventsOf = (session: string | undefined) =>
  agent.events.filter((one) => one.session === session).map(({ event }) => event);

describe('a new context', () => {
  it('[XS3] reaches the agent as a join with the catalogs of the client, then its words', async () => {
    const catalogs = ['https://example.com/own', form.catalog];
    const metadata = { a2uiClientCapabilities: { 'v0.9': { supportedCatalogIds: catalogs } } };
    const heard = await alice.send(words('hello', { contextId: 'join', metadata }), uris);
    expect(heard.texts).toEqual(['You said hello']);
    const { session } = agent.events.at(-1) ?? {};
    expect(eventsOf(session)).toEqual([
      { event: 'join', viewer: 'a2a:alice', catalogs: [form.catalog] },
      { event: 'say', text: 'hello' },
    ]);
  });

  it.each([
    ['the smaller one first', [minimal09.id, form.catalog]],
    ['the basic one first', [form.catalog, minimal09.id]],
  ])('[XS3] catalogs are told in the order of the client: %s', async (contextId, catalogs) => {
    const metadata = { a2uiClientCapabilities: { 'v0.9': { supportedCatalogIds: catalogs } } };
    await alice.send(words('hello', { contextId, metadata }), uris);
    const { session } = agent.events.at(-1) ?? {};
    expect(eventsOf(session)[0]).toMatchObject({ event: 'join', catalogs });
  });

  it('[XS3] a second message of it joins no second time', async () => {
    await alice.send(words('again', { contextId: 'join' }), uris);
    const { session } = agent.events.at(-1) ?? {};
    expect(eventsOf(session).filter(({ event }) => event === 'join')).toHaveLength(1);
  });

  it('[XS3] how the agent ends its turn is how the call ends', async () => {
    const fickle = await stage.agent('fickle', ({ event, text }) =>
      event === 'say' ? [say('hm'), done('working'), done(String(text))] : undefined,
    );
    const client = await client10(`${stage.url}/a2a/fickle`, await fickle.credential());
    const states = { done: 'COMPLETED', input: 'INPUT_REQUIRED', failed: 'FAILED' };
    for (const [said, state] of Object.entries(states))
      expect((await client.send(words(said))).state).toBe(`TASK_STATE_${state}`);
    const first = await client.send(words('input', { contextId: 'goes-on' }));
    const next = await client.send(words('done', { contextId: 'goes-on', taskId: first.taskId }));
    expect(next).toMatchObject({ state: 'TASK_STATE_COMPLETED', taskId: first.taskId });
  });
});

describe('a client that comes back', () => {
  it('[XS11] to the same process is sent its surfaces', async () => {
    await alice.send(words('hello', { contextId: 'back' }), uris);
    const other = await client10(card, await agent.credential('alice'));
    const heard = await other.send({ parts: [], contextId: 'back' }, uris);
    expect(surfacesIn(heard.messages)).toEqual(['booking']);
  });

  it('[XS11] after a restart is sent its surfaces, and nobody else is', async () => {
    const own = await Stage.open();
    const first = await own.agent('tables', bookingAgent);
    const [keyA, keyB] = [await first.credential('alice'), await first.credential('bob')];
    const before = await client10(`${own.url}/a2a/tables`, keyA);
    await before.send(words('hello', { contextId: 'kept' }), uris);
    await own.stop();

    const next = await Stage.open({ folder: own.folder });
    const quiet = await next.agent('tables', ({ event }) => (event === 'say' ? [done()] : undefined));
    const again = await client10(`${next.url}/a2a/tables`, keyA);
    expect((await again.send(words('still there?', { contextId: 'kept' }), uris)).messages).toEqual([]);
    const heard = await again.send({ parts: [], contextId: 'kept' }, uris);
    expect(surfacesIn(heard.messages)).toEqual(['booking']);
    const stranger = await client10(`${next.url}/a2a/tables`, keyB);
    const nothing = await stranger.send(words('still there?', { contextId: 'kept' }), uris);
    expect(nothing.messages).toEqual([]);
    expect(new Set(quiet.events.map(({ session }) => session)).size).toBe(2);
    await next.clear();
  });

  it('[XS11] the same contextId of another principal is another session', async () => {
    await alice.send(words('mine', { contextId: 'shared' }), uris);
    const { session } = agent.events.at(-1) ?? {};
    const heard = await bob.send(pressed(form, '1.0', 'Bob', 'shared'), uris);
    expect(heard.state).toBe('TASK_STATE_REJECTED');
    expect(JSON.stringify(heard.parts)).not.toContain('Ada');
    expect(eventsOf(session).map(({ event }) => event)).not.toContain('action');
    await bob.send(words('mine too', { contextId: 'shared' }), uris);
    expect(agent.events.at(-1)?.session).not.toBe(session);
  });

  it('[XS12] with a message without content is sent the state at once', async () => {
    await alice.send(words('hello', { contextId: 'silent' }), uris);
    const count = agent.events.length;
    const heard = await alice.send({ parts: [], contextId: 'silent' }, uris);
    expect(heard.state).toBe('TASK_STATE_COMPLETED');
    expect(surfacesIn(heard.messages)).toEqual(['booking']);
    expect(agent.events).toHaveLength(count);
  });

  it('[XS12] may still have what it was sent: that is taken away before it is opened again', async () => {
    await alice.send(words('hello', { contextId: 'again' }), uris);
    const { session = '' } = agent.events.at(-1) ?? {};
    await agent.send(session, [...booking('short'), { version: 'v0.9', deleteSurface: { surfaceId: 'short' } }]);
    const heard = await alice.send({ parts: [], contextId: 'again' }, uris);
    const before = heard.messages.slice(0, 3).map(({ deleteSurface, createSurface }) => deleteSurface ?? createSurface);
    expect(before).toMatchObject([
      { surfaceId: 'short' },
      { surfaceId: 'booking' },
      { surfaceId: 'booking', catalogId: form.catalog },
    ]);
    const viewer = new Intake(new Fold({ catalogs: new Catalogs([basic09]) }), { dialects: DIALECTS });
    expect(viewer.value(booking() as never).every(({ ok }) => ok)).toBe(true);
    expect(
      heard.messages.flatMap((one) => viewer.message(one).issues).filter(({ severity }) => severity === 'error'),
    ).toEqual([]);
  });

  it('[XS12] and has been answered so is sent what is new from there', async () => {
    await alice.send(words('hello', { contextId: 'silent-then' }), uris);
    const { session = '' } = agent.events.at(-1) ?? {};
    await agent.send(session, booking('between'));
    const state = await alice.send({ parts: [], contextId: 'silent-then' }, uris);
    expect(surfacesIn(state.messages)).toEqual(['booking', 'between']);
    const heard = await alice.send(pressed(form, '1.0', 'Ada', 'silent-then'), uris);
    expect(heard.messages).toEqual([]);
  });

  it.each<readonly [string, readonly string[]]>([
    ['in a form', uris],
    ['in words', []],
  ])('[XS12] with a message without content is told once what was said meanwhile, %s', async (title, asked) => {
    const contextId = `unsaid ${title}`;
    await alice.send(words('hello', { contextId }), asked);
    const { session = '' } = agent.events.at(-1) ?? {};
    await agent.send(session, [say('late words'), done()]);
    const heard = await alice.send({ parts: [], contextId }, asked);
    expect(heard.texts[0]).toBe('late words');
    const next = await alice.send(words('again', { contextId }), asked);
    expect(next.texts[0]).toBe('You said again');
  });

  it('[XS12] after a message without activation is shown what was told in words', async () => {
    await alice.send(words('hello', { contextId: 'mixed' }), uris);
    const { session = '' } = agent.events.at(-1) ?? {};
    await agent.send(session, booking('in-words'));
    const told = await alice.send(words('what is new?', { contextId: 'mixed' }));
    expect(told.texts).toHaveLength(3);
    const heard = await alice.send(pressed(form, '1.0', 'Ada', 'mixed'), uris);
    expect(surfacesIn(heard.messages)).toEqual(['booking', 'in-words']);
    const state = await alice.send({ parts: [], contextId: 'mixed' });
    expect(state.texts).toHaveLength(2);
  });

  it('[XS12] in another form is sent all of it in that form', async () => {
    await alice.send(words('hello', { contextId: 'forms' }), uris);
    const old = formById('v0.8');
    const heard = await alice.send(pressed(old, '1.0', 'Ada', 'forms'), [old.uri]);
    expect(heard.messages.map((message) => Object.keys(message)[0])).toContain('beginRendering');
    expect(heard.texts).toEqual(['Booked for Ada']);
  });
});

describe('a client that goes on in its context', () => {
  const quiet = ({ event, text }: { event?: string; text?: unknown }) =>
    event === 'say' ? [...(text === 'hello' ? booking() : []), say('Yes'), done()] : undefined;

  it.each<readonly [string, (taskId: string) => JsonObject]>([
    ['by its context alone', () => words('x', { contextId: 'has' })],
    ['by its data', () => words('x', { contextId: 'has', metadata: entered(form, 'Ada') })],
    ['by naming a task', (taskId) => words('x', { contextId: 'has', referenceTaskIds: ['nonsense', taskId] })],
    ['by naming none that is there', () => words('x', { contextId: 'has', referenceTaskIds: ['nonsense'] })],
  ])('[XS12] %s keeps what the person typed: it is sent what is new', async (title, message) => {
    for (const wire of ['send', 'stream'] as const) {
      const calm = await stage.agent(`calm ${title} ${wire}`.replaceAll(' ', '-'), quiet);
      const client = await client10(`${stage.url}/a2a/${calm.name}`, await calm.credential());
      const first = await client[wire](words('hello', { contextId: 'has' }), uris);
      expect(surfacesIn(first.messages)).toEqual(['booking']);
      const viewer = new Fold({ catalogs: new Catalogs([basic09]) });
      const intake = new Intake(viewer, { dialects: DIALECTS });
      intake.value(first.messages as never);
      viewer.apply({ body: [{ event: 'input', surface: 'booking', path: '/name', value: 'Grace' }] });
      const heard = await client[wire](message(first.taskId), uris);
      expect(heard).toMatchObject({ state: 'TASK_STATE_COMPLETED', texts: ['Yes'] });
      intake.value(heard.messages as never);
      expect(viewer.surfaces.get('booking')?.data.get('/name')).toBe('Grace');
    }
  });

  it('[XS12] by acting is sent what is new', async () => {
    await alice.send(words('hello', { contextId: 'acts' }), uris);
    const heard = await alice.send(pressed(form, '1.0', 'Ada', 'acts'), uris);
    expect(surfacesIn(heard.messages)).toEqual([]);
  });

  it('[XS12] is sent what the agent showed between two calls', async () => {
    await alice.send(words('hello', { contextId: 'between' }), uris);
    const { session = '' } = agent.events.at(-1) ?? {};
    await agent.send(session, booking('later'));
    const heard = await alice.send(pressed(form, '1.0', 'Ada', 'between'), uris);
    expect(surfacesIn(heard.messages)).toEqual(['later']);
  });
});

describe('what stands in another context', () => {
  it('[XS16] cannot be acted on, and is not told of', async () => {
    const ours = await alice.send(words('hello', { contextId: 'one' }), uris);
    const heard = await alice.send(pressed(form, '1.0', 'Ada', 'two'), uris);
    expect(heard.state).toBe('TASK_STATE_REJECTED');
    expect(heard.texts.join()).not.toMatch(/Ada|Book/);
    expect(heard.issues.map(({ code }) => code)).toEqual(['VITRINE_SURFACE_UNKNOWN']);
    expect(ours.contextId).toBe('one');
  });

  it('[XS16] a data model reaches the agent only for a surface of its own session that asks for it', async () => {
    await alice.send(words('hello', { contextId: 'data' }), uris);
    const foreign = { elsewhere: { secret: 'of another agent' }, booking: { name: 'Grace' } };
    const metadata = { a2uiClientDataModel: { version: 'v0.9', surfaces: foreign } };
    const parts = writeParts(form, [press(form, 'Grace')], { protocol: '1.0' });
    const heard = await alice.send({ parts: [...parts], contextId: 'data', metadata }, uris);
    expect(heard.texts).toEqual(['Booked for Grace']);
    const { metadata: told, session = '' } = agent.events.at(-1) ?? {};
    expect(told).toEqual({ a2uiClientDataModel: { version: 'v0.9', surfaces: { booking: { name: 'Grace' } } } });
    const { text } = await stage.call('GET', `/sessions/${session}/snapshot`, { key: agent.key });
    expect(text).not.toContain('of another agent');
  });
});

describe('a client that lists a small catalog alone', () => {
  const metadata = { a2uiClientCapabilities: { 'v0.9': { supportedCatalogIds: [minimal09.id] } } };

  it('[XS6] with a message without content is told in words what it cannot be shown', async () => {
    await alice.send(words('hello', { contextId: 'small', metadata }), uris);
    const heard = await alice.send({ parts: [], contextId: 'small', metadata }, uris);
    expect(heard).toMatchObject({ messages: [], texts: [expect.stringContaining('Book a table')] });
  });

  it('[XS6] is sent what it can show, and that it is gone', async () => {
    const first = await alice.send(words('hello', { contextId: 'gone', metadata }), uris);
    const { session = '' } = agent.events.at(-1) ?? {};
    const more = { contextId: 'gone', metadata, referenceTaskIds: [first.taskId] };
    await agent.send(session, [{ version: 'v0.9', createSurface: { surfaceId: 'm', catalogId: minimal09.id } }]);
    expect(surfacesIn((await alice.send(words('more', more), uris)).messages)).toEqual(['m']);
    const remove = { version: 'v0.9', deleteSurface: { surfaceId: 'm' } };
    await agent.send(session, [remove]);
    expect((await alice.send(words('more', more), uris)).messages).toEqual([remove]);
  });
});

describe('the data of a surface that does not ask for them', () => {
  it('[XS16] stay with the client', async () => {
    await alice.send(words('hello', { contextId: 'unasked' }), uris);
    const { session = '' } = agent.events.at(-1) ?? {};
    await agent.send(session, [{ version: 'v0.9', createSurface: { surfaceId: 'shy', catalogId: form.catalog } }]);
    const surfaces = { shy: { secret: 'typed elsewhere' }, booking: { name: 'Grace' } };
    const metadata = { a2uiClientDataModel: { version: 'v0.9', surfaces } };
    const parts = writeParts(form, [press(form, 'Grace')], { protocol: '1.0' });
    await alice.send({ parts: [...parts], contextId: 'unasked', metadata }, uris);
    const told = agent.events.filter((one) => one.session === session);
    expect(told.at(-1)?.metadata).toMatchObject({ a2uiClientDataModel: { surfaces: { booking: { name: 'Grace' } } } });
    expect(JSON.stringify(told)).not.toContain('typed elsewhere');
  });
});

describe('two messages in one context', () => {
  it('[XS21] the newer ends the older, and nothing is sent twice', async () => {
    const slow = await stage.agent('slow', ({ event, text }) => {
      if (event !== 'say') return undefined;
      return text === 'first' ? [done('working'), ...booking()] : [say('now'), done()];
    });
    const key = await slow.credential();
    const client = await client10(`${stage.url}/a2a/slow`, key);
    const first = client.stream(words('first', { contextId: 'busy' }), uris);
    await expect.poll(() => slow.events.length).toBe(2);
    const { session = '' } = slow.events.at(-1) ?? {};
    await expect
      .poll(async () => (await stage.call('GET', `/sessions/${session}`, { key: slow.key })).body.seq)
      .toBeGreaterThan(5);
    const { body } = await stage.call('GET', '/a2a/slow/tasks?contextId=busy', {
      key,
      headers: { 'a2a-version': '1.0' },
    });
    const [{ id }] = body.tasks as unknown as readonly [{ readonly id: string }];
    const second = await client.send(words('second', { contextId: 'busy', referenceTaskIds: [id] }), uris);
    const older = await first;
    expect(older.state).toBe('TASK_STATE_COMPLETED');
    expect(second.texts).toEqual(['now']);
    expect([...older.messages, ...second.messages]).toHaveLength(3);
  });

  it('[XS11] two first messages open one session', async () => {
    const count = new Set(agent.events.map(({ session }) => session)).size;
    await Promise.all(['a', 'b', 'c'].map((text) => alice.send(words(text, { contextId: 'at-once' }), uris)));
    expect(new Set(agent.events.map(({ session }) => session)).size).toBe(count + 1);
  });
});

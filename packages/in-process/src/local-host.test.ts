import { readFileSync } from 'node:fs';
import type { AgentConnection, AgentSession } from '@vitrine/agent';
import { bind, createUi, event, surface } from '@vitrine/agent';
import { ui } from '@vitrine/agent/basic-0.9';
import { defineCatalog, defineComponent, required, text, type ViewerEvent } from '@vitrine/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLocalHost, type LocalHost, type LocalHostOptions, whenShown } from './index.ts';

async function open(options?: LocalHostOptions): Promise<LocalHost> {
  const local = await createLocalHost(options);
  onTestFinished(() => local.close());
  return local;
}

/** The first events of some kinds, as many as are asked for. */
function collect<Name extends 'action' | 'say'>(source: AgentConnection | AgentSession, name: Name, count: number) {
  const heard: Parameters<Parameters<typeof source.on<Name>>[1]>[0][] = [];
  return new Promise<typeof heard>((resolve) => {
    source.on(name, (delivery) => {
      heard.push(delivery);
      if (heard.length === count) resolve(heard);
    });
  });
}

const form = surface('form', {
  root: ui.Column({
    children: [
      ui.TextField({ label: 'Name', value: bind('/name') }),
      ui.Button({ child: ui.Text({ text: 'Go' }), action: event('go', { name: bind('/name') }) }, { id: 'go' }),
    ],
  }),
  data: { name: '' },
});
const typed = (value: string): ViewerEvent => ({ event: 'input', surface: 'form', path: '/name', value });
const pressed = (name: string, source = 'go'): ViewerEvent => ({
  ...{ event: 'action', surface: 'form', source, name: 'go' },
  ...{ context: { name }, checked: true },
});

describe('a host in this process', () => {
  it('[SH9] carries surfaces, writes and words to what is shown', async () => {
    const local = await open();
    const session = await local.connectAgent().open({ title: 'Sign up' });
    expect(await session.show(form)).toEqual({ accepted: 1, seq: 1, issues: [] });
    const viewer = await local.connectViewer(session);
    expect(viewer.view.surfaces.get('form')?.data.get('/name')).toBe('');
    await session.data.set('form', '/name', 'Ada');
    const { seq } = await session.progress('load', { value: 1, total: 2 });
    await whenShown(viewer, seq);
    expect(viewer.view.surfaces.get('form')?.data.get('/name')).toBe('Ada');
    expect(viewer.view.tasks.get('load')).toMatchObject({ op: 'task', task: 'load', value: 1, total: 2 });
  });

  it('[SH9] brings what a person does to the handlers, in order', async () => {
    const local = await open();
    const agent = local.connectAgent();
    const session = await agent.open();
    const heard: unknown[] = [];
    agent.on('action', ({ event, session: from }) => heard.push('agent', event.name, from === session));
    session.on('action', async ({ event, session: from, attempt }) => {
      heard.push(event.context.name, attempt, from === session);
      await from.data.set('form', '/done', true);
    });
    const said = collect(session, 'say', 1);
    await session.show(form);
    const viewer = await local.connectViewer(session);
    void viewer.send(typed('Bo'));
    expect(await viewer.send(pressed('Bo'))).toMatchObject({ accepted: true });
    expect(await viewer.send({ event: 'say', text: 'hi' })).toMatchObject({ accepted: true });
    expect((await said).map(({ event }) => event.text)).toEqual(['hi']);
    expect(heard).toEqual(['agent', 'go', true, 'Bo', 1, true]);
    expect(await session.snapshot()).toMatchObject({ surfaces: { form: { data: { name: 'Bo', done: true } } } });
  });

  it('[SH9] admits what a person may do and nothing else', async () => {
    const local = await open();
    const session = await local.connectAgent().open();
    await session.show(form);
    const viewer = await local.connectViewer(session);
    expect(await viewer.send(pressed('', 'nowhere'))).toMatchObject({
      accepted: false,
      issues: [{ severity: 'error' }],
    });
    expect(await viewer.send({ event: 'answer', ask: 'never', value: 1 })).toMatchObject({ accepted: false });
    await expect(local.connectAgent({ key: 'vk_other' }).open()).rejects.toMatchObject({ status: 401 });
  });

  it('[SH9] waits for answers, over a new agent too', async () => {
    const local = await open();
    const first = local.connectAgent();
    const session = await first.open();
    const viewer = await local.connectViewer(session);
    const lost = session.confirm({ id: 'go', prompt: 'Go?' }).catch((error: Error) => error.name);
    await whenShown(viewer, (await session.say('Well?')).seq);
    expect([...viewer.view.asks.keys()]).toEqual(['go']);
    first.close();
    expect(await lost).toBe('AskError');
    const again = local.connectAgent().session(session.id).confirm({ id: 'go', prompt: 'Go?' });
    expect(await viewer.send({ event: 'answer', ask: 'go', value: true })).toMatchObject({ accepted: true });
    expect(await again).toEqual({ approved: true });
    const third = local.connectAgent().session(session.id);
    expect(await third.confirm({ id: 'go', prompt: 'Go?' })).toEqual({ approved: true });
    const answer = third.ask({ want: { kind: 'text' }, prompt: 'Who?' });
    await whenShown(viewer, (await third.say('Well?')).seq);
    const [ask = ''] = viewer.view.asks.keys();
    await viewer.send({ event: 'answer', ask, value: 'Ada' });
    expect(await answer).toMatchObject({ value: 'Ada' });
  });

  it('[SH9] has viewers of every dialect, which join and act', async () => {
    const local = await open();
    const session = await local.connectAgent().open();
    const acted = collect(session, 'action', 1);
    await session.show(form);
    const { token } = await session.newViewer();
    const call = (path: string, init: RequestInit = {}) =>
      local.fetch(`http://127.0.0.1/sessions/${session.id}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      });
    const reader = (await call('/stream?dialect=a2ui-0.9')).body?.pipeThrough(new TextDecoderStream()).getReader();
    let stream = '';
    while (!stream.includes('event: ready')) stream += (await reader?.read())?.value ?? '';
    await reader?.cancel();
    const messages = [...stream.matchAll(/^data: (\{"version".*)$/gm)].map(
      ([, json = '']) => JSON.parse(json) as object,
    );
    expect(messages.map((message) => Object.keys(message)[1])).toEqual([
      'createSurface',
      'updateComponents',
      'updateDataModel',
    ]);
    const action = {
      ...{ name: 'go', surfaceId: 'form', sourceComponentId: 'go', timestamp: '2026-01-01T00:00:00Z' },
      context: { name: 'Cy' },
    };
    const body = JSON.stringify({ version: 'v0.9', action });
    const answer = await call('/events?dialect=a2ui-0.9', { method: 'POST', body });
    expect(await answer.json()).toMatchObject({ accepted: 1, issues: [] });
    expect((await acted).map(({ event }) => event.context)).toEqual([{ name: 'Cy' }]);
  });

  it('[SH9] tells a stream of another dialect what changes, and the agent who came and left', async () => {
    const local = await open();
    const session = await local.connectAgent().open();
    const left = new Promise<unknown>((resolve) => session.on('leave', ({ event }) => resolve(event)));
    const came = new Promise<unknown>((resolve) => session.on('join', ({ event }) => resolve(event)));
    await session.show(form);
    const { token } = await session.newViewer();
    const { body } = await local.fetch(`http://127.0.0.1/sessions/${session.id}/stream?dialect=a2ui-0.9`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    let stream = '';
    const until = async (words: string) => {
      while (!stream.includes(words)) stream += (await reader?.read())?.value ?? '';
    };
    await until('event: ready');
    await session.data.set('form', '/name', 'Ada');
    await until('Ada');
    await session.ops([{ op: 'close', surface: 'form' }]);
    await until('deleteSurface');
    const live = stream.slice(stream.indexOf('event: ready'));
    expect([...live.matchAll(/^data: (\{"version".*)$/gm)].map(([, json = '']) => JSON.parse(json) as object)).toEqual([
      { version: 'v0.9', updateDataModel: { surfaceId: 'form', path: '/name', value: 'Ada' } },
      { version: 'v0.9', deleteSurface: { surfaceId: 'form' } },
    ]);
    expect(await came).toMatchObject({ event: 'join' });
    // A page that is reloaded has not left: the agent hears of it after a while.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await reader?.cancel();
    let isTold = false;
    void left.then(() => {
      isTold = true;
    });
    for (let turn = 0; turn < 1000 && !isTold; turn++) {
      vi.advanceTimersByTime(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    vi.useRealTimers();
    expect(await left).toMatchObject({ event: 'leave' });
  });

  it('[SH9] takes nothing else under a key that something was taken under, and says so', async () => {
    const session = await (await open()).connectAgent().open();
    const set = (value: string, key: string) =>
      session.ops([{ op: 'set', surface: 'form', path: '/name', value }], { key });
    await expect(set('early', 'k')).rejects.toMatchObject({ name: 'RefusedError' });
    await session.show(form);
    const first = await set('Ada', 'k');
    expect(first).toMatchObject({ accepted: 1, issues: [] });
    expect(await set('Ada', 'k')).toEqual(first);
    expect(await set('Bo', 'k')).toMatchObject({
      ...first,
      issues: [{ code: 'VITRINE_KEY_REUSED', severity: 'warning' }],
    });
    expect(await session.snapshot()).toMatchObject({ surfaces: { form: { data: { name: 'Ada' } } } });
  });

  it('[SH9] marks what somebody else said, for good, and refuses what that may not be', async () => {
    const local = await open();
    const session = await local.connectAgent().open();
    await session.show(form);
    const viewer = await local.connectViewer(session);
    const write = { vitrine: 1, body: [{ op: 'set', surface: 'form', path: '/name', value: 'x' }] };
    const { accepted, seq } = await session.send(write, { trust: 'untrusted' });
    expect(accepted).toBe(1);
    await whenShown(viewer, seq);
    expect(viewer.view.surfaces.get('form')?.trust).toBe('untrusted');
    const ask = { vitrine: 1, body: [{ op: 'ask', ask: 'a', want: { kind: 'confirm' }, prompt: 'Pay?' }] };
    expect(await session.send(ask, { trust: 'untrusted' })).toMatchObject({
      issues: [{ code: 'VITRINE_ASK_UNTRUSTED' }],
    });
  });

  it('[SH9] shows catalogs that it was created with', async () => {
    const own = defineCatalog({ id: 'urn:own', components: { Note: defineComponent({ note: required(text()) }) } });
    const note = surface('s', { root: createUi(own).Note({ note: 'x' }) });
    const local = await open({ catalogs: [own] });
    const session = await local.connectAgent().open();
    expect(await session.show(note)).toMatchObject({ accepted: 1 });
    expect(await session.show(form)).toMatchObject({ accepted: 1 });
    expect((await local.connectViewer(session)).view.surfaces.get('s')?.component('root')?.type).toBe('Note');
    const other = await (await open()).connectAgent().open();
    await expect(other.show(note)).rejects.toMatchObject({
      name: 'RefusedError',
      message: expect.stringMatching(/^The surface "s" was refused: .*\(VITRINE_CATALOG_UNKNOWN\)$/),
      issues: [{ code: 'VITRINE_CATALOG_UNKNOWN' }],
    });
  });

  it('[SH10] answers a repeated key as the first time, and tells an unknown session', async () => {
    const agent = (await open()).connectAgent();
    const session = await agent.open({ title: 'A' });
    const say = () => session.ops([{ op: 'say', text: 'x' }], { key: 'once' });
    expect(await say()).toEqual(await say());
    expect(await session.say('y')).toMatchObject({ seq: 2 });
    expect(await agent.sessions()).toMatchObject([{ session: session.id, title: 'A', seq: 2 }]);
    const message = { vitrine: 1, body: [{ op: 'say', text: 'z' }] };
    const alone = await session.send(message, { key: 'listed' });
    expect(await session.send([message], { key: 'listed' })).toEqual(alone);
    await session.close();
    await expect(session.say('z')).rejects.toMatchObject({ name: 'HostRefusal', status: 409 });
    await expect(agent.session('nowhere').say('z')).rejects.toMatchObject({ name: 'HostRefusal', status: 404 });
  });

  it('[SH10] delivers again what was not confirmed, and once what was', async () => {
    const local = await open();
    const first = local.connectAgent();
    const session = await first.open();
    const viewer = await local.connectViewer(session);
    const before = collect(first, 'say', 2);
    await viewer.send({ event: 'say', text: 'a' });
    await viewer.send({ event: 'say', text: 'b' });
    const heard = await before;
    const unconfirmed = async (): Promise<unknown[]> => {
      const found: unknown[] = [];
      for await (const one of local.host.sessions.deliveries({ agent: 'local', live: false })) found.push(one);
      return found;
    };
    await expect.poll(unconfirmed).toEqual([]);
    first.close();
    await viewer.send({ event: 'say', text: 'c' });
    const after = await collect(local.connectAgent(), 'say', 1);
    expect([...heard, ...after].map(({ event }) => event.text)).toEqual(['a', 'b', 'c']);
  });

  it('[SH14] leaves nothing when it is closed: waits reject, connections are closed', async () => {
    const local = await open();
    const session = await local.connectAgent().open();
    const viewer = await local.connectViewer(session);
    const asked = session.ask({ want: 'text', prompt: 'Who?' });
    const shown = whenShown(viewer, 1000);
    const outcomes = Promise.allSettled([asked, shown]);
    await local.close();
    expect(await outcomes).toMatchObject([
      { status: 'rejected', reason: { name: 'AskError', reason: 'closed' } },
      { status: 'rejected', reason: { message: "The viewer's connection is closed." } },
    ]);
    await expect(session.say('x')).rejects.toMatchObject({ name: 'ConnectionClosedError' });
  });
});

it('[SH9] the page on agents shows the example that runs', () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  expect(read('docs/agent.md')).toContain(`\`\`\`js\n${read('examples/in-process/run.mjs')}\`\`\``);
});

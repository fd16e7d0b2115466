import type { Json, ViewerEvent } from '@vitrine/core';
import { defineCatalog, defineComponent, required, text } from '@vitrine/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../../test/real-host.ts';
import { ui } from '../ui/basic-0.9.ts';
import { createUi } from '../ui/create-ui.ts';
import { bind, event } from '../ui/values.ts';
import type { Agent } from './agent.ts';
import { LocalHost, type LocalHostOptions } from './local-host.ts';

function local(options?: LocalHostOptions): { readonly host: LocalHost; newAgent(): Agent } {
  const host = new LocalHost(options);
  const newAgent = (): Agent => {
    const agent = host.connect();
    onTestFinished(() => agent.close());
    return agent;
  };
  return { host, newAgent };
}

const form = {
  root: ui.Column({
    children: [
      ui.TextField({ label: 'Name', value: bind('/name') }),
      ui.Button({ child: ui.Text({ text: 'Go' }), action: event('go', { name: bind('/name') }) }, { id: 'go' }),
    ],
  }),
  data: { name: '' },
};
const pressed = (name: string): ViewerEvent => ({
  event: 'action',
  surface: 'form',
  source: 'go',
  name: 'go',
  context: { name },
  checked: true,
});

describe('a host in memory', () => {
  it('[SH9] carries surfaces, writes and words to what is shown', async () => {
    const { host, newAgent } = local();
    const session = await newAgent().open({ title: 'Sign up' });
    expect(await session.surface('form', form)).toEqual({ accepted: 1, seq: 1, issues: [] });
    await session.data.set('form', '/name', 'Ada');
    await session.progress('load', { value: 1, total: 2 });
    const view = host.view(session.id);
    expect(view.surfaces.get('form')?.data.get('/name')).toBe('Ada');
    expect(view.tasks.get('load')).toEqual({ op: 'task', task: 'load', value: 1, total: 2 });
  });

  it('[SH6] [SH9] brings what a person does to the handlers, in order', async () => {
    const { host, newAgent } = local();
    const agent = newAgent();
    const session = await agent.open();
    const heard: unknown[] = [];
    agent.on('action', ({ event, session: from }) => heard.push('agent', event.name, from === session));
    session.on('action', async ({ event, session: from, attempt }) => {
      heard.push(event.context.name, attempt, from === session);
      await from.data.set('form', '/done', true);
    });
    session.on('say', ({ event }) => heard.push(event.text));
    await session.surface('form', form);
    expect(host.act(session.id, { event: 'input', surface: 'form', path: '/name', value: 'Bo' })).toMatchObject({
      accepted: 1,
    });
    host.act(session.id, pressed('Bo'));
    host.act(session.id, { event: 'say', text: 'hi' });
    await until(() => heard.includes('hi'));
    expect(heard).toEqual(['agent', 'go', true, 'Bo', 1, true, 'hi']);
    expect(host.view(session.id).surfaces.get('form')?.data.get('/')).toEqual({ name: 'Bo', done: true });
  });

  it('[SH7] [SH9] waits for answers, over a new agent too', async () => {
    const { host, newAgent } = local();
    const first = newAgent();
    const session = await first.open();
    const lost = session.confirm({ id: 'go', prompt: 'Go?' }).catch((error: Error) => error.name);
    await until(() => host.view(session.id).asks.has('go'));
    first.close();
    expect(await lost).toBe('AskError');
    const again = newAgent().session(session.id).confirm({ id: 'go', prompt: 'Go?' });
    expect(host.act(session.id, { event: 'answer', ask: 'go', value: true })).toMatchObject({ accepted: 1 });
    expect(await again).toEqual({ approved: true });
    const third = newAgent().session(session.id);
    expect(await third.confirm({ id: 'go', prompt: 'Go?' })).toEqual({ approved: true });
    const text = third.ask({ want: { kind: 'text' }, prompt: 'Who?' });
    await until(() => host.view(session.id).asks.size === 1);
    const [ask = ''] = host.view(session.id).asks.keys();
    host.act(session.id, { event: 'answer', ask, value: 'Ada' });
    expect(await text).toMatchObject({ value: 'Ada' });
  });

  it.each([
    ['text', 'Ada'],
    ['number', 7],
    ['date', '2026-11-16'],
    ['confirm', true],
  ] as const)('[SH13] a want may be its kind alone: %s', async (want, value) => {
    const { host, newAgent } = local();
    const session = await newAgent().open();
    const answer = session.ask({ id: 'q', want, prompt: 'Well?' });
    await until(() => host.view(session.id).asks.has('q'));
    expect(host.view(session.id).asks.get('q')).toMatchObject({ want: { kind: want } });
    host.act(session.id, { event: 'answer', ask: 'q', value });
    expect((await answer).value).toBe(value);
  });

  it.each([
    ['select', /^want\.options: .*/],
    ['colour', /^want\.kind: .*/],
    [7, /^want: .*object.*number/],
    [{ kind: 'text', maxLength: 'x' }, /^want\.maxLength: .*/],
  ])('[SH13] a want of %j is refused with the name of what is wrong', async (want, words) => {
    const session = await local().newAgent().open();
    const asked = session.ask({ want: want as 'text', prompt: 'Well?' });
    await expect(asked).rejects.toMatchObject({
      name: 'AskError',
      reason: 'refused',
      message: expect.stringMatching(words),
    });
  });

  it('[SH9] has viewers of every dialect, which join and act', async () => {
    const { host, newAgent } = local();
    const session = await newAgent().open();
    const told: Json[] = [];
    const heard: string[] = [];
    session.on('action', ({ event }) => heard.push(String(event.context.name)));
    await session.surface('form', form);
    const leave = host.attach(session.id, 'a2ui-0.9', (messages) => told.push(...messages));
    expect(told.map((message) => Object.keys(message as object)[1])).toEqual([
      'createSurface',
      'updateComponents',
      'updateDataModel',
    ]);
    await session.data.set('form', '/name', 'Ada');
    expect(told.at(-1)).toEqual({
      version: 'v0.9',
      updateDataModel: { surfaceId: 'form', path: '/name', value: 'Ada' },
    });
    leave();
    await session.data.set('form', '/name', 'Bo');
    expect(told).toHaveLength(4);
    const act = {
      name: 'go',
      surfaceId: 'form',
      sourceComponentId: 'go',
      timestamp: '2026-01-01T00:00:00Z',
      context: { name: 'Cy' },
    };
    expect(host.receive(session.id, { version: 'v0.9', action: act })).toMatchObject({ accepted: 1, issues: [] });
    await until(() => heard.length > 0);
    expect(heard).toEqual(['Cy']);
  });

  it('[SH9] takes nothing else under a key that something was taken under, and says so', async () => {
    const { host, newAgent } = local();
    const session = await newAgent().open();
    const set = (value: string, key: string) =>
      session.ops([{ op: 'set', surface: 'form', path: '/name', value }], { key });
    await expect(set('early', 'k')).rejects.toMatchObject({ name: 'RefusedError' });
    await session.surface('form', form);
    const first = await set('Ada', 'k');
    expect(first).toMatchObject({ accepted: 1, issues: [] });
    expect(await set('Ada', 'k')).toEqual(first);
    expect(await set('Bo', 'k')).toMatchObject({
      ...first,
      issues: [{ code: 'VITRINE_KEY_REUSED', severity: 'warning' }],
    });
    expect(host.view(session.id).surfaces.get('form')?.data.get('/name')).toBe('Ada');
  });

  it('[SH9] marks what somebody else said, for good, and refuses what that may not be', async () => {
    const { host, newAgent } = local();
    const session = await newAgent().open();
    await session.surface('form', form);
    const told: Json[] = [];
    host.attach(session.id, 'vitrine', (messages) => told.push(...messages));
    const write = { vitrine: 1, body: [{ op: 'set', surface: 'form', path: '/name', value: 'x' }] };
    expect(await session.send(write, { trust: 'untrusted' })).toMatchObject({ accepted: 1 });
    expect(host.view(session.id).surfaces.get('form')?.trust).toBe('untrusted');
    expect(JSON.stringify(told)).toContain('"trust":"untrusted"');
    const ask = { vitrine: 1, body: [{ op: 'ask', ask: 'a', want: { kind: 'confirm' }, prompt: 'Pay?' }] };
    expect(await session.send(ask, { trust: 'untrusted' })).toMatchObject({
      issues: [{ code: 'VITRINE_ASK_UNTRUSTED' }],
    });
  });

  it('[SH9] shows catalogs that are given to it', async () => {
    const own = defineCatalog({ id: 'urn:own', components: { Note: defineComponent({ note: required(text()) }) } });
    const root = createUi(own).Note({ note: 'x' });
    const session = await local({ catalogs: [own] })
      .newAgent()
      .open();
    expect(await session.surface('s', { root })).toMatchObject({ accepted: 1 });
    const other = await local().newAgent().open();
    await expect(other.surface('s', { root })).rejects.toMatchObject({
      name: 'RefusedError',
      message: expect.stringMatching(/^The surface "s" was refused: .*\(VITRINE_CATALOG_UNKNOWN\)$/),
      issues: [{ code: 'VITRINE_CATALOG_UNKNOWN' }],
    });
  });

  it('[SH10] answers a repeated key as the first time, and tells an unknown session', async () => {
    const { host, newAgent } = local();
    const agent = newAgent();
    const session = await agent.open({ title: 'A' });
    const say = () => session.ops([{ op: 'say', text: 'x' }], { key: 'once' });
    expect(await say()).toEqual(await say());
    expect(await session.say('y')).toMatchObject({ seq: 2 });
    expect(await agent.sessions()).toMatchObject([{ session: session.id, title: 'A', seq: 2 }]);
    const message = { vitrine: 1, body: [{ op: 'say', text: 'z' }] };
    const alone = await session.send(message, { key: 'listed' });
    expect(await session.send([message], { key: 'listed' })).toEqual(alone);
    await session.close();
    await expect(session.say('z')).rejects.toMatchObject({ name: 'HostRefusal', status: 404 });
    expect(() => host.view(session.id)).toThrow('No session "local-1" is open.');
    expect((await agent.open()).id).toBe('local-2');
  });

  it('[SH10] delivers again what was not confirmed, and once what was', async () => {
    const { host, newAgent } = local();
    const first = newAgent();
    const { id } = await first.open();
    const heard: string[] = [];
    const hear = (agent: Agent, who: string) => agent.on('say', ({ event }) => heard.push(`${who} ${event.text}`));
    hear(first, 'first');
    host.act(id, { event: 'say', text: 'a' });
    await until(() => heard.length === 1);
    host.act(id, { event: 'say', text: 'b' });
    await until(() => heard.length === 2);
    await until(() => host.confirmed() === 2);
    first.close();
    host.act(id, { event: 'say', text: 'c' });
    hear(newAgent(), 'second');
    await until(() => heard.length === 3);
    expect(heard).toEqual(['first a', 'first b', 'second c']);
  });
});

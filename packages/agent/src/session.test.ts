// The handle against a real host with an embedded log.

import { describe, expect, it } from 'vitest';
import { openRealHost, until } from '../test/real-host.ts';
import { type AgentSession, RefusedError } from './index.ts';
import { ui } from './ui/basic-0.9.ts';
import { components, surface } from './ui/surface.ts';
import { bind, event } from './ui/values.ts';

const form = (title: string) => ({
  root: ui.Column({
    children: [
      ui.Text({ text: title }, { id: 'title' }),
      ui.TextField({ label: 'Name', value: bind('/name') }),
      ui.Button({ child: ui.Text({ text: 'Join' }), action: event('join', { name: bind('/name') }) }, { id: 'join' }),
    ],
  }),
  data: { name: '', log: '' },
});
const typed = (value: string) => ({ event: 'input', surface: 'form', path: '/name', value }) as const;
const joined = (name: string) =>
  ({ event: 'action', surface: 'form', source: 'join', name: 'join', context: { name }, checked: true }) as const;

async function stage() {
  const host = await openRealHost();
  const agent = host.agent();
  const session = await agent.open({ title: 'Sign up' });
  return { host, agent, session };
}

describe('a surface', () => {
  it('[SH1] [SH2] [SH3] is shown, updated and written to', async () => {
    const { host, session } = await stage();
    expect(await session.show(surface('form', form('One')))).toMatchObject({ accepted: 1, issues: [] });
    const viewer = await host.viewer(session);
    const shown = () => viewer.view.surfaces.get('form');
    const ids = [...(shown()?.components() ?? [])].map(({ id }) => id);
    expect(ids.sort()).toEqual(['join', 'join.child', 'root', 'root.1', 'title']);
    await session.update('form', components(ui.Text({ text: 'Two' }, { id: 'title' })));
    await session.data.set('form', '/items', ['a']);
    await session.data.append('form', '/items', ['b']);
    await session.data.append('form', '/log', 'so far');
    await session.data.merge('form', '/', { more: { x: 1 } });
    await session.data.remove('form', '/name');
    await until(() => shown()?.data.get('/name') === undefined);
    expect(shown()?.component('title')?.props).toEqual({ text: 'Two' });
    expect(shown()?.data.get('/')).toEqual({ log: 'so far', items: ['a', 'b'], more: { x: 1 } });
    await session.update('form', components(ui.Text({ text: 'Bye' })));
    await until(() => shown()?.component('root')?.type === 'Text');
    await session.closeSurface('form');
    await until(() => shown() === undefined);
  });

  it('[SH1] that is said again has the new components and the data that people entered', async () => {
    const { host, session } = await stage();
    await session.show(surface('form', form('One')));
    const viewer = await host.viewer(session);
    expect(await viewer.send(typed('Ada'))).toMatchObject({ accepted: true });
    const again = { ...form('Two'), data: { name: '', log: '', extra: 1 } };
    expect(await host.agent().session(session.id).show(surface('form', again))).toMatchObject({
      accepted: 1,
      issues: [],
    });
    const snapshot = await session.snapshot();
    expect(snapshot).toMatchObject({ surfaces: { form: { data: { name: 'Ada', log: '', extra: 1 } } } });
    expect(JSON.stringify(snapshot)).toContain('"text":"Two"');
  });

  it('[SH5] that the host or the builders do not take rejects, and nothing of it is there', async () => {
    const { session } = await stage();
    await expect(session.data.set('nowhere', '/x', 1)).rejects.toThrow(RefusedError);
    await expect(session.update('nowhere', components(ui.Divider()))).rejects.toMatchObject({
      message: expect.stringContaining('put was refused'),
      issues: [{ code: 'VITRINE_SURFACE_UNKNOWN' }],
    });
    expect(() => surface('form', { root: ui.Text({ text: 1 as never }) })).toThrow('Text "root"/text');
    expect(await session.snapshot()).toMatchObject({ surfaces: {} });
  });
});

it('[SH4] words, turns, progress and notes reach the viewer', async () => {
  const { host, session } = await stage();
  const viewer = await host.viewer(session);
  const effects: unknown[] = [];
  viewer.on('effect', (effect) => effects.push(effect));
  await session.say('Hello');
  await session.turn('working');
  await session.progress('load', { value: 1, total: 3, message: 'Loading' });
  await session.notify('Saved', { severity: 'success' });
  await until(() => viewer.view.tasks.has('load') && viewer.view.turn === 'working' && effects.length > 0);
  expect(JSON.stringify(effects)).toContain('Saved');
  await session.progress('load', { done: true });
  await session.ops([{ op: 'turn', state: 'done' }]);
  await until(() => !viewer.view.tasks.has('load') && viewer.view.turn === 'done');
});

describe('what a person does', () => {
  it('[SH6] reaches the handlers with their session, and again when one failed', async () => {
    const { host, agent, session } = await stage();
    const failures: unknown[] = [];
    agent.onSignal('failure', ({ error }) => failures.push((error as Error).message));
    const heard: unknown[] = [];
    const off = session.on('action', ({ event, attempt, session: from }) => {
      heard.push([event.context.name, attempt, from === session]);
      if (attempt === 1) throw new Error('not yet');
    });
    await session.show(surface('form', form('One')));
    const viewer = await host.viewer(session);
    await viewer.send(typed('Ada'));
    expect(await viewer.send(joined('Ada'))).toMatchObject({ accepted: true });
    await until(() => heard.length === 2);
    expect(heard).toEqual([
      ['Ada', 1, true],
      ['Ada', 2, true],
    ]);
    expect(failures).toEqual(['not yet']);
    off();
  });
});

describe('a question', () => {
  const ask = (session: AgentSession) => session.ask({ id: 'who', want: { kind: 'text' }, prompt: 'Who are you?' });

  it('[SH7] [SH8] is answered over a restart of the host and another one of the agent', async () => {
    const { host, agent, session } = await stage();
    const waiting = ask(session);
    const viewer = await host.viewer(session);
    await until(() => viewer.view.asks.has('who'));
    await host.stop();
    agent.close();
    await expect(waiting).rejects.toMatchObject({ name: 'AskError', reason: 'closed' });
    await host.start();
    const back = host.agent();
    const [row] = await back.sessions();
    const found = back.session(row?.session ?? '');
    const again = ask(found);
    expect(await viewer.send({ event: 'answer', ask: 'who', value: 'Ada' })).toMatchObject({ accepted: true });
    expect(await again).toMatchObject({ value: 'Ada' });
    await host.stop();
    await host.start();
    expect(await ask(host.agent().session(session.id))).toMatchObject({ value: 'Ada' });
    expect(viewer.view.asks.size).toBe(0);
  });

  it('[SH7] that was answered while the agent was away is not asked again', async () => {
    const { host, agent, session } = await stage();
    const lost = session.confirm({ id: 'go', prompt: 'Go?' }).catch(() => 'closed');
    const viewer = await host.viewer(session);
    await until(() => viewer.view.asks.has('go'));
    agent.close();
    expect(await lost).toBe('closed');
    await viewer.send({ event: 'answer', ask: 'go', value: true });
    await host.stop();
    await host.start();
    expect(await host.agent().session(session.id).confirm({ id: 'go', prompt: 'Go?' })).toEqual({ approved: true });
    expect(viewer.view.asks.size).toBe(0);
  });

  it('[SH7] can be withdrawn', async () => {
    const { session } = await stage();
    const waiting = ask(session).catch((error: { reason: string }) => error.reason);
    await session.say('wait');
    await session.withdraw('who');
    expect(await waiting).toBe('withdrawn');
  });
});

it.each([
  ['text', 'Ada'],
  ['number', 7],
  ['date', '2026-11-16'],
  ['confirm', true],
] as const)('[SH13] a want may be its kind alone: %s', async (want, value) => {
  const { host, session } = await stage();
  const answer = session.ask({ id: 'q', want, prompt: 'Well?' });
  const viewer = await host.viewer(session);
  await until(() => viewer.view.asks.has('q'));
  expect(viewer.view.asks.get('q')).toMatchObject({ want: { kind: want } });
  await viewer.send({ event: 'answer', ask: 'q', value });
  expect((await answer).value).toBe(value);
});

it.each([
  ['select', /^want\.options: .*/],
  ['colour', /^want\.kind: .*/],
  [7, /^want: .*object.*number/],
  [{ kind: 'text', maxLength: 'x' }, /^want\.maxLength: .*/],
])('[SH13] a want of %j is refused with the name of what is wrong', async (want, words) => {
  const { session } = await stage();
  const asked = session.ask({ want: want as 'text', prompt: 'Well?' });
  await expect(asked).rejects.toMatchObject({
    name: 'AskError',
    reason: 'refused',
    message: expect.stringMatching(words),
  });
});

it('[SH11] messages of any dialect are sent as they are, and what is refused among them is told', async () => {
  const { session } = await stage();
  const create = { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: form('x').root.catalog.id } };
  const sent = await session.send([create, { version: 'v0.9', updateDataModel: { surfaceId: 'other', value: 1 } }]);
  expect(sent).toMatchObject({ accepted: 1, issues: [{ severity: 'error' }] });
  expect(await session.snapshot()).toMatchObject({ surfaces: { s: {} } });
});

it('[SH12] a host in the same process carries an agent without a port', async () => {
  const host = await openRealHost();
  const session = await host.agentInside().open();
  const heard: string[] = [];
  session.on('action', ({ event }) => heard.push(event.name));
  await session.show(surface('form', form('One')));
  const viewer = await host.viewer(session);
  await viewer.send(joined(''));
  await until(() => heard.length > 0);
  expect(heard).toEqual(['join']);
});

it('[SH8] a session that is closed takes nothing more', async () => {
  const { session } = await stage();
  expect(session.viewerUrl).toContain(session.id);
  await session.close();
  await expect(session.say('x')).rejects.toMatchObject({ name: 'HostRefusal' });
});

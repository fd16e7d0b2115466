import { describe, expect, it } from 'vitest';
import { bookingAgent, client10, Stage, words } from '../test/stage.ts';
import { A2A_LIMITS } from './limits.ts';
import { readSettings } from './settings.ts';
import { RecentTasks } from './task-store.ts';

describe('settings', () => {
  it('[XS14] nothing is open unless it is said', () => {
    expect(readSettings({})).toEqual({ options: { isOpen: false }, problems: [] });
    for (const on of ['1', 'true', 'ON']) expect(readSettings({ VITRINE_A2A_OPEN: on }).options.isOpen).toBe(true);
    expect(readSettings({ VITRINE_A2A_OPEN: 'maybe' })).toMatchObject({ options: { isOpen: false }, problems: [{}] });
  });

  it('[XS17] the limit of a body is a number of bytes', () => {
    const read = (value: string) => readSettings({ VITRINE_A2A_MAX_BODY: value });
    expect(read('4m').options.limits).toEqual({ bodyBytes: 4 * 1024 * 1024 });
    expect(read('300k').options.limits).toEqual({ bodyBytes: 300 * 1024 });
    expect(read('4096').options.limits).toEqual({ bodyBytes: 4096 });
    for (const wrong of ['4 MB', '-1', 'x', '1e9']) expect(read(wrong).problems).toHaveLength(1);
  });

  it('[XS2] the default agent is named by the operator, and answers at the shortest path', async () => {
    expect(readSettings({ VITRINE_A2A_AGENT: 'tables' }).options.defaultAgent).toBe('tables');
    const stage = await Stage.open({ defaultAgent: 'tables' });
    const agent = await stage.agent('tables', bookingAgent);
    const client = await client10(`${stage.url}/.well-known/agent-card.json`, await agent.credential());
    expect((await client.send(words('x'))).texts[0]).toBe('You said x');
    const body = { jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} };
    const answer = await stage.call('POST', '/a2a', {
      key: await agent.credential(),
      body,
      headers: { 'a2a-version': '1.0' },
    });
    expect((answer.body.result as { readonly tasks: readonly object[] }).tasks).toHaveLength(1);
    await stage.clear();
  });
});

describe('tasks that are kept', () => {
  it('[XS22] are the youngest, with the last of their history', async () => {
    const store = new RecentTasks({ ...A2A_LIMITS, tasks: 2, taskHistory: 3 });
    const context = { user: { isAuthenticated: true, userName: 'a' }, tenant: undefined } as never;
    const other = { user: { isAuthenticated: true, userName: 'b' }, tenant: undefined } as never;
    const task = (id: string) => ({
      id,
      contextId: 'c',
      status: undefined,
      artifacts: [],
      history: [1, 2, 3, 4],
      metadata: {},
    });
    for (const id of ['1', '2', '3']) await store.save(task(id) as never, context);
    expect(await store.load('1', context)).toBeUndefined();
    expect((await store.load('3', context))?.history).toEqual([2, 3, 4]);
    expect(await store.load('3', other)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { bookingAgent, client10, Stage, words } from '../test/stage.ts';
import { A2A_LIMITS } from './limits.ts';
import { RecentTasks } from './task-store.ts';

describe('options', () => {
  it('[XS2] the default agent is named by the operator, and answers at the shortest path', async () => {
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

const NOWHERE = { find: async () => undefined };

describe('tasks that are kept', () => {
  it('[XS22] are the youngest, with the last of their history', async () => {
    const store = new RecentTasks({ ...A2A_LIMITS, tasks: 2, taskHistory: 3 }, NOWHERE);
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

  it('[XS22] are few and small enough together, and nobody takes the room of others', async () => {
    const of = (userName: string) => ({ user: { isAuthenticated: true, userName }, tenant: undefined }) as never;
    const limits = { ...A2A_LIMITS, tasksPerPrincipal: 5, taskBytesPerPrincipal: 4000, taskBytes: 8000 };
    const store = new RecentTasks(limits, NOWHERE);
    const save = (id: string, userName: string, size: number) =>
      store.save(
        { id, contextId: 'c', artifacts: [], history: [], metadata: { x: 'x'.repeat(size) } } as never,
        of(userName),
      );
    const kept = async (userName: string) => (await store.list({} as never, of(userName))).tasks.map(({ id }) => id);
    await save('quiet', 'a', 10);
    for (const id of '123456') await save(id, 'b', 10);
    expect((await kept('b')).sort()).toEqual(['2', '3', '4', '5', '6']);
    for (const id of '789') await save(id, 'b', 1900);
    expect((await kept('b')).sort()).toEqual(['8', '9']);
    await save('huge', 'b', 5000);
    expect(await kept('b')).toEqual(['huge']);
    expect(await kept('a')).toEqual(['quiet']);
  });
});

// An agent of this package and people whose clients speak AgentChains, on a real host with its face.

import { expect, it, onTestFinished } from 'vitest';
import { type Client, comeAlong, openAgentchainsHost } from '../test/agentchains-people.ts';
import { catalogs, openRealHost, type RealHost, until } from '../test/real-host.ts';
import { type AgentConnection, type AgentSession, type AskError, connectAgent, connectViewer } from './index.ts';

function agentOf(host: Pick<RealHost, 'url' | 'key'>): AgentConnection {
  const agent = connectAgent({ url: host.url, key: host.key });
  onTestFinished(() => agent.close());
  return agent;
}

/** An agent that waits for people, and the first who came. */
async function meet(host: Pick<RealHost, 'url' | 'key'>): Promise<{ person: Client; session: AgentSession }> {
  const joined = new Promise<AgentSession>((resolve) => agentOf(host).on('join', ({ session }) => resolve(session)));
  const person = await comeAlong(host);
  await person.init();
  return { person, session: await joined };
}

const soon = (ms: number): string => new Date(Date.now() + ms).toISOString();

it('[CL39] a session that a person’s init opens reaches the waiting agent as a join', async () => {
  const host = await openAgentchainsHost();
  const joins: unknown[] = [];
  agentOf(host).on('join', ({ session, event, wire }) => joins.push([session.id, event.viewport, wire]));
  const person = await comeAlong(host);
  await person.init({ client_info: { name: 'Web', viewport: { width: 800, height: 600 } } });
  await until(() => joins.length > 0);
  const viewport = { width: 800, height: 600 };
  expect(joins).toEqual([[person.session, viewport, expect.objectContaining({ method: 'a2ui.init' })]]);
});

it('[CL39] asks and confirmations are answered by user.respond and user.approve', async () => {
  const { person, session } = await meet(await openAgentchainsHost());
  const name = session.ask({ id: 'r1', want: { kind: 'text' }, prompt: 'Who?' });
  const asked = await person.pushed('ui.request_input');
  expect(asked.params).toMatchObject({ request_id: 'r1', prompt: 'Who?' });
  await person.ask('user.respond', { request_id: 'r1', value: 'Ada' });
  expect(await name).toMatchObject({ value: 'Ada' });
  const fine = session.confirm({ id: 'k1', prompt: 'Sure?', until: soon(60_000) });
  expect((await person.pushed('ui.confirm')).params).toMatchObject({ request_id: 'k1', title: 'Sure?' });
  await person.ask('user.approve', { request_id: 'k1', approved: false, reason: 'Too dear.' });
  expect(await fine).toEqual({ approved: false, reason: 'Too dear.' });
});

it('[CL34] [CL38] at its deadline a confirmation is a no and an ask rejects with -32004, whatever the session speaks', async () => {
  const host = await openAgentchainsHost();
  const native = await agentOf(host).open();
  const { person, session } = await meet(host);
  for (const one of [native, session]) {
    const confirmed = one.confirm({ prompt: 'Sure?', until: soon(150) });
    const asked = one.ask({ want: { kind: 'text' }, prompt: 'Who?', until: soon(150) });
    await expect(asked).rejects.toMatchObject({ reason: 'lapsed', code: 'VITRINE_ASK_LAPSED', rpc: -32004 });
    expect(await confirmed).toEqual({ approved: false, reason: 'timeout' });
  }
  const { params } = await person.pushed('ui.confirm');
  const late = await person.ask('user.approve', { request_id: params?.request_id, approved: true });
  expect(late.error?.code).toBe(-32004);
});

it('[CL34] [CL38] D7 a person who leaves, or cancels, leaves nobody waiting', async () => {
  const host = await openAgentchainsHost();
  const { person, session } = await meet(host);
  const failed: string[] = [];
  const note = (error: AskError) => void failed.push(`${error.ask} ${error.reason} ${error.rpc}`);
  const waits = ['job:1', 'open'].map((id) => session.ask({ id, want: { kind: 'text' }, prompt: '?' }).catch(note));
  const confirmed = session.confirm({ id: 'job:2', prompt: 'Sure?' });
  await person.until(({ params }) => params?.request_id === 'job:2');
  expect((await person.ask('user.cancel', { task_id: 'job' })).result).toMatchObject({ cancelled: true });
  await waits[0];
  expect(await confirmed).toEqual({ approved: false, reason: 'cancelled' });
  person.close();
  await waits[1];
  expect(failed).toEqual(['job:1 cancelled -32004', 'open lapsed -32004']);
});

it('[CL34] [CL38] an ask in a session that somebody else closes ends at its deadline, one that is taken up again at once', async () => {
  const host = await openAgentchainsHost();
  const { person, session } = await meet(host);
  const confirmed = session.confirm({ prompt: 'Sure?', until: soon(300) });
  const open = session.ask({ id: 'open', want: { kind: 'text' }, prompt: 'Who?' });
  open.catch(() => undefined);
  await person.pushed('ui.confirm');
  await person.pushed('ui.request_input');
  await host.host.sessions.close(session.id);
  expect(await confirmed).toEqual({ approved: false, reason: 'timeout' });
  const again = agentOf(host)
    .session(session.id)
    .ask({ id: 'open', want: { kind: 'text' }, prompt: 'Who?' });
  await expect(again).rejects.toMatchObject({ reason: 'lapsed', rpc: -32004 });
});

it('[CL39] user.cancel reaches the agent that owns the task, with its reason, and no other', async () => {
  const host = await openAgentchainsHost();
  const other = { url: host.url, key: (await host.host.credentials.addAgent('other')).key };
  const [mine, theirs] = [await meet(host), await meet(other)];
  const heard: string[] = [];
  for (const [who, { session }] of Object.entries({ mine, theirs })) {
    session.on('cancel', ({ event }) => heard.push(`${who} ${event.task} ${event.reason}`));
    await session.progress('t1', { value: 1, total: 9 });
  }
  for (const { person } of [mine, theirs]) await person.pushed('ui.progress');
  await mine.person.ask('user.cancel', { task_id: 't1', reason: 'Enough' });
  await until(() => heard.length > 0);
  await theirs.person.ask('user.cancel', { task_id: 't1', reason: 'Me too' });
  await until(() => heard.length > 1);
  expect(heard).toEqual(['mine t1 Enough', 'theirs t1 Me too']);
});

it('[CL38] a confirmation of a page of our own gives its reason too', async () => {
  const host = await openRealHost();
  const session = await agentOf(host).open();
  const wait = session.confirm({ id: 'k', prompt: 'Sure?' });
  const viewer = connectViewer({ url: host.url, session: session.id, token: session.viewerToken ?? '', catalogs });
  onTestFinished(() => viewer.close());
  await until(() => viewer.view.asks.has('k'));
  await viewer.send({ event: 'answer', ask: 'k', value: true, reason: 'Fine.' });
  expect(await wait).toEqual({ approved: true, reason: 'Fine.' });
});

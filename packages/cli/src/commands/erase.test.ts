// Erasing from the command line asks first; retention shows what would go.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { memoryIo } from '../../test/memory-io.ts';
import { ensureBuilt, newFolder, Serving, stopAll } from '../../test/serving.ts';
import { main } from '../main.ts';

ensureBuilt();
afterEach(stopAll);

it('erases a session once it is confirmed, and the audit says so', async () => {
  const serving = await Serving.start();
  const { session } = (await (await serving.call('/sessions', { body: { title: 'Gone' } })).json()) as {
    session: string;
  };
  for (const typed of [[], ['no\n'], ['y\n']]) {
    const refused = await serving.run(['erase', 'session', session], {
      stdin: typed,
      env: { VITRINE_DATA: serving.folder },
    });
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('nothing was done') });
  }
  expect((await serving.call(`/sessions/${session}`)).status).toBe(200);
  const env = { VITRINE_DATA: serving.folder };
  expect((await serving.run(['erase', 'session', session], { stdin: ['yes\n'], env })).out).toBe(
    `erased: ${session}\n`,
  );
  expect((await serving.call(`/sessions/${session}`)).status).toBe(404);
  expect((await serving.run(['erase', 'person', 'nobody', '--yes', '--json'])).out).toBe('{\n  "erased": []\n}\n');
  expect((await serving.run(['audit'])).out).toMatch(new RegExp(`command {2}erase {2}${session}`));
  expect((await serving.run(['erase', 'agent', 'x', '--yes'])).err).toMatch(
    /followed by session or person, not "agent"/,
  );
  expect((await serving.run(['audit', '--verify'])).code).toBe(0);
});

it('leaves nothing of what came by a face: names of threads and contexts, keys, words, values, answers', async () => {
  const serving = await Serving.start(['--a2a-open', '--ag-ui-open']);
  const post = async (path: string, body: object, headers = {}): Promise<string> => {
    const sent = { authorization: `Bearer ${serving.key}`, 'content-type': 'application/json', ...headers };
    const answer = await fetch(`${serving.url}${path}`, { method: 'POST', headers: sent, body: JSON.stringify(body) });
    const text = await answer.text();
    expect([path, answer.status, text]).toEqual([path, expect.toSatisfy((status) => status < 300), expect.any(String)]);
    return text;
  };
  const rpc = (method: string, params: object): object => ({ jsonrpc: '2.0', id: 1, method, params });
  const tool = (name: string, args: object): object => rpc('tools/call', { name, arguments: args });
  const mcp = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
  const open = { authorization: '' };
  const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
  const messages = [{ version: 'v0.9', createSurface: { surfaceId: 'planted-mcp-surface', catalogId } }];
  await post(
    '/mcp',
    tool('a2ui_push', { messages, sessionKey: 'planted-mcp-key', idempotencyKey: 'planted-mcp-once' }),
    mcp,
  );
  const asking = { prompt: 'planted-mcp-prompt?', waitSeconds: 0, sessionKey: 'planted-mcp-key', idempotencyKey: 'q' };
  await post('/mcp', tool('a2ui_ask', asking), mcp);
  const said = [{ id: 'planted-agui-id', role: 'user', content: 'planted-agui-words' }];
  await post('/ag-ui/dev', { threadId: 'planted-agui-thread', runId: 'planted-agui-run', messages: said }, open);
  // A call for an agent that nobody runs begins nothing.
  await serving.call('/events?wait=0');
  const parts = [{ text: 'planted-a2a-words' }];
  const message = { messageId: 'planted-a2a-id', role: 'ROLE_USER', contextId: 'planted-a2a-context', parts };
  const sent = rpc('SendMessage', { message, configuration: { returnImmediately: true } });
  const task = /"id":"([^"]+)","contextId"/.exec(await post('/a2a/dev', sent, { ...open, 'a2a-version': '1.0' }))?.[1];
  const inputs = { secret: 'planted-wop-input' };
  const run = { workflowId: 'planted-wop-workflow', inputs, tags: ['planted-wop-tag'] };
  await post('/runs', run, { 'openwop-version': '2', 'idempotency-key': 'planted-wop-once' });
  const listed = (await (await serving.call('/sessions')).json()) as {
    sessions: { session: string; title?: string }[];
  };
  expect(listed.sessions.map(({ title }) => title).sort()).toEqual([
    'A2A',
    'AG-UI',
    'planted-mcp-key',
    'planted-wop-workflow',
  ]);
  const planted = (): string[] =>
    readdirSync(serving.folder)
      .flatMap((name) => readFileSync(join(serving.folder, name), 'latin1').match(/planted-[\w-]+/g) ?? [])
      .sort();
  expect(new Set(planted()).size).toBeGreaterThan(5);
  for (const { session } of listed.sessions)
    expect((await serving.run(['erase', 'session', session, '--yes'])).code).toBe(0);
  // Under the keys of calls by a face stands, sealed and for a day, what they were answered.
  expect([...new Set(planted())]).toEqual(['planted-mcp-once', 'planted-wop-once']);
  expect((await serving.run(['audit', '--verify'])).code).toBe(0);
  const again = await fetch(`${serving.url}/a2a/dev`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify(rpc('GetTask', { id: task, historyLength: 10 })),
  });
  expect(await again.text()).not.toContain('planted');
});

it('takes what is kept of remote agents beside the store along, with a server and without one', async () => {
  const serving = await Serving.start();
  const home = join(serving.folder, 'remotes');
  mkdirSync(home);
  const keep = async (name: string): Promise<string> => {
    const { session } = (await (await serving.call('/sessions', { body: {} })).json()) as { session: string };
    writeFileSync(join(home, name), JSON.stringify({ key: 'k', session, memory: { messages: ['planted-words'] } }));
    return session;
  };
  const [first, second] = [await keep('first.json'), await keep('second.json')];
  const kept = (name: string): unknown => JSON.parse(readFileSync(join(home, name), 'utf8'));
  expect((await serving.run(['erase', 'session', first, '--yes'])).code).toBe(0);
  expect(kept('first.json')).toEqual({ key: 'k' });
  expect(kept('second.json')).toMatchObject({ session: second });
  await serving.stop();
  expect((await serving.run(['erase', 'session', second, '--yes'])).code).toBe(0);
  expect(kept('second.json')).toEqual({ key: 'k' });
});

it('shows what would go by the times that serve was told', async () => {
  const serving = await Serving.start(['--keep', '30d', '--keep-agent', 'dev=7d']);
  await serving.call('/sessions', { body: {} });
  expect(await serving.run(['retention', '--json'])).toMatchObject({ code: 0, out: '[]\n' });
});

it.each([
  [['--keep', '0'], '--keep is a time such as 30d, 12h or 45m, not "0"; without it nothing is erased.'],
  [['--keep', '0d'], '--keep is a time such as 30d, 12h or 45m, not "0d"; without it nothing is erased.'],
  [
    ['--keep-agent', 'dev'],
    '--keep-agent is a time such as NAME=30d, NAME=12h or NAME=45m, not ""; without it nothing is erased.',
  ],
  [['--keep-agent', 'Dev=7d'], '--keep-agent begins with the name of an agent, not "Dev".'],
  [['--quota-agent', 'my.bot=1g'], '--quota-agent begins with the name of an agent, not "my.bot".'],
  [['--disk-alarm', '0'], '--disk-alarm is a number from 1 to 99, not "0".'],
])('a retention or alarm of nothing is refused in one sentence: %j', async (args, sentence) => {
  const io = memoryIo();
  expect(await main(['serve', '--data', newFolder(), ...args], io)).toBe(2);
  expect(io.err()).toBe(`vitrine: ${sentence}\n`);
});

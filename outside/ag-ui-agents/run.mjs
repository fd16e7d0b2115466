// Agents of AG-UI of others behind our host, without a key: CopilotKit's BuiltInAgent in its own runtime, whose model is played by
// aimock, and agents that aimock plays event by event. What they say, show and ask stands in a session of ours, untrusted.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AGUIMock, LLMock } from '@copilotkit/aimock';
import { bridgeAgUi, connectAgUi } from '@vitrine/ag-ui';
import { connectAgent } from '@vitrine/client';
import { createHost } from '@vitrine/host';

process.env.COPILOTKIT_TELEMETRY_DISABLED = '1';
process.env.OPENAI_API_KEY = 'none';

const version = 'v0.9';
const surfaceId = 'form';
const FORM = [
  { version, createSurface: { surfaceId, catalogId: 'https://a2ui.org/specification/v0_9/basic_catalog.json' } },
  {
    version,
    updateComponents: {
      surfaceId,
      components: [
        { id: 'root', component: 'Column', children: ['title', 'go'] },
        { id: 'title', component: 'Text', text: 'A table for two' },
        { id: 'word', component: 'Text', text: 'Book' },
        { id: 'go', component: 'Button', child: 'word', action: { event: { name: 'book', context: { guests: 2 } } } },
      ],
    },
  },
];

const folder = mkdtempSync(join(tmpdir(), 'vitrine-outside-'));
const host = await createHost({ folder });
const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
const { key } = await host.credentials
  .addAgent('elsewhere', { trust: 'untrusted' })
  .catch(() => host.credentials.addAgent('elsewhere'));
const client = connectAgent({ url, key });
const closing = [];

/** An agent elsewhere in a session of its own, and what a person does there. */
async function show(agentUrl) {
  const session = await client.open({ title: 'Elsewhere', dialect: 'vitrine', trust: 'untrusted' });
  const reports = [];
  const bridge = await bridgeAgUi(connectAgUi(agentUrl), session, { report: (problem) => reports.push(problem) });
  closing.push(() => bridge.stop());
  const { token } = await session.newViewer();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const at = `${url}/sessions/${session.id}`;
  return {
    reports,
    act: async (...body) => {
      const answer = await fetch(`${at}/events?dialect=vitrine`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ vitrine: 1, body }),
      });
      const { accepted, issues } = await answer.json();
      assert.equal(accepted, 1, JSON.stringify(issues));
    },
    snapshot: async () => (await fetch(`${at}/snapshot`, { headers })).json(),
    words: async () => {
      const live = await host.sessions.get(session.id);
      return live.view.talk.map(({ text }) => text);
    },
  };
}

async function until(what, read, holds) {
  for (const end = Date.now() + 20_000; ; ) {
    const value = await read();
    if (holds(value)) return value;
    assert.ok(Date.now() < end, `${what}: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

try {
  // An agent that aimock plays: a surface, a press, an interrupt, its answer.
  const mock = new AGUIMock({ port: 0 });
  const inputs = [];
  const run = ({ threadId, runId }, events, end = {}) => [
    { type: 'RUN_STARTED', threadId, runId },
    ...events,
    { type: 'RUN_FINISHED', threadId, runId, ...end },
  ];
  const ids = { threadId: 't', runId: 'r' };
  const interrupts = [{ id: 'pay', reason: 'confirmation', message: 'Pay?', responseSchema: { type: 'boolean' } }];
  const said = (text) => [
    { type: 'TEXT_MESSAGE_START', messageId: text, role: 'assistant' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: text, delta: text },
    { type: 'TEXT_MESSAGE_END', messageId: text },
  ];
  const surface = {
    type: 'ACTIVITY_SNAPSHOT',
    messageId: 's',
    activityType: 'a2ui-surface',
    replace: true,
    content: { a2ui_operations: FORM },
  };
  const note = (test) => (input) => {
    if (!test(input)) return false;
    inputs.push(input);
    return true;
  };
  mock.onPredicate(
    note((input) => (input.resume ?? []).length > 0),
    run(ids, said('Paid.')),
  );
  mock.onPredicate(
    note((input) => input.forwardedProps?.a2uiAction !== undefined),
    run(ids, said('Booked.'), { outcome: { type: 'interrupt', interrupts } }),
  );
  mock.onPredicate(
    note(() => true),
    run(ids, [surface, ...said('Here is a form.')]),
  );
  const played = await show(await mock.start());
  closing.push(() => mock.stop());
  await played.act({ event: 'say', text: 'A table, please' });
  const shown = await until('a surface', played.snapshot, ({ surfaces }) => Object.keys(surfaces).length === 1);
  const [[ours, { trust }]] = Object.entries(shown.surfaces);
  assert.equal(trust, 'untrusted');
  await played.act({
    event: 'action',
    surface: ours,
    source: 'go',
    name: 'book',
    context: { guests: 2 },
    checked: true,
  });
  const asked = await until('a question', played.snapshot, ({ asks }) => Object.keys(asks).length === 1);
  const [[ask, { want }]] = Object.entries(asked.asks);
  assert.equal(want.kind, 'select');
  await played.act({ event: 'answer', ask, value: true });
  await until('the end', played.snapshot, ({ asks }) => Object.keys(asks).length === 0);
  await until(
    'the answer',
    () => inputs.length,
    (count) => count === 3,
  );
  assert.deepEqual(inputs[1].forwardedProps.a2uiAction.userAction.surfaceId, surfaceId);
  assert.deepEqual(inputs[2].resume, [{ interruptId: 'pay', status: 'resolved', payload: true }]);
  assert.deepEqual(played.reports, []);
  console.log('An agent of aimock: surface, press, interrupt, answer.');

  // CopilotKit's own agent in its own runtime.
  const llm = new LLMock({ port: 0 });
  llm.onMessage(/hello/i, { content: 'Hello from the BuiltInAgent' });
  process.env.OPENAI_BASE_URL = `${await llm.start()}/v1`;
  closing.push(() => llm.stop());
  const { BuiltInAgent, CopilotRuntime, InMemoryAgentRunner } = await import('@copilotkit/runtime/v2');
  const { createCopilotNodeListener } = await import('@copilotkit/runtime/v2/node');
  const runtime = new CopilotRuntime({
    agents: { default: new BuiltInAgent({ model: 'openai/gpt-4o' }) },
    runner: new InMemoryAgentRunner(),
  });
  const server = createServer(createCopilotNodeListener({ runtime, basePath: '/api' }));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const built = await show(`http://127.0.0.1:${server.address().port}/api/agent/default/run`);
  await built.act({ event: 'say', text: 'hello there' });
  await until(
    'the words of the BuiltInAgent',
    async () => JSON.stringify([await built.words().catch(String), built.reports]),
    (text) => text.includes('Hello from the BuiltInAgent'),
  );
  console.log('The BuiltInAgent of CopilotKit behind our host: its words are said.');
} finally {
  for (const close of closing.reverse()) await close();
  client.close();
  await host.stop(0);
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

// Every example through every face: pushed by MCP, shown to a client of AgentChains, emitted into runs of OpenWOP, and told to
// clients of A2A in three forms. Of those that npm brings some are enough, unless all are asked for.

import { FORMS, type FormId } from '@vitrine/a2a';
import type { Json, JsonObject } from '@vitrine/core';
import { convert, type Dialect, openwop1Dialect, openwop2Dialect } from '@vitrine/dialects';
import { type Cases, write } from './cases.ts';
import { ScriptedAgent } from './scripted-agent.ts';
import { ownStreams, publishedStreams, type SourceStream } from './streams.ts';
import type { Transcript } from './transcript.ts';
import { START, World } from './world.ts';

const NOW = new Date(START).toISOString();
const FORM_IDS: readonly FormId[] = ['v0.8', 'v0.9.1', 'v1.0'];
const MCP = { accept: 'application/json, text/event-stream' };
const PLENTY = 1_000_000;

/** One of so many. */
const SOME = 12;

export async function playExamplesThroughFaces(cases: Cases, isAll: boolean): Promise<void> {
  const own = ownStreams().filter(({ isRetold }) => isRetold);
  const streams = [...own, ...publishedStreams().filter((_, i) => isAll || i % SOME === 0)];
  const byName = new Map(streams.map((stream) => [stream.name, stream]));
  const world = await World.open({
    openwop: { settings: { callsPerMinute: PLENTY, envelopesPerTurn: PLENTY } },
    a2a: { limits: { contextsPerMinute: PLENTY } },
    agentchains: { perMinute: PLENTY, sessionsPerAgent: PLENTY, socketsPerAgent: PLENTY },
    mcp: { sessions: PLENTY },
  });
  const agent = await ScriptedAgent.start(world, 'shows', (event) =>
    event.event === 'say'
      ? [
          ...((byName.get(String(event.text))?.messages ?? []) as readonly JsonObject[]),
          { vitrine: 1, body: [{ op: 'turn', state: 'done' }] },
        ]
      : undefined,
  );
  const { token } = await world.json('POST', '/a2a/shows/credentials', agent.key, { name: 'record' });
  try {
    for (const stream of streams) {
      const on = (face: string, play: (t: Transcript) => Promise<void>) =>
        write(cases, `faces/${stream.name} > ${face}`, world, play);
      await on('mcp', (t) => byMcp(t, world, stream));
      await on('agentchains', (t) => byAgentchains(t, world, stream));
      await on('openwop-1', (t) => byOpenwop(t, world, stream, openwop1Dialect, '/v1'));
      await on('openwop-2', (t) => byOpenwop(t, world, stream, openwop2Dialect, ''));
      for (const id of FORM_IDS) await on(`a2a-${id}`, (t) => byA2a(t, stream, id, String(token)));
    }
  } finally {
    agent.stop();
    await world.close();
  }
}

async function byMcp(t: Transcript, world: World, { name, messages }: SourceStream): Promise<void> {
  const call = (id: number, tool: string, args: JsonObject) =>
    t.post(
      '/mcp',
      world.key,
      { jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool, arguments: { ...args, sessionKey: name } } },
      MCP,
    );
  await call(1, 'a2ui_push', { messages: [...messages] as Json[] });
  await call(2, 'a2ui_picture', {});
  await call(3, 'a2ui_dump', {});
}

async function byAgentchains(t: Transcript, world: World, { messages }: SourceStream): Promise<void> {
  const { token } = await world.json('POST', '/api/v4/stream-token', world.key, {});
  const socket = await t.socket('client', `/ws/v4/a2ui?token=${token}`);
  socket.send({ jsonrpc: '2.0', method: 'a2ui.init', params: {}, id: 'init' });
  const { result } = JSON.parse(await socket.until('"init"')) as { readonly result: { readonly session_id: string } };
  const path = `/sessions/${result.session_id}`;
  const end = {
    jsonrpc: '2.0',
    method: 'ui.notify',
    params: { level: 'info', title: 'end', message: 'the end of it' },
  };
  // What a viewer cannot be told is told to the agent as it is met, so the seq of the answer is not the same each time.
  const { accepted, issues } = await world.json('POST', `${path}/messages`, world.key, [...messages, end]);
  t.note(JSON.stringify({ accepted, issues }));
  await socket.until('the end of it');
  await world.json('DELETE', path, world.key);
  await socket.ended();
}

async function byOpenwop(
  t: Transcript,
  world: World,
  { messages }: SourceStream,
  dialect: Dialect,
  prefix: string,
): Promise<void> {
  const { runId } = await world.json('POST', `${prefix}/runs`, world.key, { workflowId: 'examples' });
  const path = `${prefix}/runs/${encodeURIComponent(String(runId))}`;
  const { messages: envelopes } = convert(messages, dialect, { now: NOW });
  for (const envelope of envelopes) await t.post(`${path}/envelopes`, world.key, { envelope });
  await t.get(`${path}/events/poll?timeout=0`, world.key);
}

async function byA2a(t: Transcript, { name }: SourceStream, id: FormId, key: string): Promise<void> {
  const form = FORMS.find((one) => one.id === id);
  const message = {
    messageId: `m-${id}`,
    role: 'ROLE_USER',
    contextId: `${name.slice(0, 150)} ${id}`,
    parts: [{ text: name }],
  };
  const headers = { 'a2a-version': '1.0', 'a2a-extensions': String(form?.uri) };
  await t.post('/a2a/shows', key, { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }, headers);
}

// Traces, metrics and lines of the log, as a collector of OpenTelemetry receives them from a host that runs.

import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as api from '@opentelemetry/api';
import { connectAgent } from '@vitrine/client';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { openTelemetryTracer } from '@vitrine/core/internal';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { pathsOf, startCollector } from '../../test/collector.ts';
import { memoryIo } from '../../test/memory-io.ts';
import { ensureBuilt, newFolder, Serving, stopAll, withResolvers } from '../../test/serving.ts';
import { main } from '../main.ts';

beforeAll(ensureBuilt, 240_000);
afterEach(stopAll);

const version = 'v0.9';
const BUTTON = [
  { version, createSurface: { surfaceId: 's', catalogId: basic09.id } },
  {
    version,
    updateComponents: {
      surfaceId: 's',
      components: [
        { id: 'root', component: 'Button', child: 'word', action: { event: { name: 'go' } } },
        { id: 'word', component: 'Text', text: 'Go' },
      ],
    },
  },
];
const press = {
  version,
  action: { name: 'go', surfaceId: 's', sourceComponentId: 'root', timestamp: new Date(0).toISOString(), context: {} },
};

let count = 0;
/** A trace of somebody else's. */
function newTrace(): { readonly traceId: string; readonly traceparent: string } {
  const traceId = (++count).toString(16).padStart(32, 'a');
  return { traceId, traceparent: `00-${traceId}-00000000000000b7-01` };
}

function post(serving: Serving, path: string, body: unknown, headers: { [name: string]: string }, token = serving.key) {
  const own = {
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  return fetch(`${serving.url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...own, ...headers },
  });
}

describe('traces', () => {
  it('one leads from the call of an agent through commit and fan-out to the press of a person and back', async () => {
    const collector = await startCollector();
    const serving = await Serving.start(['--otlp', collector.url, '--trace-percent', '100']);
    const tracer = openTelemetryTracer(api);
    const agent = connectAgent({ url: serving.url, key: serving.key, tracer });
    onTestFinished(() => agent.close());
    const session = await agent.open({ dialect: 'a2ui-0.9' });
    const answered = withResolvers<void>();
    session.on('event', async ({ wire }) => {
      if (!JSON.stringify(wire).includes('"go"')) return;
      await session.say('Gone.');
      answered.resolve();
    });
    const { viewerToken = '' } = session;
    const stream = await fetch(`${serving.url}/sessions/${session.id}/stream?dialect=a2ui-0.9`, {
      headers: { authorization: `Bearer ${viewerToken}`, accept: 'text/event-stream' },
    });
    // Shown the session: what comes now is told to it.
    const reader = stream.body?.getReader();
    await reader?.read();
    const work = tracer.begin('agent works');
    await tracer.within(work.traceparent, () => session.send(BUTTON));
    work.end();
    const pressed = await post(serving, `/sessions/${session.id}/events?dialect=a2ui-0.9`, press, {}, viewerToken);
    expect(await pressed.json()).toMatchObject({ accepted: 1 });
    await answered.promise;
    await reader?.cancel();
    await serving.stop();
    const [, traceId = ''] = work.traceparent.split('-');
    const said = 'agent works > POST /sessions/:session/messages > vitrine.messages';
    const back = `${said} > vitrine.events > vitrine.deliver > vitrine.handle > POST /sessions/:session/messages > vitrine.messages`;
    const paths = pathsOf(collector.spans, traceId);
    for (const path of [
      `${said} > vitrine.commit > vitrine.fanout`,
      `${said} > vitrine.events > vitrine.commit > vitrine.fanout`,
      `${back} > vitrine.commit`,
    ])
      expect(paths).toContain(path);
    // The call by which the press came is a trace of its own, and the two know each other.
    const events = collector.spans.find(({ name }) => name === 'vitrine.events');
    const call = collector.spans.find(({ name }) => name === 'POST /sessions/:session/events');
    expect(events?.links?.map((link) => link.traceId)).toEqual([call?.traceId]);
    expect(JSON.stringify(collector.spans)).not.toMatch(/vk_|vc_|eyJ|Gone/);
  });

  it('go in and out on every face', async () => {
    const collector = await startCollector();
    const serving = await Serving.start(['--otlp', collector.url, '--a2a-grpc', '0', '--ag-ui-open', '--a2a-open']);
    const agent = connectAgent({ url: serving.url, key: serving.key });
    onTestFinished(() => agent.close());
    const handled: (string | undefined)[] = [];
    agent.on('event', async ({ session, traceparent, event }) => {
      if (event?.event !== 'say') return;
      handled.push(traceparent?.split('-')[1]);
      await session.say('Yes?');
      await session.turn('done');
    });
    const session = await agent.open({ dialect: 'a2ui-0.9' });
    await expect.poll(async () => agent.state).toBe('live');
    const { viewerToken = '' } = session;
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hello' }] };
    const run = {
      threadId: 't1',
      runId: 'r1',
      state: {},
      tools: [],
      context: [],
      forwardedProps: {},
      messages: [{ id: '1', role: 'user', content: 'hello' }],
    };
    const traces = new Map<string, string>();
    const asked = async (name: string, path: string, body: unknown, headers = {}, token = serving.key) => {
      const { traceId, traceparent } = newTrace();
      traces.set(name, traceId);
      const answer = await post(serving, path, body, { traceparent, ...headers }, token);
      const text = await answer.text();
      expect([answer.status < 300, answer.headers.get('traceparent')?.split('-')[1]], `${name} ${text}`).toEqual([
        true,
        traceId,
      ]);
      return text;
    };
    await asked('agent', `/sessions/${session.id}/messages`, BUTTON);
    await asked(
      'viewer',
      `/sessions/${session.id}/events?dialect=vitrine`,
      { vitrine: 1, body: [{ event: 'say', text: 'hi' }] },
      {},
      viewerToken,
    );
    await asked(
      'a2a',
      '/a2a/dev',
      { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } },
      { 'a2a-version': '1.0' },
      '',
    );
    await asked('ag-ui', '/ag-ui', run, {}, '');
    const { runId } = JSON.parse(await asked('openwop', '/v1/runs', { workflowId: 'w' }));
    const old = {
      ...{ type: 'error', schemaVersion: 0, envelopeId: 'e', correlationId: 'c' },
      ...{ payload: { code: 'c', message: 'm' }, meta: { source: 'system', ts: '2026-11-18T10:00:00Z' } },
    };
    await asked('openwop envelope', `/v1/runs/${encodeURIComponent(runId)}/envelopes`, { envelope: old });
    const call = (_meta?: object) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'a2ui_push', arguments: { messages: BUTTON }, _meta },
    });
    await asked('mcp', '/mcp', call());
    const inside = newTrace();
    traces.set('mcp meta', inside.traceId);
    const answer = await (await post(serving, '/mcp', call({ traceparent: inside.traceparent }), {})).text();
    expect(answer).toMatch(new RegExp(`"traceparent":"00-${inside.traceId}-`));
    for (const [name, url, headers, first, frame] of [
      [
        'agent socket',
        `/sessions/${session.id}/socket`,
        { authorization: `Bearer ${serving.key}` },
        { hello: { role: 'agent' } },
        { message: BUTTON[1] },
      ],
      [
        'viewer socket',
        `/sessions/${session.id}/socket`,
        { authorization: `Bearer ${viewerToken}` },
        { hello: { role: 'viewer' } },
        { event: { event: 'say', text: 'hi' } },
      ],
    ] as const) {
      const { traceId, traceparent } = newTrace();
      traces.set(name, traceId);
      const socket = new WebSocket(`${serving.url.replace('http', 'ws')}${url}`, 'vitrine.1', { headers });
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      socket.send(JSON.stringify(first));
      socket.send(JSON.stringify({ ...frame, key: name, traceparent }));
      await new Promise<void>((resolve) =>
        socket.on('message', (data) => void (/"ack"|"issues"/.test(String(data)) && resolve())),
      );
      socket.terminate();
    }
    const stream = JSON.parse(await asked('agentchains', '/api/v4/stream-token', { token_type: 'stream_a2ui' }));
    const handshake = newTrace();
    traces.set('agentchains socket', handshake.traceId);
    const socket = new WebSocket(`${serving.url.replace('http', 'ws')}/ws/v4/a2ui?token=${stream.token}`, {
      headers: { traceparent: handshake.traceparent },
    });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'a2ui.init', params: {} }));
    await new Promise((resolve) => socket.once('message', resolve));
    socket.terminate();
    await expect.poll(() => handled.length).toBeGreaterThanOrEqual(4);
    for (const name of ['viewer', 'a2a', 'ag-ui', 'viewer socket']) expect(handled, name).toContain(traces.get(name));
    await serving.stop();
    const names = (name: string) => pathsOf(collector.spans, traces.get(name) ?? '').join('\n');
    for (const name of ['agent', 'agent socket', 'mcp', 'mcp meta'])
      expect(names(name), name).toContain('vitrine.messages > vitrine.commit');
    for (const name of ['viewer', 'viewer socket', 'a2a', 'ag-ui'])
      expect(names(name), name).toContain('> vitrine.deliver');
    for (const name of ['openwop', 'openwop envelope', 'agentchains socket'])
      expect(names(name), name).toContain('vitrine.commit');
    const admitted = collector.spans.find((span) => span.name === 'openwop.envelope.admit');
    expect(admitted?.traceId).toBe(traces.get('openwop envelope'));
    expect(admitted?.attributes).toContainEqual({ key: 'envelope_schema_version_drift', value: { boolValue: true } });
  });

  it('go on to a remote agent that the host shows, and the lines of the log name theirs', async () => {
    const collector = await startCollector();
    const seen: (string | undefined)[] = [];
    const remote = createServer(async (incoming, answer) => {
      const { threadId, runId } = JSON.parse(Buffer.concat(await incoming.toArray()).toString());
      seen.push(incoming.headers.traceparent as string | undefined);
      const events = [
        { type: 'RUN_STARTED', threadId, runId },
        { type: 'RUN_FINISHED', threadId, runId },
      ];
      answer.writeHead(200, { 'content-type': 'text/event-stream' });
      answer.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
    });
    await new Promise<void>((resolve) => remote.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void remote.close());
    const serving = await Serving.start(['--otlp', collector.url, '--log-level', 'debug']);
    const stopped = withResolvers<void>();
    const told = withResolvers<string>();
    const env = { VITRINE_URL: serving.url, VITRINE_DATA: serving.folder, VITRINE_OTLP: collector.url };
    const io = memoryIo({ env, stopped: stopped.promise, heard: (text) => told.resolve(text) });
    const { port } = remote.address() as AddressInfo;
    const ended = main(['connect', `http://127.0.0.1:${port}/run`, '--ag-ui', '--json'], io);
    const { session, viewerUrl } = JSON.parse(await told.promise);
    const code = new URLSearchParams(new URL(viewerUrl).hash.slice(1)).get('code');
    const { token } = await (await post(serving, '/viewer', { code }, {})).json();
    const { traceId, traceparent } = newTrace();
    await post(
      serving,
      `/sessions/${session}/events?dialect=vitrine`,
      { vitrine: 1, body: [{ event: 'say', text: 'hi' }] },
      { traceparent },
      token,
    );
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    stopped.resolve();
    expect(await ended).toBe(0);
    await serving.stop();
    expect(seen[0]?.split('-')[1]).toBe(traceId);
    expect(serving.io.err()).toContain(`"trace_id":"${traceId}"`);
    expect(pathsOf(collector.spans, traceId).join('\n')).toContain('vitrine.deliver > vitrine.handle');
  });
});

describe('metrics', () => {
  it('over OTLP are those of /metrics, with their buckets', async () => {
    const collector = await startCollector();
    const serving = await Serving.start(['--otlp', collector.url]);
    await serving.call('/sessions', { body: {} });
    await serving.stop();
    const byName = new Map(collector.metrics.map((metric) => [metric.name, metric]));
    expect(byName.get('vitrine_http_requests_total')?.sum?.dataPoints).not.toEqual([]);
    expect(byName.get('vitrine_disk_free_bytes')?.gauge?.dataPoints).toHaveLength(1);
    const [point] = byName.get('vitrine_http_request_seconds')?.histogram?.dataPoints ?? [];
    expect(point?.bucketCounts.reduce((sum, bucket) => sum + Number(bucket), 0)).toBe(Number(point?.count));
  });
});

describe('a collector', () => {
  it('that hangs, or is not there, disturbs nobody, and the log says so', async () => {
    for (const url of [(await startCollector(true)).url, 'http://127.0.0.1:1']) {
      const serving = await Serving.start(['--otlp', `${url}/`, '--trace-percent', '50']);
      const { session } = (await (await serving.call('/sessions', { body: {} })).json()) as { session: string };
      for (let n = 0; n < 50; n++) {
        const answer = await serving.call(`/sessions/${session}/messages`, {
          body: { vitrine: 1, body: [{ op: 'say', text: 'x' }] },
        });
        expect(await answer.json()).toMatchObject({ accepted: 1 });
      }
      expect(await serving.stop()).toBe(0);
    }
  });

  it('needs an address, a share of calls, and packages that are there', async () => {
    const failing = async (...args: string[]) => {
      const io = memoryIo();
      return [await main(['serve', '--data', newFolder(), ...args], io), io.err()];
    };
    expect(await failing('--otlp', 'collector')).toEqual([2, expect.stringContaining('--otlp is an address such as')]);
    expect(await failing('--trace-percent', '0')).toEqual([2, expect.stringContaining('--trace-percent is a number')]);
    const alone = newFolder();
    cpSync(fileURLToPath(new URL('../../dist/program', import.meta.url)), join(alone, 'dist/program'), {
      recursive: true,
    });
    cpSync(fileURLToPath(new URL('../../bin', import.meta.url)), join(alone, 'bin'), { recursive: true });
    const call = ['bin/vitrine.js', 'serve', '--port', '0', '--otlp', 'http://127.0.0.1:1'];
    const { status, stderr } = spawnSync(process.execPath, call, { cwd: alone, encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^vitrine: --otlp needs packages beside this one .*@opentelemetry\/api .*\n$/),
    ]);
  });
});

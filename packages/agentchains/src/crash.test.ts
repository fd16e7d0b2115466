// The host with the face as a process, killed while an agent pushes and a person answers. The build comes first.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  callHost,
  type HostProcess,
  killUnderKeyedCalls,
  readStored,
  SERVE,
  type SendKeyed,
  startHost,
  type Writer,
} from '../test/processes.ts';
import { Client, message } from '../test/stage.ts';

const KILLS = Number(process.env.VITRINE_KILLS ?? 3);
/** The same each time, and spread over the moments of a run. */
const moments = Array.from({ length: KILLS }, (_, i) => 2 + ((i * 37) % 40));

/** What an agent was told that the host has, over all restarts. */
class Pusher {
  readonly acknowledged: number[] = [];
  #next = 0;

  /** Pushes until the host no longer answers; what was under way then is repeated under its key. */
  async run({ url, key }: HostProcess, session: string, onAcknowledged: () => void): Promise<void> {
    for (;;) {
      const value = this.#next;
      const said = [
        message('ui.progress', { task_id: 't', progress_type: 'streaming', value }),
        message('ui.request_input', { request_id: `r${value}`, input_type: 'number', prompt: `${value}?` }),
      ];
      const response = await fetch(`${url}/sessions/${session}/messages?dialect=agentchains`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': `p${value}` },
        body: JSON.stringify(said),
      }).catch(() => undefined);
      const answer = (await response?.json().catch(() => undefined)) as { accepted?: number } | undefined;
      if (answer === undefined) return;
      if (answer.accepted !== 2) throw new Error(`Push ${value} was answered ${JSON.stringify(answer)}.`);
      this.acknowledged.push(value);
      this.#next++;
      onAcknowledged();
    }
  }
}

const socketOf = ({ url }: HostProcess, token: string): string =>
  `${url.replace(/^http/, 'ws')}/ws/v4/a2ui?token=${token}`;

async function openClient(host: HostProcess, token: string): Promise<Client> {
  const client = new Client(socketOf(host, token));
  onTestFinished(() => client.terminate());
  await client.opened;
  return client;
}

/** Answers every question that comes, until the socket is gone. What is acknowledged is noted. */
async function answer(client: Client, acknowledged: Set<number>): Promise<void> {
  const gone = client.closed.then(() => undefined);
  for (;;) {
    const asked = await Promise.race([client.pushed('ui.request_input'), gone]);
    if (asked === undefined) return;
    const id = String(asked.params?.request_id);
    const value = Number(id.slice(1));
    const told = await Promise.race([client.ask('user.respond', { request_id: id, value }), gone]);
    if (told === undefined) return;
    if (told.result === undefined) throw new Error(`${id} was answered ${JSON.stringify(told)}.`);
    acknowledged.add(value);
  }
}

test(`[AF35] killed ${KILLS} times under load, what was acknowledged is there once and in order, and no place is lost`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agentchains-crash-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let host = await startHost(folder);
  const { token } = await callHost(host, '/api/v4/stream-token', {});
  let client = await openClient(host, String(token));
  await client.init();
  const { session } = client;
  const pusher = new Pusher();
  const answered = new Set<number>();
  for (const moment of moments) {
    // One more with the same token, which never says init.
    const silent = await openClient(host, String(token));
    let acknowledged = 0;
    const { process } = host;
    const pushing = pusher.run(host, session, () => {
      if (++acknowledged === moment) void process.kill();
    });
    await Promise.all([pushing, answer(client, answered)]);
    await process.kill();
    await silent.closed;
    host = await startHost(folder);
    client = await openClient(host, String(token));
    expect((await client.init()).result).toMatchObject({ session_id: session, resumed: true });
    expect(await callHost(host, '/api/v4/sessions')).toMatchObject({ total: 1, sessions: [{ status: 'active' }] });
  }
  const quiet = await openClient(host, String(token));
  expect((await quiet.ask('ping')).error?.code).toBe(-32000);
  expect(await callHost(host, '/api/v4/health')).toMatchObject({ active_sessions: 1 });
  client.terminate();
  await host.process.kill();
  await expectKept(folder, session, pusher.acknowledged, answered);
});

async function expectKept(
  folder: string,
  session: string,
  pushed: readonly number[],
  answered: ReadonlySet<number>,
): Promise<void> {
  const [tasks, asks, answers]: [unknown[], string[], unknown[]] = [[], [], []];
  await readStored(folder, async (log) => {
    for await (const { body } of log.read(session, 0))
      for (const part of body) {
        if ('op' in part && part.op === 'task') tasks.push(part.value);
        else if ('op' in part && part.op === 'ask') asks.push(part.ask);
        else if ('event' in part && part.event === 'answer') answers.push(part.value);
      }
  });
  expect(pushed.length).toBeGreaterThan(0);
  expect(answered.size).toBeGreaterThan(0);
  // The last push may have been stored without anybody having been told.
  for (const kept of [tasks, asks.map((id) => Number(id.slice(1)))]) {
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, i) => i));
    expect(kept.length - pushed.length).toBeOneOf([0, 1]);
  }
  expect(new Set(answers).size).toBe(answers.length);
  for (const value of answered) expect(answers).toContain(value);
}

/** A token is the key of the session that init begins with it: whoever was not answered says init again with the same. */
function sendInit(): SendKeyed {
  const tokens = new Map<string, string>();
  return async (host, _request, key) => {
    const token = tokens.get(key) ?? String((await callHost(host, '/api/v4/stream-token', {})).token);
    tokens.set(key, token);
    const client = new Client(socketOf(host, token));
    try {
      await client.opened;
      const gone = client.closed.then(() => {
        throw new Error('The host is gone.');
      });
      gone.catch(() => undefined);
      const { result } = await Promise.race([client.ask('a2ui.init'), gone]);
      return { status: result === undefined ? 400 : 200, body: result?.session_id };
    } finally {
      client.terminate();
      await client.closed;
    }
  };
}

function* inits(): Writer {
  for (;;) yield { path: 'a2ui.init', body: {} };
}

test(`[AF39] killed ${KILLS} times while clients say init again with their tokens, no session is begun twice or by half`, async () => {
  const { folder, answers, repeated } = await killUnderKeyedCalls({
    script: SERVE,
    kills: KILLS,
    writers: Array.from({ length: 4 }, () => inits),
    send: sendInit(),
  });
  expect(repeated).toBeGreaterThan(0);
  const ids = new Set(answers.map(({ body }) => String(body)));
  expect(ids.size, 'two tokens with one session').toBe(answers.length);
  await readStored(folder, async (log) => {
    const begunBy = new Set<unknown>();
    for await (const { session } of log.sessions()) {
      const records = new Map<string, { readonly [name: string]: unknown }>();
      for await (const { key, value } of log.records('face:agentchains', session))
        records.set(key, value as { readonly [name: string]: unknown });
      const jti = records.get(`session/${session}`)?.jti;
      expect(jti, 'a session without its record').toBeTypeOf('string');
      expect(begunBy.has(jti), 'a session that was begun twice').toBe(false);
      begunBy.add(jti);
      const events: string[] = [];
      for await (const { body } of log.read(session, 0))
        for (const part of body) if ('event' in part) events.push(part.event);
      const consents = events.filter((event) => event === 'consent').length;
      expect(consents, 'a consent that was told twice, or without its record').toBe(
        records.has(`consent/${session}/ui_interaction`) ? 1 : 0,
      );
      ids.delete(session);
    }
  });
  expect([...ids], 'sessions that are lost').toEqual([]);
});

// Host and agent as processes of their own, killed while a person is asked. The build comes first.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  type Client,
  callHost,
  comeAlong,
  type HostProcess,
  Process,
  startHost,
  streamToken,
} from '../test/agentchains-people.ts';

const AGENT = new URL('../test/children/agent.mjs', import.meta.url);
const startAgent = ({ url, key }: HostProcess): Process => new Process(AGENT, [url, key]);

async function enter(host: HostProcess, token: string): Promise<Client> {
  const person = await comeAlong(host, token);
  await person.init();
  return person;
}

const asks = (person: Client): readonly unknown[] =>
  person.received.filter(({ method }) => method === 'ui.request_input' || method === 'ui.confirm');

async function answersIn(host: HostProcess, session: string): Promise<readonly unknown[]> {
  const { events } = await callHost(host, `/sessions/${session}/events?after=0&consumer=test`);
  const methods = (events as readonly { event: { method?: string } }[]).map(({ event }) => event.method);
  return methods.filter((method) => method === 'user.respond' || method === 'user.approve');
}

it('[CL40] [CL33] host and agent killed between ask and answer: the wait goes on by its id and ends once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let host = await startHost(folder);
  let agent = startAgent(host);
  const token = await streamToken(host);
  let person = await enter(host, token);
  const { session } = person;
  expect((await person.pushed('ui.request_input')).params).toMatchObject({ request_id: 'r1' });

  await Promise.all([host.process.kill(), agent.kill()]);
  host = await startHost(folder);
  agent = startAgent(host);
  person = await enter(host, token);
  expect(person.session).toBe(session);
  expect((await person.pushed('ui.request_input')).params).toMatchObject({ request_id: 'r1' });
  expect((await person.ask('user.respond', { request_id: 'r1', value: 'Ada' })).result).toBeDefined();
  expect((await person.pushed('ui.confirm')).params).toMatchObject({ request_id: 'k1', title: 'Are you Ada?' });
  expect(agent.said).toEqual([{ started: true }, { joined: session }, { named: 'Ada' }]);
  expect(asks(person)).toEqual([]);

  await agent.kill();
  const approved = await person.ask('user.approve', { request_id: 'k1', approved: true, reason: 'It is me.' });
  expect(approved.result).toBeDefined();
  await host.process.kill();
  host = await startHost(folder);
  agent = startAgent(host);
  const { decided } = await agent.until((said) => said.decided !== undefined);
  expect(decided).toEqual({ approved: true, reason: 'It is me.' });
  expect(agent.said.slice(1, 3)).toEqual([{ joined: session }, { named: 'Ada' }]);
  expect(await answersIn(host, session)).toEqual(['user.respond', 'user.approve']);
  expect(await callHost(host, `/api/v4/sessions/${session}`)).toMatchObject({ inputs_requested: 2 });
  person = await enter(host, token);
  expect((await person.ask('user.approve', { request_id: 'k1', approved: false })).error?.code).toBe(-32602);
  expect(asks(person)).toEqual([]);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import type { FacePorts } from '@vitrine/core/port';
import { openSqliteLog } from '@vitrine/log';
import { expect, it, onTestFinished } from 'vitest';
import { createHost, type Host } from '../host.ts';

async function hostIn(folder: string): Promise<{ readonly host: Host; readonly port: FacePorts }> {
  const ports: FacePorts[] = [];
  const create = (port: FacePorts) => {
    ports.push(port);
    return {};
  };
  const host = await createHost({ folder, faces: [{ name: 'test', create }] });
  onTestFinished(() => host.stop());
  return { host, port: ports[0] as FacePorts };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-catalogs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const brought = (catalogId: string, ...required: readonly string[]) => ({
  protocol: '0.9',
  definition: {
    catalogId,
    components: { Gauge: { type: 'object', properties: { level: { type: 'number' } }, required } },
  },
});
const shown = (catalogId: string) => [
  { version: 'v0.9', createSurface: { surfaceId: 's', catalogId } },
  { version: 'v0.9', updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Gauge' }] } },
];

it('[SE45] a catalog that is brought to a session holds there, over restarts, and nowhere else', async () => {
  const folder = newFolder();
  const { host, port } = await hostIn(folder);
  const [{ session }, { session: other }] = [
    await port.sessions.open({ agent: 'dev' }),
    await port.sessions.open({ agent: 'dev' }),
  ];
  await port.sessions.addCatalog(session, brought('own'));
  await port.sessions.addCatalog(other, brought('own', 'level'));
  await port.sessions.addCatalog(session, brought(basic09.id));
  const view = await port.sessions.view(session);
  expect([view.catalogs.get(basic09.id), view.catalogs.own.length]).toEqual([basic09, 1]);
  expect(port.sessions.blank().catalogs.get('own')).toBeUndefined();
  expect((await port.sessions.sendAsAgent(session, { message: shown('own') })).issues).toEqual([]);
  expect((await port.sessions.sendAsAgent(other, { message: shown('own') })).issues).toMatchObject([
    { code: 'VITRINE_PROP_MISSING' },
  ]);
  await host.stop();

  const { port: next } = await hostIn(folder);
  const [update] = shown('own').slice(1);
  expect((await next.sessions.sendAsAgent(session, { message: update as never })).issues).toEqual([]);
  expect((await next.sessions.view(other)).catalogs.get('own')?.source).toEqual(brought('own', 'level').definition);
});

it('[SE45] a fork has the catalogs that were brought, goes on alone, and outlives where it comes from', async () => {
  const folder = newFolder();
  const { host, port } = await hostIn(folder);
  const { session } = await port.sessions.open({ agent: 'dev' });
  await port.sessions.addCatalog(session, brought('own'));
  expect((await port.sessions.sendAsAgent(session, { message: shown('own') })).issues).toEqual([]);
  const { session: fork } = await port.sessions.fork(session, 2);
  await port.sessions.addCatalog(fork, brought('of the fork'));
  expect((await port.sessions.view(fork)).surfaces.get('s')?.component('root')?.type).toBe('Gauge');
  expect((await port.sessions.view(fork)).catalogs.own.map(({ id }) => id)).toEqual(['own', 'of the fork']);
  expect((await port.sessions.view(session)).catalogs.own.map(({ id }) => id)).toEqual(['own']);
  await host.stop();

  const log = await openSqliteLog(folder);
  await log.deleteSession(session);
  await log.close();
  const { port: next } = await hostIn(folder);
  const [update] = shown('own').slice(1);
  expect((await next.sessions.sendAsAgent(fork, { message: update as never })).issues).toEqual([]);
  expect((await next.sessions.view(fork)).catalogs.own.map(({ id }) => id)).toEqual(['own', 'of the fork']);
});

it('[SE46] what would become of a first event is told, and nothing is opened', async () => {
  const { port } = await hostIn(newFolder());
  const say = (text: unknown) =>
    port.sessions.rehearse({ message: { vitrine: 1, body: [{ event: 'say', text }] } as never, viewer: 'v' });
  expect(say('hello')).toMatchObject({ accepted: 1, issues: [] });
  for (const text of [7, 'x'.repeat(2_000_000)]) expect(say(text).accepted).toBe(0);
  const action = { name: 'a', surfaceId: 's', sourceComponentId: 'b', timestamp: '2026-01-01T00:00:00Z', context: {} };
  expect(
    port.sessions.rehearse({ message: { version: 'v0.9', action }, viewer: 'v', dialect: 'a2ui-0.9' }),
  ).toMatchObject({
    accepted: 0,
    issues: [{ code: 'VITRINE_SURFACE_UNKNOWN' }],
  });
  expect(await port.sessions.list()).toEqual([]);
});

it('[SE46] a session begins with what would become of it: entries, catalogs and the answer are there together', async () => {
  const folder = newFolder();
  const { host, port } = await hostIn(folder);
  const { entry } = port.sessions.rehearse({
    message: { vitrine: 1, body: [{ event: 'say', text: 'hello' }] },
    viewer: 'v',
  });
  const call = { name: 'first', content: 'hello' };
  const { session, seq } = await port.sessions.open({
    ...{ agent: 'dev', entries: entry === undefined ? [] : [entry], catalogs: [brought('own')] },
    reply: { ...call, answer: 1 },
  });
  expect(seq).toBe(1);
  const acted = (text: string) =>
    port.sessions.submitAsViewer(session, {
      ...{ message: { vitrine: 1, body: [{ event: 'say', text }] }, viewer: 'v' },
      reply: ({ seq: at }) => ({ name: 'second', content: 'again', answer: at }),
    });
  expect((await acted('x'.repeat(2_000_000))).accepted).toBe(0);
  expect(await port.records.reply({ name: 'second', content: 'again' })).toBeUndefined();
  const { seq: second } = await acted('again');
  await host.stop();
  const { port: next } = await hostIn(folder);
  expect(await next.records.reply(call)).toMatchObject({ answer: 1 });
  expect(await next.records.reply({ name: 'second', content: 'again' })).toMatchObject({ answer: second });
  expect((await next.sessions.view(session)).catalogs.own.map(({ id }) => id)).toEqual(['own']);
  const entries = await next.sessions.entries(session, 0, new Promise(() => undefined));
  const authors: string[] = [];
  for await (const { from } of entries) if (authors.push(`${from.role} ${from.id ?? ''}`) === 2) break;
  expect(authors).toEqual(['viewer v', 'viewer v']);
});

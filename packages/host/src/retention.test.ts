// What is erased is nowhere: not in a file of the data folder while the host runs, not after it ended; and what stays, stays.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DiskAlarm } from './disk-alarm.ts';
import { createHost, type Host, type HostOptions } from './host.ts';
import { createMetrics } from './metrics.ts';
import { readDuration } from './read-duration.ts';

const DAY_MS = 86_400_000;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-erase-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(options: HostOptions) {
  const host = await createHost(options);
  onTestFinished(() => host.stop());
  const { key } = await host.operator.addAgent(`agent${Math.floor(performance.now() * 1000)}`, 'command');
  const { token: operator } = await host.credentials.redeemOperatorCode(host.credentials.newOperatorCode());
  return { host, key, operator };
}

async function call(
  host: Host,
  path: string,
  token: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
) {
  const type = body instanceof Uint8Array ? 'application/octet-stream' : 'application/json';
  const headers = { authorization: `Bearer ${token}`, host: '127.0.0.1', 'content-type': type };
  const sent = body === undefined ? {} : { body: body instanceof Uint8Array ? body : JSON.stringify(body) };
  const request = new Request(`http://127.0.0.1${path}`, { method, headers, ...sent } as RequestInit);
  const answer = await host.fetch(request, { address: '127.0.0.1' });
  return { status: answer.status, json: (await answer.json()) as { [name: string]: unknown } };
}

/** Which of the texts stand in a file of the folder, written out. */
function foundIn(folder: string, texts: readonly string[]): string[] {
  const all = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  return texts.filter((text) => all.some((bytes) => bytes.includes(text)));
}

let planted = 0;
const plant = (): string => `planted-${(++planted).toString(36).padStart(6, '0')}-value`;

/** A session with texts of an agent and a person in every place there is: 10 values. */
async function fill(
  host: Host,
  key: string,
  viewer: string,
): Promise<{ session: string; values: string[]; token: string }> {
  const values = Array.from({ length: 10 }, plant);
  const [title, label, data, note, said, typed, name, file, ask, context] = values;
  const opened = await call(host, '/sessions', key, { title });
  const session = String(opened.json.session);
  const minted = await call(host, `/sessions/${session}/viewer-token`, key, { viewer });
  const token = String(minted.json.token);
  const catalog = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
  const components = [
    { id: 'root', component: 'Column', children: ['t', 'f', 'b'] },
    { id: 't', component: 'Text', text: label },
    { id: 'f', component: 'TextField', label: 'Name', value: { path: '/typed' } },
    { id: 'b', component: 'Button', child: 't', action: { event: { name: 'go', context: { context } } } },
  ];
  const messages = [
    { version: 'v0.9', createSurface: { surfaceId: 'main', catalogId: catalog } },
    { version: 'v0.9', updateComponents: { surfaceId: 'main', components } },
    { version: 'v0.9', updateDataModel: { surfaceId: 'main', path: '/data', value: { [`k${note}`]: data } } },
  ];
  expect((await call(host, `/sessions/${session}/messages`, key, messages)).json).toMatchObject({ accepted: 3 });
  const question = { vitrine: 1, body: [{ op: 'ask', ask: 'q', want: { kind: 'text' }, prompt: `Why, ${ask}?` }] };
  await call(host, `/sessions/${session}/messages?dialect=vitrine`, key, question);
  const input = { vitrine: 1, body: [{ event: 'input', surface: 'main', path: '/typed', value: typed }] };
  expect((await call(host, `/sessions/${session}/events?dialect=vitrine`, token, input)).json).toMatchObject({
    accepted: 1,
  });
  const answer = { vitrine: 1, body: [{ event: 'answer', ask: 'q', value: said }] };
  expect((await call(host, `/sessions/${session}/events?dialect=vitrine`, token, answer)).json).toMatchObject({
    accepted: 1,
  });
  await call(host, `/sessions/${session}/snapshot`, token);
  const live = await host.sessions.get(session);
  await live.addFile({ name: `${name}.txt`, type: 'text/plain', bytes: Buffer.from(`a ${file} z`), viewer });
  return { session, values, token };
}

describe('erasure', () => {
  it('[EA1] [EA2] leaves none of 1,000 values in any file, and the audit is whole', async () => {
    const folder = newFolder();
    const { host, key, operator } = await start({ folder });
    const stays = await fill(host, key, 'person-who-stays');
    const gone = [];
    for (let n = 0; n < 100; n++) gone.push(await fill(host, key, `person-${n % 10}-goes`));
    const values = gone.flatMap((one) => one.values);
    expect(values).toHaveLength(1000);
    expect(foundIn(folder, values)).toHaveLength(1000);
    const [first] = gone;
    // Whoever is no operator erases nothing.
    expect((await call(host, `/sessions/${first?.session}?erase=1`, key, undefined, 'DELETE')).status).toBe(403);
    expect((await call(host, `/sessions/${first?.session}?erase=1`, operator, undefined, 'DELETE')).json).toEqual({
      erased: [first?.session],
    });
    expect(foundIn(folder, first?.values ?? [])).toEqual([]);
    expect((await call(host, `/sessions/${first?.session}`, operator)).status).toBe(404);
    for (let n = 0; n < 10; n++) {
      const { json } = await call(host, `/people/person-${n}-goes`, operator, undefined, 'DELETE');
      expect(json.erased).toHaveLength(n === 0 ? 9 : 10);
    }
    const people = Array.from({ length: 10 }, (_, n) => `person-${n}-goes`);
    expect(foundIn(folder, [...values, ...people])).toEqual([]);
    expect(foundIn(folder, stays.values)).toHaveLength(10);
    expect(await host.audit.verify()).toMatchObject({ ok: true, erased: expect.any(Number) });
    expect(await host.verify()).toMatchObject({ ok: true, sessions: 1 });
    // It goes on, and is whole after a restart.
    await fill(host, key, 'person-who-stays');
    await host.stop();
    expect(foundIn(folder, [...values, ...people])).toEqual([]);
    const again = await start({ folder });
    expect(await again.host.verify()).toMatchObject({ ok: true, sessions: 2 });
  }, 120_000);

  it('[EA6] is ended by the next start where it was begun and the process ended', async () => {
    const folder = newFolder();
    const told: (readonly string[])[] = [];
    const erased = async (sessions: readonly string[]): Promise<void> => void told.push(sessions);
    const { host, key } = await start({ folder, erased });
    const { session, values } = await fill(host, key, 'ada');
    const stays = await fill(host, key, 'bob');
    const { erase } = host.audit;
    host.audit.erase = () => Promise.reject(new Error('The process ended here.'));
    await expect(host.operator.erasePerson('ada', 'command')).rejects.toThrow('ended here');
    host.audit.erase = erase;
    await host.stop();
    expect(foundIn(folder, ['ada'])).toEqual(['ada']);
    const again = await start({ folder, erased });
    // The program takes away what it keeps itself, again where it may not have come to it.
    expect(told).toEqual([[session], [session]]);
    expect(foundIn(folder, [...values, 'ada'])).toEqual([]);
    expect(foundIn(folder, stays.values)).toHaveLength(10);
    const { lines } = await again.host.audit.page('', 1000);
    expect(lines.filter(({ act }) => act.startsWith('erase'))).toMatchObject([
      { act: 'erase', role: 'command', session },
      { act: 'erase person', role: 'command' },
      { act: 'erase details' },
    ]);
    expect(await again.host.audit.verify()).toMatchObject({ ok: true });
    await again.host.stop();
    expect(await (await start({ folder })).host.audit.verify()).toMatchObject({ ok: true, lines: expect.any(Number) });
  });

  it('[EA3] takes forks along, and whoever looks on is told that it is closed', async () => {
    const folder = newFolder();
    const { host, key, operator } = await start({ folder });
    const { session, values } = await fill(host, key, 'ada');
    const forks = host.sessions as unknown as { begin(as: object, work: () => void): Promise<void> };
    await forks.begin({ session: 'fork', forkOf: { session, seq: 4 } }, () => undefined);
    await forks.begin({ session: 'second', forkOf: { session: 'fork', seq: 4 } }, () => undefined);
    const { json } = await call(host, `/sessions/${session}?erase=1`, operator, undefined, 'DELETE');
    expect(json.erased).toEqual([session, 'fork', 'second']);
    expect(foundIn(folder, values)).toEqual([]);
    expect((await call(host, '/sessions/fork', operator)).status).toBe(404);
  });
});

describe('retention', () => {
  it('[EA4] erases what is over, by host, agent and session, and shows before what would go', async () => {
    let now = Date.parse('2026-05-01T00:00:00Z');
    const host = await createHost({ now: () => now, retention: { keepMs: 30 * DAY_MS, agents: { short: DAY_MS } } });
    onTestFinished(() => host.stop());
    const keys = await Promise.all(['usual', 'short'].map((agent) => host.operator.addAgent(agent, 'command')));
    const open = async (index: number, keep?: string) =>
      String((await call(host, '/sessions', keys[index]?.key ?? '', keep === undefined ? {} : { keep })).json.session);
    const [usual, short, own, longer] = [await open(0), await open(1), await open(0, '2d'), await open(1, '90d')];
    const due = async () => (await host.retention.due()).map(({ session }) => session);
    expect(await due()).toEqual([]);
    now += DAY_MS;
    expect(await due()).toEqual([short, longer]);
    now += DAY_MS;
    expect(await due()).toEqual([short, own, longer]);
    expect(await host.retention.run()).toBe(3);
    expect((await host.sessions.list()).map(({ session }) => session)).toEqual([usual]);
    now += 28 * DAY_MS;
    expect(await host.retention.run()).toBe(1);
    expect(await host.sessions.list()).toEqual([]);
    const { lines } = await host.audit.page('', 100);
    expect(lines.filter(({ act }) => act === 'erase').map(({ role }) => role)).toEqual([
      'host',
      'host',
      'host',
      'host',
    ]);
    expect((await call(host, '/sessions', keys[0]?.key ?? '', { keep: '0d' })).json).toMatchObject({
      error: 'VITRINE_BODY_INVALID',
    });
  });

  it('[EA4] holds for an agent that is called as a member of every object is', async () => {
    let now = Date.parse('2026-05-01T00:00:00Z');
    const host = await createHost({ now: () => now, retention: { keepMs: DAY_MS, agents: { short: DAY_MS } } });
    onTestFinished(() => host.stop());
    const { key } = await host.operator.addAgent('constructor', 'command');
    await call(host, '/sessions', key, {});
    now += DAY_MS;
    expect(await host.retention.run()).toBe(1);
  });

  it.each(['0d', '0', '', '-1d', '1y', '1.5d', '99999999d', '4000d'])('[EA4] a time is not %j', (text) => {
    expect(readDuration(text)).toBeUndefined();
  });
});

it('[EA5] a disk that is nearly full is told in metrics, log and alarms, and no more when there is room', async () => {
  const metrics = createMetrics();
  const told: string[] = [];
  let bavail = 5;
  const read = async () => ({ bsize: 4096, blocks: 100, bavail });
  const alarm = new DiskAlarm({ folder: '/', metrics, logger: { warn: (_, text) => told.push(text) }, read });
  onTestFinished(() => alarm.stop());
  await alarm.look();
  await alarm.look();
  expect(told).toEqual(['The disk of the data folder is nearly full.']);
  expect(alarm.alarms).toEqual(['The disk of the data folder has 20480 of 409600 bytes left.']);
  expect(await metrics.text()).toContain('vitrine_disk_free_bytes 20480');
  bavail = 50;
  await alarm.look();
  expect(alarm.alarms).toEqual([]);
});

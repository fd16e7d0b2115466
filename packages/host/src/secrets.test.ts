// What the operator named as secret is nowhere in the data folder nor in the log, however it comes in. The whole folder
// is read: entries, records and their names, snapshots, files.

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FacePorts } from '@vitrine/core/port';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createHost, type Host } from './host.ts';
import { createLogger } from './operator-log.ts';
import { createSecrets } from './redact.ts';

const SECRET = 'sk-live-Zebra-5f9a';
const SPLIT = [...SECRET].join('\u200b');
const WIDE = SECRET.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
const PERCENT = Buffer.from(SECRET).toString('hex').replace(/../g, '%$&');
/** The first of two pieces is stored before anybody knows what it begins. */
const REST = 'ebra-5f9a';
const BASIC = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';

let folder: string;
let host: Host;
let key: string;
let lines: string[];
let port: FacePorts | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-secrets-'));
  lines = [];
  host = await createHost({
    folder,
    secrets: [{ id: 'stripe', value: SECRET }],
    logger: createLogger({ level: 'debug', stream: { write: (line: string) => void lines.push(line) } }),
    faces: [
      {
        name: 'test',
        create: (given) => {
          port = given;
          return {};
        },
      },
    ],
  });
  key = (await readFile(join(folder, 'agent.key'), 'utf8')).trim();
});
afterEach(async () => {
  await host.stop();
  await rm(folder, { recursive: true, force: true });
});

async function call(path: string, body: unknown, headers: Record<string, string> = {}, credential = key) {
  const isBytes = body instanceof Uint8Array;
  const request = new Request(`http://127.0.0.1${path}`, {
    ...(body === undefined
      ? {}
      : { method: 'POST', body: isBytes ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${credential}`,
      'content-type': isBytes ? 'application/octet-stream' : 'application/json',
      ...headers,
    },
  });
  const response = await host.fetch(request, { address: '127.0.0.1' });
  return { status: response.status, body: (await response.json()) as { readonly [name: string]: unknown } };
}

async function openSession(title = 'x'): Promise<{ readonly session: string; readonly token: string }> {
  const { body } = await call('/sessions', { title });
  return { session: String(body.session), token: String(body.viewerToken) };
}

const surface = (data: unknown) => ({
  vitrine: 1,
  body: [
    {
      op: 'open',
      surface: 's',
      catalog: BASIC,
      data,
      components: [{ id: 'root', type: 'Text', props: { text: 'x' } }],
    },
  ],
});
const append = (value: string) => ({ vitrine: 1, body: [{ op: 'append', surface: 's', path: '/t', value }] });

/** Everything that is stored and logged, without what nobody sees. */
async function stored(): Promise<string> {
  await host.stop();
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return [...files, ...texts, ...lines]
    .join('\n')
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]|&#8203;|<wbr>/gu, '')
    .replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

test.each([
  ['as it is', SECRET],
  ['split by what nobody sees', SPLIT],
  ['in full width', WIDE],
  ['split by references of HTML', [...SECRET].join('&#8203;')],
  ['split by breaks of HTML', [...SECRET].join('<wbr>')],
  ['in the percent signs of an address', PERCENT],
])('[SE60] a secret %s is nowhere in the data folder, whatever it is said in', async (_how, given) => {
  const { session, token } = await openSession(`of ${given}`);
  const said = await call(`/sessions/${session}/messages`, surface({ t: '', [`k${given}`]: given }), {
    'idempotency-key': encodeURIComponent(given).includes('%') ? SECRET : `a-${given}`,
  });
  expect(said.status).toBe(200);
  const half = Math.floor(given.length / 2);
  for (const piece of [given.slice(0, half), given.slice(half)])
    await call(`/sessions/${session}/messages`, append(piece));
  // What is refused is quoted, and logged.
  await call(`/sessions/${session}/messages`, {
    vitrine: 1,
    body: [{ op: 'set', surface: given, path: '/x', value: 1 }],
  });
  const event = { vitrine: 1, body: [{ event: 'input', surface: given, path: '/x', value: given }] };
  await call(`/sessions/${session}/events`, event, {}, token);
  await port?.records.write([{ key: `name/${given}`, session, value: { [given]: [given] } }]);
  expect((await port?.records.read(`name/${given}`))?.value).toEqual({ '[REDACTED:stripe]': ['[REDACTED:stripe]'] });
  const name = encodeURIComponent(`${given}.txt`);
  const file = await call(`/sessions/${session}/files?name=${name}`, new Uint8Array([1]), {}, token);
  expect(file.body).toMatchObject({ name: '[REDACTED:stripe].txt' });
  const text = await stored();
  expect(text.includes(REST)).toBe(false);
  expect(text.includes('[REDACTED:stripe]')).toBe(true);
});

test('[SE60] no viewer is called by a secret: its name stands in tokens, in entries and in the audit', async () => {
  const { session } = await openSession();
  for (const viewer of [SECRET, `Ada ${WIDE}`]) {
    const { status, body } = await call(`/sessions/${session}/viewer-token`, { viewer });
    expect([status, body.error]).toEqual([400, 'VITRINE_BODY_INVALID']);
  }
  expect((await call(`/sessions/${session}/viewer-token`, { viewer: 'Ada' })).status).toBe(200);
  expect((await stored()).includes(REST)).toBe(false);
});

test('[SE60] two names that hold a secret are two names, before and after a restart', async () => {
  const { session } = await openSession();
  const say = (name: string, value: number) =>
    call(`/sessions/${session}/messages`, surface({ value }), { 'idempotency-key': name });
  expect((await say(`a${SECRET}`, 1)).body).toMatchObject({ accepted: 1, seq: 1 });
  expect((await say(`a${SECRET}`, 1)).body).toMatchObject({ accepted: 1, seq: 1 });
  expect((await say(`a${SECRET}`, 2)).status).toBe(422);
  expect((await say(`a${SECRET.toUpperCase()}`, 1)).body).toMatchObject({ accepted: 1, seq: 2 });
  await port?.records.write([
    { key: `one/${SECRET}`, value: 1 },
    { key: `one/${SPLIT}`, value: 2 },
  ]);
  expect([await port?.records.read(`one/${SECRET}`), await port?.records.read(`one/${SPLIT}`)]).toMatchObject([
    { value: 1 },
    { value: 2 },
  ]);
  await port?.records.write([{ key: `one/${SECRET}`, remove: true }]);
  expect(await port?.records.read(`one/${SECRET}`)).toBeUndefined();
});

test('[SE60] a line of the log loses a secret in its words and in its errors', () => {
  port?.transport.failed(`about ${SPLIT}`, Object.assign(new Error(`no ${WIDE}`), { detail: [SECRET] }));
  const [line = ''] = lines;
  expect(line.normalize('NFKC').replace(/\p{Cf}/gu, '')).not.toContain(REST);
  expect(line.match(/\[REDACTED:stripe\]/g)?.length).toBeGreaterThanOrEqual(3);
});

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
test.each<[string, Buffer]>([
  ['as text', Buffer.from(`key: ${SECRET}\n`)],
  ['in binary data', Buffer.concat([Buffer.from([0xff, 0xfe, 0x80]), Buffer.from(SECRET), Buffer.from([0xc3, 0])])],
  ['split by what nobody sees', Buffer.from(SPLIT)],
  ['in full width', Buffer.from(WIDE)],
  ['as UTF-16', Buffer.from(`\ufeff${SECRET}`, 'utf16le')],
  ['as UTF-16 of the other order', utf16be(SECRET)],
  ['as UTF-16 at an odd place', Buffer.concat([Buffer.from('x'), Buffer.from(SPLIT, 'utf16le')])],
  ['as UTF-16 of the other order at an odd place', Buffer.concat([Buffer.from('x'), utf16be(SPLIT)])],
  ['in a tag', Buffer.from(`<a href="x?key=${SECRET}">x</a>`)],
  ['in the percent signs of an address', Buffer.from(PERCENT)],
  ['in base64', Buffer.from(Buffer.from(`user:${SECRET}:more`).toString('base64'))],
  ['at the border of two slices', Buffer.concat([Buffer.alloc(128 * 1024 - 7, 'x'), Buffer.from(SECRET)])],
  ['split at that border', Buffer.concat([Buffer.alloc(128 * 1024 - 8, 'x'), Buffer.from(SPLIT)])],
  [
    'around a slice of zeros',
    Buffer.concat([Buffer.from('sk-live-'), Buffer.alloc(300_000), Buffer.from('Zebra-5f9a')]),
  ],
])('[SE61] a file that holds a secret %s is refused by name and not stored', async (_how, bytes) => {
  const { session, token } = await openSession();
  const { status, body } = await call(`/sessions/${session}/files?name=a.bin`, new Uint8Array(bytes), {}, token);
  expect([status, body.error]).toEqual([422, 'VITRINE_FILE_SECRET']);
  expect(JSON.stringify(body)).not.toContain('Zebra');
  const sent = { name: 'a', type: 'text/plain', bytes, viewer: 'v' };
  await expect(port?.sessions.addFile(session, sent)).rejects.toMatchObject({ code: 'VITRINE_FILE_SECRET' });
  const text = await stored();
  expect(text.includes(REST)).toBe(false);
});

test('[SE61] a file without one is stored as it came, and a large one lets others in between', async () => {
  const { session, token } = await openSession();
  const bytes = new Uint8Array(1024 * 1024).map((_, i) => (i * 7919) % 251);
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  const { status, body } = await call(`/sessions/${session}/files?name=a.bin`, bytes, {}, token);
  clearInterval(counting);
  expect(status).toBe(201);
  expect(turns).toBeGreaterThan(5);
  const path = `http://127.0.0.1/sessions/${session}/files/${String(body.ref)}`;
  const request = new Request(path, { headers: { authorization: `Bearer ${token}` } });
  const back = await host.fetch(request, { address: '127.0.0.1' });
  expect(Buffer.from(await back.arrayBuffer()).equals(bytes)).toBe(true);
  expect(await createSecrets().areIn(Buffer.from(SECRET))).toBe(false);
});

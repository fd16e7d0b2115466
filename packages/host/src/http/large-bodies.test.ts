import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createHost, type Host } from '../host.ts';

const MIB = 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, '[');

let host: Host;
let port: number;
let key: string;
let session: string;
let token: string;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-large-'));
  host = await createHost({ folder });
  ({ port } = await host.listen({ host: '127.0.0.1', port: 0 }));
  key = (await readFile(join(folder, 'agent.key'), 'utf8')).trim();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const opened = await fetch(`http://127.0.0.1:${port}/sessions`, { method: 'POST', headers, body: '{}' });
  ({ session, viewerToken: token } = (await opened.json()) as { session: string; viewerToken: string });
  return async () => {
    await host.stop(0);
    await rm(folder, { recursive: true });
  };
});

/** Writes all of a body whatever it is told meanwhile, and reads on: as a client does that has no ear while it speaks. */
class DeafClient {
  readonly socket: Socket;
  #text = '';
  #failed: Error | undefined;

  constructor() {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('error', (error) => {
      this.#failed = error;
    });
    this.socket.on('data', (bytes: Buffer) => {
      this.#text += bytes.toString('latin1');
    });
    onTestFinished(() => void this.socket.destroy());
  }

  head(path: string, credential: string | undefined, length: number | undefined, isLast = false): void {
    const lines = [
      `POST ${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      ...(credential === undefined ? [] : [`Authorization: Bearer ${credential}`]),
      ...(isLast ? ['Connection: close'] : []),
      length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    ];
    this.socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  }

  async body(length: number, isChunked: boolean): Promise<void> {
    for (let sent = 0; sent < length; sent += CHUNK.length) {
      if (isChunked) this.socket.write(`${CHUNK.length.toString(16)}\r\n`);
      const isTaken = this.socket.write(CHUNK);
      if (isChunked) this.socket.write('\r\n');
      if (!isTaken && !this.socket.destroyed) await once(this.socket, 'drain');
    }
    if (isChunked) this.socket.write('0\r\n\r\n');
  }

  /** The answer that has come so far, of which this is a part. */
  async answered(part: string): Promise<string> {
    await expect.poll(() => this.#failed ?? (this.#text.includes(part) || this.#text)).toBe(true);
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

describe.each([
  ['with its length', false],
  ['in chunks', true],
])('a body that is too large, %s', (_name, isChunked) => {
  const roads = () =>
    [
      ['a viewer', `/sessions/${session}/events`, token, 8, 'HTTP/1.1 413', '"VITRINE_BODY_SIZE"'],
      ['a viewer with a file', `/sessions/${session}/files?name=x`, token, 20, 'HTTP/1.1 413', '"VITRINE_BODY_SIZE"'],
      ['an agent', `/sessions/${session}/messages`, key, 12, 'HTTP/1.1 413', '"VITRINE_BODY_SIZE"'],
      ['an order', '/sessions', key, 4, 'HTTP/1.1 413', '"VITRINE_BODY_SIZE"'],
      ['the code of a link', '/viewer', undefined, 4, 'HTTP/1.1 413', '"VITRINE_BODY_SIZE"'],
      ['nobody', `/sessions/${session}/messages`, undefined, 8, 'HTTP/1.1 401', '"VITRINE_CREDENTIAL_MISSING"'],
      ['no road', '/nowhere', key, 8, 'HTTP/1.1 404', '"VITRINE_PATH_UNKNOWN"'],
    ] as const;

  it.each([0, 1, 2, 3, 4, 5, 6])(
    '[HT62] is answered to whoever goes on writing, and the connection goes on: road %i',
    async (i) => {
      const [, path, credential, mib, status, part] = roads()[i] as ReturnType<typeof roads>[number];
      const client = new DeafClient();
      for (let times = 0; times < 6; times++) {
        client.head(path, credential, isChunked ? undefined : mib * MIB);
        await client.body(mib * MIB, isChunked);
        expect(await client.answered(part)).toMatch(new RegExp(`^${status} `));
      }
      client.socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
      expect(await client.answered('{"ok":true}')).toMatch(/^HTTP\/1\.1 200 /);
    },
  );
});

it.each([
  ['with its length', false],
  ['in chunks', true],
])('[HT62] one who wants the connection closed is answered first, of a body %s', async (_name, isChunked) => {
  for (let times = 0; times < 10; times++) {
    const client = new DeafClient();
    const closed = new Promise((resolve) => client.socket.once('close', resolve));
    client.head(`/sessions/${session}/events`, token, isChunked ? undefined : 8 * MIB, true);
    await client.body(8 * MIB, isChunked);
    expect(await client.answered('"VITRINE_BODY_SIZE"')).toMatch(/^HTTP\/1\.1 413 /);
    await closed;
  }
  const small = new DeafClient();
  const closed = new Promise((resolve) => small.socket.once('close', resolve));
  small.head(`/sessions/${session}/events`, token, 2, true);
  small.socket.write('[]');
  expect(await small.answered('"issues":[')).toMatch(/^HTTP\/1\.1 .*connection: close/is);
  await closed;
});

it.each([
  ['by what it sends', 200],
  ['by the time that it takes', 0],
])('[HT62] one who was answered and sends without end is cut off, %s', async (_name, mib) => {
  const client = new DeafClient();
  client.head(`/sessions/${session}/events`, token, 500 * MIB);
  const closed = new Promise((resolve) => client.socket.once('close', resolve));
  await client.body(2 * MIB, false);
  expect(await client.answered('"VITRINE_BODY_SIZE"')).toMatch(/^HTTP\/1\.1 413 /);
  void client.body(mib * MIB, false).catch(() => undefined);
  await closed;
});

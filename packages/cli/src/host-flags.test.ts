import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memoryIo } from '../test/memory-io.ts';
import { ensureBuilt, newFolder, type Ran, Serving, stopAll } from '../test/serving.ts';
import { main } from './main.ts';
import { findHostOf } from './serving/door-order.ts';

const OPEN = JSON.stringify({
  version: 'v0.9',
  createSurface: { surfaceId: 's', catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' },
});

/** Another program, where a host might be: what it was shown, and what it answers. */
class Stranger {
  readonly heard: { readonly headers: IncomingHttpHeaders; readonly text: string }[] = [];
  answer: { readonly status: number; readonly body: object; readonly location?: string } = { status: 200, body: {} };
  readonly #server: Server;

  constructor() {
    this.#server = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      this.heard.push({ headers: request.headers, text });
      const { status, body, location } = this.answer;
      response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) });
      response.end(JSON.stringify(body));
    });
  }

  async listen(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Whether it was shown the text in any way. */
  knows(secret: string): boolean {
    return JSON.stringify(this.heard).includes(secret);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

async function run(args: readonly string[], env: { [name: string]: string }): Promise<Ran> {
  const io = memoryIo({ env, stdin: [`${OPEN}\n`] });
  const code = await main(args, io);
  return { code, out: io.out(), err: io.err() };
}

let serving: Serving;
let session: string;
let stranger: Stranger;
beforeAll(async () => {
  ensureBuilt();
  serving = await Serving.start();
  ({ session } = (await (await serving.call('/sessions', { body: {} })).json()) as { session: string });
}, 240_000);
beforeEach(async () => {
  stranger = await new Stranger().listen();
});
afterEach(() => stranger.close());
afterAll(stopAll);

const commands = (): readonly (readonly [string, ...string[]])[] => [
  ['push', '-', '--session', session],
  ['tail', '--session', session],
  ['replay', session, '--to', 'jsonl'],
];

describe('the host of a command', () => {
  it('is the one that runs on the data folder, by its flag or the environment', async () => {
    for (const command of commands()) {
      expect((await run(command, { VITRINE_DATA: serving.folder })).code).toBe(0);
      expect((await run([...command, '--data', serving.folder], {})).code).toBe(0);
    }
    expect((await (await serving.call(`/sessions/${session}/snapshot`)).json()) as object).toMatchObject({
      surfaces: { s: {} },
    });
  });

  it('is that one for the key of another agent too', async () => {
    const file = join(newFolder(), 'other.key');
    const { out } = await serving.run(['agent', 'add', 'other', '--json']);
    writeFileSync(file, (JSON.parse(out) as { key: string }).key);
    const pushed = await run(['push', '-', '--session', 'new', '--key-file', file], { VITRINE_DATA: serving.folder });
    expect(pushed).toMatchObject({ code: 0, err: '' });
  });

  it('may be named by the address that people know, or any of its own on this machine', async () => {
    const port = new URL(serving.url).port;
    for (const url of [serving.url, `http://localhost:${port}/`, `http://127.0.0.1:${port}`])
      expect(await run(['tail', '--session', session, '--url', url], { VITRINE_DATA: serving.folder })).toMatchObject({
        code: 0,
        err: '',
      });
  });

  it('is reached on this machine where people come by another address', async () => {
    const far = await Serving.start(['--trust-proxy', '--public-url', 'https://vitrine.example/ui/']);
    const pushed = await run(['push', '-', '--session', 'new', '--json'], { VITRINE_DATA: far.folder });
    expect(pushed.code).toBe(0);
    expect(JSON.parse(pushed.out)).toMatchObject({
      viewerUrl: expect.stringMatching(/^https:\/\/vitrine\.example\/ui\/s\//),
    });
  });

  it('is missed in a sentence where none runs on the folder', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'agent.key'), serving.key);
    for (const command of commands()) {
      const { code, out, err } = await run(command, { VITRINE_DATA: folder });
      expect([code, out]).toEqual([1, '']);
      expect(err).toContain(`no server runs on "${folder}"`);
    }
  });
});

describe('the key in a data folder', () => {
  it('is not sent to another address, whether its host runs or not', async () => {
    const stopped = newFolder();
    writeFileSync(join(stopped, 'agent.key'), serving.key);
    for (const folder of [serving.folder, stopped])
      for (const [name, ...rest] of commands()) {
        // A folder that can be read is not asked for over the network.
        const flags = name === 'replay' ? ['--url', stranger.url] : [];
        const env = { VITRINE_DATA: folder, VITRINE_URL: stranger.url };
        const { code, err } = await run([name, ...rest, ...flags], env);
        expect([code, err]).toEqual([1, expect.stringContaining(`not sent to ${stranger.url}`)]);
      }
    expect(stranger.heard).toEqual([]);
  });

  it('is not sent to whoever listens at the door that a killed server left', async () => {
    const folder = newFolder();
    const { key } = serving;
    writeFileSync(join(folder, 'agent.key'), key);
    for (const proof of [{}, { proof: 'right' }]) {
      writeFileSync(join(folder, 'control.json'), JSON.stringify({ port: stranger.port, secret: 'old', ...proof }));
      for (const claimed of [{}, { proof: 'wrong' }]) {
        stranger.answer = { status: 200, body: { url: stranger.url, port: stranger.port, ...claimed } };
        for (const command of commands())
          expect(await run(command, { VITRINE_DATA: folder })).toMatchObject({
            code: 1,
            err: expect.stringContaining('no server runs on'),
          });
      }
    }
    expect(stranger.knows(key)).toBe(false);
  });

  it('is not waited for where whoever listens there says nothing', async () => {
    const silent = createSocketServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const folder = newFolder();
    writeFileSync(join(folder, 'control.json'), JSON.stringify({ port, secret: 'old', proof: 'right' }));
    const [[socket], found] = await Promise.all([once(silent, 'connection'), findHostOf(folder, 50)]);
    expect(found).toBeUndefined();
    (socket as Socket).destroy();
    silent.close();
  });

  it('does not follow a host that sends a call elsewhere', async () => {
    const first = await new Stranger().listen();
    try {
      first.answer = { status: 307, body: {}, location: `${stranger.url}/sessions` };
      const file = join(newFolder(), 'named.key');
      writeFileSync(file, 'a-key-that-was-named');
      await run(['push', '-', '--session', 'new', '--url', first.url, '--key-file', file], {});
      expect(first.knows('a-key-that-was-named')).toBe(true);
      expect(stranger.knows('a-key-that-was-named')).toBe(false);
    } finally {
      await first.close();
    }
  });

  it('goes where it is named together with the address', async () => {
    stranger.answer = { status: 200, body: { session: 'x', viewerUrl: 'y', accepted: 1, seq: 1, issues: [] } };
    const file = join(serving.folder, 'agent.key');
    const args = ['push', '-', '--session', 'x', '--url', stranger.url, '--key-file', file];
    expect(await run(args, {})).toMatchObject({ code: 0 });
    expect(stranger.knows(readFileSync(file, 'utf8').trim())).toBe(true);
  });
});

describe('the address of a host', () => {
  it('goes with it: a command finds the next one that runs on the folder', async () => {
    const folder = newFolder();
    const first = await Serving.start([], {}, folder);
    expect(await run(['tail', '--all', '--data', folder], {})).toMatchObject({ code: 0 });
    await first.stop();
    expect(await run(['tail', '--all', '--data', folder], {})).toMatchObject({ code: 1 });
    const second = await Serving.start([], {}, folder);
    expect(await run(['tail', '--all', '--data', folder], {})).toMatchObject({ code: 0 });
    await second.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});

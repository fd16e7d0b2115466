import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { memoryIo } from '../../test/memory-io.ts';
import { ensureBuilt, newFolder, Serving, stopAll, withResolvers } from '../../test/serving.ts';
import { readCall } from '../command.ts';
import { main } from '../main.ts';
import { serve } from '../serving/serve.ts';
import { readServeOptions } from '../serving/serve-options.ts';
import { serveCommand } from './serve.ts';

beforeAll(ensureBuilt, 240_000);
afterEach(stopAll);

async function failing(args: string[], env: { [name: string]: string } = {}) {
  const io = memoryIo({ env });
  const code = await main(['serve', '--data', newFolder(), ...args], io);
  return { code, out: io.out(), err: io.err() };
}

describe('serve', () => {
  it('tells the address with the operator code, serves page and health, and ends with 0 when it is asked to', async () => {
    const serving = await Serving.start();
    const { url, told, io } = serving;
    expect(told).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#operator=vc_[\w-]+$/);
    expect(io.out()).toMatch(
      /^Vitrine is at \S+\nThe code works once; another one: npx @vitrine\/cli operator --data \S+\n$/,
    );
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true });
    const page = await fetch(url);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const linked = [...(await page.text()).matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, path]) => path as string);
    expect(linked.length).toBeGreaterThan(3);
    for (const path of linked) expect((await fetch(new URL(path, url))).status, path).toBe(200);
    expect(await serving.stop()).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
    expect(io.err()).toBe('');
  });

  it('with --demo and no port named takes the next that is free, and tells it', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const told = withResolvers<string>();
    const stopped = withResolvers<void>();
    const io = memoryIo({ stopped: stopped.promise, heard: (text) => told.resolve(text) });
    const call = readCall(serveCommand, ['--demo', '--data', newFolder()]);
    const options = { ...(await readServeOptions(call, io)), port };
    const ended = serve(options, io);
    const url = new URL(/https?:\S+/.exec(await told.promise)?.[0] ?? '');
    expect(Number(url.port)).toBeGreaterThan(port);
    expect(await (await fetch(new URL('/healthz', url))).json()).toEqual({ ok: true });
    expect(io.err()).toContain(`port ${port} is taken; this is on port ${url.port}.`);
    stopped.resolve();
    expect(await ended).toBe(0);
    for (const strict of [{ demo: false }, { isAnyPort: false }])
      await expect(serve({ ...options, ...strict, folder: newFolder() }, io)).rejects.toThrow(
        `port ${port} on 127.0.0.1`,
      );
    taken.close();
  });

  it('takes the operator code once, and nothing but it', async () => {
    const { url, told } = await Serving.start();
    const code = told.split('#operator=')[1];
    const redeem = () =>
      fetch(`${url}/operator`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      });
    const first = await redeem();
    const { token } = (await first.json()) as { token: string };
    const sessions = await fetch(`${url}/sessions`, { headers: { authorization: `Bearer ${token}` } });
    expect([first.status, sessions.status, (await redeem()).status]).toEqual([200, 200, 401]);
  });

  it('says what is missing from its folder and starts only when the loss is accepted', async () => {
    const first = await Serving.start();
    const { folder } = first;
    const { session } = (await (await first.call('/sessions', { body: {} })).json()) as { session: string };
    await first.stop();
    rmSync(join(folder, 'sessions.db'));
    const refused = memoryIo();
    expect(await main(['serve', '--data', folder, '--port', '0'], refused)).toBe(1);
    expect(refused.err()).toContain(`VITRINE_LOG_LOST in "${folder}": The database is missing.`);
    expect(refused.err()).toContain(`"${session}" whole`);
    expect(refused.err()).toContain('"vitrine serve --accept-loss" or VITRINE_ACCEPT_LOSS=1, once.');
    const ordered = memoryIo();
    expect(await main(['agent', 'list', '--data', folder], ordered)).toBe(1);
    expect(ordered.err()).toContain('VITRINE_LOG_LOST');
    const accepting = await Serving.start(['--accept-loss'], {}, folder);
    expect(accepting.io.err()).toContain('A loss was accepted. The database is missing.');
    await accepting.stop();
    const again = await Serving.start([], {}, folder);
    expect(again.io.err()).toBe('');
    await again.stop();
    writeFileSync(join(folder, 'sessions.db'), '');
    const byVariable = await Serving.start([], { VITRINE_ACCEPT_LOSS: '1' }, folder);
    expect(byVariable.io.err()).toContain('The database is empty.');
  });

  it('keeps sessions over a restart', async () => {
    const first = await Serving.start();
    const opened = (await (await first.call('/sessions', { body: { title: 'Kept' } })).json()) as { session: string };
    await first.stop();
    const second = await Serving.start([], {}, first.folder);
    expect(await (await second.call(`/sessions/${opened.session}`)).json()).toMatchObject({ title: 'Kept' });
  });

  it('takes its flags from the environment, what is typed wins', async () => {
    const { url } = await Serving.start(['--host', 'localhost'], { VITRINE_HOST: 'no.such.host.invalid' });
    expect(url).toMatch(/^http:\/\/localhost:\d+$/);
    expect((await failing([], { VITRINE_PORT: 'many' })).err).toBe(
      'vitrine: VITRINE_PORT is a number from 0 to 65535, not "many".\n',
    );
    expect((await failing(['--act-window', 'long'])).err).toBe(
      'vitrine: --act-window is a number of seconds from 0 to 86400, not "long".\n',
    );
    expect((await failing([], { VITRINE_ACT_WINDOW: '90000' })).err).toBe(
      'vitrine: VITRINE_ACT_WINDOW is a number of seconds from 0 to 86400, not "90000".\n',
    );
    expect((await failing([], { VITRINE_ADMISSION: 'perhaps' })).err).toBe(
      'vitrine: VITRINE_ADMISSION is one of enforce, report, not "perhaps".\n',
    );
    expect(await failing([], { STREAM_TOKEN_EXPIRE_MINUTES: 'soon' })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^vitrine: STREAM_TOKEN_EXPIRE_MINUTES is a number above 0 [^\n]+, not "soon"\.\n/),
    });
    expect((await failing([], { VITRINE_DEMO: 'maybe' })).err).toBe('vitrine: VITRINE_DEMO is 1 or 0, not "maybe".\n');
  });

  it('refuses plain text beyond this machine unless it is told to', async () => {
    const refused = await failing(['--port', '0', '--host', '0.0.0.0']);
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toContain('"0.0.0.0" can be reached from other machines');
    const { url, io } = await Serving.start(['--host', '0.0.0.0', '--allow-plain']);
    expect(url).toMatch(/^http:\/\/localhost:\d+$/);
    // Written behind the address.
    await fetch(`${url}/healthz`);
    expect(io.err()).toContain('keys travel readable');
  });

  it('tells viewers the public address, and goes by its name', async () => {
    const serving = await Serving.start(['--trust-proxy', '--public-url', 'https://vitrine.example/ui/']);
    expect(serving.told).toMatch(/^https:\/\/vitrine\.example\/ui\/#operator=/);
  });

  it('lets pages of other origins call only where it was told so', async () => {
    const { url } = await Serving.start(['--allow-origin', 'https://app.example']);
    const ask = (origin: string) => fetch(`${url}/healthz`, { headers: { origin } }).then(({ status }) => status);
    expect([await ask('https://app.example'), await ask('https://evil.example')]).toEqual([200, 403]);
    expect(await failing(['--allow-origin', 'app.example'])).toMatchObject({ code: 2 });
  });

  it('lets the page load media from where it was told, and tells the page', async () => {
    const { url } = await Serving.start(['--allow-media', 'media.example', '--allow-media', 'https://*.cdn.example']);
    const page = await fetch(url);
    expect(page.headers.get('content-security-policy')).toContain('media.example https://*.cdn.example');
    expect(await (await fetch(`${url}/settings.json`)).json()).toEqual({
      catalogs: [],
      media: ['media.example', '*.cdn.example'],
    });
    expect(await failing(['--allow-media', "x; script-src 'unsafe-inline'"])).toMatchObject({ code: 2 });
  });

  it('ends with 1 and the sentence of the log when another process has the folder', async () => {
    const { folder } = await Serving.start();
    const io = memoryIo();
    expect(await main(['serve', '--port', '0', '--data', folder], io)).toBe(1);
    expect([io.out(), io.err()]).toEqual(['', 'vitrine: Another process has the log of this data folder open.\n']);
  });

  it('ends with 1 and a sentence when the port is taken, and lets go of the folder', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const [folder, io] = [newFolder(), memoryIo()];
    expect(await main(['serve', '--data', folder, '--port', String(port)], io)).toBe(1);
    expect(io.err()).toBe(`vitrine: port ${port} on 127.0.0.1 is taken; choose another with --port.\n`);
    taken.close();
    await Serving.start([], {}, folder);
  });

  it('ends with 1 and a sentence when the address is not of this machine', async () => {
    const { code, err } = await failing(['--port', '0', '--host', '203.0.113.7', '--allow-plain']);
    expect([code, err]).toEqual([1, expect.stringContaining('this machine has no address "203.0.113.7"')]);
  });

  it('refuses halves of a certificate, files that are not there, and secrets that are too short', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'secrets'), 'abc\n');
    expect((await failing(['--tls-cert', 'a.pem'])).err).toBe('vitrine: --tls-cert and --tls-key go together.\n');
    expect((await failing(['--tls-cert', 'a.pem', '--tls-key', 'b.pem'])).err).toContain('There is no file "a.pem".');
    expect((await failing(['--secrets', join(folder, 'secrets')])).err).toContain('shorter than 6 characters');
    expect((await failing(['--metrics-token', join(folder, 'secrets')])).err).toContain('16 to 256 letters');
    expect((await failing(['--metrics-token', join(folder, 'none')])).err).toContain('There is no file');
    expect((await failing(['--public-url', 'vitrine.example'])).code).toBe(2);
  });

  it('opens metrics to whoever has the token of its file, behind a proxy too', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'scraper'), 'scraper-token-0123\n');
    const { url } = await Serving.start(['--trust-proxy', '--metrics-token', join(folder, 'scraper')]);
    const ask = async (headers: Record<string, string>) => (await fetch(`${url}/metrics`, { headers })).status;
    const far = { 'x-forwarded-for': '203.0.113.7' };
    expect(await ask({})).toBe(200);
    expect(await ask(far)).toBe(401);
    expect(await ask({ ...far, authorization: 'Bearer scraper-token-0123' })).toBe(200);
  });

  it('opens the seams of OpenWOP on this machine, and on a folder of their own', async () => {
    const folder = newFolder();
    const { url } = await Serving.start(['--openwop-seams'], {}, folder);
    const response = await fetch(`${url}/.well-known/openwop`, { headers: { 'openwop-version': '2.0' } });
    expect(((await response.json()) as { conformance?: unknown }).conformance).toBeDefined();
    const used = newFolder();
    writeFileSync(join(used, 'agent.key'), 'x');
    expect(await failing(['--openwop-seams', '--data', used])).toMatchObject({
      code: 1,
      err: expect.stringContaining('was not made for --openwop-seams'),
    });
    expect(await failing(['--openwop-seams', '--host', '0.0.0.0', '--allow-plain'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('for this machine alone'),
    });
  });

  it('reads the settings of OpenWOP, and says what is wrong with them', async () => {
    const folder = newFolder();
    const file = join(folder, 'openwop.json');
    writeFileSync(file, '{"2": {"kinds": {"ui.a2ui-surface": 1}}}');
    const { url } = await Serving.start(['--openwop-settings', file]);
    const response = await fetch(`${url}/.well-known/openwop`, { headers: { 'openwop-version': '2.0' } });
    expect(await response.json()).toMatchObject({ schemaVersions: { kinds: { 'ui.a2ui-surface': 1 } } });
    writeFileSync(file, '{"2": {"kinds": {"vendor.x": 1}}}');
    expect((await failing(['--openwop-settings', file])).err).toContain('nothing else is rendered');
    writeFileSync(file, '{');
    expect((await failing(['--openwop-settings', file])).code).toBe(2);
  });

  it('takes what the operator says of A2A, typed or in the environment', async () => {
    const env = { VITRINE_A2A_BODY_BYTES: '2k' };
    const { url } = await Serving.start(['--a2a-open', '--a2a-agent', 'dev'], env);
    const card = (await (await fetch(`${url}/a2a`)).json()) as { name: string; securitySchemes?: object };
    expect([card.name, card.securitySchemes]).toEqual(['dev', undefined]);
    const list = { jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} };
    const call = (filler: string) =>
      fetch(`${url}/a2a`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
        body: JSON.stringify({ ...list, filler }),
      });
    expect(await (await call('')).json()).toMatchObject({ result: { tasks: [] } });
    expect((await call('x'.repeat(3000))).status).toBe(413);
  });

  it('serves A2A over gRPC on a port of its own, told on the card, only where it was told to', async () => {
    const grpcAt = async (url: string) => {
      const card = await fetch(`${url}/a2a`, { headers: { 'a2a-version': '1.0' } });
      const { supportedInterfaces } = (await card.json()) as { supportedInterfaces: { [name: string]: string }[] };
      return supportedInterfaces.find(({ protocolBinding }) => protocolBinding === 'GRPC')?.url;
    };
    expect(await grpcAt((await Serving.start()).url)).toBeUndefined();
    const { url } = await Serving.start([], { VITRINE_A2A_GRPC: '0' });
    const [host, port = ''] = (await grpcAt(url))?.split(':') ?? [];
    expect(host).toBe('127.0.0.1');
    expect(await failing(['--port', '0', '--a2a-grpc', port])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`port ${port} on 127.0.0.1 is taken; choose another with --a2a-grpc.`),
    });
    expect(await failing(['--a2a-grpc', 'x'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--a2a-grpc is a number from 0 to 65535'),
    });
  });

  it('refuses a size of memory that cannot be meant', async () => {
    for (const size of ['64 MB', '0', '1023k', '65g'])
      expect((await failing([`--recent-memory=${size}`])).err, size).toBe(
        `vitrine: --recent-memory is a size from 1m to 64g, such as 256m, not "${size}".\n`,
      );
    expect((await failing([], { VITRINE_RECENT_MEMORY: 'much' })).err).toContain('VITRINE_RECENT_MEMORY is a size');
  });

  it('refuses settings of A2A that cannot be meant, and an open door that others could reach', async () => {
    for (const size of ['4 MB', '-1', 'x', '1e9', '0'])
      expect((await failing([`--a2a-body-bytes=${size}`])).err, size).toContain('is a whole number from 1');
    expect((await failing([], { VITRINE_A2A_BODY_BYTES: '4 MB' })).err).toContain('VITRINE_A2A_BODY_BYTES is a whole');
    expect((await failing(['--a2a-agent', 'No Name'])).err).toContain('--a2a-agent is the name of an agent');
    const beyond = [
      ['--host', '0.0.0.0', '--allow-plain'],
      ['--public-url', 'https://vitrine.example'],
      ['--trust-proxy'],
    ];
    for (const flags of beyond)
      expect(await failing(['--a2a-open', ...flags])).toMatchObject({
        code: 2,
        err: expect.stringContaining('--a2a-open is for this machine alone'),
      });
    expect((await failing([], { VITRINE_A2A_OPEN: 'maybe' })).err).toContain('VITRINE_A2A_OPEN is 1 or 0');
  });

  it('ends with 1 and a sentence when the folder cannot be used', async () => {
    const folder = newFolder();
    const file = join(folder, 'file');
    writeFileSync(file, '');
    mkdirSync(join(folder, 'odd', 'token.key'), { recursive: true });
    mkdirSync(join(folder, 'half'));
    writeFileSync(join(folder, 'half', 'token.key'), 'x');
    const says = async (data: string, ...command: string[]) => {
      const io = memoryIo();
      expect(await main([...command, '--data', data], io)).toBe(1);
      expect(io.out()).toBe('');
      return io.err();
    };
    const cannot = `vitrine: the data folder "${file}" cannot be used: it is a file.\n`;
    expect(await says(file, 'serve', '--port', '0')).toBe(cannot);
    expect(await says(file, 'agent', 'list')).toBe(cannot);
    expect(await says(join(file, 'x'), 'serve', '--port', '0')).toContain('it is a file, or lies in one.\n');
    expect(await says(join(folder, 'odd'), 'serve', '--port', '0')).toContain('a file of it is a folder.\n');
    expect(await says(join(folder, 'half'), 'serve', '--port', '0')).toMatch(
      /^vitrine: .*token\.key does not hold .*\n$/,
    );
  });

  it('leaves no door in the folder behind', async () => {
    const serving = await Serving.start();
    const door = join(serving.folder, 'control.json');
    const { port, secret } = JSON.parse(readFileSync(door, 'utf8')) as { port: number; secret: string };
    expect(secret.length).toBeGreaterThan(40);
    const knock = (authorization: string, body = '{"order":"list"}') =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { authorization }, body }).then(
        ({ status }) => status,
      );
    expect(await knock('Bearer guess')).toBe(403);
    expect(await knock(`Bearer ${serving.key}`)).toBe(403);
    expect(await knock(`Bearer ${secret}`, '{"order":"stop"}')).toBe(400);
    expect(await knock(`Bearer ${secret}`, 'x'.repeat(10_000))).toBe(400);
    expect(await knock(`Bearer ${secret}`)).toBe(200);
    await serving.stop();
    expect(() => readFileSync(door)).toThrow();
  });
});

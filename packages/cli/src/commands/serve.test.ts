import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { PAGE_FOLDER } from '@vitrine/playground';
import { afterEach, describe, expect, it } from 'vitest';
import { memoryIo } from '../../test/memory-io.ts';
import { main } from '../main.ts';

/** The page is a product of the build; whoever runs only this test may not have it yet. */
if (!existsSync(new URL('index.html', PAGE_FOLDER))) {
  const build = fileURLToPath(new URL('../../build.mjs', PAGE_FOLDER));
  const { status, stderr } = spawnSync(process.execPath, [build], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the page could not be built: ${stderr}`);
}

/** Serves until the test ends; resolves with the address it told. */
async function serving(args: string[], env: { [name: string]: string } = {}) {
  const { promise: stopped, resolve: stop } = withResolvers<void>();
  const { promise: told, resolve: tell } = withResolvers<string>();
  const io = memoryIo({ stopped, env, heard: (text) => tell(/http:\S+/.exec(text)?.[0] ?? '') });
  const ended = main(['serve', ...args], io);
  ends.push(async () => {
    stop();
    await ended;
  });
  return { url: await told, stop, ended, io };
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

describe('serve', () => {
  it('serves the page and its health, and ends with 0 when it is asked to', async () => {
    const { url, stop, ended, io } = await serving(['--port', '0']);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(await (await fetch(`${url}healthz`)).json()).toEqual({ ok: true });
    const page = await fetch(url);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const html = await page.text();
    const linked = [...html.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, path]) => path as string);
    expect(linked).toContain('page.js');
    for (const path of linked) expect((await fetch(new URL(path, url))).status, path).toBe(200);
    stop();
    expect(await ended).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
    expect(io.err()).toBe('');
  });

  it('takes host and port from the environment, flags win', async () => {
    const { url } = await serving(['--host', 'localhost'], { VITRINE_PORT: '0', VITRINE_HOST: 'no.such.host.invalid' });
    expect(url).toMatch(/^http:\/\/localhost:\d+\/$/);
    const io = memoryIo({ env: { VITRINE_PORT: 'many' } });
    expect([await main(['serve'], io), io.err()]).toEqual([
      2,
      'vitrine: VITRINE_PORT is a number from 0 to 65535, not "many".\n',
    ]);
  });

  it('says who may reach it when that is not this machine alone', async () => {
    const { url, io } = await serving(['--port', '0', '--host', '0.0.0.0']);
    expect(url).toMatch(/^http:\/\/localhost:\d+\/$/);
    // Written behind the address.
    await fetch(`${url}healthz`);
    expect(io.err()).toContain('may be reached from other machines');
  });

  it('ends with 1 and a sentence when the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const io = memoryIo();
    expect(await main(['serve', '--port', String(port)], io)).toBe(1);
    expect(io.err()).toBe(`vitrine: port ${port} on 127.0.0.1 is taken; choose another with --port.\n`);
    taken.close();
  });

  it('ends with 1 and a sentence when the address is not of this machine', async () => {
    const io = memoryIo();
    expect(await main(['serve', '--port', '0', '--host', '203.0.113.7'], io)).toBe(1);
    expect(io.err()).toContain('this machine has no address "203.0.113.7"');
  });
});

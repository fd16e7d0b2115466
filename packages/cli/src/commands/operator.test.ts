import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { memoryIo } from '../../test/memory-io.ts';
import { ensureBuilt, newFolder, Serving, stopAll } from '../../test/serving.ts';
import { main } from '../main.ts';

beforeAll(ensureBuilt, 240_000);
afterEach(stopAll);

const redeem = async (address: string) => {
  const [url = '', code = ''] = address.trim().split('/#operator=');
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${url}/operator`, { method: 'POST', headers, body: JSON.stringify({ code }) })).status;
};

async function run(folder: string, ...args: string[]) {
  const io = memoryIo();
  return { code: await main(['operator', '--data', folder, ...args], io), out: io.out(), err: io.err() };
}

describe('operator', () => {
  it('prints an address whose code works once; the code before it then works no more', async () => {
    const serving = await Serving.start();
    const { code, out, err } = await serving.run(['operator']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#operator=vc_[\w-]+\n$/);
    expect([await redeem(serving.told), await redeem(out), await redeem(out)]).toEqual([401, 200, 401]);
    const { url } = JSON.parse((await run(serving.folder, '--json')).out) as { url: string };
    expect(await redeem(url)).toBe(200);
  });

  it('leaves those who are in where they are', async () => {
    const serving = await Serving.start();
    const body = { code: serving.told.split('#operator=')[1] };
    const { token } = (await (await serving.call('/operator', { body })).json()) as { token: string };
    await serving.run(['operator']);
    expect((await serving.call('/sessions', { token })).status).toBe(200);
  });

  it('names the address that people reach the host at', async () => {
    const { folder } = await Serving.start(['--trust-proxy', '--public-url', 'https://vitrine.example/ui/']);
    expect((await run(folder)).out).toMatch(/^https:\/\/vitrine\.example\/ui\/#operator=vc_/);
  });

  it('ends with 1 and a sentence when no server runs on the folder, also where a killed one left its door', async () => {
    const folder = newFolder();
    const refused = await run(folder);
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toContain('no server runs on');
    writeFileSync(join(folder, 'control.json'), '{"port":1,"secret":"x"}');
    expect(await run(folder)).toMatchObject({ code: 1, err: expect.stringContaining('nobody answers') });
    expect(readFileSync(join(folder, 'control.json'), 'utf8')).toContain('secret');
  });

  it('is told by the server when it starts, as it has to be typed', async () => {
    const { io, folder } = await Serving.start();
    expect(io.out()).toContain(`npx vitrine operator --data ${folder}\n`);
  });
});

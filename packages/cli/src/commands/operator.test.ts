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
    expect(await run(folder)).toMatchObject({ code: 1, err: expect.stringContaining('no server runs on') });
    expect(readFileSync(join(folder, 'control.json'), 'utf8')).toContain('secret');
  });

  it('is told by the server when it starts, as it has to be typed', async () => {
    const { io, folder } = await Serving.start();
    expect(io.out()).toContain(`npx @vitrine/cli operator --data ${folder}\n`);
  });

  it('revoke lets nobody in any more who was let in before', async () => {
    const serving = await Serving.start();
    const body = { code: serving.told.split('#operator=')[1] };
    const { token } = (await (await serving.call('/operator', { body })).json()) as { token: string };
    const unused = (await serving.run(['operator'])).out;
    expect(await serving.run(['operator', 'revoke', '--yes'])).toMatchObject({
      code: 0,
      out: 'all operators are revoked\n',
    });
    expect((await serving.call('/sessions', { token })).status).toBe(401);
    expect(await redeem(unused)).toBe(401);
    expect((await serving.run(['operator', 'revoked'])).code).toBe(2);
  });

  it('orders what cannot be had back only after yes, typed or said, and each is in the audit', async () => {
    const serving = await Serving.start();
    const { session } = (await (await serving.call('/sessions', { body: {} })).json()) as { session: string };
    await serving.run(['agent', 'add', 'bot']);
    const env = { VITRINE_DATA: serving.folder };
    const orders = [
      ['agent', 'rotate', 'bot'],
      ['agent', 'revoke', 'bot'],
      ['session', 'revoke', session],
      ['session', 'close', session],
      ['key', 'rotate', 'seal'],
      ['operator', 'revoke'],
      ['erase', 'session', session],
    ];
    const acts = async () => {
      const { out } = await serving.run(['audit', '--jsonl']);
      const lines = out
        .trim()
        .split('\n')
        .map((line): { act: string } => JSON.parse(line));
      return lines.map(({ act }) => act).filter((act) => act !== 'export');
    };
    const before = await acts();
    for (const order of orders)
      for (const stdin of [[], ['no\n'], ['y\n'], ['yes, but\n']])
        expect(await serving.run(order, { env, stdin }), order.join(' ')).toMatchObject({
          ...{ code: 1, out: '' },
          err: expect.stringMatching(/Type yes to go on: vitrine: nothing was done; type yes, or say --yes\.\n$/),
        });
    expect(await acts()).toEqual(before);
    for (const order of orders) expect(await serving.run(order, { env, stdin: ['yes\n'] })).toMatchObject({ code: 0 });
    expect((await acts()).slice(before.length)).toEqual([
      ...['rotate agent', 'revoke agent', 'revoke viewers', 'close session', 'rotate key', 'revoke operators'],
      ...['erase', 'erase details'],
    ]);
  });

  it('ends sessions, viewers and keys by command, on the running host', async () => {
    const serving = await Serving.start();
    const open = async () => {
      const answer = await serving.call('/sessions', { token: serving.key, body: {} });
      return (await answer.json()) as { session: string; viewerToken: string };
    };
    const [one, two] = [await open(), await open()];
    const look = async ({ session, viewerToken }: { session: string; viewerToken: string }) =>
      (await serving.call(`/sessions/${session}/snapshot`, { token: viewerToken })).status;
    expect(await serving.run(['session', 'revoke', one.session, '--yes'])).toMatchObject({ code: 0, err: '' });
    expect([await look(one), await look(two)]).toEqual([401, 200]);
    expect((await serving.run(['session', 'close', one.session, '--json', '--yes'])).out).toContain('closedAt');
    expect((await serving.run(['session', 'close', 'nothing', '--yes'])).code).toBe(1);
    expect((await serving.run(['session', 'revoke', 'nothing', '--yes'])).code).toBe(1);
    for (const key of ['token', 'seal'])
      expect(await serving.run(['key', 'rotate', key, '--yes'])).toMatchObject({ code: 0, out: `${key}.key is new\n` });
    expect(await look(two)).toBe(200);
    expect((await serving.run(['key', 'rotate', 'token', '--now', '--yes'])).code).toBe(0);
    expect(await look(two)).toBe(401);
    for (const wrong of [['session'], ['session', 'open', 'x'], ['key', 'rotate', 'agent'], ['key', 'drop', 'seal']])
      expect((await serving.run(wrong)).code, wrong.join(' ')).toBe(2);
  });
});

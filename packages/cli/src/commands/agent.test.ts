import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteLog } from '@vitrine/log';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { memoryIo } from '../../test/memory-io.ts';
import { ensureBuilt, newFolder, Serving, stopAll } from '../../test/serving.ts';
import { main } from '../main.ts';

beforeAll(ensureBuilt, 240_000);
afterEach(stopAll);

async function run(folder: string, ...args: string[]) {
  const io = memoryIo({ env: { VITRINE_DATA: folder } });
  const code = await main(['agent', ...args], io);
  return { code, out: io.out(), err: io.err() };
}

const sessionsWith = (serving: Serving, key: string) =>
  serving.call('/sessions', { token: key }).then(({ status }) => status);

describe('agent', () => {
  it('adds, lists, rotates and revokes in a folder that no server holds', async () => {
    const folder = newFolder();
    const added = await run(folder, 'add', 'bot', '--untrusted');
    expect([added.code, added.err]).toEqual([0, 'vitrine: this key is shown once; keep it.\n']);
    expect(added.out).toMatch(/^vk_bot_[\w-]{43}\n$/);
    expect((await run(folder, 'list')).out).toMatch(/^bot {2}untrusted {2}since \S+Z\ndev {2}trusted/);
    const rotated = JSON.parse((await run(folder, 'rotate', 'bot', '--json', '--yes')).out);
    expect(rotated).toEqual({ agent: 'bot', key: expect.stringMatching(/^vk_bot_/) });
    expect(await run(folder, 'revoke', 'bot', '--yes')).toMatchObject({ code: 0, out: 'bot is revoked\n' });
    const serving = await Serving.start([], {}, folder);
    expect(await sessionsWith(serving, added.out.trim())).toBe(401);
    expect(await sessionsWith(serving, rotated.key)).toBe(401);
    expect(await sessionsWith(serving, serving.key)).toBe(200);
  });

  it('works through the server that holds the folder, at once', async () => {
    const serving = await Serving.start();
    const key = (await run(serving.folder, 'add', 'bot')).out.trim();
    expect(await sessionsWith(serving, key)).toBe(200);
    const next = (await run(serving.folder, 'rotate', 'bot', '--yes')).out.trim();
    expect([await sessionsWith(serving, key), await sessionsWith(serving, next)]).toEqual([401, 200]);
    await run(serving.folder, 'revoke', 'bot', '--yes');
    expect(await sessionsWith(serving, next)).toBe(401);
    expect(JSON.parse((await run(serving.folder, 'list', '--json')).out).agents).toMatchObject([
      { agent: 'bot', revokedAt: expect.any(String) },
      { agent: 'dev' },
    ]);
  });

  it('keeps the key file of the agent whose key it rotates, and of no other', async () => {
    const serving = await Serving.start();
    const before = serving.key;
    await run(serving.folder, 'add', 'de');
    expect((await run(serving.folder, 'rotate', 'de', '--yes')).err).toBe('');
    expect(serving.key).toBe(before);
    const { out, err } = await run(serving.folder, 'rotate', 'dev', '--yes');
    expect(err).toContain('agent.key as well');
    expect(serving.key).toBe(out.trim());
    expect(statSync(join(serving.folder, 'agent.key')).mode & 0o077).toBe(0);
    expect(await sessionsWith(serving, serving.key)).toBe(200);
    expect(readFileSync(join(serving.folder, 'agent.key'), 'utf8')).toMatch(/\n$/);
  });

  it('fails with a sentence: twice, unknown, a name that is none, a folder of somebody else', async () => {
    const serving = await Serving.start();
    expect(await run(serving.folder, 'add', 'dev')).toMatchObject({ code: 1, out: '' });
    expect((await run(serving.folder, 'rotate', 'none', '--yes')).err).toContain('VITRINE_AGENT_UNKNOWN');
    await serving.stop();
    expect((await run(serving.folder, 'add', 'Not A Name')).err).toContain('VITRINE_AGENT_NAME');
    expect((await run(serving.folder, 'add', 'dev')).err).toContain('VITRINE_AGENT_EXISTS');
    const folder = newFolder();
    const log = await openSqliteLog(folder);
    const refused = await run(folder, 'list');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('takes no orders')]);
    // Left by a server that was killed.
    writeFileSync(join(folder, 'control.json'), '{"port":1,"secret":"x"}');
    expect((await run(folder, 'list')).code).toBe(1);
    await log.close();
  });

  it('wrong calls end with 2', async () => {
    const folder = newFolder();
    expect((await run(folder, 'ad', 'x')).err).toContain('Did you mean "add"?');
    for (const args of [[], ['add'], ['list', 'x'], ['rotate'], ['revoke', 'x', '--untrusted'], ['add', 'x', 'y']])
      expect((await run(folder, ...args)).code, args.join(' ')).toBe(2);
  });
});

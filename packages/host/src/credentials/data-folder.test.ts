import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectRefusal, openDesk } from '../../test/credentials.ts';
import { ensureDevAgent, openSecrets } from './data-folder.ts';

async function newFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'vitrine-folder-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  return join(parent, 'data', '.vitrine');
}

async function openKeys(folder: string) {
  const { token, seal } = await openSecrets(folder);
  return { token: token.keys(), seal: seal.keys() };
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('the secrets of a data folder', () => {
  it('[CR18] are made once, 32 bytes each, for one pair of eyes', async () => {
    const folder = await newFolder();
    const made = await openKeys(folder);
    expect([made.token, made.seal].map((keys) => keys.map(({ length }) => length))).toEqual([[32], [32]]);
    expect(made.token).not.toEqual(made.seal);
    expect(await openKeys(folder)).toEqual(made);
    expect((await readdir(folder)).sort()).toEqual(['seal.key', 'token.key']);
    expect(await modeOf(folder)).toBe('700');
    for (const file of ['seal.key', 'token.key']) expect(await modeOf(join(folder, file))).toBe('600');
    expect((await openKeys(await newFolder())).token).not.toEqual(made.token);
  });

  it('[CR18] are the same for all who begin at the same time', async () => {
    const folder = await newFolder();
    const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => openKeys(folder)));
    for (const other of others) expect(other).toEqual(first);
    expect((await readdir(folder)).sort()).toEqual(['seal.key', 'token.key']);
    expect(await openKeys(folder)).toEqual(first);
  });

  it('[CR18] are hidden again when somebody opened them up', async () => {
    const folder = await newFolder();
    await openSecrets(folder);
    await chmod(join(folder, 'token.key'), 0o644);
    await openSecrets(folder);
    expect(await modeOf(join(folder, 'token.key'))).toBe('600');
  });

  it('[CR18] of a wrong length stop the host, stay as they are and are not told', async () => {
    const folder = await newFolder();
    await openSecrets(folder);
    for (const content of ['', 'short-secret', 'x'.repeat(33)]) {
      await writeFile(join(folder, 'seal.key'), content);
      await expect(openSecrets(folder)).rejects.toThrow(/does not hold 32 bytes/);
      await expect(openSecrets(folder)).rejects.not.toThrow(/short-secret/);
      expect(await readFile(join(folder, 'seal.key'), 'utf8')).toBe(content);
    }
  });
});

describe('a key that is replaced', () => {
  it('[CR25] stands behind the new one, after a restart too, for one pair of eyes, until nothing rests on it', async () => {
    const folder = await newFolder();
    const { token } = await openSecrets(folder);
    const [first] = token.keys();
    await token.rotate(1000);
    await token.rotate(2000);
    const [third, second, last] = token.keys();
    expect(last).toEqual(first);
    expect(new Set([first, second, third].map((key) => Buffer.from(key ?? []).toString('hex'))).size).toBe(3);
    expect((await openKeys(folder)).token).toEqual([third, second, first]);
    expect(await modeOf(join(folder, 'token.key.former'))).toBe('600');
    await token.forget(({ replacedAt }) => replacedAt > 1000);
    expect((await openKeys(folder)).token).toEqual([third, second]);
    await token.rotate(3000, { drop: true });
    const [alone, ...none] = token.keys();
    expect(alone).not.toEqual(third);
    expect(none).toEqual([]);
    expect((await openKeys(folder)).token).toEqual([alone]);
  });

  it('[CR25] is in the files at every moment of a rotation', async () => {
    const folder = await newFolder();
    const { seal } = await openSecrets(folder);
    const [old] = seal.keys();
    const before = await readFile(join(folder, 'seal.key'));
    await seal.rotate(1000);
    // As a process leaves it that ends between the two files.
    await writeFile(join(folder, 'seal.key'), before);
    expect((await openKeys(folder)).seal).toEqual([old]);
  });

  it('[CR25] in a file that is damaged stops the host', async () => {
    const folder = await newFolder();
    await (await openSecrets(folder)).seal.rotate(1000);
    for (const content of ['', '{}', '[1]', '[{"key":"AA","replacedAt":1}]']) {
      await writeFile(join(folder, 'seal.key.former'), content);
      await expect(openSecrets(folder)).rejects.toThrow(/is damaged/);
    }
  });
});

describe('the first agent', () => {
  it('[CR19] is `dev`, with its key in a file that only its user reads', async () => {
    const { credentials } = await openDesk({ isEmpty: true });
    const folder = await newFolder();
    const path = await ensureDevAgent(credentials, folder);
    expect(path).toBe(join(folder, 'agent.key'));
    const key = (await readFile(join(folder, 'agent.key'), 'utf8')).trim();
    expect(await credentials.identify(key)).toMatchObject({ role: 'agent', agent: 'dev', trust: 'trusted' });
    expect(await modeOf(join(folder, 'agent.key'))).toBe('600');
    expect(await readdir(folder)).toEqual(['agent.key']);
  });

  it('[CR19] keeps its key over restarts', async () => {
    const { credentials, restart } = await openDesk({ isEmpty: true });
    const folder = await newFolder();
    await ensureDevAgent(credentials, folder);
    const before = await readFile(join(folder, 'agent.key'), 'utf8');
    expect(await ensureDevAgent(await restart(), folder)).toBeDefined();
    expect(await readFile(join(folder, 'agent.key'), 'utf8')).toBe(before);
  });

  it('[CR19] gets a key in place of one of another host', async () => {
    const [here, there] = [await openDesk({ isEmpty: true }), await openDesk({ isEmpty: true })];
    const folder = await newFolder();
    await ensureDevAgent(there.credentials, folder);
    await ensureDevAgent(here.credentials, folder);
    const key = (await readFile(join(folder, 'agent.key'), 'utf8')).trim();
    expect(await here.credentials.identify(key)).toMatchObject({ agent: 'dev' });
    await expectRefusal(there.credentials.identify(key), 'VITRINE_CREDENTIAL_INVALID');
  });

  it('[CR19] is left alone where there are agents whose keys others have', async () => {
    const { credentials } = await openDesk({ isEmpty: true });
    const folder = await newFolder();
    const { key } = await credentials.addAgent('ann');
    expect(await ensureDevAgent(credentials, folder)).toBeUndefined();
    expect(await credentials.agents()).toHaveLength(1);
    expect(await credentials.identify(key)).toMatchObject({ agent: 'ann' });
  });

  it('[CR19] is not rotated because its file is old or gone', async () => {
    const { credentials } = await openDesk({ isEmpty: true });
    const folder = await newFolder();
    await ensureDevAgent(credentials, folder);
    const { key } = await credentials.rotateAgent('dev');
    expect(await ensureDevAgent(credentials, folder)).toBeUndefined();
    await rm(join(folder, 'agent.key'));
    expect(await ensureDevAgent(credentials, folder)).toBeUndefined();
    expect(await credentials.identify(key)).toMatchObject({ agent: 'dev' });
  });

  it('[CR19] gets its key when an earlier run ended before it was written', async () => {
    const { credentials } = await openDesk({ isEmpty: true });
    const folder = await newFolder();
    await ensureDevAgent(credentials, folder);
    await writeFile(join(folder, 'agent.key'), '');
    expect(await ensureDevAgent(credentials, folder)).toBeDefined();
    const key = (await readFile(join(folder, 'agent.key'), 'utf8')).trim();
    expect(await credentials.identify(key)).toMatchObject({ agent: 'dev' });
  });
});

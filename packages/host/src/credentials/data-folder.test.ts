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

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('the secrets of a data folder', () => {
  it('[CR18] are made once, 32 bytes each, for one pair of eyes', async () => {
    const folder = await newFolder();
    const made = await openSecrets(folder);
    expect([made.token.length, made.seal.length]).toEqual([32, 32]);
    expect(made.token).not.toEqual(made.seal);
    expect(await openSecrets(folder)).toEqual(made);
    expect((await readdir(folder)).sort()).toEqual(['seal.key', 'token.key']);
    expect(await modeOf(folder)).toBe('700');
    for (const file of ['seal.key', 'token.key']) expect(await modeOf(join(folder, file))).toBe('600');
    expect((await openSecrets(await newFolder())).token).not.toEqual(made.token);
  });

  it('[CR18] are the same for all who begin at the same time', async () => {
    const folder = await newFolder();
    const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => openSecrets(folder)));
    for (const other of others) expect(other).toEqual(first);
    expect((await readdir(folder)).sort()).toEqual(['seal.key', 'token.key']);
    expect(await openSecrets(folder)).toEqual(first);
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

describe('the first agent', () => {
  it('[CR19] is `dev`, with its key in a file that only its user reads', async () => {
    const { credentials } = await openDesk();
    const folder = await newFolder();
    const path = await ensureDevAgent(credentials, folder);
    expect(path).toBe(join(folder, 'agent.key'));
    const key = (await readFile(join(folder, 'agent.key'), 'utf8')).trim();
    expect(await credentials.identify(key)).toEqual({ role: 'agent', agent: 'dev', trust: 'trusted' });
    expect(await modeOf(join(folder, 'agent.key'))).toBe('600');
    expect(await readdir(folder)).toEqual(['agent.key']);
  });

  it('[CR19] keeps its key over restarts', async () => {
    const { credentials, restart } = await openDesk();
    const folder = await newFolder();
    await ensureDevAgent(credentials, folder);
    const before = await readFile(join(folder, 'agent.key'), 'utf8');
    expect(await ensureDevAgent(await restart(), folder)).toBeDefined();
    expect(await readFile(join(folder, 'agent.key'), 'utf8')).toBe(before);
  });

  it('[CR19] gets a key in place of one of another host', async () => {
    const [here, there] = [await openDesk(), await openDesk()];
    const folder = await newFolder();
    await ensureDevAgent(there.credentials, folder);
    await ensureDevAgent(here.credentials, folder);
    const key = (await readFile(join(folder, 'agent.key'), 'utf8')).trim();
    expect(await here.credentials.identify(key)).toMatchObject({ agent: 'dev' });
    await expectRefusal(there.credentials.identify(key), 'VITRINE_CREDENTIAL_INVALID');
  });

  it('[CR19] is left alone where there are agents whose keys others have', async () => {
    const { credentials } = await openDesk();
    const folder = await newFolder();
    const { key } = await credentials.addAgent('ann');
    expect(await ensureDevAgent(credentials, folder)).toBeUndefined();
    expect(await credentials.agents()).toHaveLength(1);
    expect(await credentials.identify(key)).toMatchObject({ agent: 'ann' });
  });

  it('[CR19] is not rotated because its file is old or gone', async () => {
    const { credentials } = await openDesk();
    const folder = await newFolder();
    await ensureDevAgent(credentials, folder);
    const { key } = await credentials.rotateAgent('dev');
    expect(await ensureDevAgent(credentials, folder)).toBeUndefined();
    await rm(join(folder, 'agent.key'));
    expect(await ensureDevAgent(credentials, folder)).toBeUndefined();
    expect(await credentials.identify(key)).toMatchObject({ agent: 'dev' });
  });

  it('[CR19] gets its key when an earlier run ended before it was written', async () => {
    const { credentials } = await openDesk();
    const folder = await newFolder();
    await ensureDevAgent(credentials, folder);
    await writeFile(join(folder, 'agent.key'), '');
    expect(await ensureDevAgent(credentials, folder)).toBeDefined();
    const key = (await readFile(join(folder, 'agent.key'), 'utf8')).trim();
    expect(await credentials.identify(key)).toMatchObject({ agent: 'dev' });
  });
});

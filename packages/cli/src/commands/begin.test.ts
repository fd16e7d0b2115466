// What somebody runs before and beside a host: what is wrong with a machine, a first project, completion in a shell.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { memoryIo } from '../../test/memory-io.ts';
import { COMMANDS } from '../commands.ts';
import { checkNode } from '../doctor/host-checks.ts';
import { main } from '../main.ts';

const cwd = mkdtempSync(join(tmpdir(), 'vitrine-begin-'));
afterAll(() => rmSync(cwd, { recursive: true }));

async function run(command: string, env: { [name: string]: string } = {}) {
  const io = memoryIo({ cwd, env });
  const code = await main(command.split(' ').filter(Boolean), io);
  return { code, out: io.out(), err: io.err() };
}

interface Told {
  readonly ok: boolean;
  readonly findings: readonly { readonly check: string; readonly state: string; readonly message: string }[];
}

async function findings(flags: string) {
  const { code, out } = await run(`doctor --json ${flags}`, { CI: '1' });
  const told = JSON.parse(out) as Told;
  expect(code).toBe(told.ok ? 0 : 1);
  return Object.fromEntries(told.findings.map(({ check, state, message }) => [check, `${state}: ${message}`]));
}

describe('vitrine doctor', () => {
  it('finds nothing wrong with a new folder and any port, and makes nothing', async () => {
    const { code, out, err } = await run('doctor --data new/folder --port 0');
    expect([code, err]).toEqual([0, '']);
    for (const words of ['node', 'SQLite can be used', 'will be made', 'are free', 'vitrine verify'])
      expect(out).toContain(words);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('names what is wrong: another program at the port, keys that others may read, a file for a folder', async () => {
    const other = createServer((socket) => socket.destroy());
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { readonly port: number }).port));
    });
    const folder = mkdtempSync(join(cwd, 'data-'));
    writeFileSync(join(folder, 'token.key'), 'key');
    chmodSync(join(folder, 'token.key'), 0o644);
    const found = await findings(`--port ${port} --data ${folder}`);
    expect(found.port).toBe(`warning: Another program listens at 127.0.0.1:${port}.`);
    expect(found.keys).toBe('warning: Others on this machine may read token.key.');
    other.close();
    expect((await findings(`--port 0 --data ${join(folder, 'token.key')}`)).folder).toMatch(/^error: .*is a file/);
  });

  it('names settings that serve would refuse, a database that is away and a Node that is too old', async () => {
    expect(await findings('--port none')).toEqual({ settings: expect.stringMatching(/^error: --port/) });
    const found = await findings('--port 0 --database-url postgres://127.0.0.1:9/none');
    expect(found.store).toBe('error: Nothing answers at 127.0.0.1:9, where the database should be.');
    expect(await checkNode('20.18.3')).toMatchObject({ state: 'error', advice: 'Install Node 20.19 or later.' });
    expect(await checkNode('24.0.0')).toMatchObject({ state: 'ok' });
  });
});

describe('vitrine new', () => {
  it('writes a folder that says how it is begun, and nothing over what is there', async () => {
    const { code, out } = await run('new agent My_Agent');
    expect(code).toBe(0);
    expect(out).toContain('npm run host');
    expect(JSON.parse(readFileSync(join(cwd, 'My_Agent/package.json'), 'utf8'))).toMatchObject({ name: 'my-agent' });
    const again = await run('new app My_Agent');
    expect(again).toMatchObject({ code: 1, err: 'vitrine: "My_Agent" is not empty; nothing was written.\n' });
    expect((await run('new agnet x')).err).toContain('Did you mean "agent"?');
    expect((await run('new catalog rating.js')).out).toContain('rating.js is written');
  });
});

describe('vitrine completion', () => {
  const complete = async (...words: string[]): Promise<readonly string[]> => {
    const { out } = await run('completion bash');
    const script = `${out}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _vitrine; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const told = execFileSync('bash', ['-c', script, 'bash', 'vitrine', ...words], { encoding: 'utf8' });
    return told.split('\n').filter(Boolean);
  };

  it('completes commands, words behind them, flags and what flags take', async () => {
    expect(await complete('val')).toEqual(['validate']);
    expect(await complete('catalog', 'c')).toEqual(['check']);
    expect(await complete('serve', '--operat')).toEqual([
      '--operator-code-minutes',
      '--operator-hours',
      '--operator-days',
    ]);
    expect(await complete('convert', '--di')).toEqual(['--dialect']);
    expect(await complete('serve', '--admission', '')).toEqual(['enforce', 'report']);
  });

  it('knows every command and flag in each shell', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, out } = await run(`completion ${shell}`);
      expect(code).toBe(0);
      const words = new Set(out.split(/[^\w-]+/).map((word) => word.replace(/^--/, '')));
      for (const { name, flags } of COMMANDS)
        expect([name, ...flags.map((flag) => flag.name)].filter((word) => !words.has(word))).toEqual([]);
    }
    expect(await run('completion csh')).toMatchObject({ code: 2 });
  });
});

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newFolder } from '../../test/serving.ts';
import type { Io, Sink } from '../io.ts';
import { installMcp, MCP_HOSTS } from './mcp-install.ts';

let home: string;
let told: string;

beforeEach(async () => {
  home = await newFolder();
  told = '';
});
afterEach(() => rm(home, { recursive: true, force: true }));

function io(): Io {
  const sink: Sink = {
    closed: false,
    colour: false,
    write: async (text) => {
      told += text;
    },
  };
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), APPDATA: home };
  return {
    stdin: (async function* () {})(),
    stdout: sink,
    stderr: sink,
    cwd: home,
    env,
    stopped: async () => undefined,
  };
}

const read = (...path: string[]) => readFile(join(home, ...path), 'utf8');

it.each(MCP_HOSTS)('shows what %s is configured with, and writes nothing unless told', async (host) => {
  expect(await installMcp(host, false, io())).toBe(0);
  expect(told).toContain('@vitrine/cli');
  expect(told).toContain('Nothing was written');
  const file = /^(\S+):$/m.exec(told)?.[1] ?? '';
  await expect(readFile(file, 'utf8')).rejects.toThrow('ENOENT');
});

it('adds to what is there, keeps what was there, and adds once', async () => {
  await mkdir(join(home, '.cursor'));
  const before = JSON.stringify({ mcpServers: { other: { command: 'x' } }, kept: 1 });
  await writeFile(join(home, '.cursor', 'mcp.json'), before);
  await installMcp('cursor', true, io());
  const after = await read('.cursor', 'mcp.json');
  expect(told).toContain(after);
  expect(JSON.parse(after)).toEqual({
    kept: 1,
    mcpServers: { other: { command: 'x' }, vitrine: { command: 'npx', args: ['-y', '@vitrine/cli', 'mcp'] } },
  });
  expect(await read('.cursor', 'mcp.json.before-vitrine')).toBe(before);
  await installMcp('cursor', true, io());
  expect(await read('.cursor', 'mcp.json')).toBe(after);
  expect(told).toContain('already');
});

it('writes a new file for a workspace of VS Code, and a block among the extensions of Goose', async () => {
  await installMcp('vscode', true, io());
  expect(JSON.parse(await read('.vscode', 'mcp.json')).servers.vitrine.type).toBe('stdio');
  await mkdir(join(home, '.config', 'goose'), { recursive: true });
  await writeFile(
    join(home, '.config', 'goose', 'config.yaml'),
    'model: x\nextensions:\n  other:\n    enabled: true\nlast: 1\n',
  );
  await installMcp('goose', true, io());
  expect(await read('.config', 'goose', 'config.yaml')).toMatch(
    /^model: x\nextensions:\n {2}vitrine:\n(?: {4}.*\n)+ {2}other:\n {4}enabled: true\nlast: 1\n$/,
  );
});

it('adds to a file that begins with a byte order mark, and to extensions of Goose beside something else of that name', async () => {
  await mkdir(join(home, '.cursor'));
  await writeFile(join(home, '.cursor', 'mcp.json'), '\uFEFF{"mcpServers": {"other": {}}}');
  await installMcp('cursor', true, io());
  expect(Object.keys(JSON.parse(await read('.cursor', 'mcp.json')).mcpServers)).toEqual(['other', 'vitrine']);
  await mkdir(join(home, '.config', 'goose'), { recursive: true });
  const providers = 'providers:\n  vitrine:\n    model: x\n';
  await writeFile(
    join(home, '.config', 'goose', 'config.yaml'),
    `extensions:\n  other:\n    enabled: true\n${providers}`,
  );
  await installMcp('goose', true, io());
  const after = await read('.config', 'goose', 'config.yaml');
  expect(after).toMatch(/^extensions:\n {2}vitrine:\n {4}name: vitrine\n/);
  expect(after.endsWith(`  other:\n    enabled: true\n${providers}`)).toBe(true);
  await installMcp('goose', true, io());
  expect(await read('.config', 'goose', 'config.yaml')).toBe(after);
});

it('leaves what it cannot read alone, and knows no other hosts', async () => {
  await mkdir(join(home, '.cursor'));
  await writeFile(join(home, '.cursor', 'mcp.json'), '// words\n{}');
  await expect(installMcp('cursor', true, io())).rejects.toThrow('by hand');
  expect(await read('.cursor', 'mcp.json')).toBe('// words\n{}');
  await expect(installMcp('emacs', true, io())).rejects.toThrow('claude, vscode, cursor, goose');
});

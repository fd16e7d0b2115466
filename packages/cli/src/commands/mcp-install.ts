// `vitrine mcp install HOST`: shows what an MCP host has to be configured with, and with --yes writes it into the host's file,
// beside what stands there; the file as it was is kept.

import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isObject, type JsonObject, parseJson } from '@vitrine/core/internal';
import { CallError, CommandError } from '../errors.ts';
import type { ExitCode, Io } from '../io.ts';
import { plain } from '../say.ts';

const COMMAND = 'npx';
const ARGS = ['-y', '@vitrine/cli', 'mcp'];

interface HostConfiguration {
  readonly file: string;
  /** What is written instead of what is there. Refuses what it cannot read. */
  merge(text: string, file: string): string;
}

export const MCP_HOSTS = ['claude', 'vscode', 'cursor', 'goose'] as const;

export async function installMcp(name: string, isMeant: boolean, io: Io): Promise<ExitCode> {
  const { file, merge } = configurationOf(name, io);
  const before = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new CommandError(`${plain(file)} cannot be read: ${plain(error.message)}`);
  });
  const after = merge(before ?? '', file);
  if (after === before) {
    await io.stdout.write(`${plain(file)} names vitrine already.\n`);
    return 0;
  }
  await io.stdout.write(`${plain(file)}:\n\n${after.split('\n').map(plain).join('\n')}\n`);
  if (!isMeant) {
    await io.stdout.write('Nothing was written. Call it again with --yes to write this.\n');
    return 0;
  }
  await mkdir(dirname(file), { recursive: true });
  if (before !== undefined) await copyFile(file, `${file}.before-vitrine`);
  await writeFile(file, after);
  const kept = before === undefined ? '' : ` As it was, it stands in ${plain(file)}.before-vitrine.`;
  await io.stdout.write(`Written.${kept} Start ${name} again.\n`);
  return 0;
}

function configurationOf(name: string, { env, cwd }: Io): HostConfiguration {
  const home = env.HOME ?? env.USERPROFILE ?? cwd;
  switch (name) {
    case 'claude':
      return { file: join(claudeFolder(home, env), 'claude_desktop_config.json'), merge: intoJson('mcpServers') };
    case 'vscode':
      return { file: join(cwd, '.vscode', 'mcp.json'), merge: intoJson('servers', { type: 'stdio' }) };
    case 'cursor':
      return { file: join(home, '.cursor', 'mcp.json'), merge: intoJson('mcpServers') };
    case 'goose':
      return { file: join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'goose', 'config.yaml'), merge: intoYaml };
    default:
      throw new CallError(`"mcp install" knows ${MCP_HOSTS.join(', ')}.`);
  }
}

function claudeFolder(home: string, env: Io['env']): string {
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'Claude');
  if (process.platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Claude');
  return join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'Claude');
}

function intoJson(member: string, more: JsonObject = {}): HostConfiguration['merge'] {
  return (text, file) => {
    const read = text.trim() === '' ? { ok: true as const, value: {} } : parseJson(text.replace(/^\uFEFF/, ''));
    const servers = read.ok && isObject(read.value) ? (read.value[member] ?? {}) : undefined;
    const vitrine = { ...more, command: COMMAND, args: ARGS };
    if (!read.ok || !isObject(read.value) || !isObject(servers))
      throw new CommandError(
        `${plain(file)} is no JSON that can be added to; add this to "${member}" by hand:\n"vitrine": ${JSON.stringify(vitrine)}`,
      );
    if (servers.vitrine !== undefined) return text;
    return `${JSON.stringify({ ...read.value, [member]: { ...servers, vitrine } }, null, 2)}\n`;
  };
}

const GOOSE = `  vitrine:
    name: vitrine
    type: stdio
    enabled: true
    cmd: ${COMMAND}
    args: [${ARGS.map((one) => JSON.stringify(one)).join(', ')}]
    timeout: 400
`;

/** By lines: a block of the first level stands below its name, and what is beside it stays as it is. */
function intoYaml(text: string, file: string): string {
  const [, block = ''] = /^extensions:[^\n]*\n((?:[ \t#][^\n]*(?:\n|$)|\r?\n)*)/m.exec(text) ?? [];
  if (/^ +vitrine:/m.test(block)) return text;
  if (!/^extensions:/m.test(text))
    return `${text === '' || text.endsWith('\n') ? text : `${text}\n`}extensions:\n${GOOSE}`;
  const [name] = /^extensions:[ \t]*\r?\n(?= {2}\S)/m.exec(text) ?? [];
  if (name === undefined)
    throw new CommandError(
      `the extensions of ${plain(file)} are not written as a block; add vitrine by hand:\n${GOOSE}`,
    );
  return text.replace(name, () => `${name}${GOOSE}`);
}

// The demos beside the server: programs of their own with keys of their own, as any agent has. One of them, the concierge,
// is served over A2A and talked to over A2A, so that both ends can be seen.

import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Host, hostNames, isLoopback, type Listening } from '@vitrine/host';
import { ask } from '../host-call.ts';
import type { Io } from '../io.ts';
import { COMMAND_FILE, DEMO_FILE } from '../program/files.ts';
import { plain } from '../say.ts';
import { ChildProgram } from './child-program.ts';
import { type DemoAgent, ensureDemoAgent } from './demo-agent.ts';
import type { ServeOptions } from './serve-options.ts';

export interface Demos {
  stop(): Promise<void>;
}

const TOKEN_DAYS = 3650;

export async function startDemos(
  host: Host,
  listening: Listening,
  options: ServeOptions,
  io: Io,
): Promise<Demos | undefined> {
  const report = (line: string) => void io.stderr.write(`${plain(line)}\n`);
  if (!existsSync(DEMO_FILE)) {
    report('vitrine: the demos do not run: they are not built.');
    return undefined;
  }
  // By a plain port of this machine where the public one is not: a certificate seldom names 127.0.0.1.
  const isNear = options.tls === undefined && (isLoopback(options.host) || hostNames(options.host) === 'any');
  const near = isNear ? undefined : await host.listen({ host: '127.0.0.1', port: 0 });
  const url = near?.url ?? (isLoopback(options.host) ? listening.url : `http://127.0.0.1:${listening.port}`);
  const children: ChildProgram[] = [];
  const start = (file: URL, ...args: readonly string[]) =>
    children.push(new ChildProgram({ program: file, args: [...args, '--url', url, '--with-parent'], onLine: report }));
  const keyOf = async (agent: DemoAgent): Promise<string | undefined> => {
    const key = await ensureDemoAgent(host.credentials, options.folder, agent);
    if ('file' in key) return key.file;
    report(`vitrine: ${agent === 'demo' ? 'the demos do' : `the demo ${agent} does`} not run: ${key.problem}.`);
    return undefined;
  };
  const key = await keyOf('demo');
  if (key !== undefined) start(DEMO_FILE, 'all', '--key-file', key);
  const concierge = await keyOf('concierge');
  if (concierge !== undefined) start(DEMO_FILE, 'concierge', '--key-file', concierge);
  // Its card names the public address, which may not be reached from here.
  if (concierge !== undefined && isNear && options.publicUrl === undefined)
    start(COMMAND_FILE, ...(await connecting(url, concierge, options.folder)));
  return { stop: async () => void (await Promise.all(children.map((child) => child.stop()))) };
}

/** A client of A2A presents a credential that the agent made for it. */
async function connecting(url: string, keyFile: string, folder: string): Promise<readonly string[]> {
  const file = join(folder, 'concierge.token');
  const access = { url, key: (await readFile(keyFile, 'utf8')).trim() };
  const path = '/a2a/concierge';
  const description = 'Finds a table and shows the menu.';
  await ask(access, { path: `${path}/card`, method: 'PUT', body: { name: 'Concierge', description } });
  if ((await readFile(file, 'utf8').catch(() => '')) === '') {
    const body = { name: 'demo', days: TOKEN_DAYS };
    const { token } = await ask(access, { path: `${path}/credentials`, body });
    await writeFile(file, `${String(token)}\n`, { mode: 0o600 });
  }
  const named = ['127.0.0.1', 'localhost', '[::1]'].flatMap((name) => ['--allow-private', name]);
  return ['connect', `${url}${path}`, '--data', folder, '--token-file', file, ...named];
}

// A PgBouncer in transaction mode before a PostgreSQL of the tests: few connections for many, and none of them anybody's own.

import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTestProgram, freePort, openFolders, serverUser, untilReady } from './postgres.ts';

export interface TestPooler {
  /** As that of the PostgreSQL, through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

export async function startPgbouncer(postgresUrl: string): Promise<TestPooler> {
  const program = findTestProgram('pgbouncer');
  const owner = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-pgbouncer-'));
  const { port, username, hostname } = new URL(postgresUrl);
  const ownPort = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    [
      '[databases]',
      `* = host=${hostname} port=${port} user=${username}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${ownPort}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      // Fewer than one node would have: they share them at every statement.
      'default_pool_size = 3',
      'max_client_conn = 200',
      '',
    ].join('\n'),
  );
  if (owner !== undefined) {
    chownSync(folder, owner.uid, owner.gid);
    chownSync(settings, owner.uid, owner.gid);
    openFolders(folder);
  }
  const server: ChildProcess = spawn(program, [settings], { ...owner, stdio: 'ignore', cwd: folder });
  const url = new URL(postgresUrl);
  url.port = String(ownPort);
  await untilReady(url.href);
  return {
    url: url.href,
    stop: async () => {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      // It waits for its clients, some of which are this process's.
      const late = setTimeout(() => server.kill('SIGKILL'), 2000);
      await gone;
      clearTimeout(late);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

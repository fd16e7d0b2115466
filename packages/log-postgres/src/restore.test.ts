// A log in PostgreSQL comes back by the tools of PostgreSQL: a dump that was made under load, and any moment from a base backup and
// the archive of its write-ahead log.

import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openPostgresLog } from '@vitrine/log-postgres';
import { expect, onTestFinished, test } from 'vitest';
import { append, create, values } from '../test/log-contract.ts';
import {
  findTestProgram,
  freePort,
  openFolders,
  runSql,
  serverUser,
  startPostgres,
  untilReady,
} from '../test/postgres.ts';

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('[PG20] a dump under load, and a moment from base backup and archive, have exactly what was acknowledged by then', async () => {
  const programs = dirname(realpathSync(findTestProgram('postgres')));
  const owner = serverUser();
  const place = mkdtempSync(join(tmpdir(), 'vitrine-archive-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const [archive, base, dump] = [join(place, 'archive'), join(place, 'base'), join(place, 'log.dump')];
  mkdirSync(archive);
  if (owner !== undefined) for (const folder of [place, archive]) chownSync(folder, owner.uid, owner.gid);
  openFolders(archive);
  const run = (program: string, args: readonly string[]) =>
    execFileSync(join(programs, program), [...args], { ...owner, stdio: 'ignore', cwd: place });
  const postgres = await startPostgres(['archive_mode=on', `archive_command=cp %p ${archive}/%f`]);
  onTestFinished(() => postgres.stop());
  const log = await openPostgresLog(postgres.url, { fold: 'test' });
  const session = await create(log);
  run('pg_basebackup', ['-d', postgres.url, '-D', base, '-X', 'fetch', '--checkpoint=fast']);

  let acknowledged = 0;
  let isOver = false;
  const load = (async () => {
    while (!isOver) await append(log, session, [acknowledged + 1]).then(() => acknowledged++);
  })();
  while (acknowledged < 20) await new Promise((resolve) => setImmediate(resolve));
  const before = acknowledged;
  const dumping = spawn(join(programs, 'pg_dump'), ['--format=custom', '-f', dump, postgres.url], {
    ...owner,
    cwd: place,
  });
  expect(await new Promise((resolve) => dumping.once('exit', resolve))).toBe(0);
  const after = acknowledged;
  isOver = true;
  await load;

  const [{ moment } = { moment: '' }] = await runSql<{ moment: string }>(
    postgres.url,
    'SELECT clock_timestamp()::text AS moment',
  );
  const upTo = acknowledged;
  await append(log, session, ['too late']);
  await runSql(postgres.url, 'SELECT pg_switch_wal()');
  await log.close();

  const restored = await postgres.createDatabase('restored');
  run('pg_restore', ['-d', restored, dump]);
  const dumped = await openPostgresLog(restored, { fold: 'test' });
  const found = await values(dumped.read(session, 0));
  await dumped.close();
  expect(found).toEqual(range(found.length));
  expect(found.length).toBeGreaterThanOrEqual(before);
  expect(found.length).toBeLessThanOrEqual(after + 1);

  await postgres.kill('fast');
  writeFileSync(join(base, 'recovery.signal'), '');
  const port = await freePort();
  const settings = [
    ...[
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=200',
      'recovery_target_action=promote',
    ],
    ...[`restore_command=cp ${archive}/%f %p`, `recovery_target_time=${moment}`],
  ];
  const flags = settings.flatMap((setting) => ['-c', setting]);
  const server = spawn(join(programs, 'postgres'), ['-D', base, '-p', String(port), ...flags], {
    ...owner,
    stdio: 'ignore',
    cwd: place,
  });
  onTestFinished(async () => {
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGINT');
    await gone;
  });
  const url = Object.assign(new URL(postgres.url), { port: String(port) }).href;
  await untilReady(url);
  const isRecovering = async () => (await runSql<{ is: boolean }>(url, 'SELECT pg_is_in_recovery() AS is'))[0]?.is;
  while (await isRecovering()) await new Promise((resolve) => setTimeout(resolve, 50));
  const then = await openPostgresLog(url, { fold: 'test' });
  expect(await values(then.read(session, 0))).toEqual(range(upTo));
  await then.close();
}, 120_000);

// What `vitrine migrate` does: opens both places, copies, and says what came of it.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { copyLog, LogError, openSqliteRows, type WritableLogRows } from '@vitrine/log';
import type { CommandArguments } from './command.ts';
import { CallError, CommandError } from './errors.ts';
import type { ExitCode, Io } from './io.ts';
import { plain } from './say.ts';
import { folderFailure, logFailure } from './serving/data-folder.ts';

/** Whoever waits is told so often how far it is. */
const PROGRESS_MS = 5000;

/** Where a log is or shall be: in a folder or a database. */
interface LogPlace {
  readonly name: string;
  readonly folder?: string;
  readonly open: (purpose: 'read' | 'fill') => Promise<WritableLogRows>;
}

/** Ends with 1 when a place cannot be had, or what was written is not read back as it was. */
export async function migrateLog(call: CommandArguments, io: Io): Promise<ExitCode> {
  const [from, to] = [readPlace(call, 'from', io), readPlace(call, 'to', io)];
  if (from.name === to.name) throw new CallError('--from and --to name the same place.');
  if (from.folder !== undefined && !existsSync(`${from.folder}/sessions.db`))
    throw new CommandError(`there is no log in "${plain(from.folder)}": it has no sessions.db.`);
  const source = await openPlace(from, 'read');
  try {
    const target = await openPlace(to, 'fill');
    try {
      const result = await copyLog(source, target, { onSession: progressTo(io) });
      await io.stdout.write(
        call.has('json')
          ? `${JSON.stringify({ from: from.name, to: to.name, ...result }, null, 2)}\n`
          : words(result, to),
      );
      return 0;
    } catch (error) {
      throw error instanceof LogError ? new CommandError(`${error.message} ${AGAIN}`) : error;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

const AGAIN = 'Run it again to go on; the source is as it was.';

function words({ sessions, unchanged, entries, digest }: Awaited<ReturnType<typeof copyLog>>, to: LogPlace): string {
  const before = unchanged === 0 ? '' : `, ${count(unchanged)} of them by an earlier try`;
  const keys =
    to.folder === undefined
      ? 'Give every host token.key and seal.key of the former (files, or VITRINE_TOKEN_KEY and VITRINE_SEAL_KEY).'
      : 'Put token.key and seal.key of the former hosts into the folder before one is started on it.';
  return `${count(sessions)} sessions with ${count(entries)} entries are copied${before}, and were read back as they were (${digest}).\n${keys}\n`;
}

function count(of: number): string {
  return of.toLocaleString('en-US');
}

function progressTo(io: Io): (done: number) => Promise<void> {
  let last = performance.now();
  return async (done) => {
    if (performance.now() - last < PROGRESS_MS) return;
    last = performance.now();
    await io.stderr.write(`vitrine: ${count(done)} sessions so far.\n`);
  };
}

function readPlace(call: CommandArguments, flag: 'from' | 'to', io: Io): LogPlace {
  const text = call.get(flag);
  if (text === undefined) throw new CallError(`"vitrine migrate" needs --${flag}: a data folder or postgres://….`);
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    const folder = resolve(io.cwd, text);
    return { name: folder, folder, open: (purpose) => openSqliteRows(folder, purpose) };
  }
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol))
    throw new CallError(`--${flag} is a data folder or an address such as postgres://user@host/database.`);
  const shown = new URL(text);
  if (shown.password !== '') shown.password = '***';
  // Loaded here: most hosts have no database.
  const open: LogPlace['open'] = async (purpose) =>
    (await import('@vitrine/log-postgres')).openPostgresRows(text, purpose);
  return { name: shown.href, open };
}

async function openPlace({ name, folder, open }: LogPlace, purpose: 'read' | 'fill'): Promise<WritableLogRows> {
  try {
    return await open(purpose);
  } catch (error) {
    if (folder !== undefined)
      throw error instanceof LogError ? logFailure(folder, error) : folderFailure(folder, error);
    throw error instanceof LogError ? new CommandError(`${name}: ${error.message}`) : error;
  }
}

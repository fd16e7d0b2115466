// `vitrine backup FILE`, `restore FILE`, `verify [FILE]`: all that a host keeps as one file, back from it, and whether either is
// whole. Works on the data folder, or through the server that holds it.

import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { LogReport } from '@vitrine/host';
import type { Command } from '../command.ts';
import { CommandError } from '../errors.ts';
import { DATA_FLAG, dataFolder } from '../host-flags.ts';
import type { ExitCode, Io } from '../io.ts';
import { fileProblem } from '../read-input.ts';
import { plain } from '../say.ts';
import { folderFailure } from '../serving/data-folder.ts';

async function backup(file: string, folder: string, withoutKeys: boolean, io: Io): Promise<ExitCode> {
  if (existsSync(file)) throw new CommandError(`"${file}" is there already; name a new file.`);
  const { giveOrder } = await import('../serving/give-order.ts');
  await giveOrder({ order: 'backup', file, withoutKeys }, folder, io);
  const keys = withoutKeys ? 'without keys' : 'with the keys of the host: keep it as you keep these';
  // A service manager may give the host that runs another view of the disk.
  const seen = await stat(file).catch(() => undefined);
  if (seen === undefined)
    throw new CommandError(`the host wrote "${file}", which is not there for this process: name a file that both see.`);
  await io.stdout.write(`${plain(file)}: ${seen.size} bytes, ${keys}\n`);
  return 0;
}

async function restore(file: string, folder: string): Promise<string> {
  const { LogError, restoreBackup } = await import('@vitrine/log');
  try {
    return (await restoreBackup(file, folder)).at;
  } catch (error) {
    if (error instanceof LogError)
      throw new CommandError(`"${error.code === 'VITRINE_LOG_LOCKED' ? folder : file}": ${error.message}`);
    // What cannot be read is the file; whatever else fails is about the folder. A folder that is read names no path.
    const { path, syscall, code } = error as NodeJS.ErrnoException;
    throw (path === file && syscall === 'open') || code === 'EISDIR'
      ? new CommandError(fileProblem(file, error))
      : folderFailure(folder, error);
  }
}

/** A backup is verified where nobody works. */
async function verify(file: string | undefined, folder: string, io: Io): Promise<ExitCode> {
  const { giveOrder } = await import('../serving/give-order.ts');
  if (file === undefined) {
    return tellReport((await giveOrder({ order: 'verify' }, folder, io)) as unknown as LogReport, io);
  }
  const place = await mkdtemp(join(tmpdir(), 'vitrine-verify-'));
  try {
    await restore(file, join(place, 'data'));
    return await tellReport((await giveOrder({ order: 'verify' }, join(place, 'data'))) as unknown as LogReport, io);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

async function tellReport({ ok, sessions, entries, problems, audit }: LogReport, io: Io): Promise<ExitCode> {
  for (const problem of [...problems, ...audit.problems]) await io.stderr.write(`vitrine: ${plain(problem)}\n`);
  const found = ok ? 'all is whole' : 'something is not whole';
  await io.stdout.write(`${found}: ${sessions} sessions with ${entries} entries, ${audit.lines} lines of audit\n`);
  return ok ? 0 : 1;
}

export const backupCommand: Command = {
  name: 'backup',
  operands: ['FILE'],
  description: 'Write all that a host keeps at this moment into one file, while it runs.',
  examples: [['vitrine backup monday.vitrine', 'while the host runs']],
  flags: [{ name: 'without-keys', description: 'Leave token.key, seal.key and agent.key out.' }, DATA_FLAG],
  run: (call, io) => {
    const [file = ''] = call.operands;
    return backup(resolve(io.cwd, file), resolve(io.cwd, dataFolder(call, io)), call.has('without-keys'), io);
  },
};

const AGAIN = 'revoke and erase again what was revoked and erased since, or "vitrine key rotate token --now"';

export const restoreCommand: Command = {
  name: 'restore',
  operands: ['FILE'],
  description: 'Put a backup into a data folder that is new or empty.',
  examples: [['vitrine restore monday.vitrine --data copy', 'into a new folder']],
  flags: [DATA_FLAG],
  run: async (call, io) => {
    const [file = ''] = call.operands;
    const folder = resolve(io.cwd, dataFolder(call, io));
    const at = await restore(resolve(io.cwd, file), folder);
    await io.stdout.write(`${plain(folder)} is as it was at ${plain(at)}; so are credentials: ${AGAIN}\n`);
    return 0;
  },
};

export const verifyCommand: Command = {
  name: 'verify',
  operands: ['[FILE]'],
  description: 'Fold every session of a host, or of a backup, and follow the chains of its audit.',
  examples: [
    ['vitrine verify', 'of the host that runs, or of its folder'],
    ['vitrine verify monday.vitrine', 'of a backup'],
  ],
  flags: [DATA_FLAG],
  run: (call, io) => {
    const [file] = call.operands;
    const folder = resolve(io.cwd, dataFolder(call, io));
    return verify(file === undefined ? undefined : resolve(io.cwd, file), folder, io);
  },
};

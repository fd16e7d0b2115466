// The command line from its arguments to its exit code. What is said about a wrong or failed call is said here; everything else
// is left to the command.

import { readFileSync } from 'node:fs';
import { readCall } from './command.ts';
import { findCommand, help } from './commands/help.ts';
import { COMMANDS } from './commands.ts';
import { CallError, CommandError } from './errors.ts';
import type { ExitCode, Io } from './io.ts';
import { plain } from './say.ts';

export { processIo } from './io.ts';

export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    if (!(error instanceof CallError) && !(error instanceof CommandError)) throw error;
    await io.stderr.write(`vitrine: ${plain(error.message)}\n`);
    return error instanceof CommandError ? 1 : 2;
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<ExitCode> {
  const [name, ...args] = argv;
  if (name === '--version') {
    await io.stdout.write(`${version()}\n`);
    return 0;
  }
  if (name === undefined) {
    await help({ table: COMMANDS }, { ...io, stdout: io.stderr });
    return 2;
  }
  if (name === '--help' || name === '-h') return help({ table: COMMANDS }, io);
  if (name.startsWith('-')) throw new CallError(`A command comes first, not ${name}. Try "vitrine help".`);
  const command = findCommand(name, COMMANDS);
  const call = readCall(command, args);
  if (call.has('help')) return help({ table: COMMANDS, command: name }, io);
  return command.run(call, io, COMMANDS);
}

/** Read from package.json, which stands in the same place beside src and beside dist. */
function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return String((manifest as { readonly version?: unknown }).version);
}

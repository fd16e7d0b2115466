// The command line from its arguments to its exit code. What is said about a wrong or failed call is said here; everything else
// is left to the command.

import { readCall } from './command.ts';
import { findCommand, help } from './commands/help.ts';
import { COMMANDS } from './commands.ts';
import { CallError, CommandError } from './errors.ts';
import type { ExitCode, Io } from './io.ts';
import { readVersion } from './program/files.ts';
import { plain } from './say.ts';

export { processIo } from './io.ts';

/** What `npx @vitrine/cli` does: whoever names no command wants to see what this is. */
const TO_LOOK = ['serve', '--demo'];

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
  const [name, ...args] = argv.length === 0 ? TO_LOOK : argv;
  if (name === '--version') {
    await io.stdout.write(`${readVersion()}\n`);
    return 0;
  }
  if (name === undefined || name === '--help' || name === '-h') return help({ table: COMMANDS }, io);
  if (name.startsWith('-')) throw new CallError(`A command comes first, not ${name}. Try "vitrine help".`);
  const command = findCommand(name, COMMANDS);
  const call = readCall(command, args);
  if (call.has('help')) return help({ table: COMMANDS, command: name }, io);
  return command.run(call, io, COMMANDS);
}

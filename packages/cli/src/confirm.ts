// What an operator orders by a command and cannot have back is asked for once more: at the terminal, or by --yes in a script.

import type { CommandArguments, Flag } from './command.ts';
import { CommandError } from './errors.ts';
import type { Io } from './io.ts';
import { plain } from './say.ts';

export const YES_FLAG: Flag = { name: 'yes', description: 'Do not ask again.' };

/** @param what happens, as one sentence */
export async function confirm(call: CommandArguments, io: Io, what: string): Promise<void> {
  if (call.has(YES_FLAG.name)) return;
  await io.stderr.write(`vitrine: ${plain(what)} Type yes to go on: `);
  let answer = '';
  for await (const chunk of io.stdin) {
    answer += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    if (answer.includes('\n')) break;
  }
  if (answer.trim() !== 'yes') throw new CommandError('nothing was done; type yes, or say --yes.');
}

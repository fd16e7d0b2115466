// `vitrine operator [revoke]`: a way in for whoever lost the address that the server printed, or used its code in another tab;
// and the end of all ways in that were given out.

import { resolve } from 'node:path';
import type { Command, CommandArguments } from '../command.ts';
import { confirm, YES_FLAG } from '../confirm.ts';
import { CallError } from '../errors.ts';
import { dataFolder } from '../host-flags.ts';
import type { ExitCode, Io } from '../io.ts';
import { plain } from '../say.ts';
import { orderThroughDoor } from '../serving/door-order.ts';

export interface OperatorOptions {
  readonly folder: string;
  readonly json: boolean;
  /** Ends every operator's access instead. */
  readonly revokes: boolean;
}

/** Ends with 1 when no server runs on the folder. */
export async function operator({ folder, json, revokes }: OperatorOptions, io: Io): Promise<ExitCode> {
  const answer = await orderThroughDoor(folder, { order: revokes ? 'revoke-operators' : 'operator' });
  const result = revokes ? { revoked: true } : { url: String(answer.url) };
  const words = revokes ? 'all operators are revoked' : plain(String(answer.url));
  await io.stdout.write(json ? `${JSON.stringify(result, null, 2)}\n` : `${words}\n`);
  return 0;
}

function readRevokes({ operands: [word] }: CommandArguments): boolean {
  if (word === undefined || word === 'revoke') return word === 'revoke';
  throw new CallError(`"vitrine operator" is followed by revoke or nothing, not "${word}".`);
}

export const operatorCommand: Command = {
  name: 'operator',
  operands: ['[revoke]'],
  description:
    'Print an address of the running host with a new code, which lets you in once; revoke: let nobody in any more.',
  examples: [
    ['vitrine operator', 'a new address of the page, for one more browser'],
    ['vitrine operator revoke', 'nobody is in any more'],
  ],
  flags: [
    YES_FLAG,
    { name: 'data', value: 'FOLDER', description: 'Of the host with this folder (VITRINE_DATA, else .vitrine).' },
    { name: 'json', description: 'Print {url}, or {revoked}.' },
  ],
  run: async (call, io) => {
    const revokes = readRevokes(call);
    if (revokes) await confirm(call, io, 'This ends the access of every operator, and codes that nobody has used.');
    return operator({ folder: resolve(io.cwd, dataFolder(call, io)), json: call.has('json'), revokes }, io);
  },
};

// `vitrine operator`: a way in for whoever lost the address that the server printed, or used its code in another tab.

import { resolve } from 'node:path';
import type { Command } from '../command.ts';
import { dataFolder } from '../host-flags.ts';
import type { ExitCode, Io } from '../io.ts';
import { plain } from '../say.ts';

export interface OperatorOptions {
  readonly folder: string;
  readonly json: boolean;
}

/** Ends with 1 when no server runs on the folder. */
export async function operator({ folder, json }: OperatorOptions, io: Io): Promise<ExitCode> {
  // The host is loaded only where it is needed: other commands start without its libraries.
  const { orderThroughDoor } = await import('../serving/control-door.ts');
  const { url } = await orderThroughDoor(folder, { order: 'operator' });
  await io.stdout.write(json ? `${JSON.stringify({ url: String(url) }, null, 2)}\n` : `${plain(String(url))}\n`);
  return 0;
}

export const operatorCommand: Command = {
  name: 'operator',
  operands: [],
  says: 'Print an address of the running host with a new code, which lets you in once.',
  flags: [
    { name: 'data', value: 'FOLDER', says: 'Of the host with this folder (VITRINE_DATA, else .vitrine).' },
    { name: 'json', says: 'Print {url}.' },
  ],
  run: (call, io) => operator({ folder: resolve(io.cwd, dataFolder(call, io)), json: call.has('json') }, io),
};

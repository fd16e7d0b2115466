// `vitrine convert FILE --to DIALECT`: the same interface in another dialect's words.

import { defined, type Json } from '@vitrine/core/internal';
import { convert as convertMessages, DIALECT_IDS, type Dialect, dialectById, type Loss } from '@vitrine/dialects';
import type { Command } from '../command.ts';
import { CallError } from '../errors.ts';
import {
  DIALECT_CHOICE,
  INPUT_FLAGS,
  type InputOptions,
  openIntake,
  readCatalogs,
  readInputOptions,
} from '../input-flags.ts';
import type { ExitCode, Io } from '../io.ts';
import { feed, readInput } from '../read-input.ts';
import { issueLine, paint, plain } from '../say.ts';

export interface ConvertCommandOptions extends InputOptions {
  readonly to: Dialect;
  readonly json: boolean;
}

/** Messages on standard output, issues and losses on standard error. Ends with 1 if an issue is an error. */
export async function convert(options: ConvertCommandOptions, io: Io): Promise<ExitCode> {
  const { catalogs, issues: catalogIssues } = await readCatalogs(options, io);
  let errors = 0;
  const { intake } = openIntake(options, catalogs);
  const accepted: Json[] = [];
  for (const { file, problem } of catalogIssues) {
    if (problem.severity === 'error') errors++;
    await io.stderr.write(issueLine(file, problem, io.stderr));
  }
  for await (const { ok, wire, issues } of feed(readInput(options.file, io), intake, options.limits)) {
    if (ok && wire !== undefined) accepted.push(wire);
    for (const problem of issues) {
      if (problem.severity === 'error') errors++;
      await io.stderr.write(issueLine(options.file, problem, io.stderr));
    }
  }
  // What is wrong was said above, with its line.
  const { messages, losses } = convertMessages(accepted, options.to, {
    catalogs,
    limits: options.limits,
    now: new Date().toISOString(),
    ...defined({ from: options.dialect }),
  });
  if (options.json) await io.stdout.write(`${JSON.stringify({ messages, losses }, null, 2)}\n`);
  else await writeLines(messages, losses, io);
  return errors === 0 ? 0 : 1;
}

async function writeLines(messages: readonly Json[], losses: readonly Loss[], io: Io): Promise<void> {
  for (const message of messages) {
    if (io.stdout.closed) break;
    await io.stdout.write(`${JSON.stringify(message)}\n`);
  }
  for (const loss of losses) await io.stderr.write(`${paint(io.stderr, 'warning', 'lost')} ${plain(lossText(loss))}\n`);
}

function lossText({ surface, component, what }: Loss): string {
  const where = [surface, component].filter((part) => part !== undefined).join('/');
  return where === '' ? what : `${where}: ${what}`;
}

export const convertCommand: Command = {
  name: 'convert',
  operands: ['FILE'],
  description: 'Say the same in another dialect, and what could not be said.',
  flags: [
    { name: 'to', ...DIALECT_CHOICE, description: 'Into this one.' },
    { name: 'json', description: 'Print {messages, losses} instead of a line per message.' },
    ...INPUT_FLAGS,
  ],
  run: (call, io) => {
    const to = dialectById(call.get('to') ?? '');
    if (to === undefined) throw new CallError(`"vitrine convert" needs --to, one of ${DIALECT_IDS.join(', ')}.`);
    return convert({ ...readInputOptions(call), to, json: call.has('json') }, io);
  },
};

// `vitrine convert FILE --to DIALECT`: the same interface in another dialect's words, or in those of a notation for models.

import { type Catalogs, defined, type Issue, type Json } from '@vitrine/core/internal';
import { convert as convertMessages, DIALECT_IDS, type Dialect, dialectById, type Loss } from '@vitrine/dialects';
import type { Format } from '@vitrine/formats';
import type { Command } from '../command.ts';
import { CallError } from '../errors.ts';
import { FORMAT_NAMES, formatByName, readFormat, writeFormat } from '../format-input.ts';
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
  readonly to: Dialect | Format;
  /** The input is what a model wrote in this. */
  readonly format?: Format;
  readonly json: boolean;
}

interface ReadMessages {
  readonly messages: Json[];
  readonly losses: Loss[];
  errors: number;
}

/** Messages on standard output, issues and losses on standard error. Ends with 1 if an issue is an error. */
export async function convert(options: ConvertCommandOptions, io: Io): Promise<ExitCode> {
  const { catalogs, issues } = await readCatalogs(options, io);
  const read: ReadMessages = { messages: [], losses: [], errors: 0 };
  for (const { file, problem } of issues) await tell(file, problem, read, io);
  if (options.format === undefined) await readStream(options, catalogs, read, io);
  else await readModelOutput(options.format, options, catalogs, read, io);
  if ('compile' in options.to) await writeBlock(options.to, options, catalogs, read, io);
  else await writeMessages(options.to, options, catalogs, read, io);
  return read.errors === 0 ? 0 : 1;
}

async function tell(file: string, problem: Issue, read: ReadMessages, io: Io): Promise<void> {
  if (problem.severity === 'error') read.errors++;
  await io.stderr.write(issueLine(file, problem, io.stderr));
}

async function readStream(
  options: ConvertCommandOptions,
  catalogs: Catalogs,
  read: ReadMessages,
  io: Io,
): Promise<void> {
  const { intake } = openIntake(options, catalogs);
  for await (const { ok, wire, issues } of feed(readInput(options.file, io), intake, options.limits)) {
    if (ok && wire !== undefined) read.messages.push(wire);
    for (const problem of issues) await tell(options.file, problem, read, io);
  }
}

async function readModelOutput(
  format: Format,
  { file, catalogFiles, to }: ConvertCommandOptions,
  catalogs: Catalogs,
  read: ReadMessages,
  io: Io,
): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of readInput(file, io))
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  const own = catalogFiles.length === 0 ? [] : [...catalogs].slice(-catalogFiles.length);
  const found = readFormat(text, format, own, 'id' in to && to.id === 'a2ui-0.9' ? '0.9' : '1.0');
  read.messages.push(...found.messages);
  read.losses.push(...found.losses);
  for (const problem of found.issues) await tell(file, problem, read, io);
}

async function writeBlock(
  to: Format,
  { json }: ConvertCommandOptions,
  catalogs: Catalogs,
  read: ReadMessages,
  io: Io,
): Promise<void> {
  const { text, losses } = writeFormat(read.messages, to, catalogs);
  const all = [...read.losses, ...losses];
  if (json) await io.stdout.write(`${JSON.stringify({ text, losses: all }, null, 2)}\n`);
  else {
    await io.stdout.write(`${text}\n`);
    await writeLines([], all, io);
  }
}

async function writeMessages(
  to: Dialect,
  options: ConvertCommandOptions,
  catalogs: Catalogs,
  read: ReadMessages,
  io: Io,
): Promise<void> {
  // What a model wrote was made for its own protocol, and is given as it is.
  const isMade = options.format !== undefined && (to.id === 'a2ui-1.0' || to.id === 'a2ui-0.9');
  // What is wrong was said above, with its line.
  const converted = isMade
    ? { messages: read.messages, losses: [] }
    : convertMessages(read.messages, to, {
        catalogs,
        limits: options.limits,
        now: new Date().toISOString(),
        ...defined({ from: options.dialect }),
      });
  const losses = [...read.losses, ...converted.losses];
  if (options.json) await io.stdout.write(`${JSON.stringify({ messages: converted.messages, losses }, null, 2)}\n`);
  else await writeLines(converted.messages, losses, io);
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

const CHOICE = { ...DIALECT_CHOICE, choices: [...DIALECT_IDS, ...FORMAT_NAMES] };

export const convertCommand: Command = {
  name: 'convert',
  operands: ['FILE'],
  description: 'Say the same in another dialect, and what could not be said.',
  examples: [
    ['vitrine convert booking.jsonl --to a2ui-1.0 > new.jsonl', 'losses are told on standard error'],
    ['vitrine convert - --to v0.8 --json < booking.jsonl', 'messages and losses as one value'],
  ],
  flags: [
    { name: 'to', ...CHOICE, description: 'Into this one.' },
    {
      name: 'json',
      description: 'Print {messages, losses} instead of a line per message; of a notation {text, losses}.',
    },
    {
      name: 'dialect',
      ...CHOICE,
      description: 'Read every message as this dialect, or the whole as an answer of a model in this notation.',
    },
    ...INPUT_FLAGS.filter(({ name }) => name !== 'dialect'),
  ],
  run: (call, io) => {
    const to = formatByName(call.get('to')) ?? dialectById(call.get('to') ?? '');
    if (to === undefined) throw new CallError(`"vitrine convert" needs --to, one of ${CHOICE.choices.join(', ')}.`);
    const format = formatByName(call.get('dialect'));
    return convert({ ...readInputOptions(call), to, json: call.has('json'), ...defined({ format }) }, io);
  },
};

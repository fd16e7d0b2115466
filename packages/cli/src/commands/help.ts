// `vitrine help [COMMAND]`: the table of commands in words.

import { defined, suggestion } from '@vitrine/core/internal';
import { type Command, type Flag, HELP } from '../command.ts';
import { CallError } from '../errors.ts';
import type { ExitCode, Io } from '../io.ts';

export interface HelpOptions {
  /** Absent: all of them. */
  readonly command?: string;
  readonly table: readonly Command[];
}

/** Describes one command, or all. */
export async function help(options: HelpOptions, io: Io): Promise<ExitCode> {
  const { command, table } = options;
  if (command === undefined) await io.stdout.write(overview(table));
  else await io.stdout.write(describe(findCommand(command, table)));
  return 0;
}

export function findCommand(name: string, table: readonly Command[]): Command {
  const command = table.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const names = table.map((candidate) => candidate.name);
  throw new CallError(`There is no command "${name}".${suggestion(name, names)}`);
}

function overview(table: readonly Command[]): string {
  const rows = table.map((command): [string, string] => [usage(command), command.description]);
  return [
    'vitrine: serves, shows, checks and converts agent interfaces (A2UI 0.8, 0.9, 1.0)\n',
    columns(rows),
    'Without a command: "vitrine serve --demo".',
    'FILE is a stream of messages, one a line, or a JSON list of them; "-" is standard input.',
    'Exit: 0 fine, 1 the input is bad, 2 the call is wrong. "vitrine help COMMAND" tells more.\n',
  ].join('\n');
}

function describe(command: Command): string {
  const shownFlags = command.flags.filter(({ isListedElsewhere }) => isListedElsewhere !== true);
  const rows = [...shownFlags, HELP].map((flag): [string, string] => [spelled(flag), saying(flag)]);
  const examples = columns(command.examples);
  return `vitrine ${usage(command)} [FLAGS]\n\n${command.description}\n\n${columns(rows)}\nExamples:\n\n${examples}`;
}

function usage({ name, operands }: Command): string {
  return [name, ...operands].join(' ');
}

function spelled({ name, value }: Flag): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function saying({ description: says, choices, aliases, repeatable }: Flag): string {
  const among = choices === undefined || choices.length < 2 ? '' : ` One of ${choices.join(', ')}.`;
  const also = aliases === undefined ? '' : ` Also called ${aliases.join(', ')}.`;
  return `${says}${among}${also}${repeatable === true ? ' May be repeated.' : ''}`;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = rows.reduce((widest, [left]) => Math.max(widest, left.length), 0);
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
}

export const helpCommand: Command = {
  name: 'help',
  operands: ['[COMMAND]'],
  description: 'Describe a command, or all of them.',
  examples: [['vitrine help push', 'a command, its flags and examples']],
  flags: [],
  run: (call, io, table) => {
    const [command] = call.operands;
    return help({ table, ...defined({ command }) }, io);
  },
};

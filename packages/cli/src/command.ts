// The shape of a command, and how its arguments are read. Which commands there are stands in commands.ts.

import { parseArgs } from 'node:util';
import { suggestion } from '@vitrine/core/internal';
import { CallError } from './errors.ts';
import type { ExitCode, Io } from './io.ts';

export interface Flag {
  readonly name: string;
  /** What stands behind it in the help; absent: it is a switch. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** Other names of the choices, which are taken as well. */
  readonly aliases?: readonly string[];
  readonly repeatable?: true;
  /** One of many, left to `vitrine config explain` and docs/settings.md. */
  readonly isListedElsewhere?: true;
  readonly description: string;
}

/** A call, and what it is for. */
export type CommandExample = readonly [call: string, purpose: string];

export interface Command {
  readonly name: string;
  /** Names of what must follow the command: `['FILE']`. In brackets: may. */
  readonly operands: readonly string[];
  readonly description: string;
  readonly examples: readonly [CommandExample, ...CommandExample[]];
  readonly flags: readonly Flag[];
  /** `table`: all commands, for the one that describes them. */
  readonly run: (call: CommandArguments, io: Io, table: readonly Command[]) => Promise<ExitCode>;
}

export const HELP: Flag = { name: 'help', description: 'Describe the command.' };

/** The arguments of one command, already judged. */
export class CommandArguments {
  readonly operands: readonly string[];
  readonly #flags: ReadonlyMap<string, readonly string[]>;

  constructor(operands: readonly string[], flags: ReadonlyMap<string, readonly string[]>) {
    this.operands = operands;
    this.#flags = flags;
  }

  has(flag: string): boolean {
    return this.#flags.has(flag);
  }
  /** The last one wins. */
  get(flag: string): string | undefined {
    return this.#flags.get(flag)?.at(-1);
  }
  all(flag: string): readonly string[] {
    return this.#flags.get(flag) ?? [];
  }
}

export function readCall(command: Command, args: readonly string[]): CommandArguments {
  const flags = [...command.flags, HELP];
  // Not strict: the sentences of parseArgs name no command and suggest nothing.
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      flags.map(({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' } as const]),
    ),
  });
  const operands: string[] = [];
  const values = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = findFlag(command, flags, token.rawName);
    values.set(flag.name, [...(values.get(flag.name) ?? []), readValue(flag, token.value)]);
  }
  if (!values.has(HELP.name)) checkOperands(command, operands);
  return new CommandArguments(operands, values);
}

function findFlag(command: Command, flags: readonly Flag[], typed: string): Flag {
  if (typed === '-h') return HELP;
  const flag = flags.find(({ name }) => `--${name}` === typed);
  if (flag !== undefined) return flag;
  const names = flags.map(({ name }) => `--${name}`);
  throw new CallError(`"vitrine ${command.name}" has no flag ${typed}.${suggestion(typed, names)}`);
}

function readValue(flag: Flag, value: string | undefined): string {
  const { name, choices, aliases = [] } = flag;
  if (flag.value === undefined) {
    if (value !== undefined) throw new CallError(`--${name} takes no value.`);
    return '';
  }
  if (value === undefined || value === '') throw new CallError(`--${name} needs a value: --${name} ${flag.value}.`);
  if (choices !== undefined && !choices.includes(value) && !aliases.includes(value)) {
    throw new CallError(`--${name} is one of ${choices.join(', ')}, not "${value}".${suggestion(value, choices)}`);
  }
  return value;
}

function checkOperands(command: Command, operands: readonly string[]): void {
  const needed = command.operands.filter((name) => !name.startsWith('['));
  const missing = needed[operands.length];
  if (missing !== undefined) {
    throw new CallError(
      `"vitrine ${command.name}" needs ${missing}${missing === 'FILE' ? ' ("-" is standard input)' : ''}.`,
    );
  }
  const extra = operands[command.operands.length];
  if (extra !== undefined) throw new CallError(`"vitrine ${command.name}" does not know what to do with "${extra}".`);
}

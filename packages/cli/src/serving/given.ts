// What was said of one flag: typed, or in its environment variable. What is typed wins.

import type { CommandArguments } from '../command.ts';
import { CallError } from '../errors.ts';
import type { Io } from '../io.ts';

/** A flag, else its variable. An empty variable is none. */
export class ServeSettings {
  readonly #call: CommandArguments;
  readonly #io: Io;

  constructor(call: CommandArguments, io: Io) {
    this.#call = call;
    this.#io = io;
  }

  text(flag: string): string | undefined {
    return this.#call.get(flag) ?? (this.#io.env[variable(flag)] || undefined);
  }

  list(flag: string): readonly string[] {
    const typed = this.#call.all(flag);
    return typed.length > 0 ? typed : (this.text(flag) ?? '').split(/[\s,]+/).filter(Boolean);
  }

  isOn(flag: string): boolean {
    if (this.#call.has(flag)) return true;
    const value = (this.#io.env[variable(flag)] ?? '').toLowerCase();
    if (['1', 'true', 'yes', 'on'].includes(value)) return true;
    if (['', '0', 'false', 'no', 'off'].includes(value)) return false;
    throw new CallError(`${variable(flag)} is 1 or 0, not "${value}".`);
  }

  choice<const Choice extends string>(flag: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.text(flag);
    const choice = choices.find((candidate) => candidate === value);
    if (value !== undefined && choice === undefined)
      throw new CallError(`${this.name(flag)} is one of ${choices.join(', ')}, not "${value}".`);
    return choice;
  }

  /** How the person said it. */
  name(flag: string): string {
    return this.#call.has(flag) ? `--${flag}` : variable(flag);
  }
}

function variable(flag: string): string {
  return `VITRINE_${flag.toUpperCase().replaceAll('-', '_')}`;
}

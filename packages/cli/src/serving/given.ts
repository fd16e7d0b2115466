// What was said of one setting: typed, in its environment variable, or in the config file. What is typed wins, then the
// variable. The file is one JSON object whose members have the names of the flags.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isObject, type JsonObject, parseJson, suggestion } from '@vitrine/core/internal';
import type { CommandArguments } from '../command.ts';
import { CallError } from '../errors.ts';
import type { Io } from '../io.ts';
import { fileProblem } from '../read-input.ts';
import { SERVE_FLAGS } from './serve-flags.ts';

/** A flag, else its variable, else the config file. An empty variable is none. */
export class ServeSettings {
  readonly #call: CommandArguments;
  readonly #io: Io;
  readonly #config: JsonObject;
  readonly #file: string | undefined;

  constructor(call: CommandArguments, io: Io) {
    this.#call = call;
    this.#io = io;
    this.#file = call.get('config') ?? (io.env[variable('config')] || undefined);
    this.#config = this.#file === undefined ? {} : readConfig(this.#file, io);
  }

  text(flag: string): string | undefined {
    return this.#call.get(flag) ?? (this.#io.env[variable(flag)] || this.#configured(flag));
  }

  list(flag: string): readonly string[] {
    const typed = this.#call.all(flag);
    return typed.length > 0 ? typed : (this.text(flag) ?? '').split(/[\s,]+/).filter(Boolean);
  }

  isOn(flag: string): boolean {
    if (this.#call.has(flag)) return true;
    const value = (this.#io.env[variable(flag)] || (this.#configured(flag) ?? '')).toLowerCase();
    if (['1', 'true', 'yes', 'on'].includes(value)) return true;
    if (['', '0', 'false', 'no', 'off'].includes(value)) return false;
    throw new CallError(`${this.name(flag)} is 1 or 0, not "${value}".`);
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
    if (this.#call.has(flag)) return `--${flag}`;
    const isInFile = !this.#io.env[variable(flag)] && this.#configured(flag) !== undefined;
    return isInFile ? `"${flag}" in ${this.#file}` : variable(flag);
  }

  /** Where a value came from; undefined: nobody said anything. */
  source(flag: string): string | undefined {
    if (this.#call.has(flag)) return `flag --${flag}`;
    if (this.#io.env[variable(flag)]) return `variable ${variable(flag)}`;
    return this.#configured(flag) === undefined ? undefined : `file ${this.#file}`;
  }

  #configured(flag: string): string | undefined {
    const value = this.#config[flag];
    if (value === undefined || value === null) return undefined;
    return Array.isArray(value) ? value.join(' ') : String(value);
  }
}

export function variable(flag: string): string {
  return `VITRINE_${flag.toUpperCase().replaceAll('-', '_')}`;
}

function readConfig(file: string, io: Io): JsonObject {
  const config = parseConfig(file, readText(file, io));
  const names = SERVE_FLAGS.map(({ name }) => name).filter((name) => name !== 'config');
  for (const [name, value] of Object.entries(config)) {
    if (!names.includes(name))
      throw new CallError(`"${file}" has no setting "${name}" to give.${suggestion(name, names)}`);
    if (!isPlain(value) && !(Array.isArray(value) && value.every(isPlain)))
      throw new CallError(`"${name}" in "${file}" is a text, a number, true, false or a list of texts.`);
  }
  return config;
}

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function parseConfig(file: string, text: string): JsonObject {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new CallError(`"${file}" is no JSON: ${parsed.issue.message}`);
  if (!isObject(parsed.value)) throw new CallError(`"${file}" is no JSON object with settings.`);
  return parsed.value;
}

function readText(file: string, io: Io): string {
  try {
    return readFileSync(resolve(io.cwd, file), 'utf8');
  } catch (error) {
    throw new CallError(fileProblem(file, error));
  }
}

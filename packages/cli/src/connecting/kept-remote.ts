// What is kept of a remote agent over restarts, a file in the data folder for each: the key under which our host knows it,
// its session, and what the bridge remembers. Only its owner can read it; it is replaced whole or not at all.

import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, type Json, type JsonObject, parseJson } from '@vitrine/core/internal';
import type { RemoteMemory } from '@vitrine/face-kit';
import { CommandError } from '../errors.ts';
import { takeLock } from './process-lock.ts';

const FOLDER = 'remotes';

export class KeptRemote {
  readonly #file: string;
  #value: JsonObject;
  #last: Promise<void> = Promise.resolve();

  constructor(file: string, value: JsonObject) {
    this.#file = file;
    this.#value = value;
  }

  /**
   * `agent`: its name at our host. What is there and cannot be read is as if it were not there. Two that talk to one agent
   * would each tell it everything: the second is refused.
   */
  static async open(folder: string, agent: string): Promise<KeptRemote> {
    const home = join(folder, FOLDER);
    await mkdir(home, { recursive: true, mode: 0o700 });
    const file = join(home, `${agent}.json`);
    const holder = await takeLock(`${file}.lock`);
    if (holder !== undefined)
      throw new CommandError(`process ${holder} is connected to ${agent} already; its page is among the sessions.`);
    const text = await readFile(file, 'utf8').catch(() => '');
    return new KeptRemote(file, parse(text));
  }

  get key(): string | undefined {
    return textOf(this.#value.key);
  }
  get session(): string | undefined {
    return textOf(this.#value.session);
  }

  async close(): Promise<void> {
    await this.#last.catch(() => undefined);
    await rm(`${this.#file}.lock`, { force: true });
  }

  keepKey(key: string): Promise<void> {
    return this.#write({ ...this.#value, key });
  }

  /** Another session is another conversation. */
  keepSession(session: string): Promise<void> {
    const { memory: _forgotten, ...rest } = this.#value;
    return this.#write({ ...rest, session });
  }

  get memory(): RemoteMemory {
    return {
      read: () => Promise.resolve(this.#value.memory),
      write: (memory) => this.#write({ ...this.#value, memory }, () => this.#isOfStored()),
    };
  }

  #write(value: JsonObject, isWanted = async (): Promise<boolean> => true): Promise<void> {
    this.#value = value;
    const write = async (): Promise<void> => {
      if (await isWanted()) await replace(this.#file, JSON.stringify(value));
    };
    this.#last = this.#last.catch(() => undefined).then(write);
    return this.#last;
  }

  /** Else the session was erased meanwhile, and nothing of it is written again. */
  async #isOfStored(): Promise<boolean> {
    const stored = parse(await readFile(this.#file, 'utf8').catch(() => ''));
    return textOf(stored.session) === this.session;
  }
}

/** What was kept of conversations in these sessions goes; their agents keep their keys. */
export async function forgetRemotes(folder: string, sessions: readonly string[]): Promise<void> {
  const home = join(folder, FOLDER);
  for (const name of await readdir(home).catch(() => [])) {
    const file = join(home, name);
    const { session, memory: _forgotten, ...rest } = parse(await readFile(file, 'utf8').catch(() => ''));
    if (!sessions.includes(textOf(session) ?? '')) continue;
    // A draft of somebody who was ended while writing.
    if (name.endsWith('.tmp')) await rm(file, { force: true });
    else await replace(file, JSON.stringify(rest));
  }
}

async function replace(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, file);
}

function parse(text: string): JsonObject {
  const parsed = parseJson(text);
  return parsed.ok && isObject(parsed.value) ? parsed.value : {};
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

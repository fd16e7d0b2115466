// One of the host's own keys with those that it replaced: the newest signs and seals, the former still read what they made.
// The newest stands alone in its file, as it always did; the former stand beside it, each with the time it was replaced.

import { randomBytes } from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { isArray, isObject, type Json, parseJson } from '@vitrine/core/internal';
import { LogError } from '@vitrine/log';
import { addFile, readIfThere, replaceFile } from './secret-files.ts';

const KEY_BYTES = 32;
const ADVICE =
  'What was signed or sealed with it would not hold any more. Put the file back; to go on without it, accept the loss for one start.';

interface FormerKey {
  readonly key: Uint8Array;
  /** By the time of credentials. */
  readonly replacedAt: number;
}

export class KeyRing {
  /** False: somebody else keeps it, and gives it again at the next start. */
  readonly isOwn: boolean;
  /** Undefined: in memory alone. */
  readonly #path: string | undefined;
  #newest: Uint8Array;
  #former: readonly FormerKey[];
  /** Changes follow each other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(path: string | undefined, newest: Uint8Array, former: readonly FormerKey[], isOwn = true) {
    this.isOwn = isOwn;
    this.#path = path;
    this.#newest = newest;
    this.#former = former;
  }

  static async open(path: string, mayMake = true): Promise<KeyRing> {
    if ((await readIfThere(path)) === undefined) {
      if (!mayMake) throw new LogError('VITRINE_LOG_LOST', `${basename(path)} is missing. ${ADVICE}`);
      await addFile(path, randomBytes(KEY_BYTES));
    }
    const newest = await readFile(path);
    // Never made anew: what was sealed with it would be lost.
    if (newest.length !== KEY_BYTES)
      throw new Error(
        `${path} does not hold ${KEY_BYTES} bytes. Put the right file back, or remove it and accept the loss.`,
      );
    await chmod(path, 0o600);
    const former = readFormer(await readIfThere(formerPath(path)), formerPath(path));
    // A rotation that broke off has written the newest among the former already.
    return new KeyRing(
      path,
      Uint8Array.from(newest),
      former.filter(({ key }) => !newest.equals(key)),
    );
  }

  static inMemory(given?: Uint8Array): KeyRing {
    const key = given ?? randomBytes(KEY_BYTES);
    if (key.length !== KEY_BYTES) throw new RangeError(`A key has ${KEY_BYTES} bytes, not ${key.length}.`);
    return new KeyRing(undefined, Uint8Array.from(key), [], given === undefined);
  }

  /** The newest first. */
  readonly keys = (): readonly Uint8Array[] => [this.#newest, ...this.#former.map(({ key }) => key)];

  /** A new key. The one before goes on reading what it made; with `drop` none but the new one is left. */
  rotate(at: number, { drop = false }: { readonly drop?: boolean } = {}): Promise<void> {
    return this.#change(async () => {
      const newest = Uint8Array.from(randomBytes(KEY_BYTES));
      const former = drop ? [] : [{ key: this.#newest, replacedAt: at }, ...this.#former];
      // In this order: a process that ends in between has no key that it needs in no file.
      await this.#writeFormer(former);
      if (drop) this.#former = former;
      if (this.#path !== undefined) await this.#replace(this.#path, newest);
      this.#newest = newest;
      this.#former = former;
    });
  }

  /** Forgets the former that nothing rests on any more. */
  forget(isNeeded: (former: { readonly key: Uint8Array; readonly replacedAt: number }) => boolean): Promise<void> {
    return this.#change(async () => {
      const needed = this.#former.filter(isNeeded);
      if (needed.length === this.#former.length) return;
      await this.#writeFormer(needed);
      this.#former = needed;
    });
  }

  async #writeFormer(former: readonly FormerKey[]): Promise<void> {
    if (this.#path === undefined) return;
    const rows = former.map(({ key, replacedAt }) => ({ key: Buffer.from(key).toString('base64url'), replacedAt }));
    await this.#replace(formerPath(this.#path), `${JSON.stringify(rows)}\n`);
  }

  /** The disk is full, or the folder is gone: told as what could not be stored. */
  async #replace(path: string, content: string | Uint8Array): Promise<void> {
    try {
      await replaceFile(path, content);
    } catch (error) {
      const { code = 'it failed' } = error as NodeJS.ErrnoException;
      throw new LogError(
        'VITRINE_LOG_FAILED',
        `${basename(path)} cannot be written (${code}): the key that there is goes on.`,
      );
    }
  }

  #change(change: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(change);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

function formerPath(path: string): string {
  return `${path}.former`;
}

function readFormer(content: Buffer | undefined, path: string): readonly FormerKey[] {
  if (content === undefined) return [];
  const read = parseJson(content.toString('utf8'));
  const rows = read.ok ? read.value : null;
  const former = isArray(rows) ? rows.map(readRow) : [undefined];
  // Half of them would read half of what was sealed.
  if (former.includes(undefined)) throw new Error(`${path} is damaged. Put the right file back, or remove it.`);
  return former as readonly FormerKey[];
}

function readRow(row: Json): FormerKey | undefined {
  if (!isObject(row) || typeof row.key !== 'string' || typeof row.replacedAt !== 'number') return undefined;
  const key = Uint8Array.from(Buffer.from(row.key, 'base64url'));
  return key.length === KEY_BYTES ? { key, replacedAt: row.replacedAt } : undefined;
}

// The files of an open store: that the names in the folder still stand for the files that are open. SQLite goes on writing
// to a file that was removed, renamed, replaced or cut, and a restart would not find there what was acknowledged.

import { copyFileSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { LogError } from '../log-error.ts';
import { MAX_TAIL_BYTES } from './schema.ts';

const TAIL_LIMIT_BYTES = BigInt(MAX_TAIL_BYTES);

interface OpenFile {
  readonly path: string;
  readonly device: bigint;
  readonly inode: bigint;
  /** It has had so many bytes, and SQLite never cuts it below that. */
  bytes: bigint;
}

type FileState = 'in place' | 'elsewhere' | 'cut';

export class OpenFiles {
  readonly #files: readonly OpenFile[];

  /** Call when all are open. */
  constructor(paths: readonly string[]) {
    this.#files = paths.map((path) => {
      const { dev, ino, size } = statSync(path, { bigint: true });
      return { path, device: dev, inode: ino, bytes: floorOf(size) };
    });
  }

  assertInPlace(): void {
    for (const file of this.#files) {
      if (stateOf(file) === 'in place') continue;
      const what = `${basename(file.path)} was removed, renamed, replaced or cut while it was open`;
      throw new LogError('VITRINE_LOG_FAILED', `${what}: put it back, or restart on the folder that shall be used.`);
    }
  }

  isInPlace(path: string): boolean {
    return this.#stateOf(path) === 'in place';
  }

  isCut(path: string): boolean {
    return this.#stateOf(path) === 'cut';
  }

  #stateOf(path: string): FileState {
    const file = this.#files.find((candidate) => candidate.path === path);
    return file === undefined ? 'elsewhere' : stateOf(file);
  }
}

function stateOf(file: OpenFile): FileState {
  const found = statSync(file.path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined || found.ino !== file.inode || found.dev !== file.device) return 'elsewhere';
  if (found.size < file.bytes) return 'cut';
  if (found.size > file.bytes) file.bytes = floorOf(found.size);
  return 'in place';
}

/** A write-ahead log beyond its limit is cut to it. */
function floorOf(size: bigint): bigint {
  return size < TAIL_LIMIT_BYTES ? size : TAIL_LIMIT_BYTES;
}

/**
 * Leaves the write-ahead log as it was found while something closes the database, which would move it into the database
 * and delete it: whoever is told of a loss may have the rest of it.
 */
export function keepTail(path: string, close: () => void): void {
  const kept = keptPath(path);
  rmSync(kept, { force: true });
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    try {
      linkSync(path, kept);
    } catch {
      copyFileSync(path, kept);
    }
  }
  close();
  restoreTail(path);
}

/** Also for a process that was killed in between. */
export function restoreTail(path: string): void {
  const kept = keptPath(path);
  if (!existsSync(kept)) return;
  if (existsSync(path)) rmSync(kept);
  else renameSync(kept, path);
}

function keptPath(path: string): string {
  return `${path}.kept`;
}

// A file that a tool names, read only if it lies under the allowed folder, whatever links lead to it, and is not too large.
// Why it could not be read is nobody's business: the words would tell what there is on the machine.

import { constants } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { ToolError } from './tool-error.ts';

const FAILED = 'Failed to read jsonlPath';

export async function readAllowedFile(path: string, folder: string | undefined, longest: number): Promise<string> {
  if (folder === undefined) throw new ToolError('jsonlPath is not taken here; send the text as jsonl.');
  const bytes = await read(path, folder, longest).catch((error: unknown) => {
    throw error instanceof ToolError ? error : new ToolError(FAILED);
  });
  return bytes.toString('utf8');
}

async function read(path: string, folder: string, longest: number): Promise<Buffer> {
  const root = await realpath(folder);
  const real = await realpath(resolve(root, path));
  const inside = relative(root, real);
  if (inside === '' || /^\.\.([\\/]|$)/.test(inside) || isAbsolute(inside)) throw new ToolError(FAILED);
  // Between the check and the opening a link may be put there: the file that was opened must be the one that was checked.
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const [opened, named] = [await file.stat(), await lstat(real)];
    const isSame = opened.ino === named.ino && opened.dev === named.dev && (await realpath(real)) === real;
    if (!opened.isFile() || !isSame) throw new ToolError(FAILED);
    if (opened.size > longest) throw new ToolError(`The file exceeds the maximum size of ${longest} bytes.`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

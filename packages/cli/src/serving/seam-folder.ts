// A data folder for tests of OpenWOP alone. Through the doors that such tests need, anything can be put before people, so
// they never open on a folder in which somebody's sessions may be.

import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../failure.ts';
import { folderFailure } from './data-folder.ts';

const MARK = 'openwop-seams';

/** A new or empty folder becomes one; any other must be one already. */
export async function claimSeamFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    const files = await readdir(folder);
    if (files.includes(MARK)) return;
    if (files.length === 0) return await writeFile(join(folder, MARK), 'For tests of OpenWOP alone.\n');
  } catch (error) {
    throw folderFailure(folder, error);
  }
  throw new CommandError(`the data folder "${folder}" was not made for --openwop-seams; name a new one with --data.`);
}

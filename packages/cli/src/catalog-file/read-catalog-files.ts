// The catalog files that a command is started with, all of them or not at all: every fault of every file is told first.

import { quote } from '@vitrine/core/internal';
import { CommandError } from '../errors.ts';
import type { Io } from '../io.ts';
import { count, issueLine } from '../say.ts';
import { type CatalogFile, readCatalogFile } from './read-catalog-file.ts';

export async function readCatalogFiles(names: readonly string[], io: Io): Promise<readonly CatalogFile[]> {
  const files: CatalogFile[] = [];
  for (const name of names) files.push(await readCatalogFile(name, io));
  const faulty = files.filter(({ catalogs }) => catalogs.size === 0);
  for (const { file, issues } of files)
    for (const problem of issues) await io.stderr.write(issueLine(file, problem, io.stderr));
  if (faulty.length > 0)
    throw new CommandError(`${count(faulty.length, 'catalog file')} cannot be used; nothing was started.`);
  assertApart(files);
  return files;
}

function assertApart(files: readonly CatalogFile[]): void {
  const holders = new Map<string, string>();
  for (const { file, catalogs } of files)
    for (const { id } of catalogs.values()) {
      const other = holders.get(id);
      if (other !== undefined) throw new CommandError(`${file} and ${other} both have the catalog ${quote(id)}.`);
      holders.set(id, file);
    }
}

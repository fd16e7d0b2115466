// Data folders as a killed process leaves them, and what may happen to their files.

import { copyFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DriverName, loadDriver } from '../src/sqlite/driver.ts';
import { temporaryFolder } from './contract.ts';

/** What a restart would find if the process that has the folder open were killed now. */
export function crashImage(folder: string): string {
  const image = temporaryFolder();
  cpSync(folder, image, { recursive: true });
  return image;
}

/** By name: the bytes of every file. */
export function filesIn(folder: string): { readonly [name: string]: string } {
  const names = readdirSync(folder).toSorted();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name)).toString('base64')]));
}

export function change(folder: string, name: string, edit: (bytes: Buffer) => Buffer): void {
  const path = join(folder, name);
  writeFileSync(path, edit(readFileSync(path)));
}

export function copyFile(name: string, from: string, to: string): void {
  copyFileSync(join(from, name), join(to, name));
}

/** The libraries that can be loaded here. */
export async function driversHere(): Promise<readonly DriverName[]> {
  const names = ['node:sqlite', 'libsql', 'better-sqlite3'] as const;
  const there = await Promise.all(
    names.map((name) =>
      loadDriver(name).then(
        () => true,
        () => false,
      ),
    ),
  );
  return names.filter((_, index) => there[index]);
}

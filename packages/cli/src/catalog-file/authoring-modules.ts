// The modules of Vitrine that a catalog file may import, as they stand among the built pages: a browser is sent to them, and so is
// Node where the file's own folder has none installed.

import { readFile } from 'node:fs/promises';
import { isObject, parseJson } from '@vitrine/core/internal';
import { PAGE_FOLDER } from '../program/files.ts';

/** By specifier, the name of the file in the folder of the pages. None where the pages are not built. */
export async function authoringModules(): Promise<ReadonlyMap<string, string>> {
  try {
    const parsed = parseJson(await readFile(new URL('authoring.json', PAGE_FOLDER), 'utf8'));
    const listed = parsed.ok && isObject(parsed.value) ? Object.entries(parsed.value) : [];
    return new Map(listed.map(([specifier, file]) => [specifier, String(file)]));
  } catch {
    return new Map();
  }
}

// The paths into a data model, for completion. Of a list the first item stands for all.

import { isArray, isObject, type Json } from '@vitrine/core/page';

const MAX_PATHS = 200;

export function dataPaths(value: Json | undefined, path = '', found: string[] = []): readonly string[] {
  if (found.length >= MAX_PATHS) return found;
  if (path !== '') found.push(path);
  const members = isArray(value) ? value.slice(0, 1).entries() : isObject(value) ? Object.entries(value) : [];
  for (const [key, one] of members)
    dataPaths(one, `${path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`, found);
  return found;
}

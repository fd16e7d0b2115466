// The lists of exceptions and differences beside the tests: YAML, so that a reason has room.

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export function readDataFile<T>(name: string): readonly T[] {
  return (parse(readFileSync(new URL(name, import.meta.url), 'utf8')) ?? []) as T[];
}

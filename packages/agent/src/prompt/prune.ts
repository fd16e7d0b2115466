// A catalog with only some of its components and functions, for a model that needs no others.

import type { Catalog } from '@vitrine/core';
import { PromptError } from '../errors.ts';

export interface PromptChoice {
  /** Absent: all. */
  readonly components?: readonly string[];
  /** Absent: all. */
  readonly functions?: readonly string[];
}

export function prune(catalog: Catalog, { components, functions }: PromptChoice): Catalog {
  const { source: _source, ...rest } = catalog;
  return {
    ...rest,
    components: only(catalog.components, components, 'component', catalog),
    functions: only(catalog.functions, functions, 'function', catalog),
  };
}

function only<T>(
  all: ReadonlyMap<string, T>,
  names: readonly string[] | undefined,
  what: string,
  { id }: Catalog,
): ReadonlyMap<string, T> {
  if (names === undefined) return all;
  const unknown = names.find((name) => !all.has(name));
  if (unknown !== undefined) throw new PromptError(`The catalog ${id} has no ${what} ${JSON.stringify(unknown)}.`);
  return new Map([...all].filter(([name]) => names.includes(name)));
}

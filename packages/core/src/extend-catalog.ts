// A catalog with all that another one has, and more; and what tells a catalog from other exports of a module.

import type { Catalog, Components, DefinedCatalog, Functions } from './catalog.ts';

export interface ExtensionOptions<F extends Functions = Functions> {
  /** Absent: made of that of the base and of the names of what is added. */
  readonly id?: string;
  readonly aliases?: readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly functions?: F;
  readonly instructions?: string;
}

/** A catalog with all that another one has, and more. What has a name of the base takes its place. */
export function extendCatalog<
  C extends Components,
  F extends Functions,
  const More extends Components,
  const MoreFunctions extends Functions = Record<never, never>,
>(
  base: DefinedCatalog<C, F>,
  more: More,
  options: ExtensionOptions<MoreFunctions> = {},
): DefinedCatalog<Omit<C, keyof More> & More, Omit<F, keyof MoreFunctions> & MoreFunctions> {
  const { source: _source, title: _title, description: _description, partOf: _partOf, ...inherited } = base;
  const { declaredFunctions: _types, ...rest } = inherited;
  const { id = `${base.id}#${Object.keys(more).join('+')}`, functions, aliases = [], ...replaced } = options;
  const declared = { ...base.declared, ...more };
  return {
    ...{ ...rest, ...replaced, id, aliases, base, declared },
    components: new Map(Object.entries(declared)),
    functions: new Map([...base.functions, ...Object.entries(functions ?? {})]),
  };
}

/** Whether a value looks like what `defineCatalog` and `extendCatalog` give; what is in it is left to check-catalog.ts. */
export function isCatalog(value: unknown): value is Catalog {
  if (typeof value !== 'object' || value === null) return false;
  const { id, components, functions } = value as Partial<Catalog>;
  return id !== undefined && components instanceof Map && functions instanceof Map;
}

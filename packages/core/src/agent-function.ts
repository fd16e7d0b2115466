// Which side answers a call: a function without code lives with the agent, and so does one that the catalog does not name,
// where the protocol has the agent asked for it (A2UI 1.0, function calls).

import type { Catalog } from './catalog.ts';
import { plainWire } from './catalogs/wire.ts';

export function isAgentFunction(catalog: Catalog, name: string): boolean {
  const declaration = catalog.functions.get(name);
  if (declaration !== undefined) return declaration.run === undefined;
  // Names with a mark belong to the protocol itself.
  return !name.startsWith('@') && plainWire(catalog.protocol)?.asksAgent === true;
}

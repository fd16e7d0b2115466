// The check at the door for a function that an agent calls: its arguments, where the catalog is known. A viewer may know
// catalogs that are not known here, and answers for those itself; only a strict reader wants to know all of them.

import { plainWire } from './catalogs/wire.ts';
import { checkArguments } from './check-binding.ts';
import type { CheckContext } from './check-context.ts';
import type { CallOp } from './entry.ts';
import { quote } from './issue.ts';
import type { Catalogs } from './registry.ts';

export function checkAgentCall({ name, catalog: id, args }: CallOp, catalogs: Catalogs, context: CheckContext): void {
  const catalog = catalogs.get(id);
  const declaration = catalog?.functions.get(name);
  context.path.push('callFunction');
  if (catalog !== undefined && declaration !== undefined) {
    context.wire = plainWire(catalog.protocol);
    checkArguments(name, declaration, args, context);
  } else if (context.strict) {
    if (catalog === undefined) context.mend('VITRINE_CATALOG_UNKNOWN', `Catalog not found: ${quote(id)}.`);
    else context.mend('VITRINE_FUNCTION_UNKNOWN', `The catalog ${quote(id)} has no function ${quote(name)}.`);
  }
  context.path.pop();
}

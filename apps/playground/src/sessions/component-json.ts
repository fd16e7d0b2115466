// One component in the words of a dialect: what the dialect writes for its surface, and of that what is the component. Fetched
// when somebody asks for it: it brings every dialect.

import { isArray, isObject, type Json, type Surface, type View } from '@vitrine/core/internal';
import { DIALECT_IDS, type DialectId, dialectById } from '@vitrine/dialects';
import { knownCatalogs } from '../page/catalogs.ts';

export { DIALECT_IDS };

export interface ComponentJson {
  readonly json: Json;
  /** The dialect has no words for this one: it is somewhere in those of its surface. */
  readonly isWhole: boolean;
  readonly losses: readonly string[];
}

export function componentJson(view: View, surface: Surface, id: string, dialect: DialectId): ComponentJson | undefined {
  const to = dialectById(dialect);
  if (to === undefined) return undefined;
  const { wire, losses } = to.join(view, { catalogs: knownCatalogs().map((catalog) => catalog.id) });
  const own = wire.filter((message) => wordsIn(message).has(surface.id));
  const messages = own.length === 0 ? wire : own;
  const found = messages.flatMap((message) => componentsCalled(id, message));
  const sentences = [...new Set(losses.map(({ what }) => what))];
  if (found.length > 0)
    return { json: found.length === 1 ? (found[0] as Json) : found, isWhole: false, losses: sentences };
  return { json: messages, isWhole: true, losses: sentences };
}

/** Every text that a message holds outside its components. */
function wordsIn(message: Json, depth = 0): Set<string> {
  if (typeof message === 'string') return new Set([message]);
  if (!isObject(message) || depth > 3) return new Set();
  return new Set(Object.values(message).flatMap((value) => [...wordsIn(value, depth + 1)]));
}

/** Objects in lists that bear the id, as components do in every dialect. */
function componentsCalled(id: string, value: Json): readonly Json[] {
  if (isArray(value))
    return value.flatMap((one) => (isObject(one) && one.id === id ? [one] : componentsCalled(id, one)));
  return isObject(value) ? Object.values(value).flatMap((one) => componentsCalled(id, one)) : [];
}

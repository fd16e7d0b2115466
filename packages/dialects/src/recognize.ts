// Tells which of some dialects a message is written in, from its keys and version.

import { describeType, type Issue, isObject, issue, type Json, type JsonObject, quote } from '@vitrine/core/page';
import type { DialectReader } from './dialect.ts';

/** No message has more of its own; to list a hundred thousand costs each dialect that is asked. */
const MAX_KEYS = 64;

function firstKeys(wire: JsonObject): readonly string[] {
  const keys: string[] = [];
  for (const key in wire) if (keys.push(key) > MAX_KEYS) break;
  return keys;
}

/** The only one there is is not asked: reading says what is wrong. Several are asked in their order. */
export function recognize<Reader extends DialectReader>(wire: Json, dialects: readonly Reader[]): Reader | Issue {
  const [only] = dialects;
  const found = dialects.length === 1 ? only : dialectOf(wire, dialects);
  if (found !== undefined) return found;
  const keys = isObject(wire) ? firstKeys(wire) : [];
  const what = isObject(wire) ? `keys ${keys.slice(0, 5).map(quote).join(', ') || '(none)'}` : describeType(wire);
  return issue('VITRINE_DIALECT_UNKNOWN', 'error', `No dialect is recognised in a message with ${what}.`, '');
}

/** Whether any of them has a mark of its own in this value. */
export function isMessage(wire: Json, dialects: readonly DialectReader[]): boolean {
  return dialectOf(wire, dialects) !== undefined;
}

function dialectOf<Reader extends DialectReader>(wire: Json, dialects: readonly Reader[]): Reader | undefined {
  const version = isObject(wire) && typeof wire.version === 'string' ? wire.version : undefined;
  const named = version === undefined ? undefined : dialects.find(({ versions }) => versions.includes(version));
  if (named !== undefined) return named;
  if (isObject(wire) && firstKeys(wire).length > MAX_KEYS) return undefined;
  return dialects.find((dialect) => dialect.recognizes(wire));
}

// Tells the dialect of a message from its keys and version. A new dialect is one more line here.

import { describeType, type Issue, isObject, issue, type Json, type JsonObject, quote } from '@vitrine/core/internal';
import { a2ui08 } from './a2ui-0.8/codec.ts';
import { a2ui09 } from './a2ui-0.9/codec.ts';
import { a2ui10 } from './a2ui-1.0/codec.ts';
import { agentchainsDialect } from './agentchains/codec.ts';
import type { Dialect, DialectId } from './dialect.ts';
import { openHarness } from './open-harness/codec.ts';
import { openwop1Dialect } from './openwop-1/codec.ts';
import { openwop2Dialect } from './openwop-2/codec.ts';
import { ALIASES } from './versions.ts';
import { vitrine } from './vitrine/codec.ts';

/** Asked in this order: the most exact marks first. */
export const DIALECTS: readonly Dialect[] = [
  vitrine,
  a2ui10,
  a2ui08,
  a2ui09,
  agentchainsDialect,
  openHarness,
  openwop2Dialect,
  openwop1Dialect,
];

/** By its id or by another name of it. */
export function dialectById(name: string): Dialect | undefined {
  const id = ALIASES.get(name) ?? name;
  return DIALECTS.find((dialect) => dialect.id === id);
}

export const DIALECT_IDS: readonly DialectId[] = DIALECTS.map(({ id }) => id).sort();

/** The other names by which dialects are found. */
export const DIALECT_ALIASES: readonly string[] = [...ALIASES.keys()];

const byVersion = new Map(
  DIALECTS.flatMap((dialect) => dialect.versions.map((version) => [version, dialect] as const)),
);

/** No message has more of its own; to list a hundred thousand costs each dialect that is asked. */
const MAX_KEYS = 64;

function firstKeys(wire: JsonObject): readonly string[] {
  const keys: string[] = [];
  for (const key in wire) if (keys.push(key) > MAX_KEYS) break;
  return keys;
}

export function detect(wire: Json): Dialect | Issue {
  const named = isObject(wire) && typeof wire.version === 'string' ? byVersion.get(wire.version) : undefined;
  if (named !== undefined) return named;
  const keys = isObject(wire) ? firstKeys(wire) : [];
  const found = keys.length > MAX_KEYS ? undefined : DIALECTS.find((dialect) => dialect.recognizes(wire));
  if (found !== undefined) return found;
  const what = isObject(wire) ? `keys ${keys.slice(0, 5).map(quote).join(', ') || '(none)'}` : describeType(wire);
  return issue('VITRINE_DIALECT_UNKNOWN', 'error', `No dialect is recognised in a message with ${what}.`, '');
}

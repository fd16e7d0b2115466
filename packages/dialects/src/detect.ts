// All dialects. A new one is one more line here.

import type { Issue, Json } from '@vitrine/core/internal';
import { a2ui08 } from './a2ui-0.8/codec.ts';
import { a2ui09 } from './a2ui-0.9/codec.ts';
import { a2ui10 } from './a2ui-1.0/codec.ts';
import { agentchainsDialect } from './agentchains/codec.ts';
import type { Dialect, DialectId } from './dialect.ts';
import { openHarness } from './open-harness/codec.ts';
import { openwop1Dialect } from './openwop-1/codec.ts';
import { openwop2Dialect } from './openwop-2/codec.ts';
import { recognize } from './recognize.ts';
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

export function detect(wire: Json): Dialect | Issue {
  return recognize(wire, DIALECTS);
}

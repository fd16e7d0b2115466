// The versions of A2UI as words on the wire, and the dialect that each is spoken in: the one table of their other names.

import type { DialectId } from './dialect.ts';

export type WireVersion = 'v0.8' | 'v0.9' | 'v0.9.1' | 'v1.0';

/** The name that 1.0 had while it was being written. */
export const DRAFT_VERSION = 'v0.10';

/** The version that a dialect writes stands before others that it reads. */
const VERSIONS: ReadonlyMap<string, DialectId> = new Map<WireVersion | typeof DRAFT_VERSION, DialectId>([
  ['v0.8', 'a2ui-0.8'],
  ['v0.9', 'a2ui-0.9'],
  ['v0.9.1', 'a2ui-0.9'],
  ['v1.0', 'a2ui-1.0'],
  [DRAFT_VERSION, 'a2ui-1.0'],
]);

/** What dialects are called besides their ids: `v0.9`, `v0.9.1`, `a2ui-0.9.1`, `a2ui-0.10` and so on. */
export const ALIASES: ReadonlyMap<string, DialectId> = new Map(
  [...VERSIONS].flatMap(([version, id]) => {
    const long = `a2ui-${version.slice(1)}`;
    return [version, ...(long === id ? [] : [long])].map((alias) => [alias, id] as const);
  }),
);

export function versionsOf(dialect: DialectId): readonly string[] {
  return [...VERSIONS].flatMap(([version, id]) => (id === dialect ? [version] : []));
}

/** The protocol label of a version on the wire; undefined where it is none of ours. */
export function protocolOf(version: WireVersion): string;
export function protocolOf(version: string): string | undefined;
export function protocolOf(version: string): string | undefined {
  return VERSIONS.get(version)?.slice('a2ui-'.length);
}

/** What a version is called by now; undefined where it is none of ours. */
export function wireVersion(version: string): WireVersion | undefined {
  if (version === DRAFT_VERSION) return 'v1.0';
  return VERSIONS.has(version) ? (version as WireVersion) : undefined;
}

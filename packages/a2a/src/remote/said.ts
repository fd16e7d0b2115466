// What an agent said at once: words, messages of A2UI or envelopes of OpenWOP, and what was wrong with it, under a key that is the same when it
// comes again.

import { createHash } from 'node:crypto';
import type { Issue, Json, JsonObject } from '@vitrine/core';

export interface Said {
  /** The same when it comes again, in another update or after a break. */
  readonly key: string;
  readonly messages: readonly JsonObject[];
  readonly envelopes: readonly JsonObject[];
  readonly texts: readonly string[];
  readonly issues: readonly Issue[];
}

/** Of one message; what is longer is cut. */
export const MOST_TEXT = 100_000;

/** Ids alone will not do: some agents give every message the same. */
export function keyOf(parts: readonly Json[]): string {
  return `a2a:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}

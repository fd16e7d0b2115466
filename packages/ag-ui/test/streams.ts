// The streams of test/fixtures/streams.jsonl, each with what a reader makes of it.

import { readFileSync } from 'node:fs';
import type { Json, JsonObject } from '@vitrine/core';

export interface StreamCase {
  readonly name: string;
  readonly stream: readonly Json[];
  /** Where the published client does something else: what. */
  readonly client?: string;
  readonly expect: {
    readonly outcome: string;
    readonly problem?: string;
    readonly messages?: readonly JsonObject[];
    readonly state?: Json;
    /** Words that stand in one of the warnings each; an empty list: there are none. */
    readonly warnings?: readonly string[];
    readonly calls?: readonly (readonly [string, string])[];
    readonly last?: string;
    readonly texts?: readonly string[];
  };
}

export const STREAMS: readonly StreamCase[] = readFileSync(new URL('./fixtures/streams.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as StreamCase);

// What a host sends, parsed. It is trusted with more than a stranger, a state may be large, but not with everything: a
// text that is nested without end would stop the page.

import { HOST_JSON_BOUNDS, type Json, parseJson } from '@vitrine/core';

/** Undefined: it is no JSON, or none that may be read. */
export function parseFromHost(text: string): Json | undefined {
  const parsed = parseJson(text, HOST_JSON_BOUNDS);
  return parsed.ok ? parsed.value : undefined;
}

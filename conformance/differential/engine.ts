// What the differential run asks of an engine: whether it takes a message, and what it then shows, in one form for all.

import type { Json, JsonObject } from '@vitrine/core';

export interface Verdict {
  readonly ok: boolean;
  /** Sentences or codes that say why not. */
  readonly why: readonly string[];
}

export interface SurfaceState {
  readonly theme: Json;
  readonly sync: boolean;
  readonly data: Json;
  /** By id, as an author would write them: type and properties. */
  readonly components: JsonObject;
  /** The resolved tree: evaluated properties, children in their places. */
  readonly tree: Json;
  /** By id, the properties as they came; for telling what a difference is about, not compared. */
  readonly sent: JsonObject;
  /** What an engine complained of while it made the tree; told, not compared. */
  readonly complaints: readonly string[];
}

export interface Engine {
  send(message: JsonObject): Verdict;
  state(): { readonly [surface: string]: SurfaceState };
}

/** Plain JSON, as it would be sent: what cannot be is dropped, a hole in a list is null. */
export function asJson(value: unknown): Json {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as Json);
}

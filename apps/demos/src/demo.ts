// What a demo is: a machine without clocks, sockets or memory of its own. What it knows stands in the data of its
// surfaces, so that it can be stopped at any moment and goes on from there. player.ts moves it.

import type { Json, JsonObject } from './json.ts';

/** What a person did, whatever the dialect. */
export type DemoEvent =
  | { readonly kind: 'action'; readonly surface: string; readonly name: string; readonly context: JsonObject }
  | { readonly kind: 'answer'; readonly ask: string; readonly value: Json }
  | { readonly kind: 'cancel'; readonly task: string }
  | { readonly kind: 'say'; readonly text: string };

export interface DemoTurn<State> {
  readonly state: State;
  readonly messages: readonly Json[];
}

/** The data of each surface, by the surface's id. */
export type SurfaceData = ReadonlyMap<string, JsonObject>;

export interface Demo<State> {
  /** On the command line. */
  readonly name: string;
  /** Of its session; by this it finds the session again. */
  readonly title: string;
  readonly dialect: 'a2ui-0.8' | 'a2ui-0.9' | 'a2ui-1.0' | 'agentchains' | 'vitrine';
  begin(now: Date): DemoTurn<State>;
  /** Undefined: there is nothing to go on from. */
  resume(data: SurfaceData): State | undefined;
  /** Undefined: it means nothing here. `seq` names the event and is the same when the event comes again. */
  hear(state: State, event: DemoEvent, now: Date, seq: number): DemoTurn<State> | undefined;
  /** Writes down which event was dealt with last; it travels behind what the event led to. */
  mark(state: State, seq: number): Json;
  /** Until the next `tick`; undefined: none is due. */
  pause?(state: State): number | undefined;
  tick?(state: State, now: Date): DemoTurn<State>;
  /** True: nothing ticks that nobody looks at. */
  readonly whileWatched?: true;
}

/** A demo whose state only it knows. */
export type AnyDemo = Demo<unknown>;

/** Where every demo keeps the seq of the last event it has dealt with. */
export const SEEN = '/demo/seen';

export function seenIn(data: SurfaceData): number {
  let seen = 0;
  for (const { demo, data: inner } of data.values()) {
    // In AgentChains all that an agent can write stands below `data`.
    const stored = memberOf(demo, 'seen') ?? memberOf(inner, 'demo_seen');
    if (typeof stored === 'number' && stored > seen) seen = stored;
  }
  return seen;
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject)[name] : undefined;
}

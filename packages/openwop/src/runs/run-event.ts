// One event of a run, as it is kept in the text of an entry of the session and as it is told. The entries are the run:
// what a run is, and what a fork of it begins with, is read from them and from nothing else.

import { defined, type Entry, isObject, type Json, type JsonObject, type Trust } from '@vitrine/core';
import type { Major } from '../admission/types.ts';

export interface RunEvent {
  readonly type: string;
  readonly payload: JsonObject;
  readonly nodeId?: string;
  /** The correlationId of an envelope, or the id of an event. */
  readonly causationId?: string;
  readonly contentTrust?: Trust;
  /** What the face itself must find again; told to nobody. */
  readonly own?: JsonObject;
}

/** How events are named that the protocol has no word for. */
export const VENDOR = 'vitrine';

/** Keeps its place among the sequences. Nobody knows whether what it said was to be trusted, so it was not. */
const UNREADABLE: RunEvent = {
  ...{ type: `${VENDOR}.event-unreadable`, payload: {} },
  ...{ contentTrust: 'untrusted', own: { taints: true } },
};

/** Marks the text as ours: other faces keep texts of their own. */
const MARK = '{"openwop":1,';

export function writeRunEvent(event: RunEvent): string {
  return `${MARK}${JSON.stringify(event).slice(1)}`;
}

/** Undefined: an entry that is no event of a run, a viewer that came for example. */
export function readRunEvent({ wire }: Pick<Entry, 'wire'>): RunEvent | undefined {
  if (wire === undefined || !wire.startsWith(MARK)) return undefined;
  try {
    const { openwop: _mark, ...event } = JSON.parse(wire) as JsonObject;
    return typeof event.type === 'string' && isObject(event.payload) ? (event as object as RunEvent) : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

/** `ui` is no registered name at major 2 (events.md §Types); major 1 knows the kind as its event. */
export function surfaceEventType(major: Major): string {
  return major === 1 ? 'ui.a2ui-surface' : `${VENDOR}.a2ui-surface-recorded`;
}

export interface EventPlace {
  readonly runId: string;
  readonly session: string;
  readonly sequence: number;
  readonly at: string;
  readonly major: Major;
}

/** As a reader is told of it. */
export function toDocument(event: RunEvent, { runId, session, sequence, at, major }: EventPlace): JsonObject {
  const { type, payload, nodeId, causationId, contentTrust = 'trusted' } = event;
  return defined({
    ...{ eventId: eventIdOf(session, sequence), runId, type, payload: payload as Json },
    ...{ timestamp: at, sequence, schemaVersion: major, nodeId, causationId, contentTrust },
  });
}

export function eventIdOf(session: string, sequence: number): string {
  return `${session}.${sequence}`;
}

export function trustOf(isTainted: boolean): Trust {
  return isTainted ? 'untrusted' : 'trusted';
}

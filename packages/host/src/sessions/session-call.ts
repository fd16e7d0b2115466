// What may be asked of a session as data alone, so that whichever host writes it can do it: messages of an agent, events of
// a viewer, and that a viewer came or went. Who calls was judged by the host where it arrived.

import type { JsonObject, Seq } from '@vitrine/core/internal';
import type { Incoming, IncomingEvents, IngestAnswer } from '../live.ts';

export type PresenceEvent =
  | {
      readonly event: 'join';
      readonly viewer: string;
      readonly catalogs: readonly string[];
      readonly locale?: string;
      readonly zone?: string;
      readonly viewport?: JsonObject;
    }
  | { readonly event: 'leave'; readonly viewer: string };

export type SessionCall =
  | { readonly call: 'messages'; readonly input: Incoming }
  | { readonly call: 'events'; readonly input: IncomingEvents }
  | { readonly call: 'presence'; readonly event: PresenceEvent };

export interface SessionCallAnswer extends IngestAnswer {
  /** The agent's dialect, by now. */
  readonly dialect?: string;
  /** What the viewer confirmed with it. */
  readonly confirmed?: Seq;
}

/** What became of a call at the host that was asked to do it. */
export type CallReply =
  | { readonly answer: SessionCallAnswer }
  | { readonly refusal: { readonly code: string; readonly message: string; readonly details?: JsonObject } }
  /** It was not done: that host does not write the session, or was not reached. */
  | { readonly isDone: false }
  /** Nobody knows whether it was done: the connection broke, or that host was given up meanwhile. */
  | { readonly isDone: 'unknown' };

/** Calls of one caller follow each other; those of others do not wait for them. */
export function callerOf(call: SessionCall): string {
  if (call.call === 'messages') return 'agent';
  return `viewer ${call.call === 'events' ? call.input.viewer : call.event.viewer}`;
}

/** A repeat is the same call: under a key it is answered what the first was, and to say twice who is there changes nothing. */
export function isRepeatable(call: SessionCall): boolean {
  return call.call === 'presence' || call.input.key !== undefined;
}

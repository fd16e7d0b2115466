// One event of a run, as it is kept in the `ext` of an entry of the session and as it is told. The entries are the run:
// what a run is, and what a fork of it begins with, is read from them and from nothing else.

import {
  defined,
  type Entry,
  type EntryExt,
  type Json,
  type JsonObject,
  type SurfaceId,
  type Trust,
} from '@vitrine/core/internal';
import { compileSchema } from '@vitrine/dialects';
import type { Answerer, CapKind, Major, QuestionAnswer, Remembered } from '../admission/types.ts';

export interface RunEvent {
  readonly type: string;
  readonly payload: JsonObject;
  readonly nodeId?: string;
  /** The correlationId of an envelope, or the id of an event. */
  readonly causationId?: string;
  readonly contentTrust?: Trust;
  /** What the face itself must find again; told to nobody. */
  readonly own?: RunEventMeta;
}

export interface RunEventMeta {
  /** The run has consumed what is not trusted. */
  readonly taints?: true;
  /** The interrupt that is opened or settled, or that the surface was sent for. */
  readonly interrupt?: string;
  /** One of the questions of the interrupt, while others are open. */
  readonly answered?: QuestionAnswer;
  /** How the interrupt was settled, and by whom. */
  readonly state?: 'resolved' | 'expired';
  readonly who?: Answerer;
  /** The surface that was written, or that an answer came from. */
  readonly surface?: SurfaceId;
  /** More chunks of the surface are to come. */
  readonly partial?: boolean;
  /** The surface whose next chunk never came. */
  readonly brokenOff?: SurfaceId;
  /** Of the envelope, under its correlationId, with what was answered. */
  readonly remember?: Omit<Remembered, 'answer'>;
  readonly answer?: JsonObject;
  readonly counted?: readonly CapKind[];
}

/** How events are named that the protocol has no word for. */
export const VENDOR = 'vitrine';
/** The face's part of the `ext` of an entry. */
const FACE = 'openwop';

const text = { type: 'string' };
const object = { type: 'object' };
const trust = { enum: ['trusted', 'untrusted'] };
const isRunEvent = compileSchema({
  type: 'object',
  required: ['type', 'payload'],
  properties: {
    ...{ type: text, payload: object, nodeId: text, causationId: text, contentTrust: trust },
    own: {
      type: 'object',
      properties: {
        ...{ taints: { const: true }, interrupt: text, state: { enum: ['resolved', 'expired'] }, who: text },
        answered: { type: 'object', required: ['id', 'answer'], properties: { id: text } },
        ...{ surface: text, partial: { type: 'boolean' }, brokenOff: text, answer: object },
        remember: { type: 'object', required: ['type', 'envelopeId'], properties: { type: text, envelopeId: text } },
        counted: { type: 'array', items: { enum: ['envelopes', 'schema', 'clarification'] } },
      },
    },
  },
});

/** Keeps its place among the sequences. Nobody knows whether what it said was to be trusted, so it was not. */
const UNREADABLE: RunEvent = {
  ...{ type: `${VENDOR}.event-unreadable`, payload: {} },
  ...{ contentTrust: 'untrusted', own: { taints: true } },
};

export function toExt(event: RunEvent): EntryExt {
  return { [FACE]: event as object as JsonObject };
}

/** Undefined: an entry that is no event of a run, a viewer that came for example. */
export function readRunEvent({ ext }: Pick<Entry, 'ext'>): RunEvent | undefined {
  const event = ext?.[FACE];
  if (event === undefined) return undefined;
  return isRunEvent(event) === undefined ? (event as object as RunEvent) : UNREADABLE;
}

/** `ui` is no registered name at major 2 (events.md §Types); major 1 knows the kind as its event. */
export function surfaceEventType(major: Major): string {
  return major === 1 ? 'ui.a2ui-surface' : `${VENDOR}.a2ui-surface-recorded`;
}

interface EventRun {
  readonly id: string;
  readonly session: string;
  readonly major: Major;
}

/** As a reader is told of it. */
export function toDocument(event: RunEvent, run: EventRun, sequence: number, timestamp: string): JsonObject {
  const { type, payload, nodeId, causationId, contentTrust = 'trusted' } = event;
  return defined({
    ...{ eventId: eventIdOf(run.session, sequence), runId: run.id, type, payload: payload as Json },
    ...{ timestamp, sequence, schemaVersion: run.major, nodeId, causationId, contentTrust },
  });
}

export function eventIdOf(session: string, sequence: number): string {
  return `${session}.${sequence}`;
}

export function trustOf(isTainted: boolean): Trust {
  return isTainted ? 'untrusted' : 'trusted';
}

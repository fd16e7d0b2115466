// What admission is told and what it answers: the contract between the pipeline (pure: no clock, no I/O) and the face,
// which keeps runs, numbers events, stores and sends.

import type { Issue, Json, JsonObject, NewEntry, Redactor, SurfaceId, Trust, View } from '@vitrine/core/internal';
import type { SchemaProblem } from '@vitrine/dialects';
import type { WopEnvelope } from '@vitrine/dialects/openwop';
import type { SurfaceChange } from './surface-change.ts';

export type Major = 1 | 2;
export type Strictness = 'warn' | 'strict';

/** Why an envelope was not accepted. */
export type Reason =
  | 'envelope_invalid'
  | 'unknown_envelope_kind'
  | 'capability_required'
  | 'envelope_contract_violation'
  | 'unknown_schema_version'
  | 'envelope_correlation_conflict'
  | 'untrusted_content_blocks_approval'
  | 'limit_exceeded';

/** What a person answered to one of several questions. */
export interface QuestionAnswer {
  readonly id: string;
  readonly answer: Json;
}

export type InterruptKind = 'approval' | 'clarification' | 'conversation' | 'custom';

/**
 * Who answers an approval: a press on the bound surface, whoever has the key of the run's API, or a person whose answer
 * was recorded apart from the surface.
 */
export type Answerer = 'surface' | 'caller' | 'person';

/** What the rounds of a run are counted by. */
export type CapKind = 'envelopes' | 'schema' | 'clarification';
export type Caps = { readonly [kind in CapKind]: number };
/** What advertisements call the caps. */
export const LIMIT_NAMES = {
  envelopes: 'envelopesPerTurn',
  schema: 'schemaRounds',
  clarification: 'clarificationRounds',
} as const;

/** The configuration of a host. */
export interface AdmissionRules {
  readonly major: Major;
  /** Kinds that are advertised, each with its version: the floor. Undefined: nobody has said one. None at all: no envelope is taken. */
  readonly kinds: { readonly [kind: string]: number | undefined };
  /** Kinds that the emitting node may send; absent: all that are advertised. */
  readonly nodeKinds?: readonly string[];
  readonly strictness: Strictness;
  readonly caps: Caps;
  /** Resolved nodes that one surface may have. */
  readonly nodesPerSurface: number;
  /** The most text that the payload of one envelope may hold, in UTF-16 units. */
  readonly payloadLength: number;
  readonly redactor: Redactor;
  /** The schema of any kind may be asked for: what one published scenario pins. Never the default. */
  readonly asksForAnySchema?: true;
  /** An envelope that calls itself trusted is, in a tainted run: what one published scenario pins. Never the default. */
  readonly ownTrustWins?: true;
}

/** What is remembered of an envelope under its correlationId. Plain JSON, for the face to store. */
export interface Remembered {
  readonly type: string;
  readonly envelopeId: string;
  /** Of the payload as it was recorded; absent: any payload is the same envelope. */
  readonly digest?: string;
  /** It was a chunk, and this was its number: others follow. */
  readonly chunk?: number;
  /** The chunk before it, with its own answer. */
  readonly before?: Remembered;
  /** It was refused, and this was said of it. */
  readonly issues?: readonly Issue[];
  /** Of the event that was made of it, where the answer does not say. */
  readonly sequence?: number;
  /** What was answered the first time, in the words of the face. */
  readonly answer: JsonObject;
}

/** What the pipeline must know of the run. */
export interface RunState {
  readonly view: View;
  /** The run has consumed content that is not trusted. */
  readonly tainted: boolean;
  /** Surfaces that an untrusted envelope has ever written: kept by the face, also when they are closed. */
  readonly taintedSurfaces: ReadonlySet<SurfaceId>;
  remembered(correlationId: string): Remembered | undefined;
  /** Rounds so far, this envelope not counted. */
  readonly counts: Caps;
  /** The interrupt that this envelope itself is to advance; absent when a surface is only shown. */
  readonly advances?: InterruptKind;
}

export interface Accepted {
  readonly status: 'accepted';
  /** The envelope as it is recorded: redacted, `partial` as an object, the trust that it has in this run. */
  readonly record: JsonObject;
  readonly envelope: WopEnvelope;
  readonly trust: Trust;
  /** What it does to a surface; absent for kinds that show nothing. */
  readonly change?: SurfaceChange;
  /** What goes into the log of the session; its body is empty for kinds that show nothing. */
  readonly entry: NewEntry;
  /** How many secrets were replaced. */
  readonly redactions: number;
  /** It says an older version than the one that judged it. */
  readonly drift?: { readonly sent: number; readonly advertised: number };
  /** Which counts go up by one. */
  readonly counted: readonly CapKind[];
  readonly issues: readonly Issue[];
  /** To be stored under the correlationId, with the answer that is given. */
  readonly remember: Omit<Remembered, 'answer'>;
}

/** Which limit was reached, by the name that it is advertised under. */
export interface Breach {
  readonly kind: CapKind;
  readonly limit: string;
  readonly cap: number;
  readonly observed: number;
}

export interface Refused {
  readonly status: 'invalid' | 'gated' | 'breached';
  readonly reason: Reason;
  readonly message: string;
  readonly details: readonly SchemaProblem[];
  readonly issues: readonly Issue[];
  /** For `gated`: what may be sent. */
  readonly allowedKinds?: readonly string[];
  readonly breach?: Breach;
  /** An unadvertised kind of major 1: the redacted envelope, to be stored without being shown. The run goes on. */
  readonly stored?: { readonly record: JsonObject; readonly trust: Trust };
  /** The run tells of it: like one that was accepted it is stored under the correlationId, with the answer. */
  readonly remember?: Omit<Remembered, 'answer'>;
}

/** The same envelope again: the first answer stands, nothing is recorded. */
export interface Replayed {
  readonly status: 'replayed';
  readonly first: Remembered;
}

export type AdmissionOutcome = Accepted | Refused | Replayed;

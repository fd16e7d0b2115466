// One envelope on its way through the steps, how it sets out (the first step: is it an envelope at all?), and the two ways
// a step ends it.

import {
  DEFAULT_LIMITS,
  type Issue,
  type Json,
  type JsonObject,
  type Redaction,
  type Steps,
  type Trust,
} from '@vitrine/core/internal';
import {
  type Generation,
  issueOf,
  readWopEnvelope,
  type SchemaCheck,
  type SchemaProblem,
  type WopEnvelope,
} from '@vitrine/dialects/openwop';
import type { AdmissionOutcome, AdmissionRules, Reason, Refused, RunState } from './types.ts';

export interface EnvelopeDraft {
  /** As it is recorded in the end: what came, changed by redaction and trust alone. */
  readonly wire: JsonObject;
  readonly envelope: WopEnvelope;
  /** `partial` came as a boolean, or not at all: it says no number, and follows what came before it. */
  readonly isUnnumbered: boolean;
  readonly trust: Trust;
  /** What came, without secrets: made once, for the record and for telling envelopes apart. */
  readonly redacted: Redaction<JsonObject>;
  /** What judges the payload; absent for kinds whose payload nobody here reads. */
  readonly check?: SchemaCheck;
  /** Of a surface. */
  readonly generation?: Generation;
  readonly drift?: { readonly sent: number; readonly advertised: number };
  readonly warnings: readonly Issue[];
}

/** Handed on, changed or not, or ended. */
export type StepResult = EnvelopeDraft | AdmissionOutcome;

export type PlainStep = (draft: EnvelopeDraft, rules: AdmissionRules, run: RunState) => StepResult;

/** One that has much to look at does it in slices. */
export type AdmissionStep = (...args: Parameters<PlainStep>) => StepResult | Steps<StepResult>;

export function isDraft(result: EnvelopeDraft | AdmissionOutcome): result is EnvelopeDraft {
  return 'wire' in result;
}

export function refuse(
  reason: Reason,
  issues: readonly Issue[],
  more: Partial<Pick<Refused, 'status' | 'allowedKinds' | 'breach' | 'stored' | 'details' | 'remember'>> = {},
): Refused {
  const [first] = issues;
  const details = issues.map(
    ({ at = '', message, code }): SchemaProblem => ({ instancePath: at, schemaPath: '', keyword: code, message }),
  );
  return { status: 'invalid', reason, message: first?.message ?? reason, details, issues, ...more };
}

/** What a schema has against the envelope, or against the value of it that stands at `prefix`. */
export function refuseBySchema(problem: SchemaProblem, prefix = ''): Refused {
  const detail = { ...problem, instancePath: `${prefix}${problem.instancePath}` };
  return refuse('envelope_invalid', [issueOf(problem, prefix)], { details: [detail] });
}

export type ShapeStep = (wire: unknown, rules: AdmissionRules) => EnvelopeDraft | AdmissionOutcome;

/** `partial` is read as the boolean of the prose or the object of the schema, and is the object from here on. */
export const shape: ShapeStep = (wire, rules) => {
  const read = readWopEnvelope(wire as Json, rules.major, DEFAULT_LIMITS);
  if (!read.ok) {
    return read.problem === undefined ? refuse('envelope_invalid', [read.issue]) : refuseBySchema(read.problem);
  }
  const envelope = read.value;
  const { partial } = wire as JsonObject;
  // Member by member in its order: a record is equal to what was sent where nothing had to change.
  const recorded =
    typeof partial === 'boolean'
      ? { ...(wire as JsonObject), partial: envelope.partial as unknown as Json }
      : (wire as JsonObject);
  const redacted = rules.redactor.redact(recorded);
  return {
    wire: recorded,
    envelope,
    isUnnumbered: typeof partial !== 'object',
    trust: 'trusted',
    redacted,
    warnings: [],
  };
};

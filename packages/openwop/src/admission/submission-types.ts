// What a person submits from a surface, and what becomes of it for the interrupt that waits: the contract of
// submission.ts. Whether an interrupt is open, expired or resolved is for the face to know.

import type { Issue, Json, JsonObject, SurfaceId, Trust, View } from '@vitrine/core';
import type { OpenwopTarget } from '@vitrine/core/catalogs/openwop';
import type { InterruptKind } from './types.ts';

/** As it comes from outside: `{surfaceId, sourceComponentId, values?}`. */
export interface Submission {
  readonly surfaceId: SurfaceId;
  /** The pressed button: its id on the wire. */
  readonly sourceComponentId: string;
  /** Generation 1: by the id of the field. Generation 2: by the pointer that an input is bound to. */
  readonly values: { readonly [field: string]: Json };
}

/** What a submission is for. */
export interface OpenInterrupt {
  readonly kind: InterruptKind;
  readonly nodeId: string;
  /** What an approval may be answered with; absent: accept, reject, refine, edit-accept. */
  readonly actions?: readonly string[];
  /** The questions of a clarification; absent: every value is an answer. */
  readonly questions?: readonly string[];
}

export interface SubmissionDesk {
  readonly view: View;
  readonly interrupt: OpenInterrupt;
  /** When it was submitted, ISO 8601. */
  readonly at: string;
}

export type SubmissionReason = 'validation_error' | 'untrusted_content_blocks_approval';

export type SubmissionOutcome =
  | {
      readonly ok: true;
      readonly target: OpenwopTarget;
      /** The pressed button, which no value can stand in for. */
      readonly action: string;
      readonly values: JsonObject;
      /** The values in the shape of the interrupt's kind: not redacted yet. */
      readonly resumeValue: JsonObject;
      readonly trust: Trust;
    }
  | { readonly ok: false; readonly reason: SubmissionReason; readonly issues: readonly Issue[] };

/**
 * Who answers an approval: a press on the bound surface, whoever has the key of the run's API, or a person whose answer
 * was recorded apart from the surface.
 */
export type Answerer = 'surface' | 'caller' | 'person';

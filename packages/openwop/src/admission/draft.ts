// One envelope on its way through the steps, and the two ways a step ends it.

import type { Issue, JsonObject, Trust } from '@vitrine/core';
import { type Generation, issueOf, type SchemaProblem, type WopEnvelope } from '@vitrine/dialects/openwop';
import type { AdmissionRules, Detail, Outcome, Reason, Refused, RunState } from './types.ts';

export interface Draft {
  /** As it is recorded in the end: what came, changed by redaction and trust alone. */
  readonly wire: JsonObject;
  readonly envelope: WopEnvelope;
  /** `partial` came as a boolean, or not at all: it says no number, and follows what came before it. */
  readonly isUnnumbered: boolean;
  readonly trust: Trust;
  readonly redactions: number;
  /** The branch that judges the payload; absent for kinds whose payload nobody here reads. */
  readonly generation?: Generation;
  readonly drift?: { readonly sent: number; readonly advertised: number };
  readonly warnings: readonly Issue[];
}

/** A step hands the draft on, changed or not, or ends it. */
export type Step = (draft: Draft, rules: AdmissionRules, run: RunState) => Draft | Outcome;

export function isDraft(result: Draft | Outcome): result is Draft {
  return 'wire' in result;
}

export function refuse(
  reason: Reason,
  issues: readonly Issue[],
  more: Partial<Pick<Refused, 'status' | 'allowedKinds' | 'capKind' | 'stored' | 'details' | 'remember'>> = {},
): Refused {
  const [first] = issues;
  const details = issues.map(
    ({ at = '', message, code }): Detail => ({ instancePath: at, schemaPath: '', keyword: code, message }),
  );
  return { status: 'invalid', reason, message: first?.message ?? reason, details, issues, ...more };
}

/** What a schema has against the envelope, or against the value of it that stands at `prefix`. */
export function refuseBySchema(problem: SchemaProblem, prefix = ''): Refused {
  const detail = { ...problem, instancePath: `${prefix}${problem.instancePath}` };
  return refuse('envelope_invalid', [issueOf(problem, prefix)], { details: [detail] });
}

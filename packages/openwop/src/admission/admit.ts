// The one admission of envelopes, in its documented order. Each step is a function of its own; whoever tests that a step
// matters replaces it. Nothing here keeps time, reads or writes.

import { defined, type Json, type Steps } from '@vitrine/core/internal';
import { type AdmissionStep, type EnvelopeDraft, isDraft, type ShapeStep, type StepResult, shape } from './draft.ts';
import { kind, reEmission } from './kind.ts';
import { capKindsOf, limits } from './limits.ts';
import { rememberedOf } from './memory.ts';
import { crossField, foldGuard } from './payload.ts';
import { redaction, trust } from './redaction.ts';
import { changeSteps } from './surface-change.ts';
import type { Accepted, AdmissionOutcome, AdmissionRules, RunState } from './types.ts';
import { branch, strictness, version } from './version.ts';

type RecordStep = (draft: EnvelopeDraft, run: RunState) => Steps<Accepted>;

/** Last: what is recorded and what goes into the log, from the envelope as it stands now. */
const record: RecordStep = function* (draft, run) {
  const { envelope, wire, trust, redacted, drift, warnings } = draft;
  const change = yield* changeSteps(draft, run);
  return defined({
    ...{ status: 'accepted' as const, record: wire, envelope, trust, change, redactions: redacted.count, drift },
    entry: change?.entry ?? { body: [], ...(trust === 'untrusted' ? { trust } : {}) },
    ...{ counted: capKindsOf(envelope), issues: warnings, remember: rememberedOf(draft, run) },
  });
};

/** In this order. */
const MIDDLE = { reEmission, kind, version, strictness, branch, crossField, foldGuard, limits, redaction, trust };
type Middle = keyof typeof MIDDLE;

export type AdmissionSteps = { readonly [name in Middle]: AdmissionStep } & {
  readonly shape: ShapeStep;
  readonly record: RecordStep;
};

export const STEPS: AdmissionSteps = { shape, ...MIDDLE, record };

/** In slices, for whoever serves others between two of them. */
export function* admitSteps(
  envelope: unknown,
  rules: AdmissionRules,
  run: RunState,
  steps: AdmissionSteps = STEPS,
): Steps<AdmissionOutcome> {
  let draft: StepResult = steps.shape(envelope, rules);
  for (const name of Object.keys(MIDDLE) as Middle[]) {
    yield;
    if (!isDraft(draft)) break;
    const result = steps[name](draft, rules, run);
    draft = 'next' in result ? yield* result : result;
  }
  yield;
  const outcome = isDraft(draft) ? yield* steps.record(draft, run) : draft;
  yield;
  return withoutSecrets(outcome, rules);
}

/** What is told never repeats a secret. */
function withoutSecrets(outcome: AdmissionOutcome, { redactor }: AdmissionRules): AdmissionOutcome {
  const hide = <T>(value: T): T => redactor.redact(value as unknown as Json).value as unknown as T;
  if (outcome.status === 'replayed') return outcome;
  if (outcome.status === 'accepted') return { ...outcome, issues: hide(outcome.issues) };
  const { stored, remember, ...rest } = outcome;
  return { ...hide(rest), ...defined({ stored, remember }) };
}

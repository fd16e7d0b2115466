// The one admission of envelopes, in its documented order. Each step is a function of its own; whoever tests that a step
// matters replaces it. Nothing here keeps time, reads or writes.

import type { Json } from '@vitrine/core';
import { branch } from './branch.ts';
import { crossField } from './cross-field.ts';
import { isDraft, type Step } from './draft.ts';
import { foldGuard } from './fold-guard.ts';
import { kind } from './kind.ts';
import { limits } from './limits.ts';
import { reEmission } from './re-emission.ts';
import { type RecordStep, record } from './record.ts';
import { redaction } from './redaction.ts';
import { type ShapeStep, shape } from './shape.ts';
import { strictness } from './strictness.ts';
import { trust } from './trust.ts';
import type { AdmissionRules, Outcome, RunState } from './types.ts';
import { version } from './version.ts';

const MIDDLE = [
  'kind',
  'version',
  'strictness',
  'branch',
  'crossField',
  'foldGuard',
  'limits',
  'redaction',
  'trust',
  'reEmission',
] as const;

export type Steps = { readonly [name in (typeof MIDDLE)[number]]: Step } & {
  readonly shape: ShapeStep;
  readonly record: RecordStep;
};

export const STEPS: Steps = {
  shape,
  kind,
  version,
  strictness,
  branch,
  crossField,
  foldGuard,
  limits,
  redaction,
  trust,
  reEmission,
  record,
};

export function admit(envelope: unknown, rules: AdmissionRules, run: RunState, steps: Steps = STEPS): Outcome {
  return withoutSecrets(pass(envelope, rules, run, steps), rules);
}

function pass(envelope: unknown, rules: AdmissionRules, run: RunState, steps: Steps): Outcome {
  let draft = steps.shape(envelope, rules);
  for (const name of MIDDLE) {
    if (!isDraft(draft)) return draft;
    draft = steps[name](draft, rules, run);
  }
  return isDraft(draft) ? steps.record(draft, rules, run) : draft;
}

/** What is told never repeats a secret. */
function withoutSecrets(outcome: Outcome, { redactor }: AdmissionRules): Outcome {
  const hide = <T>(told: T): T => redactor.redact(told as unknown as Json).value as unknown as T;
  if (outcome.status === 'replayed') return outcome;
  if (outcome.status === 'accepted') return { ...outcome, issues: hide(outcome.issues) };
  const { stored, remember, ...told } = outcome;
  return {
    ...hide(told),
    ...(stored === undefined ? {} : { stored }),
    ...(remember === undefined ? {} : { remember }),
  };
}

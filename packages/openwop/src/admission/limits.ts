// Ninth: how much it is. The rounds of the run first, then what the payload would make of its surface: a trial beside
// the run, so that a refused envelope leaves no trace. Repetition is counted without being carried out: once a component,
// since four components that refer to each other 256 times already make 16.7 million.

import {
  DEFAULT_LIMITS,
  type Fold,
  type Issue,
  inspect,
  issue,
  type Surface,
  surfaceSize,
} from '@vitrine/core/internal';
import { type AdmissionStep, type EnvelopeDraft, refuse } from './draft.ts';
import { changeSteps, type SurfaceChange } from './surface-change.ts';
import { type AdmissionOutcome, type AdmissionRules, type CapKind, LIMIT_NAMES, type Refused } from './types.ts';

/** Which rounds an envelope of a type is one of. */
export function capKindsOf(type: string): readonly CapKind[] {
  if (type === 'clarification.request') return ['envelopes', 'clarification'];
  return type === 'schema.request' ? ['envelopes', 'schema'] : ['envelopes'];
}

export function breachOf(kind: CapKind, cap: number, observed: number, limit: string = LIMIT_NAMES[kind]): Refused {
  const problem = issue(
    'VITRINE_LIMIT_MESSAGES',
    'error',
    `${limit} is capped at ${cap}; this would be ${observed}.`,
    '',
  );
  return refuse('limit_exceeded', [problem], { status: 'breached', breach: { kind, limit, cap, observed } });
}

export const limits: AdmissionStep = function* (draft, rules, run) {
  const breached = capKindsOf(draft.envelope.type).find((kind) => run.counts[kind] >= rules.caps[kind]);
  if (breached !== undefined) return breachOf(breached, rules.caps[breached], run.counts[breached] + 1);
  const problem = storageProblem(draft, rules);
  if (problem !== undefined) return refuse('envelope_invalid', [problem]);
  yield;
  const change = yield* changeSteps(draft, run);
  yield;
  return change === undefined ? draft : onTrial(change, draft, rules);
};

function storageProblem(
  { envelope: { payload } }: EnvelopeDraft,
  { payloadLength }: AdmissionRules,
): Issue | undefined {
  const budget = { limits: DEFAULT_LIMITS, depth: DEFAULT_LIMITS.dataDepth, count: 0 };
  const problem = inspect(payload, budget, '/payload');
  if (problem !== undefined) return problem;
  const { length } = JSON.stringify(payload);
  if (length <= payloadLength) return undefined;
  return issue(
    'VITRINE_LIMIT_TEXT',
    'error',
    `The payload has ${length} characters; the limit is ${payloadLength}.`,
    '/payload',
  );
}

function onTrial(
  { surface, fold, outcome }: SurfaceChange,
  draft: EnvelopeDraft,
  rules: AdmissionRules,
): EnvelopeDraft | AdmissionOutcome {
  const { ok, issues } = outcome;
  const found = issues.map(({ part: _part, ...problem }): Issue => ({ ...problem, at: '/payload' }));
  if (!ok)
    return refuse(
      'envelope_invalid',
      found.filter(({ severity }) => severity === 'error'),
    );
  const shown = fold.surfaces.get(surface);
  const problem = shown === undefined ? undefined : shownProblem(shown, fold, draft, rules);
  if (problem !== undefined) return refuse('envelope_invalid', [{ ...problem, at: '/payload' }]);
  return found.length === 0 ? draft : { ...draft, warnings: [...draft.warnings, ...found] };
}

function shownProblem(
  surface: Surface,
  fold: Fold,
  { envelope }: EnvelopeDraft,
  rules: AdmissionRules,
): Issue | undefined {
  const isWhole = envelope.partial?.isPartial !== true;
  const torn = fold
    .topology()
    .find(({ code }) => code === 'VITRINE_TREE_CYCLE' || (isWhole && code === 'VITRINE_TREE_DANGLING'));
  return torn ?? sizeProblem(surface, rules.nodesPerSurface, fold.limits.treeDepth);
}

function sizeProblem(surface: Surface, mostNodes: number, mostDepth: number): Issue | undefined {
  const { nodes, depth } = surfaceSize(surface);
  if (depth > mostDepth)
    return issue('VITRINE_LIMIT_DEPTH', 'error', `The surface is ${depth} components deep; the limit is ${mostDepth}.`);
  if (nodes <= mostNodes) return undefined;
  return issue('VITRINE_LIMIT_NODES', 'error', `The surface shows ${nodes} components; the limit is ${mostNodes}.`);
}

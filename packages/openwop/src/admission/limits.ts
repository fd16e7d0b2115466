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
import type { WopEnvelope } from '@vitrine/dialects/openwop';
import { type AdmissionStep, type EnvelopeDraft, refuse } from './draft.ts';
import { changeSteps, type SurfaceChange } from './surface-change.ts';
import { type AdmissionOutcome, type AdmissionRules, type CapKind, LIMIT_NAMES, type Refused } from './types.ts';

/** Which rounds an envelope is one of; a chunk of what is still being said asks nothing yet. */
export function capKindsOf({ type, partial }: WopEnvelope): readonly CapKind[] {
  if (partial?.isPartial === true) return ['envelopes'];
  if (type === 'clarification.request') return ['envelopes', 'clarification'];
  return type === 'schema.request' ? ['envelopes', 'schema'] : ['envelopes'];
}

export function breachOf(kind: CapKind, cap: number, observed: number, limit: string = LIMIT_NAMES[kind]): Refused {
  const message = `${limit} is capped at ${cap}; this would be ${observed}.`;
  const problem = issue('VITRINE_LIMIT_MESSAGES', 'error', message, '');
  return refuse('limit_exceeded', [problem], { status: 'breached', breach: { kind, limit, cap, observed } });
}

export const limits: AdmissionStep = function* (draft, rules, run) {
  const breached = capKindsOf(draft.envelope).find((kind) => run.counts[kind] >= rules.caps[kind]);
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
  const message = `The payload has ${length} characters; the limit is ${payloadLength}.`;
  return length <= payloadLength ? undefined : issue('VITRINE_LIMIT_TEXT', 'error', message, '/payload');
}

function onTrial(
  { surface, fold, outcome }: SurfaceChange,
  draft: EnvelopeDraft,
  { nodesPerSurface }: AdmissionRules,
): EnvelopeDraft | AdmissionOutcome {
  const found = outcome.issues.map(({ part: _part, ...problem }): Issue => ({ ...problem, at: '/payload' }));
  const errors = found.filter(({ severity }) => severity === 'error');
  if (!outcome.ok) return refuse('envelope_invalid', errors);
  const shown = fold.surfaces.get(surface);
  const isWhole = draft.envelope.partial?.isPartial !== true;
  const problem = shown && (tornProblem(fold, isWhole) ?? sizeProblem(shown, nodesPerSurface, fold.limits.treeDepth));
  if (problem !== undefined) return refuse('envelope_invalid', [{ ...problem, at: '/payload' }]);
  return found.length === 0 ? draft : { ...draft, warnings: [...draft.warnings, ...found] };
}

function tornProblem(fold: Fold, isWhole: boolean): Issue | undefined {
  const codes = ['VITRINE_TREE_CYCLE', ...(isWhole ? ['VITRINE_TREE_DANGLING'] : [])];
  return fold.topology().find(({ code }) => codes.includes(code));
}

function sizeProblem(surface: Surface, maxNodes: number, maxDepth: number): Issue | undefined {
  const { nodes, depth } = surfaceSize(surface);
  if (depth > maxDepth)
    return issue('VITRINE_LIMIT_DEPTH', 'error', `The surface is ${depth} components deep; the limit is ${maxDepth}.`);
  if (nodes <= maxNodes) return undefined;
  return issue('VITRINE_LIMIT_NODES', 'error', `The surface shows ${nodes} components; the limit is ${maxNodes}.`);
}

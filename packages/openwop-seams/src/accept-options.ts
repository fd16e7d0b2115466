// The options of the suite's `envelope/accept`: each is one change of the rules, or of what is known of the run, for one
// call of the admission that everything goes through. An option that is not of its shape is left out.

import { createRedactor, isArray, isObject, type Json, type JsonObject, own } from '@vitrine/core/internal';
import { isUniversal } from '@vitrine/dialects/openwop';
import {
  type AdmissionRules,
  type CapKind,
  type Caps,
  type Emission,
  LIMIT_NAMES,
  NO_ROUNDS,
  type Remembered,
  type Run,
  type RunState,
  type Strictness,
} from '@vitrine/openwop/internal';

export function emissionOf(body: JsonObject, base: AdmissionRules, run: Run): Emission {
  const { envelope = null, projectTo } = body;
  const { nodeId, refusalMode } = isObject(projectTo) ? projectTo : {};
  const onlyTold = typeof refusalMode === 'string' && /log|warn/i.test(refusalMode);
  return {
    envelope,
    ...(typeof nodeId === 'string' ? { node: nodeId } : {}),
    ...(onlyTold ? { onBreach: 'warn' } : {}),
    rules: rulesOf(body, base, run),
    state: stateOf(body, run),
  };
}

function rulesOf(body: JsonObject, base: AdmissionRules, run: Run): Partial<AdmissionRules> {
  const { nodeAllowedKinds, envelopeStrictness, byokCanaries, runTrustBoundary } = body;
  const secrets = (isArray(byokCanaries) ? byokCanaries : []).flatMap((one) =>
    isObject(one) && typeof one.value === 'string' ? [{ value: one.value, id: String(one.secretId ?? 'canary') }] : [],
  );
  return {
    kinds: kindsOf(body, base),
    ...(isArray(body.hostSupportedEnvelopes) ? {} : { asksForAnySchema: true }),
    caps: { ...base.caps, ...countersOf(body, 'cap') },
    ...(isArray(nodeAllowedKinds) ? { nodeKinds: nodeAllowedKinds.map(String) } : {}),
    ...(isStrictness(envelopeStrictness) ? { strictness: envelopeStrictness } : {}),
    ...(secrets.length === 0 ? {} : { redactor: createRedactor(secrets) }),
    // What the suite pins of a boundary that only the call itself has spoken of; where the run has one, that holds.
    ...(runTrustBoundary === undefined || isTainted(run) ? {} : { ownTrustWins: true }),
  };
}

/** What a call says of itself; a host that takes no envelopes takes none of it either. */
function kindsOf(
  { hostSupportedEnvelopes, schemaVersionFloor }: JsonObject,
  { kinds }: AdmissionRules,
): AdmissionRules['kinds'] {
  if (Object.keys(kinds).length === 0) return kinds;
  const floors = isObject(schemaVersionFloor) ? schemaVersionFloor : {};
  const known = Object.keys(kinds);
  const named = isArray(hostSupportedEnvelopes)
    ? [...known.filter(isUniversal), ...hostSupportedEnvelopes.map(String)]
    : known;
  return Object.fromEntries(
    named.map((kind) => [kind, own(floors, kind) ?? own(kinds, kind)]),
  ) as AdmissionRules['kinds'];
}

function isStrictness(value: Json | undefined): value is Strictness {
  return value === 'warn' || value === 'strict';
}

function countersOf({ counters }: JsonObject, what: 'current' | 'cap'): Partial<Caps> {
  const counted = isObject(counters) ? counters : {};
  const entries = Object.entries(LIMIT_NAMES).flatMap(([kind, name]) => {
    const counter = counted[name];
    const value = isObject(counter) ? counter[what] : undefined;
    return typeof value === 'number' ? [[kind as CapKind, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

function isTainted(run: Run): boolean {
  return run.isTainted || run.taintedSurfaces.size > 0;
}

function stateOf(body: JsonObject, run: Run): Partial<RunState> {
  const { runTrustBoundary, boundInterruptKind, approvalGateContext, priorCorrelations } = body;
  const prior = new Map((isArray(priorCorrelations) ? priorCorrelations : []).flatMap(priorOf));
  const advances = boundInterruptKind === 'approval' || (approvalGateContext ?? false) !== false;
  return {
    // The runs that the suite invents by naming them have no turns to count in.
    counts: { ...(run.startedAt === undefined ? NO_ROUNDS : run.counts), ...countersOf(body, 'current') },
    // An option can only lower what the run is.
    tainted: run.isTainted || runTrustBoundary === 'untrusted',
    remembered: (correlationId) => prior.get(correlationId) ?? run.remembered(correlationId),
    ...(advances ? { advances: 'approval' } : {}),
  };
}

function priorOf(one: Json): readonly (readonly [string, Remembered])[] {
  if (!isObject(one) || typeof one.correlationId !== 'string') return [];
  const answer = isObject(one.outcome) ? one.outcome : {};
  const envelopeId = typeof answer.envelopeId === 'string' ? answer.envelopeId : '';
  return [[one.correlationId, { type: String(one.envelopeType), envelopeId, answer }]];
}

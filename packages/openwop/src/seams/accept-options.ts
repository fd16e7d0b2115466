// The options of the suite's `envelope/accept`: each is one change of the rules, or of what is known of the run, for one
// call of the admission that everything goes through. An option that is not of its shape is left out.

import { createRedactor, isArray, isObject, type Json, type JsonObject } from '@vitrine/core';
import type { AdmissionRules, Caps, Remembered, RunState, Strictness } from '../admission/types.ts';
import type { Emission } from '../runs/emitter.ts';
import { NO_ROUNDS, type Run } from '../runs/run.ts';
import { UNIVERSAL_KINDS } from '../settings.ts';

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
    caps: { ...base.caps, ...countersOf(body, 'cap') },
    ...(isArray(nodeAllowedKinds) ? { nodeKinds: nodeAllowedKinds.map(String) } : {}),
    ...(isStrictness(envelopeStrictness) ? { strictness: envelopeStrictness } : {}),
    ...(secrets.length === 0 ? {} : { redactor: createRedactor(secrets) }),
    // What the suite pins of a boundary that only the call itself has spoken of; where the run has one, that holds.
    ...(runTrustBoundary === undefined || isTainted(run) ? {} : { ownTrustWins: true }),
  };
}

function kindsOf(
  { hostSupportedEnvelopes, schemaVersionFloor }: JsonObject,
  { kinds }: AdmissionRules,
): AdmissionRules['kinds'] {
  const floors = isObject(schemaVersionFloor) ? schemaVersionFloor : {};
  const named = isArray(hostSupportedEnvelopes) ? hostSupportedEnvelopes.map(String) : Object.keys(kinds);
  const all = [...named.filter((kind) => !isUniversal(kind)), ...Object.keys(floors).filter(isUniversal)];
  const floorOf = (kind: string): number => {
    const floor = Object.hasOwn(floors, kind) ? floors[kind] : Object.hasOwn(kinds, kind) ? kinds[kind] : 0;
    return typeof floor === 'number' ? floor : 0;
  };
  return Object.fromEntries(all.map((kind) => [kind, floorOf(kind)]));
}

function isUniversal(kind: string): boolean {
  return UNIVERSAL_KINDS.some((one) => one === kind);
}

function isStrictness(value: Json | undefined): value is Strictness {
  return value === 'warn' || value === 'strict';
}

const COUNTERS = {
  envelopesPerTurn: 'envelopes',
  schemaRounds: 'schema',
  clarificationRounds: 'clarification',
} as const;

function countersOf({ counters }: JsonObject, what: 'current' | 'cap'): Partial<Caps> {
  const given = isObject(counters) ? counters : {};
  const entries = Object.entries(COUNTERS).flatMap(([name, kind]) => {
    const counter = given[name];
    const value = isObject(counter) ? counter[what] : undefined;
    return typeof value === 'number' ? [[kind, value] as const] : [];
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

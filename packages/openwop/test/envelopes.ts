// Envelopes and runs for tests of admission: a run is a fold that takes what was accepted.

import { openwop1, openwop2 } from '@vitrine/core/catalogs/openwop';
import { OPENWOP2_WIRE_CATALOG } from '@vitrine/core/catalogs/openwop-schema';
import { Catalogs, Fold, type Json, type JsonObject, NO_SECRETS, takeAll } from '@vitrine/core/internal';
import { type AdmissionSteps, admitSteps } from '../src/admission/admit.ts';
import { remembering } from '../src/admission/memory.ts';
import type { AdmissionOutcome, AdmissionRules, Remembered, RunState } from '../src/admission/types.ts';
import { versionsOf } from '../src/settings.ts';

export const SURFACE = 'ui.a2ui-surface';

/** What a host takes that advertises nothing of its own. */
export const UNIVERSAL = versionsOf({ kinds: {}, strictness: 'warn' });

export const RULES: AdmissionRules = {
  major: 1,
  kinds: { ...UNIVERSAL, [SURFACE]: 1 },
  strictness: 'warn',
  caps: { envelopes: 100, schema: 3, clarification: 3 },
  nodesPerSurface: 2048,
  payloadLength: 1_000_000,
  redactor: NO_SECRETS,
};
export const RULES_2: AdmissionRules = { ...RULES, major: 2, kinds: { ...UNIVERSAL, [SURFACE]: 2 } };

let count = 0;

export function envelope(payload: Json, more: JsonObject = {}): JsonObject {
  count++;
  return {
    type: SURFACE,
    schemaVersion: 1,
    envelopeId: `env-${count}`,
    correlationId: `run:node:${count}`,
    payload,
    meta: { source: 'ai-generation', ts: '2026-11-15T10:00:00Z' },
    ...more,
  };
}

export function payload1(...components: readonly Json[]): JsonObject {
  return { catalogVersion: '0.9.1', surface: { components } };
}

export function payload2(...messages: readonly JsonObject[]): JsonObject {
  const version = 'v0.9';
  const said = messages.map((message) => ({ version, ...message }));
  return { version, catalogId: OPENWOP2_WIRE_CATALOG, surfaceId: 's', messages: said };
}

export const create = { createSurface: { surfaceId: 's', catalogId: OPENWOP2_WIRE_CATALOG } };
export const remove = { deleteSurface: { surfaceId: 's' } };
export function put(...components: readonly Json[]): JsonObject {
  return { updateComponents: { surfaceId: 's', components } };
}
export function set(path: string, value: Json): JsonObject {
  return { updateDataModel: { surfaceId: 's', path, value } };
}
export function text(id: string, words: Json = 'Words'): JsonObject {
  return { id, component: 'Text', text: words };
}

export function envelope2(payload: Json, more: JsonObject = {}): JsonObject {
  return envelope(payload, { schemaVersion: 2, ...more });
}

/** A run that records and remembers as the face does. */
/** At once. */
export function admit(...given: Parameters<typeof admitSteps>): AdmissionOutcome {
  return takeAll(admitSteps(...given));
}

export class TestRun {
  readonly fold = new Fold({ catalogs: new Catalogs([openwop1, openwop2]) });
  readonly remembered = new Map<string, Remembered>();
  readonly taintedSurfaces = new Set<string>();
  tainted = false;
  rules: AdmissionRules;

  constructor(rules: AdmissionRules = RULES) {
    this.rules = rules;
  }

  state(more: Partial<RunState> = {}): RunState {
    return {
      view: this.fold,
      tainted: this.tainted,
      taintedSurfaces: this.taintedSurfaces,
      remembered: (id) => this.remembered.get(id),
      counts: { envelopes: 0, schema: 0, clarification: 0 },
      ...more,
    };
  }

  emit(wire: unknown, more: Partial<RunState> = {}, steps?: AdmissionSteps): AdmissionOutcome {
    const outcome = admit(wire, this.rules, this.state(more), steps);
    if (outcome.status === 'accepted') {
      if (outcome.entry.body.length > 0) this.#take(outcome.entry);
      this.#remember(outcome.envelope.correlationId, outcome.remember);
      if (outcome.trust === 'untrusted' && outcome.change !== undefined)
        this.taintedSurfaces.add(outcome.change.surface);
    } else if (outcome.status !== 'replayed' && outcome.remember !== undefined) {
      this.#remember(String((wire as JsonObject).correlationId), outcome.remember);
    }
    return outcome;
  }

  /** As text, like a log. */
  #take(entry: { body: readonly unknown[]; trust?: 'untrusted' }): void {
    const taken = this.fold.accept(JSON.parse(JSON.stringify(entry)), entry.trust ?? 'trusted');
    if (!taken.ok) throw new Error(`The log refuses what was admitted: ${JSON.stringify(taken.issues)}`);
  }

  #remember(id: string, what: Omit<Remembered, 'answer'>): void {
    this.remembered.set(id, remembering(this.remembered.get(id), { ...what, answer: { status: 'first' } }));
  }
}

/** What became of an envelope, in few words. */
export function said(outcome: AdmissionOutcome): string {
  if (outcome.status === 'accepted' || outcome.status === 'replayed') return outcome.status;
  const [issue] = outcome.issues;
  return `${outcome.status} ${outcome.reason} ${issue?.code.replace('VITRINE_', '')} ${issue?.at}`;
}

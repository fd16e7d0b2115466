// One envelope into one run: the only way in, whoever brings it. Admission judges; here what it says is written as events
// of the run, and put into words.

import { isObject, type Json, type JsonObject, type Trust, type View } from '@vitrine/core';
import { admit } from '../admission/index.ts';
import type { Accepted, AdmissionRules, Outcome, Refused, RunState } from '../admission/types.ts';
import type { Interrupt } from '../interrupts/interrupt.ts';
import { askInstead, askOf, UNTRUSTED_NOTICE } from '../interrupts/presentation.ts';
import { type OpenwopSettings, SURFACE_KIND } from '../settings.ts';
import type { Emission, Emitted, Emitter } from './emitter.ts';
import { refusedAnswer, refuseEnvelope, warning } from './refused-envelope.ts';
import { contractOf, type Run } from './run.ts';
import type { Author, Step } from './run-book.ts';
import { eventIdOf, surfaceEventType, VENDOR } from './run-event.ts';

export function rulesFor(
  { port, settings }: Pick<Emitter, 'port' | 'settings'>,
  run: Run,
  envelope: Json,
): AdmissionRules {
  const { kinds, strictness } = settings.majors[run.major];
  const nodeKinds = contractOf(run, isObject(envelope) ? envelope.nodeId : undefined);
  return {
    ...{ major: run.major, kinds, strictness },
    ...(nodeKinds === undefined ? {} : { nodeKinds }),
    caps: {
      envelopes: settings.envelopesPerTurn,
      schema: settings.schemaRounds,
      clarification: settings.clarificationRounds,
    },
    ...{ nodesPerSurface: settings.nodesPerSurface, payloadLength: settings.payloadLength },
    redactor: { redact: (value) => port.redact(value), text: (text) => port.redact(text).value },
  };
}

/** Inside `alone` of the run. */
export async function emit(emitter: Emitter, run: Run, emission: Emission, author: Author): Promise<Emitted> {
  const { port } = emitter;
  const { envelope } = emission;
  const view = await port.view(run.session);
  const { isTainted, taintedSurfaces, rounds: counts } = run;
  const state: RunState = {
    view,
    tainted: isTainted || emission.isForeign === true,
    taintedSurfaces,
    counts,
    remembered: (id) => run.remembered(id),
    ...emission.state,
  };
  const rules = { ...rulesFor(emitter, run, envelope), ...emission.rules };
  const outcome = admit(envelope, rules, state);
  trace(emitter, run, outcome, rules);
  switch (outcome.status) {
    case 'replayed': {
      const { answer } = outcome.first;
      return { outcome, answer, ...(typeof answer.sequence === 'number' ? { sequence: answer.sequence } : {}) };
    }
    case 'accepted':
      return record(emitter, run, outcome, emission, author, view);
    default:
      return refuseEnvelope(emitter, run, outcome, emission);
  }
}

function trace(
  { spans }: Emitter,
  { session, sequence }: Run,
  outcome: Outcome,
  { redactor, major }: AdmissionRules,
): void {
  if (spans === undefined) return;
  const { status } = outcome;
  const about = { 'openwop.run.session': session, 'openwop.major': major, 'openwop.envelope.outcome': status };
  const more =
    status === 'accepted'
      ? {
          'openwop.envelope.type': outcome.type,
          'openwop.envelope.id': outcome.envelopeId,
          'openwop.envelope.content_trust': outcome.trust,
          'openwop.envelope.redactions': outcome.redactions,
          'openwop.event.sequence': sequence,
        }
      : { 'openwop.envelope.reason': 'reason' in outcome ? outcome.reason : undefined };
  const { value } = redactor.redact({ ...about, ...more } as JsonObject);
  spans.add(session, 'openwop.envelope.admit', value);
}

async function record(
  { book, settings }: Emitter,
  run: Run,
  accepted: Accepted,
  { interrupt, node, isForeign }: Emission,
  author: Author,
  view: View,
): Promise<Emitted> {
  const { type, correlationId, nodeId = node, trust, surface, partial, remember, counted, drift } = accepted;
  const sequence = run.sequence;
  const answer = acceptedAnswer(run, accepted, sequence);
  const bound = surface === undefined ? undefined : boundTo(run, accepted, interrupt);
  const event = {
    type: type === SURFACE_KIND ? surfaceEventType(run.major) : `${VENDOR}.envelope-recorded`,
    payload: { envelope: accepted.record, ...(surface === undefined ? {} : { surfaceRef: surface }) },
    ...(nodeId === undefined ? {} : { nodeId }),
    ...{ causationId: correlationId, contentTrust: trust },
    own: {
      ...{ remember: remember as object as JsonObject, answer },
      ...(surface === undefined ? {} : { surface, partial }),
      ...(bound === undefined ? {} : { interrupt: bound.id }),
      ...(isForeign === undefined ? {} : { taints: true }),
      counted,
    },
  };
  const steps: Step[] = [{ event, entry: accepted.entry }];
  if (bound !== undefined) steps.push(...presented(run, bound, trust, view, settings));
  if (drift !== undefined) steps.push({ event: warning(driftWords(drift), correlationId, trust, nodeId) });
  const written = await book.write(run, steps, author);
  if (written.accepted > 0) return { outcome: accepted, answer, sequence };
  const [problem] = written.issues;
  const details = written.issues.map(({ at = '', code: keyword, message }) => ({
    instancePath: at,
    schemaPath: '',
    keyword,
    message,
  }));
  const message = problem?.message ?? 'The surface cannot be shown.';
  const refused: Refused = { status: 'invalid', reason: 'envelope_invalid', message, details, issues: written.issues };
  return { outcome: refused, answer: refusedAnswer(refused) };
}

/** A surface takes the place of the host's question; one that may not approve gives it back, with the reason. */
function presented(
  run: Run,
  bound: Interrupt,
  trust: Trust,
  { asks }: View,
  { taintedApprovals }: OpenwopSettings,
): Step[] {
  const isBlocked = bound.kind === 'approval' && (trust === 'untrusted' || run.isTaintedAt(bound));
  // A session that is not trusted asks for no approval at all.
  const mayAsk = isBlocked && taintedApprovals === 'person' && run.trust === 'trusted';
  const body = askInstead(asks, bound, mayAsk ? askOf(bound, UNTRUSTED_NOTICE) : undefined);
  return body.length === 0 ? [] : [{ entry: { body } }];
}

function boundTo(run: Run, { nodeId }: Accepted, named: string | undefined): Interrupt | undefined {
  if (named !== undefined) return run.interrupts.get(named);
  const open = run.waitsFor;
  // A surface of no node is for the one that waits, where it is only one.
  if (nodeId === undefined) return open.length === 1 ? open[0] : undefined;
  return open.find((one) => one.nodeId === nodeId);
}

function driftWords({ sent, advertised }: { readonly sent: number; readonly advertised: number }): string {
  return `envelope_schema_version_drift: version ${sent} was sent, ${advertised} is advertised; it was judged as ${advertised}.`;
}

function acceptedAnswer(run: Run, accepted: Accepted, sequence: number): JsonObject {
  const { envelopeId, trust, redactions, record: kept, surface } = accepted;
  return {
    status: 'accepted',
    recordedEventIds: [eventIdOf(run.session, sequence)],
    ...{ envelopeId, sequence, normalizedMeta: { contentTrust: trust } },
    ...(surface === undefined ? {} : { surfaceRef: surface }),
    ...(redactions === 0 ? {} : { redactedPayload: kept.payload as Json, redactionCount: redactions }),
  };
}

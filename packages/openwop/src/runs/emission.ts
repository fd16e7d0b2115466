// One envelope into one run: the only way in, whoever brings it. Admission judges; here what it says is written as events
// of the run, and put into words.

import { defined, isArray, isObject, issue, type Json, type JsonObject, type View } from '@vitrine/core/internal';
import { Slices } from '@vitrine/face-kit';
import { admitSteps } from '../admission/admit.ts';
import { refuse } from '../admission/draft.ts';
import type { SurfaceChange } from '../admission/surface-change.ts';
import type { Accepted, AdmissionOutcome, AdmissionRules, Replayed, RunState } from '../admission/types.ts';
import type { Interrupt } from '../interrupts/interrupt.ts';
import { roundsOf, versionsOf } from '../settings.ts';
import { saysBrokenOff } from './deadlines.ts';
import { answerAgain, refusedAnswer, refuseEnvelope, warning } from './refused-envelope.ts';
import { contractOf, type Run } from './run.ts';
import { eventIdOf } from './run-event.ts';
import type { Author, RunWrite } from './run-registry.ts';
import type { Emission, Emitted, RunServices } from './run-services.ts';
import { tracedRun } from './trace-run.ts';
import { eventsOf, liftProblem } from './universal-events.ts';

export function rulesFor(
  { port, settings }: Pick<RunServices, 'port' | 'settings'>,
  run: Run,
  envelope: Json,
): AdmissionRules {
  const own = settings.majors[run.major];
  const { envelopesPerTurn, schemaRounds, clarificationRounds } = roundsOf(settings, run.major);
  const nodeKinds = contractOf(run, isObject(envelope) ? envelope.nodeId : undefined);
  return {
    ...defined({ major: run.major, kinds: versionsOf(own), strictness: own.strictness, nodeKinds }),
    caps: { envelopes: envelopesPerTurn, schema: schemaRounds, clarification: clarificationRounds },
    ...{ nodesPerSurface: settings.nodesPerSurface, payloadLength: settings.payloadLength },
    redactor: { redact: (value) => port.transport.redact(value), text: (text) => port.transport.redact(text).value },
  };
}

/** Inside `exclusive` of the run. */
export async function emit(services: RunServices, run: Run, emission: Emission, author: Author): Promise<Emitted> {
  const { port } = services;
  const { envelope } = emission;
  const view = await port.sessions.view(run.session);
  const { isTainted, taintedSurfaces, counts } = run;
  const state: RunState = {
    view,
    tainted: isTainted || emission.isForeign === true,
    taintedSurfaces,
    counts,
    remembered: (id) => run.remembered(id),
    ...emission.state,
  };
  const rules = { ...rulesFor(services, run, envelope), ...emission.rules };
  const admit = () => new Slices().takeAll(admitSteps(envelope, rules, state));
  const { sequence } = run;
  const attributesOf = (one: AdmissionOutcome) => attributesOfAdmission(one, rules, sequence);
  const outcome = await tracedRun(services, run, 'openwop.envelope.admit', admit, attributesOf);
  switch (outcome.status) {
    case 'replayed':
      // What a seam was told of before is answered as it was told.
      return answerAgain(emission.state === undefined ? ownReplay(run, outcome) : outcome);
    case 'accepted': {
      const refused = staysBroken(view, outcome.change) ? DEAD : liftProblem(run, outcome, services.settings);
      if (refused !== undefined) return refuseEnvelope(services, run, refused, emission);
      return record(services, run, outcome, emission, author);
    }
    default:
      return refuseEnvelope(services, run, outcome, emission);
  }
}

/** For what comes too late for a stream that was given up. */
const DEAD = refuse('envelope_invalid', [
  issue('VITRINE_SURFACE_PARTIAL', 'error', 'The stream broke off: remove the surface, and send it anew.', '/partial'),
]);

/** The surface would still say of itself that it broke off. */
function staysBroken(view: View, change: SurfaceChange | undefined): boolean {
  const before = change && view.surfaces.get(change.surface);
  if (before === undefined || !saysBrokenOff(before)) return false;
  const after = change?.fold.surfaces.get(change.surface);
  return after !== undefined && saysBrokenOff(after);
}

function attributesOfAdmission(outcome: AdmissionOutcome, { redactor, major }: AdmissionRules, sequence: number) {
  const accepted = outcome.status === 'accepted' ? outcome : undefined;
  const attributes = defined({
    'openwop.major': major,
    'openwop.envelope.outcome': outcome.status,
    'openwop.envelope.type': accepted?.envelope.type,
    'openwop.envelope.id': accepted?.envelope.envelopeId,
    'openwop.envelope.content_trust': accepted?.trust,
    'openwop.envelope.redactions': accepted?.redactions,
    'openwop.event.sequence': accepted && sequence,
    'openwop.envelope.reason': 'reason' in outcome ? outcome.reason : undefined,
    envelope_schema_version_drift: accepted?.drift && true,
  });
  return redactor.redact(attributes).value;
}

async function record(
  services: RunServices,
  run: Run,
  accepted: Accepted,
  emission: Emission,
  author: Author,
): Promise<Emitted> {
  const { interrupt, node, isForeign, keep } = emission;
  const { envelope, trust, change, counted, remember, drift } = accepted;
  const { correlationId, nodeId = node, partial } = envelope;
  const sequence = run.sequence;
  const { events, more } = eventsOf(services, run, accepted, emission);
  const answer = acceptedAnswer(run, accepted, events.length, more);
  const own = {
    ...{ remember, answer },
    ...(change && { surface: change.surface, partial: partial?.isPartial === true }),
    ...defined({
      interrupt: change && boundTo(run, nodeId, interrupt)?.id,
      taints: isForeign,
      counted,
    }),
  };
  const about = defined({ nodeId, causationId: correlationId, contentTrust: trust });
  const steps = events.map((event, i): RunWrite => {
    const whole = { ...event, ...about };
    return i === 0 ? { event: { ...whole, own }, entry: accepted.entry, ...defined({ change }) } : { event: whole };
  });
  if (drift !== undefined) {
    const { sent, advertised } = drift;
    const words = `version ${sent} was sent, ${advertised} is advertised; it was judged as ${advertised}.`;
    steps.push({ event: warning(`envelope_schema_version_drift: ${words}`, correlationId, trust, nodeId) });
  }
  const emitted: Emitted = { outcome: accepted, answer, sequence };
  const written = await services.registry.write(run, steps, author, () => keep?.(emitted));
  if (written.accepted > 0) return emitted;
  const refused = refuse('envelope_invalid', written.issues);
  return { outcome: refused, answer: refusedAnswer(refused) };
}

function boundTo(run: Run, nodeId: string | undefined, named: string | undefined): Interrupt | undefined {
  if (named !== undefined) return run.interrupts.get(named);
  const open = run.waitsFor;
  // A surface of no node is for the one that waits, where it is only one.
  if (nodeId === undefined) return open.length === 1 ? open[0] : undefined;
  return open.find((one) => one.nodeId === nodeId);
}

/** A fork remembers what its source has answered; the events are its own. */
function ownReplay(run: Run, { status, first }: Replayed): Replayed {
  const { sequence, recordedEventIds } = first.answer;
  if (typeof sequence !== 'number' || recordedEventIds === undefined) return { status, first };
  const count = isArray(recordedEventIds) ? recordedEventIds.length : 1;
  const answer = { ...first.answer, recordedEventIds: eventIds(run, sequence, count) };
  return { status, first: { ...first, answer } };
}

function eventIds({ session }: Run, sequence: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => eventIdOf(session, sequence + i));
}

function acceptedAnswer(run: Run, accepted: Accepted, events: number, more: JsonObject | undefined): JsonObject {
  const { sequence } = run;
  const { envelope, trust, redactions, record: kept, change, issues } = accepted;
  const { envelopeId } = envelope;
  const warnings = issues.map(({ code, message, at = '' }) => ({ code, message, instancePath: at }));
  return {
    status: 'accepted',
    recordedEventIds: eventIds(run, sequence, events),
    ...defined({ envelopeId, sequence, normalizedMeta: { contentTrust: trust }, surfaceRef: change?.surface }),
    ...more,
    ...(redactions === 0 ? {} : { redactedPayload: kept.payload as Json, redactionCount: redactions }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

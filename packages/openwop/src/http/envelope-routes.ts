// What an agent says in a run: envelopes, and events of what its nodes do. Both majors go the same way; they differ in the
// words of the answer.

import { defined, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { type BodyFields, isText, optional } from '@vitrine/face-kit';
import { emit } from '../runs/emission.ts';
import { type RunEvent, trustOf } from '../runs/run-event.ts';
import type { Emission, Emitted } from '../runs/run-services.ts';
import { assertRunning, authorOf, changeRun, fieldsOf, isTrust, type Route, type WopCall } from './call.ts';
import { answer, invalid, Refusal, type Reply } from './refusal.ts';

export const ENVELOPE_ROUTES: readonly Route[] = [
  { method: 'POST', path: /^\/runs\/([^/:]+)\/envelopes$/, answer: emitEnvelope },
  { method: 'POST', path: /^\/runs\/([^/:]+)\/events$/, answer: tellEvent },
];

/** Events that agents tell of themselves: what the host says of runs and interrupts is not theirs to say. */
const REPORTED_EVENT = /^(?:node|agent|output|log|artifact|provider|channel|variable|memory)\.[a-zA-Z][\w.-]{0,60}$/;

const EMISSION_FIELDS: BodyFields = {
  envelope: [(envelope) => envelope !== undefined, 'envelope is missing.'],
  interruptId: [optional((id) => typeof id === 'string'), 'interruptId is a text.'],
};

async function emitEnvelope(call: WopCall): Promise<Reply> {
  const { envelope, interruptId } = await fieldsOf<{ envelope: Json; interruptId?: string }>(call, EMISSION_FIELDS);
  const emitted = await changeRun(call, async (run) => {
    assertRunning(run);
    const bound = interruptId === undefined ? undefined : run.interruptNamed(interruptId);
    if (interruptId !== undefined && bound?.state !== 'open')
      throw new Refusal(404, 'not_found', 'The run does not wait for this interrupt.');
    const nodeId = isObject(envelope) ? envelope.nodeId : undefined;
    if (bound !== undefined && nodeId !== undefined && nodeId !== bound.nodeId)
      throw invalid('The interrupt waits at another node than the envelope names.', 'interruptId');
    const emission = defined({ envelope, keep: keeping(call), interrupt: bound?.id });
    return emit(call.services, run, emission, authorOf(call));
  });
  return answerOf(call, emitted);
}

/** Major 1 gives the outcome; major 2 answers 201, or refuses by name. */
export function answerOf(call: Pick<WopCall, 'major'>, emitted: Emitted): Reply {
  const reply = outcomeOf(call, emitted);
  if (reply instanceof Refusal) throw reply;
  return reply;
}

function outcomeOf({ major }: Pick<WopCall, 'major'>, { outcome, answer: body, sequence }: Emitted): Reply | Refusal {
  if (major === 1) return answer(200, { ...body, ...defined({ sequence }) });
  if (outcome.status === 'accepted') return answer(201, body);
  if (outcome.status === 'replayed') return answer(201, body, { 'openwop-idempotent-replay': 'true' });
  const { status, reason, message, details, allowedKinds, breach } = outcome;
  const problems = details.map((one) => ({ ...one }));
  const about = defined({ reason, status, problems, allowedKinds, ...breach }) as JsonObject;
  return breach === undefined
    ? new Refusal(422, reason, message, about)
    : new Refusal(429, 'rate_limited', message, about);
}

/** What was refused may be tried again under its key. */
export function keeping(call: WopCall): NonNullable<Emission['keep']> {
  return (emitted) => {
    const reply = outcomeOf(call, emitted);
    return reply instanceof Refusal ? undefined : call.keep(reply);
  };
}

const EVENT_FIELDS: BodyFields = {
  type: [(type) => typeof type === 'string' && REPORTED_EVENT.test(type), 'type is an event of a node or an agent.'],
  payload: [optional(isObject), 'payload is an object.'],
  contentTrust: [optional(isTrust), 'contentTrust is trusted or untrusted.'],
  nodeId: [optional(isText(128)), 'nodeId has 1 to 128 characters.'],
  causationId: [optional(isText(128)), 'causationId has 1 to 128 characters.'],
};

/** `contentTrust: untrusted` says that content from elsewhere was consumed: all that follows in the run is tainted. */
async function tellEvent(call: WopCall): Promise<Reply> {
  const {
    contentTrust,
    payload = {},
    ...attribution
  } = await fieldsOf<Partial<RunEvent> & Pick<RunEvent, 'type'>>(call, EVENT_FIELDS);
  const { port, registry } = call.services;
  return changeRun(call, async (run) => {
    assertRunning(run);
    const taints = contentTrust === 'untrusted';
    const event = {
      ...port.transport.redact({ payload, ...attribution }).value,
      contentTrust: trustOf(taints || run.isTainted),
      ...(taints ? { own: { taints } } : {}),
    } as const;
    const reply = answer(201, { runId: run.id, sequence: run.sequence });
    await registry.write(run, [{ event }], authorOf(call), () => call.keep(reply));
    return reply;
  });
}

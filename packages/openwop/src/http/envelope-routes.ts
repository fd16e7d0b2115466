// What an agent says in a run: envelopes, and events of what its nodes do. Both majors go the same way; they differ in the
// words of the answer.

import { defined, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { emit } from '../runs/emission.ts';
import { trustOf } from '../runs/run-event.ts';
import type { Emission, Emitted } from '../runs/run-services.ts';
import { assertRunning, authorOf, changeRun, fieldsOf, type Route, type WopCall } from './call.ts';
import { answer, invalid, Refusal, type Reply } from './refusal.ts';

export const ENVELOPE_ROUTES: readonly Route[] = [
  { method: 'POST', path: /^\/runs\/([^/:]+)\/envelopes$/, answer: emitEnvelope },
  { method: 'POST', path: /^\/runs\/([^/:]+)\/events$/, answer: tellEvent },
];

/** Events that agents tell of themselves: what the host says of runs and interrupts is not theirs to say. */
const REPORTED_EVENT = /^(?:node|agent|output|log|artifact|provider|channel|variable|memory)\.[a-zA-Z][\w.-]{0,60}$/;

async function emitEnvelope(call: WopCall): Promise<Reply> {
  const { envelope, interruptId } = await fieldsOf(call, ['envelope', 'interruptId']);
  if (envelope === undefined) throw invalid('envelope is missing.', 'envelope');
  if (interruptId !== undefined && typeof interruptId !== 'string')
    throw invalid('interruptId is a text.', 'interruptId');
  const emitted = await changeRun(call, async (run) => {
    assertRunning(run);
    const bound = interruptId === undefined ? undefined : run.interruptNamed(interruptId as string);
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

/** `contentTrust: untrusted` says that content from elsewhere was consumed: all that follows in the run is tainted. */
async function tellEvent(call: WopCall): Promise<Reply> {
  const fields = await fieldsOf(call, ['type', 'payload', 'nodeId', 'causationId', 'contentTrust']);
  const { type, payload = {}, nodeId, causationId, contentTrust } = fields;
  if (typeof type !== 'string' || !REPORTED_EVENT.test(type))
    throw invalid('type is an event of a node or an agent.', 'type');
  if (!isObject(payload)) throw invalid('payload is an object.', 'payload');
  if (contentTrust !== undefined && contentTrust !== 'trusted' && contentTrust !== 'untrusted')
    throw invalid('contentTrust is trusted or untrusted.', 'contentTrust');
  const names = defined({ nodeId: shortText(nodeId, 'nodeId'), causationId: shortText(causationId, 'causationId') });
  const { port, registry } = call.services;
  return changeRun(call, async (run) => {
    assertRunning(run);
    const taints = contentTrust === 'untrusted';
    const event = {
      ...port.transport.redact({ type, payload, ...names }).value,
      contentTrust: trustOf(taints || run.isTainted),
      ...(taints ? { own: { taints } } : {}),
    } as const;
    const reply = answer(201, { runId: run.id, sequence: run.sequence });
    await registry.write(run, [{ event }], authorOf(call), () => call.keep(reply));
    return reply;
  });
}

function shortText(value: Json | undefined, field: string): string | undefined {
  if (value === undefined || (typeof value === 'string' && value.length > 0 && value.length <= 128)) return value;
  throw invalid(`${field} has 1 to 128 characters.`, field);
}

// What becomes of an envelope that is not accepted: nothing of it is seen. A kind that nobody advertised is told of in the
// run and, at major 1, kept without being shown; a node that breaks its contract has failed; a cap that is reached is told.
// The run goes on. What is told is told once: the same envelope again is refused in the same words, and nothing more.

import {
  defined,
  type Issue,
  isArray,
  isObject,
  issue,
  type Json,
  type JsonObject,
  type Trust,
} from '@vitrine/core/internal';
import { isUniversal } from '@vitrine/dialects/openwop';
import { refuse } from '../admission/draft.ts';
import type { Reason, Refused, Remembered, Replayed } from '../admission/types.ts';
import type { Run } from './run.ts';
import { type RunEvent, VENDOR } from './run-event.ts';
import { HOST_AUTHOR, type RunWrite } from './run-registry.ts';
import type { Emission, Emitted, RunServices } from './run-services.ts';

export async function refuseEnvelope(
  { registry, port }: RunServices,
  run: Run,
  refused: Refused,
  emission: Emission,
): Promise<Emitted> {
  const answer = refusedAnswer(refused);
  const names = port.transport.redact(namesOf(emission)).value;
  const event = eventOf(run, refused, names, answer, emission);
  const issues = refused.issues.map((issue) => ({ event: 'issue', issue }) as const);
  const unrecorded: Emitted = { outcome: refused, answer };
  if (event === undefined) {
    await registry.note(run, refused.issues, () => emission.keep?.(unrecorded));
    return unrecorded;
  }
  const isUnknown = refused.stored !== undefined || refused.reason === 'unknown_envelope_kind';
  const text = `Something was sent that this page cannot show: ${String(names.type ?? 'it has no kind')}.`;
  const notice = isUnknown ? [{ op: 'say', text } as const] : [];
  const { causationId, contentTrust = 'trusted', nodeId } = event;
  const steps: RunWrite[] = [{ event, entry: { body: [...notice, ...issues] } }];
  if (isUnknown) steps.push({ event: warning(refused.message, causationId, contentTrust, nodeId) });
  // Of a broken contract it may be the event itself.
  const failure = event.type === 'node.failed' ? undefined : failureOf(refused, names, emission);
  if (failure !== undefined) steps.push({ event: defined({ ...failure, causationId, contentTrust, nodeId }) });
  const emitted: Emitted = { ...unrecorded, sequence: run.sequence };
  await registry.write(run, steps, HOST_AUTHOR, () => emission.keep?.(emitted));
  return emitted;
}

/** Undefined: it is told to the agent, and the run knows nothing of it. */
function eventOf(
  run: Run,
  refused: Refused,
  names: JsonObject,
  answer: JsonObject,
  emission: Emission,
): RunEvent | undefined {
  const { reason, stored, message, breach, issues, remember } = refused;
  const { correlationId, nodeId } = names;
  const own =
    remember === undefined ? undefined : { remember: { ...remember, issues, sequence: run.sequence }, answer };
  const about = defined({
    causationId: typeof correlationId === 'string' ? correlationId : undefined,
    nodeId: typeof nodeId === 'string' ? nodeId : undefined,
    contentTrust: stored?.trust ?? run.contentTrust,
    own,
  });
  if (stored !== undefined) {
    const payload = { reason, envelope: stored.record };
    return {
      type: `${VENDOR}.envelope-stored`,
      payload,
      ...about,
      own: { ...own, ...defined({ taints: emission.isForeign }) },
    };
  }
  if (breach !== undefined) {
    const { kind, cap: limit, observed } = breach;
    return { type: 'cap.breached', payload: defined({ kind, limit, observed, nodeId }), ...about };
  }
  if (reason === 'envelope_contract_violation') {
    const failure = failureOf(refused, names, emission);
    return { ...about, ...(failure ?? warning(`${reason}: ${message}`, about.causationId, about.contentTrust)) };
  }
  if (reason !== 'unknown_envelope_kind' || isUniversal(String(names.type))) return undefined;
  return { type: `${VENDOR}.envelope-refused`, payload: { reason, message, envelope: names }, ...about };
}

/** Of the node that has reached a cap, or has broken its contract where that is not only to be told. */
function failureOf(
  { breach, reason, message, allowedKinds = [] }: Refused,
  { type, nodeId }: JsonObject,
  { onBreach = 'fail' }: Emission,
): RunEvent | undefined {
  const failed = (code: string, details: JsonObject): RunEvent => {
    return { type: 'node.failed', payload: defined({ nodeId, error: { code, message, details: defined(details) } }) };
  };
  if (breach !== undefined) return failed('cap_breached', { limit: breach.limit, cap: breach.cap });
  if (reason !== 'envelope_contract_violation' || onBreach === 'warn') return undefined;
  return failed(reason, { ...defined({ refusedType: type }), acceptedTypes: allowedKinds });
}

/** What was answered first. What was refused is refused again. */
export function answerAgain(outcome: Replayed): Emitted {
  const { answer, sequence = answer.sequence } = outcome.first;
  return {
    outcome: refusalIn(outcome.first) ?? outcome,
    answer,
    ...(typeof sequence === 'number' ? { sequence } : {}),
  };
}

function refusalIn({ answer, issues }: Remembered): Refused | undefined {
  const { status, reason, message = reason, allowedKinds } = answer;
  if (typeof reason !== 'string' || (status !== 'gated' && status !== 'invalid')) return undefined;
  const known: readonly Issue[] = issues ?? [issue('VITRINE_MESSAGE_METHOD', 'error', String(message), '')];
  const kinds = isArray(allowedKinds) ? { allowedKinds: allowedKinds.map(String) } : {};
  return refuse(reason as Reason, known, { status, ...kinds });
}

/** What may be told of an envelope that is not kept: its names, cut short. */
function namesOf({ envelope, node }: Emission): JsonObject {
  if (!isObject(envelope)) return {};
  const names = { ...defined({ nodeId: node }), ...envelope };
  const entries = ['type', 'envelopeId', 'correlationId', 'nodeId'].flatMap((name): [string, Json][] => {
    const value = (names as JsonObject)[name];
    return typeof value === 'string' ? [[name, value.slice(0, 256)]] : [];
  });
  return Object.fromEntries(entries);
}

export function warning(
  message: string,
  causationId: string | undefined,
  contentTrust: Trust,
  nodeId?: string,
): RunEvent {
  return defined({ type: 'log.appended', payload: { level: 'warn', message }, causationId, nodeId, contentTrust });
}

export function refusedAnswer(refused: Refused): JsonObject {
  const { status, message, details, allowedKinds, breach } = refused;
  const found = status === 'invalid' ? details.map((detail) => ({ ...detail })) : undefined;
  return defined({ status, reason: whyOf(refused), message, details: found, allowedKinds, capKind: breach?.kind });
}

/** The word, with what major 1 reads beside it: the cap that was reached, how a time is written. */
function whyOf({ reason, breach, details: [first] }: Refused): string {
  if (breach !== undefined) return `${reason}: ${breach.limit} ${breach.cap}`;
  // The one format of an envelope is that of its time.
  return first?.keyword === 'format' ? `${reason}: ${first.instancePath} is a time of ISO 8601` : reason;
}

// The doors of the conformance suite. One lets it choose an envelope, with options for that one call; it then goes the way
// of every envelope. One lays capabilities over the settings, for advertisement and admission alike. The others read, or
// forget. The face opens them for this machine alone.

import { randomUUID } from 'node:crypto';
import { defined, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { SURFACE_KIND } from '@vitrine/dialects/openwop';
import { timeAt } from '@vitrine/face-kit';
import {
  ALIAS_PREFIX,
  agentOf,
  aliasKey,
  answer,
  answerOf,
  assertRunning,
  authorOf,
  changeRun,
  type Emission,
  type Emitted,
  emit,
  fieldsOf,
  findRun,
  invalid,
  keeping,
  notFound,
  Refusal,
  type Reply,
  type Route,
  type Run,
  readAllEvents,
  rulesFor,
  sessionOf,
  snapshotOf,
  type WopCall,
  wrapUntrusted,
} from '@vitrine/openwop/internal';
import { emissionOf } from './accept-options.ts';
import type { CapabilityOverlay } from './capability-overlay.ts';
import type { Spans } from './spans.ts';

/** What the doors keep while the host lives. */
export interface SeamMemory {
  readonly overlay: CapabilityOverlay;
  readonly spans: Spans;
}

export const seamRoutes = (memory: SeamMemory): readonly Route[] => [
  { method: 'POST', path: /^\/envelope\/accept$/, answer: acceptEnvelope },
  {
    method: 'POST',
    path: /^\/a2ui\/emit-surface$/,
    answer: (call) => (call.major === 1 ? emitSurface(call) : emitEnvelope(call)),
  },
  { method: 'GET', path: /^\/test\/runs\/([^/]+)\/events$/, answer: readRun },
  { method: 'POST', path: /^\/test\/debug-bundle\/export$/, answer: (call) => exportRun(call, memory) },
  { method: 'GET', path: /^\/test\/otel\/spans$/, answer: (call) => readSpans(call, memory) },
  { method: 'POST', path: /^\/test\/capability-toggle$/, answer: (call) => toggle(call, memory) },
  { method: 'POST', path: /^\/test\/llm-prompt-wrap$/, answer: wrapPrompt },
  { method: 'POST', path: /^\/test\/reset$/, answer: (call) => reset(call, memory) },
];

/** Of calls that name no run. */
const NAMELESS = 'seam';

/** The run of a name that the suite invents, begun when it is first named. */
async function runNamed(call: WopCall, name: string): Promise<Run> {
  const { services, major } = call;
  const agent = agentOf(call);
  if (name.length < 1 || name.length > 128) throw invalid('runId has 1 to 128 characters.', 'runId');
  const session = await sessionOf(services.port, major, agent, name);
  const known = session === '' ? undefined : await services.registry.find(session);
  if (known !== undefined && known.agent === agent && known.major === major) return known;
  // The id of a session stands for that session alone, whoever's and of whichever major it is.
  if ((await services.port.sessions.find(name.slice(name.indexOf('/') + 1))) !== undefined) throw notFound();
  const records = [{ key: aliasKey(agent, name) }];
  return services.registry.open({ agent, major, trust: 'trusted', title: name, records });
}

async function emitInto(call: WopCall, run: Run, emission: (run: Run) => Emission): Promise<Emitted> {
  const work = (one: Run): Promise<Emitted> => {
    assertRunning(one);
    return emit(call.services, one, emission(one), authorOf(call));
  };
  return changeRun(call, work, run);
}

async function acceptEnvelope(call: WopCall): Promise<Reply> {
  const body = await fieldsOf(call);
  const { persistedDedup, projectTo } = body;
  const name = nameIn(projectTo) ?? nameIn(persistedDedup);
  const run = await runNamed(call, name ?? NAMELESS);
  const emitted = await emitInto(call, run, (one) => ({
    ...emissionOf(body, rulesFor(call.services, one, body.envelope ?? null), one),
    ...(name === undefined ? { isNameless: true } : {}),
    keep: ({ answer: body }) => call.keep(answer(200, body)),
  }));
  return answer(200, emitted.answer);
}

function nameIn(option: Json | undefined): string | undefined {
  return isObject(option) && typeof option.runId === 'string' ? option.runId : undefined;
}

/** Major 1: a payload, which an envelope is made for. */
async function emitSurface(call: WopCall): Promise<Reply> {
  const { runId, surface, contentTrust } = await fieldsOf(call, ['runId', 'surface', 'contentTrust']);
  if (typeof runId !== 'string' || !isObject(surface)) throw invalid('Send {runId, surface}.');
  const meta = defined({ source: 'system', ts: timeAt(call.services.port.transport.now()), contentTrust });
  const ids = { envelopeId: randomUUID(), correlationId: randomUUID() };
  const envelope = { type: SURFACE_KIND, schemaVersion: 1, ...ids, payload: surface, meta };
  const { outcome, answer: body } = await emitInto(call, await runNamed(call, runId), () => ({
    envelope,
    keep: (done) => (done.outcome.status === 'accepted' ? call.keep(answer(201, done.answer)) : undefined),
  }));
  if (outcome.status === 'accepted') return answer(201, body);
  const { reason, message, details } = body;
  throw new Refusal(422, 'a2ui_surface_invalid', String(message), { reason, problems: details ?? [] } as JsonObject);
}

/** Major 2: an envelope into a run that is there. */
async function emitEnvelope(call: WopCall): Promise<Reply> {
  const { runId, envelope } = await fieldsOf(call, ['runId', 'envelope']);
  if (typeof runId !== 'string' || envelope === undefined) throw invalid('Send {runId, envelope}.');
  const run = await findRun({ ...call, params: [runId] });
  return answerOf(call, await emitInto(call, run, () => ({ envelope, keep: keeping(call) })));
}

/** What can be asked for, and the member of an event that it is. */
const FILTERS = { type: 'type', causationId: 'causationId', correlationId: 'causationId', nodeId: 'nodeId' } as const;

async function readRun(call: WopCall): Promise<Reply> {
  const run = await findIfThere(call);
  const events = run === undefined ? [] : await readAllEvents(call.services, run);
  const wanted = Object.entries(FILTERS).map(([name, member]) => [member, call.url.searchParams.get(name)] as const);
  return answer(200, {
    events: events.filter((event) => wanted.every(([member, value]) => value === null || event[member] === value)),
  });
}

/** The suite asks for a run that nobody has named, to see whether the door is there: it has no events. */
async function findIfThere(call: WopCall): Promise<Run | undefined> {
  try {
    return await findRun(call);
  } catch (error) {
    if (error instanceof Refusal && (error.status === 404 || error.code === 'id_tenant_mismatch')) return undefined;
    throw error;
  }
}

async function exportRun(call: WopCall, { spans }: SeamMemory): Promise<Reply> {
  const { runId } = await fieldsOf(call, ['runId']);
  const run = await findRun({ ...call, params: [String(runId)] });
  const { port } = call.services;
  const history = { events: await readAllEvents(call.services, run), spans: spans.of(run.session) };
  const exportedAt = timeAt(port.transport.now());
  return answer(200, { bundle: { runId: run.id, run: snapshotOf(run), ...history, exportedAt } });
}

async function wrapPrompt(call: WopCall): Promise<Reply> {
  const { payload, contentTrust, source, eventType: type, attributes } = await fieldsOf(call);
  if (payload === undefined) throw invalid('payload is missing.', 'payload');
  const trust = contentTrust === 'untrusted' ? 'untrusted' : 'trusted';
  const origin = {
    ...(typeof source === 'string' ? { source } : {}),
    ...(typeof type === 'string' ? { type } : {}),
    ...(isObject(attributes) ? { attributes } : {}),
  };
  return answer(200, { prompt: wrapUntrusted(payload, trust, origin) });
}

/** Of a run that nobody has named there are none. By their name, and by the envelope that they are of. */
async function readSpans(call: WopCall, { spans }: SeamMemory): Promise<Reply> {
  const { registry, port } = call.services;
  const agent = agentOf(call);
  const { searchParams } = call.url;
  const session = await sessionOf(port, call.major, agent, searchParams.get('runId') ?? NAMELESS);
  const run = await registry.find(session);
  const found = (run?.agent === agent && spans.of(session)) || [];
  const [name, envelope] = [searchParams.get('name'), searchParams.get('envelopeId')];
  const isWanted = (span: JsonObject): boolean =>
    (name === null || span.name === name) &&
    (envelope === null || (span.attributes as JsonObject)['openwop.envelope.id'] === envelope);
  return answer(200, { spans: found.filter(isWanted) });
}

async function toggle(call: WopCall, { overlay }: SeamMemory): Promise<Reply> {
  const { name, value, reset: isReset } = await fieldsOf(call, ['name', 'value', 'reset']);
  if (isReset === true) overlay.reset();
  else if (typeof name !== 'string' || value === undefined) throw invalid('Send {name, value} or {reset: true}.');
  else change(() => overlay.set(call.major, name, value));
  return answer(200, { overlay: overlay.of(call.major) });
}

function change(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalid(error.message, 'value');
  }
}

/** Names that the suite has given are free again, and capabilities as they were; the runs themselves stay. */
async function reset(call: WopCall, { overlay, spans }: SeamMemory): Promise<Reply> {
  overlay.reset();
  spans.clear();
  const { records } = call.services.port;
  const keys: string[] = [];
  for await (const { key } of records.list()) if (key.startsWith(`${ALIAS_PREFIX}${agentOf(call)}/`)) keys.push(key);
  await records.write(keys.map((key) => ({ key, remove: true }) as const));
  return answer(200, { reset: keys.length });
}

// One call of a route: who calls, at which major, what stands in its path and in its body. Routes find runs here, so that
// nobody reaches one that is not theirs.

import { type Issue, isObject, type JsonObject, type PortCaller, parseJson, quote } from '@vitrine/core';
import type { Major } from '../admission/types.ts';
import type { InterruptTokens } from '../interrupts/tokens.ts';
import type { Deadlines } from '../runs/deadlines.ts';
import type { Emitter } from '../runs/emitter.ts';
import type { Run } from '../runs/run.ts';
import type { Author } from '../runs/run-book.ts';
import { runIdOf, sessionOf } from '../runs/run-ids.ts';
import type { Workers } from '../runs/workers.ts';
import type { CapabilityOverlay } from '../seams/capability-overlay.ts';
import type { Endings } from './endings.ts';
import { invalid, notFound, Refusal } from './refusal.ts';

export interface Services extends Emitter {
  readonly tokens: InterruptTokens;
  readonly workers: Workers;
  readonly deadlines: Deadlines;
  readonly overlay: CapabilityOverlay;
  readonly endings: Endings;
  /** Resolves when the face stops. */
  readonly stopped: Promise<void>;
}

export type Caller = Exclude<PortCaller, { readonly role: 'operator' }>;

export interface Call {
  readonly services: Services;
  readonly request: Request;
  readonly url: URL;
  readonly major: Major;
  readonly caller: Caller;
  /** What stands in the path, in order. */
  readonly params: readonly string[];
}

export type Handler = (call: Call) => Promise<Response>;
/** Who may call: an agent, or its viewers too. */
export interface Route {
  readonly method: string;
  /** Below /v1 at major 1. */
  readonly path: RegExp;
  readonly viewers?: true;
  readonly answer: Handler;
}

/** Deeper than any message may be. */
const MAX_DEPTH = 128;
/** More than the largest surface that is judged by its components. */
const MAX_VALUES = 2_000_000;

/** The fields of a body; an absent body has none. */
export async function fieldsOf(
  { request, services: { port, settings } }: Pick<Call, 'request' | 'services'>,
  names?: readonly string[],
): Promise<JsonObject> {
  const text = await port.transport.read(request, settings.bodyBytes);
  if (text === '') return {};
  const parsed = parseJson(text, { maxLength: settings.bodyBytes, maxDepth: MAX_DEPTH, maxValues: MAX_VALUES });
  if (!parsed.ok) throw invalid(bodyProblem(parsed.issue));
  const { value } = parsed;
  if (!isObject(value)) throw invalid('The body is one JSON object.');
  const unknown = names === undefined ? undefined : Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalid(`The body has no field ${quote(unknown)}.`);
  return value;
}

function bodyProblem({ code }: Issue): string {
  if (code === 'VITRINE_JSON_DEPTH') return `The body is nested more than ${MAX_DEPTH} levels deep.`;
  const isTooMuch = code === 'VITRINE_JSON_VALUES' || code === 'VITRINE_JSON_NAMES';
  return isTooMuch ? 'The body holds too many values.' : 'The body is not JSON.';
}

export function agentOf({ caller }: Call): string {
  if (caller.role === 'agent') return caller.agent;
  throw new Refusal(403, 'forbidden', 'This is for agents.');
}

export function authorOf({ caller }: Pick<Call, 'caller'>): Author {
  return caller.role === 'agent' ? { role: 'agent', id: caller.agent } : { role: 'viewer', id: caller.viewer };
}

export function nameOf({ major, agent, session }: Run): string {
  return runIdOf(major, agent, session);
}

/** For who has waited: what was taken back meanwhile is told nothing more. */
export function assertHolds({ services, caller }: Pick<Call, 'services' | 'caller'>): void {
  if (services.port.identity.holds(caller.grant)) return;
  const code = 'VITRINE_CREDENTIAL_REVOKED';
  throw new Refusal(401, 'unauthorized', 'The credential was taken back.', { code });
}

/** The run that the path names, where the caller may see it. */
export async function findRun(call: Call): Promise<Run> {
  const { services, major, caller, params } = call;
  const [runId = ''] = params;
  const isViewer = caller.role === 'viewer';
  const session = isViewer ? caller.session : await sessionOf(services.port, major, caller.agent, runId);
  const run = session === '' ? undefined : await services.book.find(session);
  const isOwn =
    run !== undefined && run.major === major && (isViewer ? nameOf(run) === runId : run.agent === caller.agent);
  if (!isOwn) throw notFound();
  return run;
}

/** Changes a run, after what others do with it. */
export async function changeRun<T>(call: Call, work: (run: Run) => Promise<T>): Promise<T> {
  const { session } = await findRun(call);
  const done = await call.services.book.alone(session, async (run) => ({ value: await work(run) }));
  if (done === undefined) throw notFound();
  return done.value;
}

export function assertRunning(run: Run): void {
  if (run.isOver) throw new Refusal(409, 'run_terminal', `The run is ${run.status}.`, { runStatus: run.status });
}

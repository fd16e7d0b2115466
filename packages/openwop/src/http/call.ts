// One call of a route: who calls, at which major, what stands in its path and in its body. Routes find runs here, so that
// nobody reaches one that is not theirs.

import { defined, type Issue, isArray, type Json, type JsonObject } from '@vitrine/core/internal';
import type { PortCaller, PortClient, PortHolder } from '@vitrine/core/port';
import { assertFields, type BodyFields, HostError, type KeepAnswer, readObject, waitFor } from '@vitrine/face-kit';
import type { Major } from '../admission/types.ts';
import type { InterruptTokens } from '../interrupts/tokens.ts';
import type { Run } from '../runs/run.ts';
import { sessionOf, unprojected } from '../runs/run-ids.ts';
import type { Author } from '../runs/run-registry.ts';
import type { RunServices } from '../runs/run-services.ts';
import type { Workers } from '../runs/workers.ts';
import { invalid, notFound, Refusal, type Reply } from './refusal.ts';

export interface Services extends RunServices {
  readonly seams?: OpenwopSeams;
  readonly tokens: InterruptTokens;
  readonly workers: Workers;
}

export type WopCaller = Exclude<PortCaller, { readonly role: 'operator' }>;

export interface WopCall {
  readonly services: Services;
  readonly request: Request;
  readonly client: PortClient;
  readonly url: URL;
  readonly major: Major;
  readonly caller: WopCaller;
  /** Who keeps what stays open. */
  readonly holder: PortHolder;
  /** The body. */
  readonly text: string;
  /** The answer, for the commit of the work. */
  readonly keep: KeepAnswer<Reply>;
  /** What stands in the path, in order. */
  readonly params: readonly string[];
}

/** Who may call: an agent, or its viewers too. */
export interface Route {
  readonly method: string;
  /** Below /v1 at major 1. */
  readonly path: RegExp;
  readonly viewers?: true;
  answer(call: WopCall): Promise<Reply | Response>;
}

/**
 * The doors of the conformance suite, which stand in @vitrine/openwop-seams: paths of their own, for this machine alone, and
 * settings that they may lay something over.
 */
export interface OpenwopSeams extends Required<Pick<RunServices, 'settings' | 'trace'>> {
  /** As it is advertised. */
  readonly profile: string;
  /** What their paths begin with; the routes have the rest. */
  readonly prefixes: readonly string[];
  readonly routes: readonly Route[];
}

/** Deeper than any message may be. */
const MAX_DEPTH = 128;
/** More than the largest surface that is judged by its components. */
const MAX_VALUES = 1_000_000;

/** The fields of a body, by their names or with what each may be; an absent body has none. */
export async function fieldsOf<T = JsonObject>(
  { text, services: { settings } }: Pick<WopCall, 'text' | 'services'>,
  fields?: BodyFields | readonly string[],
): Promise<T> {
  const bounds = { maxLength: settings.bodyBytes, maxDepth: MAX_DEPTH, maxValues: MAX_VALUES };
  const names = isArray(fields) ? fields : fields && Object.keys(fields);
  const body = await readObject(text, defined({ bounds, names, problem: bodyProblem, refuse: invalid }));
  if (fields !== undefined && !isArray(fields)) assertFields(body, fields, invalid);
  return body as T;
}

export const isTrust = (value: Json): boolean => value === 'trusted' || value === 'untrusted';

function bodyProblem({ code }: Issue): string {
  if (code === 'VITRINE_JSON_DEPTH') return `The body is nested more than ${MAX_DEPTH} levels deep.`;
  const isTooMuch = code === 'VITRINE_JSON_VALUES' || code === 'VITRINE_JSON_NAMES';
  return isTooMuch ? 'The body holds too many values.' : 'The body is not JSON.';
}

export function agentOf({ caller }: WopCall): string {
  if (caller.role === 'agent') return caller.agent;
  throw new Refusal(403, 'forbidden', 'This is for agents.');
}

export function authorOf({ caller }: Pick<WopCall, 'caller'>): Author {
  return caller.role === 'agent' ? { role: 'agent', id: caller.agent } : { role: 'viewer', id: caller.viewer };
}

/**
 * Waits until something is written into a run that somebody waits for. Who has lost the credential meanwhile is told so.
 * @param isThere looked at once more when changes are heard of: nothing comes in between
 */
export async function nextChange(
  call: WopCall,
  isIt: (run: Run) => boolean,
  seconds: number,
  isThere: () => Promise<boolean> = async () => false,
): Promise<void> {
  const { port, registry } = call.services;
  const why = await waitFor(port.transport, call, seconds * 1000, (happened) => {
    const stop = registry.subscribe((run) => {
      if (isIt(run)) happened();
    });
    isThere().then((is) => is && happened(), happened);
    return stop;
  });
  if (why === 'revoked' || why === 'expired' || !port.identity.holds(call.caller.grant))
    throw new HostError(why === 'expired' ? 'VITRINE_CREDENTIAL_EXPIRED' : 'VITRINE_CREDENTIAL_REVOKED');
}

/** The run that the path names, where the caller may see it. */
export async function findRun(call: WopCall): Promise<Run> {
  const { services, major, caller, params } = call;
  const runId = major === 1 ? (params[0] ?? '') : unprojected(params[0] ?? '');
  const isViewer = caller.role === 'viewer';
  const session = isViewer ? caller.session : await sessionOf(services.port, major, caller.agent, runId);
  const run = session === '' ? undefined : await services.registry.find(session);
  const isOwn =
    run !== undefined &&
    run.major === major &&
    (isViewer ? [run.id, run.session].includes(runId) : run.agent === caller.agent);
  if (!isOwn) throw notFound();
  return run;
}

/** Changes a run, after what others do with it: the one of the path where none is given. */
export async function changeRun<T>(call: WopCall, work: (run: Run) => Promise<T>, named?: Run): Promise<T> {
  const { session } = named ?? (await findRun(call));
  const done = await call.services.registry.exclusive(session, async (run) => ({ value: await work(run) }));
  if (done === undefined) throw notFound();
  return done.value;
}

export function assertRunning(run: Run): void {
  if (run.isOver) throw new Refusal(409, 'run_terminal', `The run is ${run.status}.`, { runStatus: run.status });
}

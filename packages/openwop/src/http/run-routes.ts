// Runs: opened, read, listed, ended, forked. What happens in between is in envelope-routes.ts and interrupt-routes.ts. The
// list has the latest first, by workflow and status. With `wait` the answer comes when there is one: so a program that runs
// workflows hears of new runs.

import {
  defined,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type PortSession,
  type Trust,
} from '@vitrine/core/internal';
import {
  type BodyField,
  type BodyFields,
  isText,
  optional,
  type Page,
  type PageQuery,
  pageOf,
  readPage,
} from '@vitrine/face-kit';
import type { Major } from '../admission/types.ts';
import { MAX_RUN_PAGE } from '../advertisement.ts';
import type { Run } from '../runs/run.ts';
import { trustOf, VENDOR } from '../runs/run-event.ts';
import { projected } from '../runs/run-ids.ts';
import { majorOf } from '../runs/run-registry.ts';
import {
  agentOf,
  assertRunning,
  authorOf,
  changeRun,
  fieldsOf,
  findRun,
  isTrust,
  nextChange,
  type Route,
  type WopCall,
} from './call.ts';
import { answer, invalid, Refusal, type Reply } from './refusal.ts';

export const RUN_ROUTES: readonly Route[] = [
  { method: 'GET', path: /^\/runs$/, answer: listRuns },
  { method: 'POST', path: /^\/runs$/, answer: openRun },
  {
    method: 'GET',
    path: /^\/runs\/([^/:]+)$/,
    viewers: true,
    answer: async (call) => answer(200, snapshotOf(await findRun(call))),
  },
  { method: 'POST', path: /^\/runs\/([^/:]+)\/complete$/, answer: (call) => endRun(call, ENDINGS.complete) },
  { method: 'POST', path: /^\/runs\/([^/:]+)\/fail$/, answer: (call) => endRun(call, ENDINGS.fail) },
  { method: 'POST', path: /^\/runs\/([^/:]+)\/cancel$/, answer: (call) => endRun(call, ENDINGS.cancel) },
  { method: 'POST', path: /^\/runs\/([^/:]+):fork$/, answer: forkRun },
];

/** Major 1 has an open snapshot. That of major 2 is closed (runs.md §Snapshot): what it has no seat for is an extension. */
export function snapshotOf(run: Run): JsonObject {
  const { workflowId, status, startedAt, endedAt, ending, started, session } = run;
  const [waiting] = run.waitsFor;
  const interrupts = [...run.interrupts.values()].map(({ id, nodeId, kind, key, state }) => {
    return { interruptId: run.interruptName(id), nodeId, kind, key, state };
  });
  const own = defined({
    ...{ session, contentTrust: run.contentTrust, interrupts },
    outputs: status === 'completed' ? (ending.outputs ?? {}) : undefined,
  });
  return defined({
    ...{ runId: run.id, workflowId, status, owner: ownerOf(run) },
    eventLogSchemaVersion: run.major === 1 ? 1 : 3,
    ...{ currentNodeId: waiting?.nodeId, startedAt, completedAt: endedAt },
    error: status === 'failed' && isObject(ending.error) ? errorOf(ending.error) : undefined,
    tags: isArray(started.tags) ? started.tags : undefined,
    metadata: isObject(started.metadata) ? started.metadata : undefined,
    ...(run.major === 1 ? own : { extensions: { [`${VENDOR}.run`]: own } }),
  });
}

function errorOf({ code, message, details }: JsonObject): JsonObject {
  return defined({ code, message, details: isObject(details) ? details : undefined });
}

/** Whoever has the key of an agent acts in its name; every agent is a tenant of its own (identity.md §1.1). */
function ownerOf({ agent, major }: Pick<Run, 'agent' | 'major'>): JsonObject {
  if (major === 1) return { tenant: agent, principal: agent, principalKind: 'agent' };
  const lane = { issuer: `urn:${VENDOR}:api-key`, lane: 'api-key' };
  return { tenant: agent, subject: { ...lane, subjectId: agent, tenant: agent, kind: 'agent' } };
}

/** Where a run is read, under the address that was called. */
function linksOf(run: Run): JsonObject {
  const path = run.major === 1 ? `/v1/runs/${run.id}` : `/runs/${projected(run.id)}`;
  return { statusUrl: path, eventsUrl: `${path}/events` };
}

type NewRun = JsonObject & { readonly workflowId: string; readonly title?: string; readonly trust?: Trust };

async function openRun(call: WopCall): Promise<Reply> {
  const { services, major, caller } = call;
  const { registry, port } = services;
  const agent = agentOf(call);
  const body = await fieldsOf<NewRun>(call, runFields(major));
  const { title = body.workflowId, trust: claimed, ...started } = body;
  if (JSON.stringify(started).length > MAX_OPTIONS_LENGTH)
    throw invalid(`A run is opened with at most ${MAX_OPTIONS_LENGTH} characters.`, 'inputs');
  const trust = trustOf(claimed === 'untrusted' || (caller.role === 'agent' && caller.trust === 'untrusted'));
  const payload = port.transport.redact({ ...started, transport: 'rest', owner: ownerOf({ agent, major }) }).value;
  const event = { type: 'run.started', payload, contentTrust: trust } as const;
  const reply = (run: Run): Reply =>
    answer(201, { runId: run.id, session: run.session, status: run.status, ...linksOf(run) });
  const opening = { event, author: authorOf(call), reply: (run: Run) => call.keep(reply(run)) };
  return reply(await registry.open({ agent, major, trust, title, ...opening }));
}

async function endRun(call: WopCall, { type, field, fallback, fits, rule }: RunEnding): Promise<Reply> {
  const { port, registry } = call.services;
  const isFine = (value: Json = fallback as Json): boolean => value !== undefined && fits(value);
  const { [field]: value = fallback as Json } = await fieldsOf(call, { [field]: [isFine, rule] });
  const payload = port.transport.redact<JsonObject>({ [field]: value }).value;
  const reply = (run: Run): Reply => answer(200, { runId: run.id, status: run.status });
  const run = await changeRun(call, async (one) => {
    assertRunning(one);
    const { asks } = await port.sessions.view(one.session);
    const entry = { body: [...asks.keys()].map((ask) => ({ op: 'withdraw', ask }) as const) };
    const event = { type, payload, contentTrust: one.contentTrust };
    await registry.write(one, [{ event, entry }], authorOf(call), (after) => call.keep(reply(after)));
    return one;
  });
  return reply(run);
}

const ANYTHING: BodyField = [() => true, ''];
const FORK_FIELDS: BodyFields = {
  mode: [optional((mode) => mode === 'replay'), 'mode is replay: this host executes nothing that could branch.'],
  fromSeq: [optional(Number.isSafeInteger), 'fromSeq is the sequence of an event.'],
  runOptionsOverlay: ANYTHING,
};

async function forkRun(call: WopCall): Promise<Reply> {
  const { mode = 'replay', fromSeq: from = 0 } = await fieldsOf<{ mode?: string; fromSeq?: number }>(call, FORK_FIELDS);
  const { registry } = call.services;
  return changeRun(call, async (run) => {
    const reply = (fork: Run): Reply => {
      const answered = { runId: fork.id, session: fork.session, sourceRunId: run.id };
      return answer(201, { ...answered, mode, fromSeq: from, status: fork.status, ...linksOf(fork) });
    };
    if (from < 0 || from >= run.sequence)
      throw new Refusal(422, 'fork_point_invalid', 'The run has no event of this sequence.', { fromSeq: from });
    return reply(await registry.fork(run, from, (fork) => call.keep(reply(fork))));
  });
}

const MAX_WAIT_SECONDS = 30;
/** Rows that one answer looks through; `next` leads on behind them. */
const MAX_LOOKS = 1000;

async function listRuns(call: WopCall): Promise<Reply> {
  const { services, url, major } = call;
  const query = { limit: MAX_RUN_PAGE, ...readPage(url.searchParams, MAX_RUN_PAGE) };
  const [workflowId, status] = [url.searchParams.get('workflowId'), url.searchParams.get('status')];
  const wait = Number(url.searchParams.get('wait') ?? 0);
  if (!(wait >= 0 && wait <= MAX_WAIT_SECONDS)) throw invalid(`wait is 0 to ${MAX_WAIT_SECONDS} seconds.`, 'wait');
  const agent = agentOf(call);
  const isWanted = (run: Run): boolean =>
    run.agent === agent &&
    run.major === major &&
    (workflowId === null || run.workflowId === workflowId) &&
    (status === null || run.status === status);
  const look = (): Promise<Page<Run>> => pageOfRuns(call, query, isWanted);
  const leave = wait > 0 && workflowId !== null ? services.workers.begin(workflowId) : undefined;
  try {
    let page = await look();
    if (page.items.length === 0 && wait > 0) {
      await nextChange(call, isWanted, wait, async () => (await look()).items.length > 0);
      page = await look();
    }
    return answer(200, defined({ runs: page.items.map(snapshotOf), next: page.next }));
  } finally {
    leave?.();
  }
}

async function pageOfRuns(call: WopCall, query: PageQuery, isWanted: (run: Run) => boolean): Promise<Page<Run>> {
  const { services, major } = call;
  const rows = (await services.port.sessions.list(agentOf(call))).filter(({ dialect }) => majorOf(dialect) === major);
  const pick = async (row: PortSession): Promise<Run | undefined> => {
    const run = await readable(call, row);
    return run !== undefined && isWanted(run) ? run : undefined;
  };
  return pageOf(rows.toReversed(), query, ({ session }) => session, { pick, maxLooks: MAX_LOOKS });
}

/** One that cannot be read takes no other with it. */
async function readable({ services, major }: WopCall, row: PortSession): Promise<Run | undefined> {
  try {
    return await services.registry.adopt(row, major);
  } catch (error) {
    services.port.transport.failed('a run could not be read', error);
    return undefined;
  }
}

const MAX_OPTIONS_LENGTH = 256 * 1024;
const MAX_TAGS = 100;
/** As a snapshot of the major can hold them. */
const WORKFLOW_IDS: { readonly [major in Major]: RegExp } = { 1: /^.{1,256}$/su, 2: /^[A-Za-z0-9._~:-]{1,128}$/ };
const areTexts = (value: Json, maxLength: number): boolean => isArray(value) && value.every(isText(maxLength, 0));

/** Beside what a run is, `inputs` and options that the host keeps and does not read. */
function runFields(major: Major): BodyFields {
  return {
    workflowId: [
      (id) => typeof id === 'string' && WORKFLOW_IDS[major].test(id),
      'workflowId has 1 to 256 characters; at major 2 1 to 128 of letters, digits and . _ ~ : -',
    ],
    tags: [
      optional((tags) => areTexts(tags, 256) && (tags as readonly Json[]).length <= MAX_TAGS),
      `tags holds at most ${MAX_TAGS} texts of at most 256 characters.`,
    ],
    metadata: [optional(isObject), 'metadata is an object.'],
    title: [optional(isText(200, 0)), 'title is a text of at most 200 characters.'],
    trust: [optional(isTrust), 'trust is trusted or untrusted.'],
    contracts: [
      optional((nodes) => isObject(nodes) && Object.values(nodes).every((kinds) => areTexts(kinds, Number.MAX_VALUE))),
      'contracts gives for a node the kinds that it may emit.',
    ],
    ...{ inputs: ANYTHING, configurable: ANYTHING, tenantId: ANYTHING, scopeId: ANYTHING },
  };
}

interface RunEnding {
  readonly type: string;
  readonly field: string;
  /** What stands there where the field does not; absent: the field must be there. */
  readonly fallback?: Json;
  readonly fits: (value: Json) => boolean;
  readonly rule: string;
}

export const ENDINGS = {
  complete: { type: 'run.completed', field: 'outputs', fallback: {}, fits: isObject, rule: 'outputs is an object.' },
  fail: {
    ...{ type: 'run.failed', field: 'error', rule: 'error is {code, message, details?}.' },
    fits: (error) =>
      isObject(error) && [error.code, error.message].every((one) => typeof one === 'string' && one !== ''),
  },
  cancel: {
    ...{ type: 'run.cancelled', field: 'reason', fallback: 'cancelled', rule: 'reason is a text.' },
    fits: (reason) => typeof reason === 'string',
  },
} as const satisfies { readonly [how: string]: RunEnding };

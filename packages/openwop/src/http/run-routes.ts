// Runs: opened, read, listed, ended, forked. What happens in between is in envelope-routes.ts and interrupt-routes.ts.

import { isArray, isObject, type JsonObject } from '@vitrine/core';
import type { Run } from '../runs/run.ts';
import { trustOf } from '../runs/run-event.ts';
import {
  agentOf,
  assertRunning,
  authorOf,
  type Call,
  changeRun,
  fieldsOf,
  findRun,
  kept,
  nameOf,
  type Route,
} from './call.ts';
import { answer, invalid, Refusal, type Reply } from './refusal.ts';
import { ENDINGS, type Ending, RUN_FIELDS, readRun } from './run-body.ts';

export const RUN_ROUTES: readonly Route[] = [
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

export function snapshotOf(run: Run): JsonObject {
  const { workflowId, status, startedAt, endedAt, ending, started, session, agent } = run;
  const [waiting] = run.waitsFor;
  return {
    ...{ runId: nameOf(run), session, workflowId, status },
    owner: ownerOf(agent),
    eventLogSchemaVersion: run.major === 1 ? 1 : 3,
    ...(waiting === undefined ? {} : { currentNodeId: waiting.nodeId }),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(endedAt === undefined ? {} : { completedAt: endedAt }),
    ...(status === 'failed' && isObject(ending.error) ? { error: ending.error } : {}),
    ...(status === 'completed' ? { outputs: ending.outputs ?? {} } : {}),
    contentTrust: trustOf(run.isTainted),
    ...(isArray(started.tags) ? { tags: started.tags } : {}),
    ...(isObject(started.metadata) ? { metadata: started.metadata } : {}),
    interrupts: [...run.interrupts.values()].map(({ id, nodeId, kind, key, state }) => ({
      interruptId: id,
      nodeId,
      kind,
      key,
      state,
    })),
  };
}

function ownerOf(agent: string): JsonObject {
  return { tenant: agent, subject: { kind: 'agent', id: agent } };
}

/** Where a run is read, under the address that was called. */
export function linksOf(run: Run): JsonObject {
  const path = `${run.major === 1 ? '/v1' : ''}/runs/${encodeURIComponent(nameOf(run))}`;
  return { statusUrl: path, eventsUrl: `${path}/events` };
}

async function openRun(call: Call): Promise<Reply> {
  const { services, major, caller } = call;
  const { book, port } = services;
  const agent = agentOf(call);
  const { title, trust: said, started } = readRun(await fieldsOf(call, RUN_FIELDS));
  const trust = trustOf(said === 'untrusted' || (caller.role === 'agent' && caller.trust === 'untrusted'));
  const payload = port.transport.redact({ ...started, transport: 'rest', owner: ownerOf(agent) }).value;
  const event = { type: 'run.started', payload, contentTrust: trust } as const;
  const reply = (run: Run): Reply =>
    answer(201, { runId: nameOf(run), session: run.session, status: run.status, ...linksOf(run) });
  const opening = { event, author: authorOf(call), reply: (run: Run) => kept(call, reply(run)) };
  return reply(await book.open({ agent, major, trust, title }, opening));
}

async function endRun(call: Call, { type, field, read }: Ending): Promise<Reply> {
  const body = await fieldsOf(call, [field]);
  const { port, book } = call.services;
  const payload = port.transport.redact({ [field]: read(body[field]) }).value;
  const reply = (run: Run): Reply => answer(200, { runId: nameOf(run), status: run.status });
  const run = await changeRun(call, async (one) => {
    assertRunning(one);
    const { asks } = await port.sessions.view(one.session);
    const entry = { body: [...asks.keys()].map((ask) => ({ op: 'withdraw', ask }) as const) };
    const event = { type, payload, contentTrust: trustOf(one.isTainted) };
    await book.write(one, [{ event, entry }], authorOf(call), (after) => kept(call, reply(after)));
    return one;
  });
  return reply(run);
}

async function forkRun(call: Call): Promise<Reply> {
  const { mode = 'replay', fromSeq = 0 } = await fieldsOf(call, ['mode', 'fromSeq', 'runOptionsOverlay']);
  if (mode !== 'replay') throw invalid('mode is replay: this host executes nothing that could branch.', 'mode');
  if (!Number.isSafeInteger(fromSeq)) throw invalid('fromSeq is the sequence of an event.', 'fromSeq');
  const from = fromSeq as number;
  const { book } = call.services;
  const reply = (fork: Run): Reply => {
    const answered = { runId: nameOf(fork), session: fork.session, sourceRunId: call.params[0] ?? '' };
    return answer(201, { ...answered, mode, fromSeq: from, status: fork.status, ...linksOf(fork) });
  };
  return changeRun(call, async (run) => {
    if (from < 0 || from >= run.sequence)
      throw new Refusal(422, 'fork_point_invalid', 'The run has no event of this sequence.', { fromSeq: from });
    return reply(await book.fork(run, from, (fork) => kept(call, reply(fork))));
  });
}

// The runs of an agent, the latest first, by workflow and status. With `wait` the answer comes when there is one: so a
// program that runs workflows hears of new runs.

import type { PortSession } from '@vitrine/core';
import { MOST_RUNS } from '../advertisement.ts';
import type { Run } from '../runs/run.ts';
import { majorOf } from '../runs/run-book.ts';
import { agentOf, assertHolds, type Call, nextChange, type Route } from './call.ts';
import { answer, invalid, type Reply } from './refusal.ts';
import { snapshotOf } from './run-routes.ts';

export const LIST_ROUTES: readonly Route[] = [{ method: 'GET', path: /^\/runs$/, answer: listRuns }];

const LONGEST_WAIT = 30;
/** Older ones are not looked through. */
const MOST_LOOKED_AT = 1000;

async function listRuns(call: Call): Promise<Reply> {
  const { services, url, major } = call;
  const [workflowId, status] = [url.searchParams.get('workflowId'), url.searchParams.get('status')];
  const wait = Number(url.searchParams.get('wait') ?? 0);
  if (!(wait >= 0 && wait <= LONGEST_WAIT)) throw invalid(`wait is 0 to ${LONGEST_WAIT} seconds.`, 'wait');
  const agent = agentOf(call);
  const isWanted = (run: Run): boolean =>
    run.agent === agent &&
    run.major === major &&
    (workflowId === null || run.workflowId === workflowId) &&
    (status === null || run.status === status);
  const leave = wait > 0 && workflowId !== null ? services.workers.begin(workflowId) : undefined;
  try {
    // Listened for before it is looked: nothing comes in between.
    const arrived = wait > 0 ? nextChange(call, isWanted, wait) : undefined;
    let runs = await runsOf(call, isWanted);
    if (runs.length === 0 && arrived !== undefined) {
      await arrived;
      assertHolds(call);
      runs = await runsOf(call, isWanted);
    }
    return answer(200, { runs: runs.map(snapshotOf) });
  } finally {
    leave?.();
  }
}

async function runsOf(call: Call, isWanted: (run: Run) => boolean): Promise<readonly Run[]> {
  const { services, major } = call;
  const rows = (await services.port.sessions.list(agentOf(call))).filter(({ dialect }) => majorOf(dialect) === major);
  const found: Run[] = [];
  for (const row of rows.slice(-MOST_LOOKED_AT).toReversed()) {
    if (found.length >= MOST_RUNS) break;
    const run = await readable(call, row);
    if (run !== undefined && isWanted(run)) found.push(run);
  }
  return found;
}

/** One that cannot be read takes no other with it. */
async function readable({ services, major }: Call, row: PortSession): Promise<Run | undefined> {
  try {
    return await services.book.adopt(row, major);
  } catch (error) {
    services.port.transport.failed('a run could not be read', error);
    return undefined;
  }
}

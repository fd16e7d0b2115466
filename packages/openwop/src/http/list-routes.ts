// The runs of an agent, the latest first, by workflow and status. With `wait` the answer comes when there is one: so a
// program that runs workflows hears of new runs.

import type { PortSession } from '@vitrine/core';
import { type Page, type PageQuery, pageOf, readPage } from '@vitrine/face-kit';
import { MOST_RUNS } from '../advertisement.ts';
import type { Run } from '../runs/run.ts';
import { majorOf } from '../runs/run-book.ts';
import { agentOf, type Call, nextChange, type Route } from './call.ts';
import { answer, invalid, type Reply } from './refusal.ts';
import { snapshotOf } from './run-routes.ts';

export const LIST_ROUTES: readonly Route[] = [{ method: 'GET', path: /^\/runs$/, answer: listRuns }];

const MAX_WAIT_SECONDS = 30;
/** Rows that one answer looks through; `next` leads on behind them. */
const MAX_LOOKS = 1000;

async function listRuns(call: Call): Promise<Reply> {
  const { services, url, major } = call;
  const query = { limit: MOST_RUNS, ...readPage(url.searchParams, MOST_RUNS) };
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
    return answer(200, { runs: page.items.map(snapshotOf), ...(page.next === undefined ? {} : { next: page.next }) });
  } finally {
    leave?.();
  }
}

async function pageOfRuns(call: Call, query: PageQuery, isWanted: (run: Run) => boolean): Promise<Page<Run>> {
  const { services, major } = call;
  const rows = (await services.port.sessions.list(agentOf(call))).filter(({ dialect }) => majorOf(dialect) === major);
  const pick = async (row: PortSession): Promise<Run | undefined> => {
    const run = await readable(call, row);
    return run !== undefined && isWanted(run) ? run : undefined;
  };
  return pageOf(rows.toReversed(), query, ({ session }) => session, { pick, maxLooks: MAX_LOOKS });
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

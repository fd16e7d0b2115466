// Whether a log can be gone on with: the database is sound, every session folds from what is stored, from its first entry to its last, and the chains
// of the audit are whole.

import { Replica } from '@vitrine/core';
import type { StoredSessionRow } from '@vitrine/log';
import { type AuditReport, verifyAudit } from './audit/verify-audit.ts';
import { catalogsOf } from './sessions/brought-catalogs.ts';
import type { SessionContext } from './sessions/context.ts';
import { replicaAt } from './sessions/replay.ts';

export interface LogReport {
  readonly ok: boolean;
  readonly sessions: number;
  readonly entries: number;
  readonly problems: readonly string[];
  readonly audit: AuditReport;
}

const MAX_PROBLEMS = 100;

export async function verifyLog(context: SessionContext): Promise<LogReport> {
  const problems: string[] = [];
  let [sessions, entries] = [0, 0];
  try {
    await context.log.checkWhole?.();
  } catch (error) {
    // What is damaged is not read: a library may end the process over it.
    const audit = { ok: false, lines: 0, erased: 0, chains: {}, problems: [] };
    return { ok: false, sessions, entries, problems: [(error as Error).message], audit };
  }
  for await (const row of context.log.sessions()) {
    sessions++;
    try {
      entries += await foldWhole(context, row);
    } catch (error) {
      if (problems.length < MAX_PROBLEMS)
        problems.push(`The session ${row.session} does not fold: ${(error as Error).message}`);
    }
  }
  const audit = await verifyAudit(context.log);
  return { ok: problems.length === 0 && audit.ok, sessions, entries, problems, audit };
}

/** How many entries it has. Where none were removed, the state by way of snapshots must be that of all entries. */
async function foldWhole(context: SessionContext, { session, base }: StoredSessionRow): Promise<number> {
  const { log, limits } = context;
  const head = await log.head(session);
  const { replica, seq } = await replicaAt(context, session, head);
  if (seq !== head) throw new Error(`it ends with seq ${seq}, and should with ${head}.`);
  if (base > 0) return head - base;
  const whole = new Replica({ catalogs: await catalogsOf(context, session), limits });
  let count = 0;
  for await (const entry of log.read(session, 0)) {
    if (entry.seq !== ++count) throw new Error(`seq ${entry.seq} stands where ${count} should.`);
    whole.apply(entry);
    if (count === head) break;
  }
  if (JSON.stringify(whole.snapshot()) !== JSON.stringify(replica.snapshot()))
    throw new Error('its snapshot is not the state that its entries give.');
  return count;
}

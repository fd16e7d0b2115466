// From what callers hand over to what a driver stores, and back: values become texts once, on the caller's side. What
// every driver says of a commit in the same words stands here too.

import { randomBytes } from 'node:crypto';
import type { Json, Seq } from '@vitrine/core';
import { writeEntry } from './entry-text.ts';
import { type EntryRun, toRuns } from './runs.ts';
import type { Claim, Commit, CommitOutcome, LogRecord, RecordWrite, SessionId, SessionOrigin } from './session-log.ts';
import { toText, toTime } from './stored-text.ts';

export interface StoredCommit {
  readonly session: SessionId;
  readonly open?: SessionOrigin;
  readonly runs: readonly EntryRun[];
  readonly expect?: Seq;
  readonly claims?: readonly Claim[];
  readonly records?: readonly StoredWrite[];
}

export type StoredValue = { readonly text: string } | { readonly bytes: Uint8Array };
export type StoredWrite =
  | { readonly kind: string; readonly key: string; readonly remove: true }
  | (Omit<LogRecord, 'value'> & { readonly value: StoredValue });

export type StoredRecord = Exclude<StoredWrite, { readonly remove: true }>;

export type RefusedCommit = Extract<CommitOutcome, { ok: false }>;

export const refusals = {
  unknown: { ok: false, code: 'VITRINE_LOG_SESSION_UNKNOWN', message: 'There is no session of this id.' },
  exists: { ok: false, code: 'VITRINE_LOG_SESSION_EXISTS', message: 'A session of this id exists.' },
  fenced: {
    ok: false,
    code: 'VITRINE_LOG_FENCED',
    message: 'Another node writes this session by now.',
  },
  closed: { ok: false, code: 'VITRINE_LOG_SESSION_CLOSED', message: 'The session is closed.' },
  conflict: (head: Seq, expected: Seq): RefusedCommit => {
    const message = `The session is at seq ${head}, not ${expected}.`;
    return { ok: false, code: 'VITRINE_LOG_CONFLICT', message, head };
  },
  claimed: (claim: string, session: SessionId, seq: Seq): RefusedCommit => {
    const message = `Claim ${JSON.stringify(claim)} was made before.`;
    return { ok: false, code: 'VITRINE_LOG_CLAIMED', message, claim, session, seq };
  },
} as const;

/** Claims with this prefix are unique over all sessions; every other one in its own session. */
export function isOverAll(claim: string): boolean {
  return claim.startsWith('once:');
}

/** 128 bits: whoever knows the id of a session learned it from somebody. */
export function newSessionId(): SessionId {
  // A hyphen at its beginning would be a flag on a command line.
  return randomBytes(16).toString('base64url').replace(/^-/, '_');
}

export function toStoredCommit({ session, open, entries, expect, claims, records }: Commit): StoredCommit {
  const texts = entries.map((entry) => ({
    text: 'text' in entry ? entry.text : writeEntry(entry),
    fed: entry.from.role !== 'agent',
  }));
  return {
    session,
    ...(open === undefined ? {} : { open: { ...open, createdAt: toTime(open.createdAt) } }),
    runs: toRuns(texts),
    ...(expect === undefined ? {} : { expect }),
    ...(claims === undefined ? {} : { claims: claims.map(toStoredClaim) }),
    ...(records === undefined ? {} : { records: records.map(toStoredWrite) }),
  };
}

function toStoredClaim(claim: Claim): Claim {
  if (typeof claim === 'string') return claim;
  return { claim: claim.claim, from: toTime(claim.from), until: toTime(claim.until) };
}

export function toStoredWrite(write: RecordWrite): StoredWrite {
  if ('remove' in write) return write;
  const { value, due, ...rest } = write;
  return {
    ...rest,
    ...(due === undefined ? {} : { due: toTime(due) }),
    value: value instanceof Uint8Array ? { bytes: value } : { text: toText(value) },
  };
}

export function toRecord({ value, ...rest }: StoredRecord): LogRecord {
  return { ...rest, value: 'bytes' in value ? value.bytes : (JSON.parse(value.text) as Json) };
}

/** Few, because a record may be a file. */
export const RECORD_PAGE = 16;

/** @param readPage gives at most RECORD_PAGE that stand behind the last one */
export async function* readRecords(
  readPage: (last: StoredRecord | undefined) => Promise<readonly StoredRecord[]>,
): AsyncIterable<LogRecord> {
  let last: StoredRecord | undefined;
  for (;;) {
    const page = await readPage(last);
    yield* page.map(toRecord);
    if (page.length < RECORD_PAGE) return;
    last = page.at(-1);
  }
}

// From what callers hand over to what crosses to the store, and back: values become texts once, on this side.

import type { Json } from '@vitrine/core';
import { writeEntry } from '../entry-text.ts';
import type { Claim, Commit, LogRecord, RecordWrite } from '../session-log.ts';
import { toText, toTime } from '../stored-text.ts';
import type { StoredCommit } from './commit-table.ts';
import type { StoredRecord, StoredWrite } from './record-table.ts';
import { toRuns } from './runs.ts';

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

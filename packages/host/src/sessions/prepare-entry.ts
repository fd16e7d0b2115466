// An entry as it will stand in the log, before anybody has judged it: what the host was told to hide is hidden, and the
// text is written. Nothing of it changes the session.

import {
  defined,
  isSampled,
  JSON_STEPS,
  lowerTrust,
  type NewEntry,
  type Origin,
  type Steps,
  takeAll,
} from '@vitrine/core/internal';
import { type EntryToStore, LogError, storeEntry, storeEntrySteps } from '@vitrine/log';
import { type SessionContext, timeOf } from './context.ts';
import type { EntryToAdd, PreparedEntry, WritableSession } from './writable.ts';

type PreparingSession = Pick<WritableSession, 'context' | 'row' | 'head' | 'fold'>;

export function prepareEntry(session: PreparingSession, entry: EntryToAdd, from: Origin): PreparedEntry {
  const { context } = session;
  const toStore = context.hidesAnything
    ? takeAll(redactedToStore(session, entry, from))
    : toStoreOf(session, entry, entry, from);
  const { body, trust } = toStore;
  const stored = unlessUnsayable(() => storeEntry(toStore, session.head + 1));
  return stored === undefined ? { entry, from, trust, body } : { entry, from, trust, body, stored };
}

export function* prepareEntrySteps(session: PreparingSession, entry: EntryToAdd, from: Origin): Steps<PreparedEntry> {
  const toStore = session.context.hidesAnything
    ? yield* redactedToStore(session, entry, from)
    : toStoreOf(session, entry, entry, from);
  const { body, trust } = toStore;
  const steps = storeEntrySteps(toStore, session.head + 1, JSON_STEPS);
  let next = unlessUnsayable(() => steps.next());
  for (; next !== undefined && next.done !== true; next = unlessUnsayable(() => steps.next())) yield;
  if (next === undefined) return { entry, from, trust, body };
  const stored = next.value;
  yield;
  const judged = yield* session.fold.judgeSteps(stored.entry.body);
  return { entry, from, trust, body, stored, judged };
}

function* redactedToStore(session: PreparingSession, entry: EntryToAdd, from: Origin): Steps<EntryToStore> {
  return toStoreOf(session, entry, yield* redactedSteps(session, entry), withoutSecret(session.context, from));
}

/** @param shown the entry, without what is hidden in it */
function toStoreOf(
  { context, row }: PreparingSession,
  entry: EntryToAdd,
  { body, key, ref, basis, ext, trace }: EntryToAdd,
  from: Origin,
): EntryToStore {
  const trust = lowerTrust(row.trust, entry.trust);
  return { at: timeOf(context), from, trust, key, ref, basis, body, ext, trace: sampled(context, trace) };
}

/** Only what somebody records is worth its bytes. */
function sampled({ tracer }: SessionContext, trace = tracer?.current()): string | undefined {
  return trace !== undefined && isSampled(trace) ? trace : undefined;
}

function* redactedSteps(session: PreparingSession, entry: EntryToAdd): Steps<EntryToAdd> {
  const { redact, redactSteps } = session.context;
  const { body, key, ref, ext } = entry;
  return {
    ...entry,
    body: (yield* redactSteps(body)).map((part) => withoutGrownSecret(session, part)),
    ...defined({
      key: key === undefined ? undefined : redact(key),
      ref: ref === undefined ? undefined : redact(ref),
      ext: ext && (yield* redactSteps(ext)),
    }),
  };
}

/** A viewer may be called anything. */
function withoutSecret(context: SessionContext, from: Origin): Origin {
  return from.role === 'viewer' ? context.redact(from) : from;
}

/** A secret that comes in pieces is one when the last of them is there. */
function withoutGrownSecret({ context, fold }: PreparingSession, part: NewEntry['body'][number]): typeof part {
  if (!('op' in part) || part.op !== 'append' || typeof part.value !== 'string') return part;
  const { surface, path, value } = part;
  const before = fold.surfaces.get(surface)?.data.get(path);
  if (typeof before !== 'string') return part;
  const tail = context.tail(before);
  const grown = tail + value;
  const redacted = context.redact(grown);
  if (redacted === grown) return part;
  return { op: 'set', surface, path, value: before.slice(0, before.length - tail.length) + redacted };
}

/** Undefined: JSON cannot say it. */
function unlessUnsayable<T>(store: () => T): T | undefined {
  try {
    return store();
  } catch (error) {
    if (error instanceof LogError) return undefined;
    throw error;
  }
}

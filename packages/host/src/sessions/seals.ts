// What was typed into an obscured field, on its way to the agent and nowhere else: a sealed record, a mark in its place
// in the entry, put back when the event is delivered, erased when the agent has confirmed it.

import { randomBytes } from 'node:crypto';
import { isArray, isObject, type Json, type ViewerEvent } from '@vitrine/core/internal';
import type { LogRecord, RecordWrite, SessionId } from '@vitrine/log';
import { sealKeyOf } from '../seal.ts';
import type { SessionContext } from './context.ts';

const KIND = 'seal';
const MARK = 'vitrineSealed';

export interface SecretValue {
  /** Where it stands in the body. */
  readonly path: readonly (string | number)[];
  readonly value: Json;
}

export interface SealedBody {
  readonly body: readonly ViewerEvent[];
  readonly records: readonly RecordWrite[];
}

export function sealBody(
  context: SessionContext,
  session: SessionId,
  body: readonly ViewerEvent[],
  secrets: readonly SecretValue[],
): SealedBody {
  if (secrets.length === 0) return { body, records: [] };
  const records: RecordWrite[] = [];
  let sealed = body as unknown as Json;
  for (const { path, value } of secrets) {
    const ref = randomBytes(16).toString('base64url');
    records.push({ kind: KIND, key: `${session}/${ref}`, session, value: context.seal(value, session) });
    sealed = replaced(sealed, path, { [MARK]: ref });
  }
  return { body: sealed as unknown as readonly ViewerEvent[], records };
}

function replaced(value: Json, [step, ...rest]: readonly (string | number)[], by: Json): Json {
  if (step === undefined) return by;
  if (isArray(value)) return value.map((item, i) => (i === Number(step) ? replaced(item, rest, by) : item));
  if (!isObject(value)) return value;
  return { ...value, [step]: replaced(value[step] as Json, rest, by) };
}

/** The refs of the seals in an entry. */
export function sealsIn(value: unknown, found: string[] = []): readonly string[] {
  if (Array.isArray(value)) for (const item of value) sealsIn(item, found);
  else if (typeof value === 'object' && value !== null) {
    const ref = refOf(value);
    if (ref !== undefined) found.push(ref);
    else for (const item of Object.values(value)) sealsIn(item, found);
  }
  return found;
}

function refOf(value: object): string | undefined {
  const ref = (value as { readonly [MARK]?: unknown })[MARK];
  return typeof ref === 'string' && Object.keys(value).length === 1 ? ref : undefined;
}

/** What is sealed, in its place; null where it was erased. */
export async function unsealed<T>(context: SessionContext, session: SessionId, value: T): Promise<T> {
  const refs = sealsIn(value);
  if (refs.length === 0) return value;
  const opened = new Map<string, Json>();
  for (const ref of refs) {
    const record: LogRecord | undefined = await context.log.record(KIND, `${session}/${ref}`);
    opened.set(ref, typeof record?.value === 'string' ? context.unseal(record.value, session) : null);
  }
  return putBack(value as Json, opened) as T;
}

function putBack(value: Json, opened: ReadonlyMap<string, Json>): Json {
  if (isArray(value)) return value.map((item) => putBack(item, opened));
  if (!isObject(value)) return value;
  const ref = refOf(value);
  if (ref !== undefined && opened.has(ref)) return opened.get(ref) as Json;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, putBack(item as Json, opened)]));
}

export function erasures(session: SessionId, refs: readonly string[]): readonly RecordWrite[] {
  return refs.map((ref) => ({ kind: KIND, key: `${session}/${ref}`, remove: true }));
}

/** Undefined: it cannot be opened, and stays as it is. */
export function sealedAnew(context: SessionContext, { key, session, value }: LogRecord): RecordWrite | undefined {
  if (session === undefined || typeof value !== 'string') return undefined;
  try {
    return { kind: KIND, key, session, value: context.seal(context.unseal(value, session), session) };
  } catch {
    return undefined;
  }
}

/** Under which keys something is sealed now. */
export async function sealKeysInUse({ log }: Pick<SessionContext, 'log'>): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for await (const { value } of log.records(KIND)) if (typeof value === 'string') keys.add(sealKeyOf(value));
  return keys;
}

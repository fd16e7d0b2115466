// Entries, sessions and readings as tests write them.

import type { Entry, Json } from '@vitrine/core';
import { expect } from 'vitest';
import type { Commit, CommitOutcome, LogError, NewSession, SessionLog, UnwrittenEntry } from '../src/index.ts';

export const NOON = '2026-03-01T12:00:00.000Z';

export function entry(value: Json, role: Entry['from']['role'] = 'agent'): UnwrittenEntry {
  return {
    at: NOON,
    from: { role, id: `${role}-1`, dialect: 'vitrine' },
    trust: 'trusted',
    body: [{ op: 'set', surface: 'main', path: '/value', value }],
  };
}

/** What `entry` was made with. */
export function valueIn({ body: [part] }: Pick<Entry, 'body'>): Json | undefined {
  return part !== undefined && 'value' in part ? part.value : undefined;
}

export async function create(log: SessionLog, session: Partial<NewSession> = {}): Promise<string> {
  return (await log.createSession({ agent: 'ann', trust: 'trusted', createdAt: NOON, ...session })).session;
}

/** Commits and demands that it was stored. */
export async function append(log: SessionLog, session: string, values: readonly Json[], more: Partial<Commit> = {}) {
  const outcome = await log.commit({ session, entries: values.map((value) => entry(value)), ...more });
  return stored(outcome);
}

export function stored(outcome: CommitOutcome): { readonly first: number; readonly last: number } {
  if (!outcome.ok) throw new Error(`The commit was refused: ${outcome.message}`);
  return { first: outcome.first, last: outcome.last };
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export async function values(entries: AsyncIterable<Entry>): Promise<(Json | undefined)[]> {
  return (await collect(entries)).map(valueIn);
}

export async function expectCode(promise: Promise<unknown>, code: string, details: object = {}): Promise<void> {
  const error = (await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )) as LogError | undefined;
  // Logs of compiled code have a class of their own, so the name is what can be asked.
  expect(error).toMatchObject({ name: 'LogError', code, details });
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

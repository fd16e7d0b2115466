// The past of a session: from the log of a data folder that no server holds, from a server, or from a file that the inspector
// saved. A server tells an agent the state at any seq and leaves no trace of that; entry by entry it tells only viewers, and a
// viewer's coming is an entry.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type FoldSnapshot,
  HOST_JSON_BOUNDS,
  isArray,
  isObject,
  type JsonObject,
  type JudgedEntry,
  type Op,
  parseJson,
} from '@vitrine/core/internal';
import { ENTRY_VERSION, LogError, openSqliteLog, readEntry } from '@vitrine/log';
import { CommandError } from '../errors.ts';
import { ask, askForEvents } from '../host-call.ts';
import type { HostAccess } from '../host-flags.ts';
import { logFailure } from '../serving/data-folder.ts';

export interface RecordedStep {
  readonly seq: number;
  /** One, or what makes the state at the seq. */
  readonly entries: readonly JudgedEntry[];
}

export interface Recording {
  /** Entries, one a line: nothing else is looked at then. */
  readonly file?: string;
  readonly folder: string;
  readonly session: string;
  /** Asked for only when the folder is not to be had. */
  readonly access: () => Promise<HostAccess>;
  /** Do not look at the folder at all. */
  readonly remote: boolean;
  /** How it was at a seq, or last, is enough; steps may be left out. */
  readonly still?: { readonly at: number | undefined };
}

export async function* recordedSteps(recording: Recording): AsyncGenerator<RecordedStep> {
  const { file, folder, session, remote, still } = recording;
  if (file !== undefined) return yield* stepsIn(file);
  // Opening makes what is missing, and a replay makes nothing.
  const log = remote || !existsSync(join(folder, 'sessions.db')) ? undefined : await openLog(folder);
  if (log === undefined) {
    const access = await recording.access();
    if (still === undefined) yield* historyOf(access, session);
    else yield await stateOf(access, session, still.at);
    return;
  }
  try {
    if ((await log.session(session)) === undefined)
      throw new CommandError(`there is no session "${session}" in ${folder}.`);
    for await (const entry of log.read(session, 0)) yield { seq: entry.seq, entries: [entry] };
  } catch (error) {
    throw error instanceof LogError ? new CommandError(error.message) : error;
  } finally {
    await log.close();
  }
}

async function* stepsIn(file: string): AsyncGenerator<RecordedStep> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const parsed = parseJson(line, HOST_JSON_BOUNDS);
    const { v, seq, body } = (parsed.ok && isObject(parsed.value) ? parsed.value : {}) as Partial<JsonObject>;
    if (typeof v !== 'number' || typeof seq !== 'number' || !isArray(body))
      throw new CommandError(`line ${i + 1} of the file is no entry: a recording is what the inspector saves.`);
    if (v > ENTRY_VERSION)
      throw new CommandError(`the recording is of version ${v}; this Vitrine reads ${ENTRY_VERSION}: use a newer one.`);
    yield { seq, entries: [readEntry(line, seq)] };
  }
}

/** Undefined: a server holds it. */
async function openLog(folder: string) {
  try {
    return await openSqliteLog(folder);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    if (error.code === 'VITRINE_LOG_LOCKED') return undefined;
    throw logFailure(folder, error);
  }
}

async function stateOf(access: HostAccess, session: string, at: number | undefined): Promise<RecordedStep> {
  const path = `/sessions/${encodeURIComponent(session)}/snapshot`;
  const { seq, surfaces, asks, tasks } = (await ask(access, {
    path,
    query: { at: at?.toString() },
  })) as unknown as Pick<FoldSnapshot, 'surfaces' | 'asks' | 'tasks'> & { readonly seq: number };
  const opened = Object.entries(surfaces).map(([surface, { trust, ...head }]): JudgedEntry => {
    return { body: [{ op: 'open', surface, ...head }], trust };
  });
  const open = [...Object.values(asks), ...Object.values(tasks)].map((op): JudgedEntry => ({ body: [op] }));
  return { seq, entries: [...opened, ...open] };
}

/** As a viewer that wants every entry from the first. */
async function* historyOf(access: HostAccess, session: string): AsyncGenerator<RecordedStep> {
  const path = `/sessions/${encodeURIComponent(session)}`;
  const { token } = await ask(access, { path: `${path}/viewer-token`, body: {} });
  const query = { dialect: 'vitrine', history: '1' };
  const viewer = { url: access.url, key: String(token) };
  let entries: readonly JudgedEntry[] = [];
  for await (const { name, data, id } of askForEvents(viewer, { path: `${path}/stream`, query })) {
    if (name === 'ready' || name === 'closed') return;
    entries = [...entries, ...entriesIn(data)];
    if (id === undefined) continue;
    yield { seq: Number(id), entries };
    entries = [];
  }
}

function entriesIn(data: string): readonly JudgedEntry[] {
  const parsed = parseJson(data, HOST_JSON_BOUNDS);
  const message = parsed.ok ? parsed.value : undefined;
  if (!isObject(message) || !isArray(message.body)) return [];
  const body = message.body as unknown as readonly Op[];
  return [message.trust === 'untrusted' ? { body, trust: 'untrusted' } : { body }];
}

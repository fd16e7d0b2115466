// The host as the faces of other protocols see it: sessions, credentials and records, by the interface that core declares.

import { createHmac, hkdfSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type {
  Face,
  Issue,
  Json,
  NewEntry,
  Origin,
  PortAnswer,
  PortGuard,
  PortRecord,
  PortRecords,
  PortSession,
  PortTaker,
  SessionPort,
} from '@vitrine/core';
import { DIALECT_IDS, type Dialect, dialectById } from '@vitrine/dialects';
import type { LogRecord, SessionLog } from '@vitrine/log';
import type { Credentials } from './caller.ts';
import { clientAddress, portClient } from './guards/client-address.ts';
import { fileType } from './guards/content-type.ts';
import { isLoopback } from './guards/host-names.ts';
import { HostError, toHostError } from './host-error.ts';
import { readText } from './http/body.ts';
import type { FileRoom } from './http/file-room.ts';
import type { AllSessions } from './sessions/all-sessions.ts';
import { bringCatalog } from './sessions/brought-catalogs.ts';
import { HOST } from './sessions/context.ts';
import type { Draft, WritableSession } from './sessions/writable.ts';
import { frameTexts } from './socket/frames.ts';

export type HostFace = Face<Request, Response, [incoming: IncomingMessage, socket: Duplex, head: Buffer]>;

/** How a face comes to its port. */
export interface FaceDefinition {
  /** Keeps its records and secrets apart from those of others. */
  readonly name: string;
  create(port: SessionPort): HostFace;
}

export interface PortOptions {
  readonly name: string;
  readonly sessions: AllSessions;
  readonly credentials: Credentials;
  readonly log: SessionLog;
  /** Shared with the HTTP of the host. */
  readonly fileRoom: FileRoom;
  /** The first signs; the others signed before. */
  readonly secrets: () => readonly Uint8Array[];
  readonly now: () => number;
  readonly publicUrl: () => string;
  readonly failed: (what: string, error: unknown) => void;
  /** Where the face's own are added. */
  readonly guards: PortGuard[];
  readonly takers: PortTaker[];
  readonly redact: SessionPort['redact'];
}

export function createPort(options: PortOptions): SessionPort {
  const { name, sessions, credentials, log, fileRoom, now, publicUrl, failed, guards, takers } = options;
  const own = new WeakMap<Uint8Array, Uint8Array>();
  const secretOf = (key: Uint8Array): Uint8Array => {
    const secret = own.get(key) ?? new Uint8Array(hkdfSync('sha256', key, '', `vitrine face ${name}`, 32));
    own.set(key, secret);
    return secret;
  };
  return {
    now,
    publicUrl,
    failed,
    isLocal: () => isLoopback(new URL(publicUrl()).hostname),
    client: (remote, authorization) => portClient(clientAddress(remote), authorization),
    // Calls are those of HostFace.
    read: (call, maxBytes) => readText(call as Request, maxBytes),
    frames: frameTexts,
    secrets: () => options.secrets().map(secretOf),
    records: recordsOf(log, {
      kind: `face:${name}`,
      // The oldest: names stay as they are when a new key is made.
      secret: () => secretOf(options.secrets().at(-1) as Uint8Array),
      redact: (value) => options.redact(value).value,
    }),
    identify: (credential) => credentials.identify(credential),
    agent: async (agent) => {
      const row = (await credentials.agents()).find((known) => known.agent === agent);
      const grant = credentials.grantOf(agent);
      return row === undefined || grant === undefined ? undefined : { trust: row.trust, grant };
    },
    holds: (grant) => credentials.holds(grant),
    credentialNow: () => credentials.now(),
    onRevoked: (listener) =>
      credentials.onRevoked((what) => {
        if (!('operators' in what)) listener(what);
      }),
    guard: (judge) => void guards.push(judge),
    take: (taker) => void takers.push(taker),
    redact: (value) => options.redact(value),
    open: async ({ trust = 'trusted', ...session }) => ({ ...(await sessions.open({ ...session, trust })), seq: 0 }),
    session: (session) => sessions.summary(session).catch(undefinedIfUnknown),
    sessions: (agent): Promise<readonly PortSession[]> => sessions.list(agent),
    close: async (session) => void (await sessions.close(session)),
    view: async (session) => (await sessions.get(session)).view,
    blank: () => sessions.blank(),
    rehearse: ({ message, viewer, dialect }) =>
      sessions.rehearse({ text: { value: message }, viewer, ...named(dialect) }),
    bring: async (session, catalog) => bringCatalog(await sessions.get(session), catalog),
    say: async (session, { message, dialect, key, relayed }) =>
      (await sessions.get(session)).takeMessages({
        text: { value: message },
        ...named(dialect),
        ...keyed(key),
        ...(relayed === undefined ? {} : { relayed }),
      }),
    act: async (session, { message, viewer, dialect, key, basis }) =>
      (await sessions.get(session)).takeEvents({
        text: { value: message },
        viewer,
        ...named(dialect),
        ...keyed(key),
        ...(basis === undefined ? {} : { basis }),
      }),
    note: async (session, entry): Promise<PortAnswer> => {
      const live = await sessions.get(session);
      const { result, durable } = live.write((draft) => live.add(draft, entry, HOST));
      const seq = live.head;
      await durable;
      return { accepted: result.ok ? 1 : 0, seq, issues: result.issues };
    },
    record: async (session, entries, from): Promise<PortAnswer> => {
      const live = await sessions.get(session);
      const { result, durable } = live.write((draft) => addAll(live, draft, entries, from));
      await durable;
      return result;
    },
    fork: async (session, upTo) => sessions.fork(session, upTo),
    greet: async (session, hello) => (await sessions.get(session)).greet(hello),
    bid: async (session, viewer) => (await sessions.get(session)).bid(viewer),
    attach: async (session, outlet, { dialect, after, history, ...capabilities }) =>
      (await sessions.get(session)).attach(outlet, {
        dialect: dialectNamed(dialect),
        ...(Object.keys(capabilities).length === 0 ? {} : { capabilities }),
        ...(after === undefined ? {} : { after }),
        ...(history === undefined ? {} : { history }),
      }),
    entries: async (session, after, over) => {
      const ending = new AbortController();
      void over.then(() => ending.abort());
      return (await sessions.get(session)).entries(after, ending.signal);
    },
    addFile: async (session, { name, type, ...file }) => {
      const live = await sessions.get(session);
      if (live.row.closedAt !== undefined) throw new HostError('VITRINE_LOG_SESSION_CLOSED');
      return fileRoom.store(live, { ...file, name: name ?? '', type: fileType(type) });
    },
    removeFile: async (session, ref) => (await sessions.get(session)).removeFile(ref),
  };
}

function addAll(live: WritableSession, draft: Draft, entries: readonly NewEntry[], from: Origin): PortAnswer {
  const issues: Issue[] = [];
  let accepted = 0;
  for (const entry of entries) {
    const outcome = live.add(draft, entry, from);
    issues.push(...outcome.issues);
    if (!outcome.ok) break;
    accepted++;
  }
  return { accepted, seq: live.head, issues };
}

function undefinedIfUnknown(error: unknown): undefined {
  if (toHostError(error).code !== 'VITRINE_LOG_SESSION_UNKNOWN') throw error;
  return undefined;
}

function dialectNamed(id: string): Dialect {
  const dialect = dialectById(id);
  if (dialect !== undefined) return dialect;
  throw new HostError('VITRINE_QUERY_INVALID', `dialect must be one of ${DIALECT_IDS.join(', ')}.`);
}

function named(id: string | undefined): { readonly dialect?: Dialect } {
  return id === undefined ? {} : { dialect: dialectNamed(id) };
}

function keyed(key: string | undefined): { readonly key?: string } {
  return key === undefined ? {} : { key };
}

interface RecordOptions {
  readonly kind: string;
  readonly secret: () => Uint8Array;
  readonly redact: <T>(value: T) => T;
}

/** Neither a name nor a value holds what the host was told to hide; a name stays unlike every other. */
function recordsOf(log: SessionLog, { kind, secret, redact }: RecordOptions): PortRecords {
  const nameOf = (key: string): string => {
    const hidden = redact(key);
    return hidden === key ? key : `${hidden}~${createHmac('sha256', secret()).update(key).digest('base64url')}`;
  };
  return {
    read: async (key) => {
      const record = await log.record(kind, nameOf(key));
      return record === undefined ? undefined : toPort(record);
    },
    write: (records) =>
      log.writeRecords(
        records.map((record) => ({
          ...('remove' in record ? record : { ...record, value: redact(record.value) }),
          ...{ kind, key: nameOf(record.key) },
        })),
      ),
    list: (session) => each(log.records(kind, session)),
    due: (before) => each(log.due(kind, before)),
  };
}

async function* each(records: AsyncIterable<LogRecord>): AsyncIterable<PortRecord> {
  for await (const record of records) yield toPort(record);
}

function toPort({ key, session, due, value }: LogRecord): PortRecord {
  return {
    key,
    ...(session === undefined ? {} : { session }),
    ...(due === undefined ? {} : { due }),
    // Faces write values of JSON alone.
    value: value as Json,
  };
}

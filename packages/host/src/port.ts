// The host as the faces of other protocols see it: sessions, credentials and records, by the interface that core declares.

import { createHmac, hkdfSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type DialectHandler,
  defined,
  type Face,
  type FacePorts,
  type IdentityPort,
  type Issue,
  isHeavy,
  type Json,
  type Origin,
  type PortAnswer,
  type PortBeginning,
  type PortCommit,
  type PortEntry,
  type PortGuard,
  type PortKeyedCall,
  type PortPlace,
  type PortRecord,
  type PortRecordWrite,
  type PortReply,
  type PortSession,
  type RecordsPort,
  type SessionsPort,
  type ShareRate,
  type TransportPort,
} from '@vitrine/core/internal';
import { DIALECT_IDS, type Dialect, dialectById } from '@vitrine/dialects';
import { nextTurn, Slices } from '@vitrine/face-kit';
import { LogError, type LogRecord, type RecordWrite } from '@vitrine/log';
import type { Credentials } from './caller.ts';
import type { LateWrites } from './credentials/late-writes.ts';
import { clientAddress, portClient } from './guards/client-address.ts';
import type { Connections } from './guards/connections.ts';
import { fileType } from './guards/content-type.ts';
import { isLoopback } from './guards/host-names.ts';
import { HostError, toHostError } from './host-error.ts';
import type { FileQuota } from './http/file-quota.ts';
import type { OpenStreams } from './http/open-streams.ts';
import { bodyOf } from './http/request-body.ts';
import { viewerUrl } from './http/services.ts';
import type { AttachOptions, CommitExtras } from './live.ts';
import { DecodedOutlet } from './outlet.ts';
import type { AllSessions } from './sessions/all-sessions.ts';
import { bringCatalog } from './sessions/brought-catalogs.ts';
import { HOST, type SessionContext } from './sessions/context.ts';
import { ingestMessages } from './sessions/ingest-messages.ts';
import { judgePress } from './sessions/rehearsal.ts';
import { faceReply, keepFaceReply } from './sessions/replies.ts';
import { withTrace } from './sessions/trace-call.ts';
import type { CommitDraft, PreparedEntry, WritableSession } from './sessions/writable.ts';
import { frameTexts } from './socket/frames.ts';

export type HostFace = Face<Request, Response, [incoming: IncomingMessage, socket: Duplex, head: Buffer]>;

/** How a face comes to its port. */
export interface FaceDefinition {
  /** Keeps its records and secrets apart from those of others. */
  readonly name: string;
  create(port: FacePorts): HostFace;
}

export interface PortOptions {
  readonly name: string;
  readonly sessions: AllSessions;
  readonly context: SessionContext;
  readonly credentials: Credentials;
  /** Shared with the HTTP of the host. */
  readonly fileQuota: FileQuota;
  readonly connections: Connections;
  readonly streams: OpenStreams;
  /** The first signs; the others signed before. */
  readonly secrets: () => readonly Uint8Array[];
  readonly publicUrl: () => string;
  readonly failed: (what: string, error: unknown) => void;
  /** Absent: this host counts alone. */
  readonly shareRate?: ShareRate;
  /** Where the face's own are added. */
  readonly guards: PortGuard[];
  readonly handlers: DialectHandler[];
  readonly redact: TransportPort['redact'];
}

export function createPorts(options: PortOptions): FacePorts {
  const { name, context } = options;
  const own = new WeakMap<Uint8Array, Uint8Array>();
  const secretOf = (key: Uint8Array): Uint8Array => {
    const secret = own.get(key) ?? new Uint8Array(hkdfSync('sha256', key, '', `vitrine face ${name}`, 32));
    own.set(key, secret);
    return secret;
  };
  const records = new FaceRecords(context, name, {
    // The oldest: names stay as they are when a new key is made.
    secret: () => secretOf(options.secrets().at(-1) as Uint8Array),
    redact: (value) => options.redact(value).value,
    writes: options.credentials.writes,
  });
  return {
    sessions: inWordsOfHost(sessionsPort(options, records)),
    records: inWordsOfHost(records),
    identity: identityPort(options, secretOf),
    transport: transportPort(options),
  };
}

/** Faces know no errors of the log, and would take one for a fault of their own. */
function inWordsOfHost<P extends object>(port: P): P {
  const retell = (error: unknown): never => {
    throw error instanceof LogError ? toHostError(error) : error;
  };
  return new Proxy(port, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const result: unknown = member.apply(target, args);
        if (!(result instanceof Promise)) return isIterable(result) ? retold(result, retell) : result;
        return result.then((value: unknown) => (isIterable(value) ? retold(value, retell) : value), retell);
      };
    },
  });
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

async function* retold(items: AsyncIterable<unknown>, retell: (error: unknown) => never): AsyncGenerator<unknown> {
  try {
    yield* items;
  } catch (error) {
    retell(error);
  }
}

function transportPort(options: PortOptions): TransportPort {
  const { name: face, context, publicUrl, failed, redact, connections, streams, shareRate } = options;
  return {
    ...defined({ tracer: context.tracer }),
    now: context.now,
    steadyNow: context.steadyNow,
    shareRate: (name, rate) => shareRate?.(`${face} ${name}`, rate),
    publicUrl,
    failed,
    isLocal: () => isLoopback(new URL(publicUrl()).hostname),
    client: (remote, authorization) => portClient(clientAddress(remote), authorization),
    // Calls are those of HostFace.
    read: (call, maxBytes) => bodyOf(call as Request).text(maxBytes),
    connect: ({ address }) => connections.open(address),
    hold: (holder, end) => streams.holdFor(holder, end),
    frames: frameTexts,
    redact: (value) => redact(value),
    redactSteps: (value) => context.redactSteps(value),
  };
}

function identityPort(options: PortOptions, secretOf: (key: Uint8Array) => Uint8Array): IdentityPort {
  const { credentials, secrets } = options;
  return {
    identify: async (credential) => {
      const caller = await credentials.identify(credential);
      if (caller.role === 'agent' && caller.scopes !== undefined)
        throw new HostError('VITRINE_CREDENTIAL_PURPOSE', 'A key with scopes is for the protocol of the host alone.');
      return caller;
    },
    agent: async (agent) => {
      const row = (await credentials.agents()).find((known) => known.agent === agent);
      const grant = credentials.grantOf(agent);
      return row === undefined || grant === undefined ? undefined : { trust: row.trust, grant };
    },
    holds: (grant) => credentials.holds(grant),
    viewerUrl: async (session, renews) =>
      viewerUrl(options, session, (await credentials.mintViewer(session, defined({ renews }))).code),
    now: () => credentials.now(),
    onRevoked: (listener) =>
      credentials.onRevoked((what) => {
        if (!('operators' in what)) listener(what);
      }),
    secrets: () => secrets().map(secretOf),
  };
}

function sessionsPort(options: PortOptions, records: FaceRecords): SessionsPort {
  const { sessions, context, fileQuota: fileRoom, guards, handlers } = options;
  const begin = async (as: Parameters<AllSessions['begin']>[0], beginning: PortBeginning) => {
    const { entries = [], catalogs = [], ...commit } = beginning;
    const id = await sessions.begin(as, (live, draft) => {
      for (const catalog of catalogs) draft.records.push(...bringCatalog(live, catalog));
      const first = typeof entries === 'function' ? entries(live.view) : entries;
      const answer = addAll(live, draft, first, commit.from);
      if (answer.accepted < first.length) throw new HostError('VITRINE_BODY_INVALID', answer.issues.at(-1)?.message);
      records.add(commit, answer, draft);
      for (const { from } of first) if (from?.role === 'viewer') context.meter.event('checked');
      return live.id;
    });
    return sessions.summary(id);
  };
  return {
    open: async ({ agent, session, title, dialect, trust = 'trusted', ...beginning }) => {
      const names = defined({ title, dialect });
      return begin({ agent, trust, ...names, ...defined({ session }) }, beginning);
    },
    fork: (source, seq, { session, ...beginning } = {}) =>
      begin({ forkOf: { session: source, seq }, ...defined({ session }) }, beginning),
    find: (session) => sessions.summary(session).catch(undefinedIfUnknown),
    hasListener: (agent, session) => sessions.hasListener(agent, session),
    list: (agent): Promise<readonly PortSession[]> => sessions.list(agent),
    close: async (session) => void (await sessions.close(session)),
    exclusive: async (session, work) => {
      const live = await sessions.get(session).catch(undefinedIfUnknown);
      return live?.lead(work, true);
    },
    view: async (session) => {
      const live = await sessions.get(session);
      // Whoever looks is about to write: what is seen is what is written to.
      return live.lead(() => live.view, true);
    },
    blank: () => sessions.blank(),
    rehearse: ({ message, viewer, dialect }) =>
      sessions.rehearse({ text: { value: message }, viewer, ...named(dialect) }),
    judge: async (session, press) => {
      const live = await sessions.get(session);
      return live.lead(() => judgePress(live, press), true);
    },
    addCatalog: async (session, catalog) => {
      const live = await sessions.get(session);
      await live.lead(async () => {
        const writes = bringCatalog(live, catalog);
        if (writes.length > 0) await context.log.writeRecords(writes);
      }, true);
    },
    // Whoever sends is about to write more: the session comes here, once.
    sendAsAgent: async (session, { message, dialect, key, relayed, trust }) => {
      const live = await sessions.get(session);
      const text = { value: message };
      const input = withTrace(live, { text, ...named(dialect), ...keyed(key), ...defined({ relayed, trust }) });
      return live.lead(() => ingestMessages(live, input));
    },
    submitAsViewer: async (session, { message, viewer, dialect, key, basis, reply }) => {
      let isKept = reply === undefined;
      return (await sessions.get(session)).ingestEvents({
        text: { value: message },
        viewer,
        ...named(dialect),
        ...keyed(key),
        ...defined({ basis }),
        commit: (answer, draft) => {
          if (!isKept && reply !== undefined) records.add({ reply }, answer, draft);
          isKept = true;
        },
      });
    },
    write: async (session, entries, commit = {}): Promise<PortAnswer> => {
      const live = await sessions.get(session);
      return live.lead(async () => {
        const prepared = entries.some(({ body }) => isHeavy(body as Json))
          ? await prepareAhead(live, entries, commit.from)
          : undefined;
        if (live.whenEncoded !== undefined) await live.whenEncoded;
        const { result, durable } = live.write((draft) => {
          const answer = addAll(live, draft, entries, commit.from, prepared);
          if (answer.accepted > 0 || entries.length === 0) records.add(commit, answer, draft);
          return answer;
        });
        await durable;
        return result;
      }, true);
    },
    join: async (session, hello) => (await sessions.get(session)).join(hello),
    leave: async (session, viewer) => (await sessions.get(session)).leave(viewer),
    attach: async (session, outlet, place) => (await sessions.get(session)).attach(outlet, placeOf(place)),
    follow: async (session, outlet, place) =>
      (await sessions.get(session)).attach(new DecodedOutlet(outlet), placeOf(place)),
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
    guard: (judge) => void guards.push(judge),
    handle: (taker) => void handlers.push(taker),
  };
}

function placeOf({ dialect, after, history, ...capabilities }: PortPlace): AttachOptions {
  return {
    dialect: dialectNamed(dialect),
    ...(Object.keys(capabilities).length === 0 ? {} : { capabilities }),
    ...defined({ after, history }),
  };
}

/** What is long, in slices, before the turn in which it is added. */
async function prepareAhead(
  live: WritableSession,
  entries: readonly PortEntry[],
  from: Origin = HOST,
): Promise<PreparedEntries> {
  const slices = new Slices();
  const prepared = new Map<PortEntry, PreparedEntry>();
  for (const entry of entries) {
    const { from: author = from, ...body } = entry;
    if (isHeavy(entry.body as Json)) prepared.set(entry, await slices.takeAll(live.prepareSteps(body, author)));
  }
  await nextTurn();
  return prepared;
}

type PreparedEntries = ReadonlyMap<PortEntry, PreparedEntry>;

function addAll(
  live: WritableSession,
  draft: CommitDraft,
  entries: readonly PortEntry[],
  from: Origin = HOST,
  prepared?: PreparedEntries,
): PortAnswer {
  const issues: Issue[] = [];
  let accepted = 0;
  for (const entry of entries) {
    const { from: author = from, ...body } = entry;
    const ahead = prepared?.get(entry);
    const outcome = ahead === undefined ? live.add(draft, body, author) : live.addPrepared(draft, ahead);
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
  return defined({ dialect: id === undefined ? undefined : dialectNamed(id) });
}

function keyed(key: string | undefined): { readonly key?: string } {
  return defined({ key });
}

interface RecordOptions {
  readonly secret: () => Uint8Array;
  readonly redact: <T>(value: T) => T;
  readonly writes: LateWrites;
}

/** Neither a name nor a value holds what the host was told to hide; a name stays unlike every other. */
class FaceRecords implements RecordsPort {
  readonly #context: SessionContext;
  readonly #face: string;
  readonly #kind: string;
  readonly #options: RecordOptions;

  constructor(context: SessionContext, face: string, options: RecordOptions) {
    this.#context = context;
    this.#face = face;
    this.#kind = `face:${face}`;
    this.#options = options;
  }

  async read(key: string): Promise<PortRecord | undefined> {
    const name = this.#nameOf(key);
    const waiting = this.#options.writes.find(this.#kind, name);
    if (waiting !== undefined) return 'remove' in waiting ? undefined : toPort(waiting);
    const record = await this.#context.log.record(this.#kind, name);
    return record === undefined ? undefined : toPort(record);
  }

  async write(records: readonly PortRecordWrite[]): Promise<void> {
    try {
      await this.#options.writes.write(...records.map((record) => this.#stored(record)));
    } catch (error) {
      throw toHostError(error);
    }
  }

  keep(record: PortRecordWrite): Promise<boolean> {
    return this.#options.writes.keep(this.#stored(record));
  }

  list(session?: string): AsyncIterable<PortRecord> {
    return each(this.#context.log.records(this.#kind, session));
  }

  due(before: string): AsyncIterable<PortRecord> {
    return each(this.#context.log.due(this.#kind, before));
  }

  watch(listener: () => void): () => void {
    return this.#context.log.watch(this.#kind, listener);
  }

  reply(call: PortKeyedCall): Promise<{ readonly answer: Json } | undefined> {
    return faceReply(this.#context, this.#face, call);
  }

  keepReply(reply: PortReply): Promise<void> {
    const draft = { records: [], claims: [] };
    keepFaceReply(this.#context, this.#face, reply, draft);
    return this.#context.log.writeRecords(draft.records);
  }

  /** What goes with entries into one commit. */
  add({ records = [], reply }: PortCommit, answer: PortAnswer, draft: CommitExtras): void {
    draft.records.push(...records.map((record) => this.#stored(record)));
    const kept = typeof reply === 'function' ? reply(answer) : reply;
    if (kept !== undefined) keepFaceReply(this.#context, this.#face, kept, draft);
  }

  #stored(record: PortRecordWrite): RecordWrite {
    const name = { kind: this.#kind, key: this.#nameOf(record.key) };
    return 'remove' in record
      ? { ...record, ...name }
      : { ...record, value: this.#options.redact(record.value), ...name };
  }

  #nameOf(key: string): string {
    const { redact, secret } = this.#options;
    const hidden = redact(key);
    return hidden === key ? key : `${hidden}~${createHmac('sha256', secret()).update(key).digest('base64url')}`;
  }
}

async function* each(records: AsyncIterable<LogRecord>): AsyncIterable<PortRecord> {
  for await (const record of records) yield toPort(record);
}

function toPort({ key, session, due, value }: LogRecord): PortRecord {
  return {
    key,
    ...defined({ session, due }),
    // Faces write values of JSON alone.
    value: value as Json,
  };
}

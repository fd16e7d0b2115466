// What transports ask of the sessions. sessions/ implements it; http/ and socket/ use nothing else of it.

import {
  defined,
  type Entry,
  type FoldSnapshot,
  type Issue,
  type Json,
  type JsonObject,
  type PortSession,
  type Seq,
  type Time,
  type Trust,
} from '@vitrine/core/internal';
import type { Capabilities, Dialect } from '@vitrine/dialects';
import type { Page, PageQuery } from '@vitrine/face-kit';
import type { Claim, LogPosition, RecordWrite, SessionId, StoredSessionRow } from '@vitrine/log';
import type { Attachment, Outlet } from './outlet.ts';
import type { SeqRange } from './sessions/seq-ranges.ts';

/** What a call with messages or events is answered. */
export interface IngestAnswer {
  readonly accepted: number;
  readonly seq: Seq;
  readonly issues: readonly Issue[];
  /** For each message of an agent's call, in order: the seq of its entry, or undefined where it was refused. */
  readonly seqs?: readonly (Seq | undefined)[];
  /** Nothing of it could be read at all. */
  readonly unreadable?: true;
}

export interface Incoming {
  /** A body as it came, or one frame's message. */
  readonly text: string | { readonly value: Json };
  /** Of a value: how long its text was. Absent: short. */
  readonly length?: number;
  /** Absent: told from each message. */
  readonly dialect?: Dialect;
  /** Makes a repeat answer what the first was answered. */
  readonly key?: string;
  /** Of an agent: it brings on what somebody said who is not trusted. Absent: trusted as the session is. */
  readonly trust?: 'untrusted';
  /** The traceparent of the call that brought it. Absent: of what is under way. */
  readonly trace?: string;
  /** And of what else led to it. */
  readonly link?: string;
  /** Of an agent: it came by another protocol, and no face that takes it trusts it. */
  readonly relayed?: true;
}

/** What goes with entries into one commit. */
export interface CommitExtras {
  readonly records: RecordWrite[];
  readonly claims: Claim[];
}

/** What a viewer's client sent. `event` frames arrive as a message of the `vitrine` dialect. */
export interface IncomingEvents extends Incoming {
  readonly viewer: string;
  /** Names the token that the viewer has shown. */
  readonly credential?: string;
  readonly basis?: Seq;
  /** What the connection that it came by has confirmed. Absent: it came by none. */
  readonly confirmed?: Seq;
  readonly writes?: readonly { readonly surface: string; readonly path: string; readonly value: Json }[];
  /** What the host knows of the viewer at which the call arrived, where that is another one. */
  readonly elsewhere?: ViewerElsewhere;
  /** Told what the viewer confirms with it. */
  readonly confirm?: (seq: Seq) => void;
  /** What the messages of this call have had made so far; the call keeps it. */
  readonly made?: { bytes: number };
  /** Adds to the commit of each message that is taken. */
  readonly commit?: (answer: IngestAnswer, draft: CommitExtras) => void;
}

export interface JoinRequest {
  readonly viewer: string;
  readonly catalogs?: readonly string[];
  readonly locale?: string;
  readonly zone?: string;
  readonly viewport?: JsonObject;
}

/** What the host that serves a viewer knows of it. */
export interface ViewerElsewhere {
  readonly hello?: JoinRequest;
  /** What it was sent there. */
  readonly ranges: readonly SeqRange[];
  /** What it has confirmed there. */
  readonly confirmed: Seq;
}

export interface AttachOptions {
  readonly dialect: Dialect;
  readonly capabilities?: Capabilities;
  /** What the viewer has seen. Absent: the state as messages. */
  readonly after?: Seq;
  /** Every entry from the first instead of the state. */
  readonly history?: boolean;
}

export interface LiveSession {
  readonly id: SessionId;
  readonly row: StoredSessionRow;
  /** The last seq that is durable. */
  readonly seq: Seq;
  readonly viewers: number;
  /** It waits for an answer of a person. */
  readonly hasOpenAsk: boolean;
  ingestMessages(input: Incoming): Promise<IngestAnswer>;
  ingestEvents(input: IncomingEvents): Promise<IngestAnswer>;
  /** A viewer that says who it is and what it can show: an entry that the agent receives. */
  join(hello: JoinRequest): Promise<void>;
  /** The last connection of a viewer is gone. */
  leave(viewer: string): Promise<void>;
  attach(outlet: Outlet, options: AttachOptions): Attachment;
  /** A viewer has shown all up to a seq. False: it was not sent so much. */
  confirmShown(viewer: string, seq: Seq): boolean;
  /** What a viewer has confirmed; 0 where it has several connections, each of which may be behind. */
  confirmedBy(viewer: string): Seq;
  /** A viewer was handed the state at a seq by a call. */
  noteShown(viewer: string, seq: Seq): void;
  snapshot(at?: Seq): Promise<{ readonly seq: Seq } & Pick<FoldSnapshot, 'surfaces' | 'asks' | 'tasks'>>;
  /** As they are in the log, then live. */
  entries(after: Seq, signal: AbortSignal): AsyncIterable<Entry>;
  addFile(file: {
    readonly name: string;
    readonly type: string;
    readonly bytes: Uint8Array;
    readonly viewer: string;
  }): Promise<FileRow>;
  removeFile(ref: string): Promise<void>;
  /** What all files of the session take. */
  fileBytes(): Promise<number>;
  file(ref: string): Promise<(FileRow & { readonly bytes: Uint8Array }) | undefined>;
}

export interface FileRow {
  readonly ref: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly viewer: string;
}

/** One event as its agent receives it. */
export interface Delivery {
  readonly session: SessionId;
  readonly seq: Seq;
  /** What confirms it: a seq where one session was asked for, else a position. */
  readonly next: LogPosition;
  readonly at: Time;
  /** The state that the person acted on, where it is not the one right before the event. */
  readonly basis?: Seq;
  /** For whoever goes on with the trace of what the person did. */
  readonly traceparent?: string;
  readonly event: Json;
  readonly metadata?: Json;
}

/** Names of consumers, on every road. Behind an `@` stands the session in the name of a cursor. */
export const CONSUMER_NAME = /^[^@\p{Cc}\p{Cs}]{1,100}$/u;
export const CONSUMER_NAME_RULE = '1 to 100 characters without @ and without control characters';

export interface DeliveryOptions {
  readonly agent: string;
  /** Absent: all sessions of the agent. */
  readonly session?: SessionId;
  /** Confirms what is up to it; a seq for one session, else a position. */
  readonly after?: number;
  readonly consumer?: string;
  readonly signal?: AbortSignal;
  /** False: ends at what there is now. */
  readonly live?: boolean;
}

export interface SessionSummary extends PortSession {
  /** When the last entry was written; absent while there is none. */
  readonly activeAt?: Time;
  readonly viewers: number;
  /** It waits for a person; where it was asked for. */
  readonly waiting?: boolean;
  /** What its agent said last; where it was asked for. */
  readonly words?: string;
}

export interface Sessions {
  open(session: {
    readonly agent: string;
    readonly session?: SessionId;
    readonly title?: string;
    readonly dialect?: string;
    readonly trust: Trust;
  }): Promise<StoredSessionRow>;
  /** Loaded when it is first asked for. Refuses with VITRINE_LOG_SESSION_UNKNOWN. A closed one can be read. */
  get(session: SessionId): Promise<LiveSession>;
  summary(session: SessionId): Promise<SessionSummary>;
  list(agent?: string): Promise<readonly SessionSummary[]>;
  /** Some of them, the oldest first. */
  page(agent: string | undefined, query: PageQuery, hasDetails?: boolean): Promise<Page<SessionSummary>>;
  close(session: SessionId): Promise<StoredSessionRow>;
  deliveries(options: DeliveryOptions): AsyncIterable<Delivery>;
  /** Whether the agent reads what happens: in all its sessions, or in this one. */
  hasListener(agent: string, session?: SessionId): boolean;
  confirm(options: {
    readonly agent: string;
    readonly session?: SessionId;
    readonly consumer?: string;
    readonly upTo: number;
  }): Promise<void>;
  /** What the consumer confirmed last: what `after` takes to go on from there; 0 when nothing was. */
  confirmed(options: {
    readonly agent: string;
    readonly session?: SessionId;
    readonly consumer?: string;
  }): Promise<number>;
  /** Everything under way is committed and told; then every outlet ends. */
  stop(): Promise<void>;
}

/** What a viewer is told of the session when it comes. */
export function welcomeOf({ id, seq, row }: LiveSession): { readonly [name: string]: Json } {
  const { agent, title, trust } = row;
  return { session: id, seq, agent, ...defined({ title }), trust };
}

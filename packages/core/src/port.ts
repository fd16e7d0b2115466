// What a host offers to the faces of other protocols that are mounted on it, and what a face offers to the host. Types
// only: a face is given FacePorts and never imports the host; each part of it takes the ports that it needs. Dialects are
// named by their id.

import type { ActionEvent, Entry, NewEntry, Op, Origin, Seq, Time, Trust, ViewerEvent } from './entry.ts';
import type { Issue, Outcome } from './issue.ts';
import type { Json, JsonObject } from './json.ts';
import type { View } from './replica.ts';
import type { Steps } from './steps.ts';
import type { Tracer } from './trace.ts';

/**
 * What something that was minted rests on: an agent that was not revoked since, the key itself where it was had with that,
 * and a viewer's token that was not taken back where it was had with one. A face puts it into what it mints.
 */
export interface PortGrant {
  readonly agent: string;
  /** How often the agent had been revoked. */
  readonly epoch: number;
  /** Which key of the agent it was; absent: it outlives a rotation. */
  readonly key?: number;
  readonly viewer?: { readonly session: string; readonly jti: string; readonly era: number };
  /** Which key of the host signed what it was had with; absent: none did. */
  readonly signer?: string;
}

/** Open and close sessions; send messages and files; read what happens; make links and tokens for viewers. */
export type AgentScope = 'open' | 'send' | 'read' | 'link';

/** Who calls, once a credential of the host was looked at. */
export type PortCaller =
  | {
      readonly role: 'agent';
      readonly agent: string;
      readonly trust: Trust;
      /** Of the key, by `credentialNow`. Absent: it has no end. */
      readonly expiresAt?: Time;
      readonly grant: PortGrant;
      /** What its key may do. Absent: all that an agent may. Keys with scopes come to no face. */
      readonly scopes?: readonly AgentScope[];
    }
  | {
      readonly role: 'viewer';
      readonly session: string;
      /** Names the person's client; stays the same when the token is renewed. */
      readonly viewer: string;
      /** Names the token and those renewed from it. */
      readonly jti: string;
      /** By `credentialNow`. */
      readonly expiresAt: Time;
      readonly grant: PortGrant;
    }
  | { readonly role: 'operator' };

export interface PortSession {
  readonly session: string;
  readonly agent: string;
  readonly title?: string;
  readonly dialect?: string;
  readonly trust: Trust;
  readonly createdAt: Time;
  readonly closedAt?: Time;
  readonly seq: Seq;
}

export interface PortAnswer {
  readonly accepted: number;
  readonly seq: Seq;
  readonly issues: readonly Issue[];
  /** Nothing of it could be read at all. */
  readonly unreadable?: true;
}

/** What could not be said in the words of a viewer, or what it cannot show. */
export interface PortLoss {
  readonly what: string;
  readonly surface?: string;
  readonly component?: string;
}

/** What a viewer can show; what it does not speak of, it can. */
export interface PortCapabilities {
  readonly catalogs?: readonly string[];
  /** Types of components, for a dialect whose viewers name them one by one. */
  readonly components?: readonly string[];
  /** How many surfaces at once. */
  readonly surfaces?: number;
  readonly files?: boolean;
}

/** One entry as one class of viewers receives it: its messages, possibly none, each as JSON text or as the value. */
export interface PortSent<Message = string> {
  readonly seq: Seq;
  readonly wire: readonly Message[];
  /** The viewer whose event this is. */
  readonly author?: string;
  /** What the author called it. */
  readonly key?: string;
  /** Absent: none. */
  readonly losses?: readonly PortLoss[];
}

/** Some entries in order. What is made of them under a name is made once, and shared by all who receive them. */
export interface PortBatch<Message = string> {
  readonly items: readonly PortSent<Message>[];
  form(name: string, make: (items: readonly PortSent<Message>[]) => Uint8Array): Uint8Array;
}

/** A connection of a viewer, as a session sees it. */
export interface PortOutlet<Message = string> {
  readonly viewer: string;
  /** Forget everything: what follows begins anew. */
  reset(): void;
  /** The state as messages; the viewer then stands at `seq`. */
  join(wire: readonly Message[], seq: Seq, losses?: readonly PortLoss[]): void;
  /** False: full. Nothing more is sent until the outlet calls `resume` of its attachment; the batch itself was taken. */
  send(batch: PortBatch<Message>): boolean;
  /** All there was when it attached has been sent. */
  ready(seq: Seq): void;
  end(reason: 'closed' | 'stopping' | 'revoked', seq: Seq): void;
}

/** In which words a viewer is served, and from where on. */
export interface PortPlace extends PortCapabilities {
  readonly dialect: string;
  /** What the viewer has seen. Absent: the state as messages. */
  readonly after?: Seq;
  /** Every entry from the first instead of the state. */
  readonly history?: boolean;
}

export interface PortAttachment {
  /** The outlet is empty again: what it missed is sent. */
  resume(): void;
  detach(): void;
}

export interface PortRecord {
  readonly key: string;
  /** A record of a session goes when the session is deleted. */
  readonly session?: string;
  readonly due?: Time;
  readonly value: Json;
}

export type PortRecordWrite = PortRecord | { readonly key: string; readonly remove: true };

/** A call under a key: who calls what, and what it says. Somebody else, or another call, is another name. */
export interface PortKeyedCall {
  readonly name: string;
  /** What tells this call from another one under its key. Kept as a mark that tells nothing else. */
  readonly content: string;
}

/** What is kept of a call under a key, for a day; sealed, since an answer may hold a token. */
export interface PortReply extends PortKeyedCall {
  readonly answer: Json;
}

/** Values that a face keeps beside the entries; no other face sees them. Durable when a write resolves. */
export interface RecordsPort {
  read(key: string): Promise<PortRecord | undefined>;
  write(records: readonly PortRecordWrite[]): Promise<void>;
  /** For what takes something back: every read sees it at once, and it is stored as soon as that can be. False: it waits. */
  keep(record: PortRecordWrite): Promise<boolean>;
  list(session?: string): AsyncIterable<PortRecord>;
  due(before: Time): AsyncIterable<PortRecord>;
  /** Another host wrote records of this face; which is not told. Gives what ends it. */
  watch(listener: () => void): () => void;
  /** What the call was answered before. Undefined: nothing. Refuses with VITRINE_KEY_REUSED what says something else. */
  reply(call: PortKeyedCall): Promise<{ readonly answer: Json } | undefined>;
  /** For a call that wrote nothing else. */
  keepReply(reply: PortReply): Promise<void>;
}

/**
 * What has just lost its credential: open connections of it must close. `keyOnly`: the agent's key was rotated. `keys`: keys of
 * the host were dropped; whatever is open is asked again whether it holds.
 */
export type PortRevoked =
  | { readonly agent: string; readonly keyOnly?: true }
  | { readonly session: string; readonly jti?: string }
  | { readonly keys: true };

/**
 * Speaks before an entry of an agent or a viewer is added, by whatever road it came. Undefined: it may be. At once: it is
 * asked in the middle of a write.
 */
export type PortGuard = (
  session: string,
  body: readonly (Op | ViewerEvent)[],
  from: 'agent' | 'viewer',
  view: View,
) => Issue | undefined;

/** What a viewer did, admitted by the host: its inputs first, then its events in the host's own words. */
export interface PortEvents {
  readonly session: string;
  readonly viewer: string;
  readonly dialect: string;
  readonly key?: string;
  readonly body: readonly ViewerEvent[];
}

/** Handles what agents send and viewers do in the sessions of its dialects, in the place of the host. */
export interface DialectHandler {
  readonly dialects: readonly string[];
  /** One message of the session's agent. `untrusted`: it brings on what somebody said who is not trusted. */
  handleMessage(session: string, message: Json, dialect: string, trust?: 'untrusted'): Promise<PortAnswer>;
  /** An answer: it is done. A list: the host goes on with these instead. */
  handleEvents(deed: PortEvents): Promise<PortAnswer | readonly ViewerEvent[]>;
}

/** What a face writes with its entries, in the same commit: all of it is there, or nothing. */
export interface PortCommit {
  /** In whose name; absent: in the host's. */
  readonly from?: Origin;
  readonly records?: readonly PortRecordWrite[];
  /** The call that this is the work of. A function is asked once the entries were judged. */
  readonly reply?: PortReply | ((answer: PortAnswer) => PortReply | undefined);
}

/** An entry in the name of somebody else than the rest of the commit. */
export interface PortEntry extends NewEntry {
  readonly from?: Origin;
}

/** A catalog that a viewer brings, for one session alone. The face has judged it; an id of the host's own stays that one. */
export interface PortCatalog {
  readonly definition: JsonObject;
  readonly protocol: string;
}

/** How a session begins: with these entries, or not at all. */
export interface PortBeginning extends PortCommit {
  /** A function is given what the session begins as. */
  readonly entries?: readonly PortEntry[] | ((view: View) => readonly PortEntry[]);
  readonly catalogs?: readonly PortCatalog[];
}

/** A press that comes with all that was entered for it, and says nothing of what it sends: the host evaluates that. */
export interface PortPress extends Pick<ActionEvent, 'surface' | 'source' | 'name'> {
  readonly writes: readonly { readonly path: string; readonly value: Json }[];
}

/** What a session could begin with, as an entry. Absent: it could not. */
export interface PortRehearsal extends PortAnswer {
  readonly entry?: PortEntry;
}

export interface SessionsPort {
  /** `session`: an id of the face's own making that nobody can guess. Refuses where an entry is refused. */
  open(
    session: PortBeginning & {
      readonly agent: string;
      readonly session?: string;
      readonly title?: string;
      readonly dialect?: string;
      readonly trust?: Trust;
    },
  ): Promise<PortSession>;
  /** A new session that begins as this one up to a seq. */
  fork(session: string, upTo: Seq, beginning?: PortBeginning & { readonly session?: string }): Promise<PortSession>;
  /** Undefined: there is none. */
  find(session: string): Promise<PortSession | undefined>;
  list(agent?: string): Promise<readonly PortSession[]>;
  /** Whether an agent reads what happens in its sessions, or in this one; if not, nobody would hear what is said there. */
  hasListener(agent: string, session?: string): boolean;
  close(session: string): Promise<void>;
  /**
   * Does something with a session while no other host may add to it: what `find` tells by then is all that there is.
   * Undefined: there is none.
   */
  exclusive<T>(session: string, work: () => Promise<T>): Promise<T | undefined>;
  /** The state now; the last of it may not be durable yet. To be read at once, not kept. */
  view(session: string): Promise<View>;
  /** Where nothing has happened yet: the limits and catalogs of the host. */
  blank(): View;
  /** What `submitAsViewer` would answer if a session began with it; nothing is opened. */
  rehearse(input: { message: Json; viewer: string; dialect?: string }): PortRehearsal;
  /** What admission says of a press on what is shown now. Nothing is added. The event is in the host's own words, behind the inputs. */
  judge(session: string, press: PortPress): Promise<Outcome<readonly ViewerEvent[]>>;
  addCatalog(session: string, catalog: PortCatalog): Promise<void>;
  /**
   * Messages of the session's agent. `relayed`: they came by another protocol; a face that takes messages of their dialect
   * does not trust them, elsewhere they are as trusted as the session. `trust`: they are somebody else's.
   */
  sendAsAgent(
    session: string,
    input: { message: Json; dialect?: string; key?: string; relayed?: true; trust?: 'untrusted' },
  ): Promise<PortAnswer>;
  /** What a viewer did, in its dialect; admitted as everything that viewers do. `reply` goes with the first that is. */
  submitAsViewer(
    session: string,
    input: {
      readonly message: Json;
      readonly viewer: string;
      readonly dialect?: string;
      readonly key?: string;
      readonly basis?: Seq;
      readonly reply?: PortCommit['reply'];
    },
  ): Promise<PortAnswer>;
  /**
   * Entries which the face has judged, durable together. Where one is refused, it and those behind it are not added; where
   * the first one is, nothing is.
   */
  write(session: string, entries: readonly NewEntry[], commit?: PortCommit): Promise<PortAnswer>;
  join(
    session: string,
    hello: { viewer: string; catalogs?: readonly string[]; locale?: string; zone?: string; viewport?: JsonObject },
  ): Promise<void>;
  leave(session: string, viewer: string): Promise<void>;
  attach(session: string, outlet: PortOutlet, options: PortPlace): Promise<PortAttachment>;
  /** The same for whoever wants the messages themselves: none is written down only to be parsed again. */
  follow(session: string, outlet: PortOutlet<Json>, options: PortPlace): Promise<PortAttachment>;
  /** Entries behind a seq, then live until `over` resolves. */
  entries(session: string, after: Seq, over: Promise<void>): Promise<AsyncIterable<Entry>>;
  /** Refuses with VITRINE_BODY_SIZE what the files of the session have no room for. */
  addFile(
    session: string,
    file: { name: string; type: string; bytes: Uint8Array; viewer: string },
  ): Promise<{ readonly ref: string; readonly name: string; readonly type: string; readonly size: number }>;
  /** For one that no entry names. */
  removeFile(session: string, ref: string): Promise<void>;
  /** For every session of the host. */
  guard(judge: PortGuard): void;
  handle(handler: DialectHandler): void;
}

export interface IdentityPort {
  /** Refuses with an error that has `code`, `status` and `closeCode`. */
  identify(credential: string | undefined): Promise<PortCaller>;
  /** An agent whose key holds, and what is minted under it without a key. Undefined: there is none. */
  agent(agent: string): Promise<{ readonly trust: Trust; readonly grant: PortGrant } | undefined>;
  /** Whether nothing that it rests on was taken back. */
  holds(grant: PortGrant): boolean;
  /**
   * Where a person comes into a session: the address holds a code that is exchanged for the token of a new viewer. `renews`: for
   * the viewer who has this token, in whose family it stays; what else it was given would outlive what was taken back from it.
   */
  viewerUrl(session: string, renews?: string): Promise<string>;
  onRevoked(listener: (what: PortRevoked) => void): () => void;
  /** Milliseconds since 1970 by the time that lives of credentials are measured in: it does not go back. */
  now(): number;
  /** 32 bytes each that only this face has, the same after every start. The first signs; the others signed before. */
  secrets(): readonly Uint8Array[];
}

/** Why something that stays open is over. */
export type PortEnd = 'revoked' | 'expired' | 'stopping';

/** Who holds something open, and until when it may. */
export interface PortHolder {
  /** What the credential rests on; absent: it has none that the host could take back. */
  readonly grant?: PortGrant;
  /** Milliseconds by the time of credentials. */
  readonly expiresAt?: number;
}

/** What hosts that share a log tell each other of a rate, so that its limit is one for all of them. */
export interface PortRate {
  /** What was taken here since this was asked last, of keys that come near the limit; at most so many of them. */
  uses(most: number): readonly (readonly [key: string, cost: number])[];
  /** Somebody has taken it elsewhere. */
  spend(key: string, cost: number): void;
}

/** From then on all hosts that share the log count the rates of one name together. */
export type ShareRate = (name: string, rate: PortRate) => void;

export interface TransportPort {
  /** Absent: nobody records which call led to which. */
  readonly tracer?: Tracer;
  /** Milliseconds since 1970, by a clock that somebody may set: what is told, and what is due at a time that was told. */
  now(): number;
  /** Milliseconds of a clock that nobody sets: rates, and how long something was silent. */
  steadyNow(): number;
  /** By names of the face's own. */
  readonly shareRate: ShareRate;
  /** Where people reach the host, without a slash at the end. */
  publicUrl(): string;
  /** Whether that is a name of this machine alone. */
  isLocal(): boolean;
  /** For a door of the face's own: who is there, by what the socket says and the Authorization that came. */
  client(remote: string, authorization: string | null): PortClient;
  /** The text of a body, empty where there is none. Refuses what is over the limit, packed, broken off, late or not UTF-8. */
  read(call: PortBody, maxBytes: number): Promise<string>;
  /** A place among all that is open on the host, until it is given back. Refuses with VITRINE_BUSY. */
  connect(client: Pick<PortClient, 'address'>): () => void;
  /** `end` is called when the credential or the host ends, unless what this returned was called before. */
  hold(holder: PortHolder, end: (why: PortEnd) => void): () => void;
  /** Texts as the bytes of WebSocket frames, one a text, in one buffer: for a face that writes to many sockets alike. */
  frames(texts: readonly string[]): Uint8Array;
  /** Without what the host was told to hide; `count` says how often something was hidden. */
  redact<T>(value: T): { readonly value: T; readonly count: number };
  /** The value of the same, in steps where it is long. */
  redactSteps<T>(value: T): Steps<T>;
  /** Writes down a fault of the face that no answer can tell. */
  failed(what: string, error: unknown): void;
}

/** All that a face is given. */
export interface FacePorts {
  readonly sessions: SessionsPort;
  readonly records: RecordsPort;
  readonly identity: IdentityPort;
  readonly transport: TransportPort;
}

/** Who is at the other end, before anybody has looked at a credential. */
export interface PortClient {
  /** What is counted by: an IPv4 address, `::1`, the /64 of an IPv6 address, or `unknown`. A trusted proxy names it. */
  readonly address: string;
  /**
   * On this machine: the connection comes from a loopback address, and so does the one whom a trusted proxy names last in
   * X-Forwarded-For, if it names one. No other header has a say. Whatever runs here is near, for whomever it speaks: a
   * proxy that names nobody makes everybody near.
   */
  readonly isNear: boolean;
  /** Of `Authorization: Bearer`, as it came. Undefined: there is none, or it is of another form. */
  readonly credential: string | undefined;
}

/** What the host reads of a call that it has handed over. */
export interface PortBody {
  readonly headers: { get(name: string): string | null };
  readonly body: object | null;
}

/**
 * A face, mounted: host name, origin and the number of connections were looked at before it is called. `fetch` answers
 * undefined, and `upgrade` false, for a path that is not its own. What a call and a socket are is the host's to say.
 */
export interface Face<Call, Reply, Upgrade extends readonly unknown[]> {
  /** Paths that a document without an origin may call, as one in a frame of somebody else is: what it brings says who it is. */
  readonly framePaths?: readonly string[];
  fetch?(call: Call, client: PortClient): Promise<Reply | undefined>;
  upgrade?(client: PortClient, ...upgrade: Upgrade): boolean;
  /** Resolves when it has read what it needs; the host takes nothing before. */
  ready?(): Promise<void>;
  /** Takes nothing new and ends what is open. */
  stop?(patienceMs: number): Promise<void>;
}

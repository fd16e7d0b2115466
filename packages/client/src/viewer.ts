// A viewer's connection: a view that follows its session whatever becomes of the line, and a way back for what a person
// does. Frames and their order are those of docs/protocol.md.

import {
  defined,
  type Json,
  type JsonObject,
  type Replica,
  type Seq,
  type Trust,
  untracked,
  type ViewerEvent,
} from '@vitrine/core/page';
import { systemClock } from './clock.ts';
import { Confirmer } from './confirmer.ts';
import { EventEmitter, type Unsubscribe } from './emitter.ts';
import { FileUploads, hasFiles, type KeptFile } from './file-uploads.ts';
import { HostCarrier } from './host-carrier.ts';
import { issuesOf } from './http.ts';
import { Keeper } from './keeper.ts';
import type { ClientLink, LineEnd, LineEvents, Transport } from './line.ts';
import { clientProblem, type EventReceipt, type PendingWrite } from './outbox.ts';
import type { ViewerCarrier } from './viewer-carrier.ts';
import { Follower } from './viewer-follower.ts';
import type { FollowOptions, SessionWelcome, ViewerEvents, ViewerOptions, ViewerState } from './viewer-options.ts';
import { ViewerSender } from './viewer-sender.ts';

export class ViewerConnection {
  readonly session: string;
  readonly #options: FollowOptions;
  readonly #carrier: ViewerCarrier;
  readonly #events = new EventEmitter<ViewerEvents>();
  readonly #keeper: Keeper;
  readonly #follower: Follower;
  readonly #sender: ViewerSender;
  readonly #confirmer: Confirmer;
  readonly #over = new AbortController();
  readonly #files = new FileUploads((file, name) => this.upload(file, name));
  #welcome: SessionWelcome = {};

  constructor(options: FollowOptions, carrier: ViewerCarrier) {
    this.session = options.session;
    this.#options = options;
    this.#carrier = carrier;
    const { clock = systemClock, random = Math.random } = options;
    this.#follower = new Follower(options, this.#events);
    this.#sender = new ViewerSender({
      options,
      clock,
      follower: this.#follower,
      events: this.#events,
      transmit: (frame) => this.#keeper.send(frame),
      isLive: () => this.#keeper.state === 'live',
    });
    this.#confirmer = new Confirmer({
      clock,
      transmit: (frame) => this.#keeper.send(frame),
      shown: () => (this.#keeper.state === 'live' ? this.#follower.seq : undefined),
      settled: () => this.#sender.settledSeq,
      isSocket: () => this.#keeper.sendsAtOnce,
    });
    this.#keeper = new Keeper({
      clock,
      random,
      transport: options.transport,
      dial: (transport, events) => this.#dial(transport, events),
      frame: (frame) => this.#frame(frame),
      state: (state, code) => this.#turned(state, code),
      lost: (end, wasLive) => this.#lost(end, wasLive),
      hasNewer: () => carrier.isNewer,
      renew: () => carrier.renew(),
      leave: () => this.#leave(),
    });
    this.#keeper.start();
  }

  /** What the session shows. The same object until `reset` says otherwise. */
  get view(): Replica {
    return this.#follower.view;
  }
  get state(): ViewerState {
    return this.#keeper.state;
  }
  /** How far the view has come. */
  get seq(): Seq {
    return this.#follower.seq ?? 0;
  }
  /** The agent's name as the host says it, once it has. */
  get agent(): string | undefined {
    return this.#welcome.agent;
  }
  get title(): string | undefined {
    return this.#welcome.title;
  }
  get viewer(): string | undefined {
    return this.#welcome.viewer ?? this.#options.viewer;
  }
  /** Untrusted until the host says otherwise. */
  get trust(): Trust {
    return this.#follower.trust;
  }
  /** The one that is valid now: it is renewed in time. */
  get token(): string {
    return this.#carrier.token;
  }
  /** Events that wait for the host. */
  get waiting(): number {
    return this.#sender.waiting;
  }

  /** What a person did and the host has not answered. What is only typed is not among it, nor is what went before a reload and was kept nowhere. */
  get pending(): readonly ViewerEvent[] {
    return this.#sender.pending;
  }

  on<Name extends keyof ViewerEvents>(name: Name, listener: (value: ViewerEvents[Name]) => void): Unsubscribe {
    return this.#events.on(name, listener);
  }

  /**
   * What a person did. Inputs wait for a pause in typing; all else goes at once, or when the files in it are with the host.
   * `writes` are values that must not be inputs (typed where nobody sees them, or files): they go with this action and are
   * kept nowhere.
   */
  async send(
    event: ViewerEvent,
    { writes = [] }: { readonly writes?: readonly PendingWrite[] } = {},
  ): Promise<EventReceipt> {
    if (this.#keeper.isOver || !hasFiles({ event, writes })) return this.#send(event, writes);
    const release = this.#sender.hold(event);
    const { issues, ...ready } = await this.#files.bring({ event, writes });
    if (issues.length === 0) this.#follower.complete(writes, ready.writes);
    const receipt =
      issues.length === 0 ? this.#send(ready.event, ready.writes) : this.#sender.refuse(event, issues, writes);
    release();
    return receipt;
  }

  /** Sends what was typed without waiting for the pause. */
  flush(): void {
    this.#sender.flush();
  }

  /** Brings a file to the host; what comes back can be an answer. */
  async upload(file: Blob, name: string): Promise<KeptFile> {
    const tell = (sent: number) =>
      this.#events.emit('upload', { name, sent: Math.min(sent, file.size), size: file.size });
    return this.#carrier.upload(file, name, tell, this.#over.signal);
  }

  /** Tries to connect now instead of later. */
  wake(): void {
    this.#keeper.wake();
  }

  /** What was typed is still sent. */
  close(): void {
    if (!this.#keeper.isOver) this.#leave();
    this.#keeper.stop('closed');
  }

  /** What a socket does not carry away at once goes in a call that needs no page to end. */
  #leave(): void {
    this.#sender.leave();
    if (!this.#keeper.sendsAtOnce) this.#carrier.part(this.#sender.unanswered);
  }

  #send(event: ViewerEvent, writes: readonly PendingWrite[]): Promise<EventReceipt> {
    if (!this.#keeper.isOver) return this.#sender.send(event, writes);
    const problem = clientProblem('VITRINE_LOG_SESSION_CLOSED', 'The connection is closed: nothing more can be sent.');
    return Promise.resolve(this.#sender.refuse(event, [problem]));
  }

  #dial(transport: Transport, events: LineEvents): ClientLink {
    const after = this.#follower.seq;
    const catalogs = this.#options.capabilities?.catalogs ?? [...this.#options.catalogs.ids];
    this.#follower.pause();
    return this.#carrier.open(transport, { catalogs, ...defined({ after }) }, events);
  }

  #frame(frame: JsonObject): void {
    try {
      untracked(() => this.#take(frame));
      // What a person did before was sent before: it is judged before this is taken back.
      this.#confirmer.look();
    } catch (error) {
      // What the host judged cannot be applied: this view is not the host's any more. A new one is.
      const what = this.#follower.seq === undefined ? 'The session cannot be read' : 'The view is fetched anew';
      const message = `${what}: ${error instanceof Error ? error.message : String(error)}`;
      this.#events.emit('issue', { ...clientProblem('VITRINE_HOST_FAILED', message), fault: 'host' });
      // A whole state that cannot be read is of another version than this client; it will not be another one.
      if (this.#follower.seq === undefined) return this.#keeper.stop('refused', 4400);
      this.#follower.reset();
      this.#keeper.again();
    }
  }

  #take(frame: JsonObject): void {
    const follower = this.#follower;
    if (frame.welcome !== undefined) this.#greeted(frame.welcome as unknown as SessionWelcome);
    else if (frame.reset !== undefined) follower.reset();
    else if (frame.ready !== undefined) this.#ready(frame.ready);
    else if (frame.closed !== undefined) this.#keeper.stop('closed', 4410);
    else if (frame.ack !== undefined || frame.taken !== undefined || frame.issues !== undefined) this.#answered(frame);
    else follower.take(frame.message, frame.seq);
  }

  #greeted(welcome: SessionWelcome): void {
    this.#welcome = welcome;
    this.#follower.trust = welcome.trust === 'trusted' ? 'trusted' : 'untrusted';
    this.#follower.viewer = welcome.viewer;
    this.#events.emit('welcome', welcome);
  }

  #ready(seq: Json): void {
    this.#follower.ready(seq);
    this.#keeper.alive();
    this.#sender.resend();
  }

  #answered({ ack, taken, key, issues }: JsonObject): void {
    const problems = issuesOf(issues);
    const seq = ack ?? taken;
    const [problem] = problems;
    // Something was taken under this key, and stands: a person who is told of a refusal would do it twice.
    if (problem?.code === 'VITRINE_KEY_REUSED') {
      const at = typeof seq === 'number' ? seq : this.seq;
      return void this.#sender.accepted(key, at, [{ ...problem, severity: 'warning' }], false);
    }
    if (typeof seq !== 'number') return this.#sender.refused(key, problems);
    const isOurs = this.#sender.accepted(key, seq, problems, ack !== undefined);
    // An ack stands for an entry that another client of the same viewer made: what it said was never sent here.
    if (!isOurs && ack !== undefined && seq > this.seq) throw new Error(`Entry ${seq} was made elsewhere.`);
  }

  #lost({ code }: LineEnd, wasLive: boolean): boolean {
    this.#confirmer.stop();
    const isOfFrame = code === 4400 || code === 1009 || code === 1007 || code === 1003;
    const mayTry = wasLive || code !== 4400 || this.#follower.seq !== undefined;
    if (isOfFrame && wasLive) this.#sender.dropSent(code);
    // The host does not know the seq that we would go on from.
    else if (code === 4400) this.#follower.reset();
    this.#follower.pause();
    return mayTry;
  }

  #turned(state: ViewerState, code: number | undefined): void {
    this.#events.emit('state', state);
    if (!this.#keeper.isOver) return;
    this.#over.abort();
    this.#confirmer.stop();
    this.#carrier.stop();
    this.#sender.end();
    if (code === 4410) this.#events.emit('closed', { seq: this.seq });
  }
}

/** Connects at once and stays connected until it is closed, the session ends, or the token is no longer taken. */
export function connectViewer(options: ViewerOptions): ViewerConnection {
  return new ViewerConnection(options, new HostCarrier(options));
}

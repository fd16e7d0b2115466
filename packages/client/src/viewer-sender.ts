// The way back: what a person does becomes events that the host takes once each, in order. Typing is collected until a
// pause, the next action or the end of the page; an action carries what the host has not seen of it.

import {
  defined,
  type Issue,
  type Json,
  type JsonObject,
  type Op,
  type Seq,
  type ViewerEvent,
} from '@vitrine/core/page';
import { Backoff } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { EventEmitter } from './emitter.ts';
import { EventKeys } from './names.ts';
import { clientProblem, type EventReceipt, Outbox, type PendingWrite, type Posted, toFrame } from './outbox.ts';
import { type PendingEdit, toWire } from './overlay.ts';
import { refusedFields } from './refused-fields.ts';
import type { Follower } from './viewer-follower.ts';
import type { FollowOptions, ViewerEvents } from './viewer-options.ts';

const PAUSE_MS = 150;
/** Whoever types without a pause is heard this often. */
const MAX_WAIT_MS = 400;
const QUEUE_LIMIT = 256;

/** What is about something that is shown, beside actions and inputs. */
const OF_WHAT_IS_SHOWN: ReadonlySet<ViewerEvent['event']> = new Set(['answer', 'call', 'cancel']);

/** What a person does once, and waits for. */
const ACTS: ReadonlySet<ViewerEvent['event']> = new Set(['action', 'answer', 'cancel', 'consent', 'say']);

export interface SenderOptions {
  readonly options: FollowOptions;
  readonly clock: Clock;
  readonly follower: Follower;
  readonly events: EventEmitter<ViewerEvents>;
  readonly transmit: (frame: JsonObject) => void;
  readonly isLive: () => boolean;
}

export class ViewerSender {
  readonly #parts: SenderOptions;
  readonly #outbox: Outbox;
  readonly #names = new EventKeys();
  readonly #limit: number;
  readonly #backoff: Backoff;
  /** What the host could not take just now, by its key. */
  readonly #again = new Set<Json>();
  #cancelAgain: (() => void) | undefined;
  #cancelPause: (() => void) | undefined;
  /** When the first of what waits for the pause was typed. */
  #typedAt: number | undefined;
  #isOver = false;
  /** What waits for something else than the host's answer. */
  readonly #held = new Set<ViewerEvent>();

  constructor(parts: SenderOptions) {
    this.#parts = parts;
    this.#limit = parts.options.queueLimit ?? QUEUE_LIMIT;
    this.#backoff = new Backoff(parts.options.random ?? Math.random);
    this.#outbox = new Outbox(parts.options.session, parts.options.storage, ({ event }) => {
      if (ACTS.has(event.event)) this.#tellPending();
    });
    parts.follower.onGone = (edits) => this.#gone(edits);
    parts.follower.onCall = (event) => void this.send(event, []);
    for (const { key, event, writes = [] } of this.#outbox.items)
      for (const write of event.event === 'input' ? [event] : writes) this.#overlay.recall(write, key);
  }

  /** What the host has not answered, as it travels. */
  get unanswered(): readonly JsonObject[] {
    return this.#outbox.items.map(toFrame);
  }

  /** What nobody will act on any more: what was typed and waits for its pause is about what was shown then. */
  get settledSeq(): Seq | undefined {
    const { seq } = this.#parts.follower;
    const bases = this.#overlay.waiting().flatMap(({ basis }) => (basis === undefined ? [] : [basis]));
    return seq === undefined ? undefined : Math.min(seq, ...bases);
  }

  get pending(): readonly ViewerEvent[] {
    if (this.#isOver) return [];
    return [...this.#held, ...this.#outbox.items.flatMap(({ event }) => (ACTS.has(event.event) ? [event] : []))];
  }

  get waiting(): number {
    return this.#outbox.items.length + this.#overlay.waiting().length;
  }

  send(event: ViewerEvent, secrets: readonly PendingWrite[]): Promise<EventReceipt> {
    const count = event.event === 'input' ? this.#overlay.size : this.#outbox.size;
    if (count >= this.#limit) {
      const message = `${count} events wait for the host already: this one was not added.`;
      return Promise.resolve(this.refuse(event, [clientProblem('VITRINE_LIMIT_MESSAGES', message)]));
    }
    return new Promise((resolve) => {
      if (event.event !== 'input') return this.#act(event, secrets, resolve);
      const { view, seq } = this.#parts.follower;
      this.#overlay.enter(event, resolve, view.surfaces.get(event.surface), seq);
      this.#soon();
    });
  }

  /** Shows an event as pending that cannot go yet, until it is released. */
  hold(event: ViewerEvent): () => void {
    this.#held.add(event);
    this.#tellPending();
    return () => {
      this.#held.delete(event);
      this.#tellPending();
    };
  }

  /** What was typed goes now; without a line it waits. */
  flush(except?: string): void {
    this.#endPause();
    if (this.#parts.isLive()) this.#postEach(this.#overlay.waiting(except));
  }

  /** The page may end: what was typed is sent or, without a line, kept for the next page. */
  leave(): void {
    if (this.#parts.isLive()) return this.flush();
    this.#endPause();
    const kept = new Set(this.#outbox.items.flatMap(({ key, isSecret }) => (isSecret === true ? [] : [key])));
    const isKept = ({ keys }: PendingEdit): boolean => [...keys].some((key) => kept.has(key));
    const isDue = (edit: PendingEdit): boolean =>
      edit.isRefused !== true && edit.takenAt === undefined && !isKept(edit);
    this.#postEach(this.#overlay.edits.filter(isDue));
  }

  /** The line is new: what was not answered goes again under its key, then what was typed meanwhile. */
  resend(): void {
    this.#again.clear();
    for (const frame of this.unanswered) this.#parts.transmit(frame);
    this.flush();
  }

  /** False: nothing of ours is called so. `inOrder`: it stands in the place of the entry. */
  accepted(key: Json | undefined, seq: Seq, issues: readonly Issue[], inOrder: boolean): boolean {
    const item = this.#outbox.take(key);
    if (item === undefined) return false;
    this.#backoff.succeeded();
    const { follower } = this.#parts;
    this.#overlay.confirm(item.key, seq, Math.max(follower.seq ?? 0, inOrder ? seq : 0), follower.view);
    if (inOrder) follower.reach(seq);
    follower.applyOwn(effectOf(item.event));
    this.#tell(issues);
    item.settle({ accepted: true, seq, issues });
    return true;
  }

  refused(key: Json | undefined, issues: readonly Issue[]): void {
    // Its own trouble passes: it is asked again under the same key, as over calls.
    if (key !== undefined && issues.some(({ fault }) => fault === 'host')) return this.#askAgain(key);
    this.#tell(issues);
    const item = this.#outbox.take(key);
    if (item === undefined) return;
    const alone = item.event.event === 'input';
    this.#overlay.refused(item.key, alone);
    item.settle(this.refuse(item.event, issues, item.writes));
    // What went with an action that was refused may still be taken by itself.
    if (!alone) this.#soon();
  }

  #askAgain(key: Json): void {
    this.#again.add(key);
    this.#cancelAgain ??= this.#parts.clock.after(this.#backoff.next(), () => {
      this.#cancelAgain = undefined;
      const due = this.#outbox.items.filter((item) => this.#again.has(item.key));
      this.#again.clear();
      if (this.#parts.isLive()) for (const item of due) this.#parts.transmit(toFrame(item));
    });
  }

  /** The host ended the line because of what was sent: none of it must be what the next line begins with. */
  dropSent(code: number): void {
    const why = code === 1009 ? 'VITRINE_BODY_SIZE' : 'VITRINE_FRAME_INVALID';
    const problem = clientProblem(why, `The host closed the connection (${code}) when this was sent.`);
    for (const { key } of this.#outbox.items) this.refused(key, [problem]);
  }

  /** Nothing more can be sent. What is kept for the next page stays kept. */
  end(): void {
    this.#cancelAgain?.();
    this.#endPause();
    const issues = [clientProblem('VITRINE_LOG_SESSION_CLOSED', 'The connection ended before the host took this.')];
    for (const { tell } of this.#overlay.edits) for (const one of tell.splice(0)) one(this.#receipt(issues));
    for (const { event, settle } of this.#outbox.items) settle(this.refuse(event, issues));
    this.#isOver = true;
    this.#tellPending();
  }

  refuse(event: ViewerEvent, issues: readonly Issue[], writes: readonly PendingWrite[] = []): EventReceipt {
    const fields = refusedFields(event, writes, issues, this.#parts.follower.view);
    // A function that something shown needs is nothing that a person did.
    if (event.event !== 'call') this.#parts.events.emit('refused', { event, issues, fields });
    return this.#receipt(issues);
  }

  get #overlay() {
    return this.#parts.follower.overlay;
  }

  #receipt(issues: readonly Issue[]): EventReceipt {
    return { accepted: false, seq: this.#parts.follower.seq ?? 0, issues };
  }

  #act(event: ViewerEvent, secrets: readonly PendingWrite[], settle: (receipt: EventReceipt) => void): void {
    const { seq } = this.#parts.follower;
    const basis = defined({ basis: seq });
    if (event.event !== 'action') {
      this.flush();
      return this.#post({ event, ...(OF_WHAT_IS_SHOWN.has(event.event) ? basis : {}) }, [], [settle]);
    }
    // What was typed elsewhere goes first; what was typed here goes along, to be taken with the action or not at all.
    this.flush(event.surface);
    const edits = this.#overlay.untaken(event.surface);
    const item = {
      event,
      ...basis,
      writes: [...edits, ...secrets].map(toWire),
      ...(secrets.length === 0 ? {} : { isSecret: true as const }),
    };
    this.#post(item, edits, [...edits.flatMap(({ tell }) => tell.splice(0)), settle]);
    // Others than this surface's may still wait for their pause.
    if (this.#overlay.waiting().length > 0) this.#soon();
  }

  #postEach(edits: readonly PendingEdit[]): void {
    for (const edit of edits) {
      const { basis } = edit;
      const item = { event: { event: 'input', ...toWire(edit) }, ...defined({ basis }) } as const;
      this.#post(item, [edit], edit.tell.splice(0));
    }
  }

  #post(
    item: Omit<Posted, 'key' | 'settle'>,
    edits: readonly PendingEdit[],
    tell: readonly ((r: EventReceipt) => void)[],
  ): void {
    const key = this.#names.next();
    for (const { keys } of edits) keys.add(key);
    const posted: Posted = {
      ...item,
      key,
      settle: (receipt) => {
        for (const one of tell) one(receipt);
      },
    };
    this.#outbox.add(posted);
    if (this.#parts.isLive()) this.#parts.transmit(toFrame(posted));
  }

  #soon(): void {
    const { clock, options } = this.#parts;
    const { pauseMs = PAUSE_MS } = options;
    this.#cancelPause?.();
    this.#typedAt ??= clock.now();
    const left = this.#typedAt + Math.max(MAX_WAIT_MS, pauseMs) - clock.now();
    this.#cancelPause = clock.after(Math.max(0, Math.min(pauseMs, left)), () => this.flush());
  }

  #endPause(): void {
    this.#cancelPause?.();
    this.#cancelPause = undefined;
    this.#typedAt = undefined;
  }

  /** The agent took a surface away while a person was typing there. */
  #gone(edits: readonly PendingEdit[]): void {
    for (const edit of edits) {
      if (edit.keys.size > 0) continue;
      const problem = clientProblem('VITRINE_SURFACE_UNKNOWN', 'The surface was closed before this was sent.');
      const receipt = this.refuse({ event: 'input', ...toWire(edit) }, [problem]);
      for (const one of edit.tell.splice(0)) one(receipt);
    }
  }

  #tellPending(): void {
    this.#parts.events.emit('pending', this.pending);
  }

  #tell(issues: readonly Issue[]): void {
    for (const problem of issues) this.#parts.events.emit('issue', problem);
  }
}

/** What our own event changes in the view. What was typed stands there already. */
function effectOf(event: ViewerEvent): readonly (Op | ViewerEvent)[] {
  if (event.event === 'say') return [event];
  return event.event === 'answer' ? [{ op: 'withdraw', ask: event.ask }] : [];
}

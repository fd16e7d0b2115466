// The view of a session, fed entry by entry in the order of seqs: each once, whole, and with what a person has entered
// meanwhile kept on top.

import {
  batch,
  defined,
  isArray,
  isObject,
  isOp,
  type Json,
  jsonEqual,
  marked,
  type Op,
  Replica,
  type Seq,
  type Trust,
  type ViewerEvent,
} from '@vitrine/core/page';
import { AgentFunctions } from './agent-functions.ts';
import type { EventEmitter } from './emitter.ts';
import type { PendingWrite } from './outbox.ts';
import { Overlay, type PendingEdit } from './overlay.ts';
import type { FollowOptions, ViewerEvents } from './viewer-options.ts';

export class Follower {
  readonly overlay = new Overlay();
  trust: Trust = 'untrusted';
  viewer: string | undefined;
  /** Hears of edits whose surface is gone. */
  onGone: (edits: readonly PendingEdit[]) => void = () => undefined;
  /** Sends a call of a function that lives with the agent. */
  onCall: (event: ViewerEvent) => void = () => undefined;
  readonly #options: FollowOptions;
  readonly #events: EventEmitter<ViewerEvents>;
  readonly #functions: AgentFunctions;
  #view: Replica;
  #seq: Seq | undefined;
  #isLive = false;
  /** The view is not to be gone on from: the next state is a new one. The old one is shown until then. */
  #isStale = false;
  /** Messages of an entry whose last one has not come. */
  #begun: EntryMessage[] = [];

  constructor(options: FollowOptions, events: EventEmitter<ViewerEvents>) {
    this.#options = options;
    this.#events = events;
    this.#functions = new AgentFunctions({
      send: (event) => this.onCall(event),
      report: (problem) => this.#events.emit('issue', problem),
    });
    this.#view = this.#newView();
  }

  get view(): Replica {
    return this.#view;
  }

  /** Undefined: there is nothing to go on from. */
  get seq(): Seq | undefined {
    return this.#seq;
  }

  /** The line has changed: half an entry of the one before is nothing. */
  pause(): void {
    this.#begun = [];
    this.#isLive = false;
  }

  reset(): void {
    this.pause();
    this.overlay.forgetUnder();
    this.#isStale ||= this.#seq !== undefined;
    this.#seq = undefined;
  }

  /** One message, or none; a seq ends the entry that it is part of. */
  take(message: Json | undefined, seq: Json | undefined): void {
    if (message !== undefined) this.#begun.push(messageOf(message));
    if (typeof seq !== 'number') return;
    const messages = this.#begun;
    this.#begun = [];
    // A frame that came twice is nothing new.
    if (this.#seq === undefined || seq > this.#seq) this.#apply(messages, seq);
  }

  ready(seq: Json): void {
    const at = typeof seq === 'number' ? seq : (this.#seq ?? 0);
    if (this.#seq === undefined || this.#begun.length > 0) this.#apply(this.#begun.splice(0), at);
    this.reach(at);
    this.#isLive = true;
  }

  /** The line stands at this seq. */
  reach(seq: Seq): void {
    this.overlay.reached(seq);
    this.#seq = Math.max(seq, this.#seq ?? 0);
  }

  /** What an event of ours does to the state, once the host has taken it. */
  applyOwn(body: readonly (Op | ViewerEvent)[]): void {
    const due = withoutEnded(body, this.#view);
    if (due.length > 0) this.#view.apply({ body: due, trust: this.trust });
  }

  /** Puts what is `known` now into the place of what was `entered`, where that still stands. */
  complete(entered: readonly PendingWrite[], known: readonly PendingWrite[]): void {
    for (const [i, { surface, path, value }] of entered.entries()) {
      const data = this.#view.surfaces.get(surface)?.data;
      if (data !== undefined && jsonEqual(data.get(path), value)) data.set(path, known[i]?.value ?? value);
    }
  }

  #apply(messages: readonly EntryMessage[], seq: Seq): void {
    const isNew = this.#isStale;
    const view = isNew ? this.#newView() : this.#view;
    let gone: readonly PendingEdit[] = [];
    batch(() => {
      this.overlay.reached(seq);
      for (const { body, isUntrusted } of messages) {
        const due = withoutEnded(body, view);
        if (due.length > 0) view.apply({ body: due, seq, trust: isUntrusted ? 'untrusted' : this.trust });
        for (const part of body) if (isOp(part) && part.op === 'return') this.#functions.settle(part);
      }
      gone = this.overlay.restore(view, this.#isLive, seq);
    });
    this.#seq = seq;
    this.#view = view;
    this.#isStale = false;
    if (isNew) this.#events.emit('reset', view);
    this.#tell(messages, seq);
    if (gone.length > 0) this.onGone(gone);
  }

  #tell(messages: readonly EntryMessage[], seq: Seq): void {
    const live = this.#isLive;
    this.#events.emit('entry', { seq, body: messages.flatMap(({ body }) => body.filter(isOp)), live });
    if (!live) return;
    for (const { body, isUntrusted } of messages) {
      for (const op of body) {
        if (!isOp(op) || op.op !== 'effect' || (op.to !== undefined && op.to !== this.viewer)) continue;
        this.#events.emit('effect', marked(op, isUntrusted ? 'untrusted' : this.trust));
      }
    }
  }

  #newView(): Replica {
    const { catalogs, locale, zone } = this.#options;
    return new Replica({
      catalogs,
      ...defined({ locale, zone }),
      report: (problem) => this.#events.emit('issue', problem),
      remote: this.#functions.ask,
    });
  }
}

interface EntryMessage {
  readonly body: readonly (Op | ViewerEvent)[];
  /** What it opens is trusted less than the session. */
  readonly isUntrusted: boolean;
}

/** The host judged it; only its outline is looked at. */
function messageOf(message: Json): EntryMessage {
  if (isObject(message) && isArray(message.body))
    return { body: message.body as unknown as EntryMessage['body'], isUntrusted: message.trust === 'untrusted' };
  throw new Error('A message is not of the neutral form.');
}

/** An ask that we answered ourselves may have left the view before the host's word of it comes. */
function withoutEnded(body: EntryMessage['body'], view: Replica): EntryMessage['body'] {
  if (!body.some((op) => isOp(op) && (op.op === 'withdraw' || op.op === 'lapse'))) return body;
  const asked = new Set(view.asks.keys());
  return body.filter((op) => {
    if (!isOp(op)) return true;
    if (op.op === 'ask') asked.add(op.ask);
    return (op.op !== 'withdraw' && op.op !== 'lapse') || asked.delete(op.ask);
  });
}

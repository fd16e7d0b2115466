// What an agent receives: events of one session or of all its sessions, in its own dialect, in order, from where it last
// confirmed. Read from the log always, so an agent that was away and one that was there receive the same.

import {
  defined,
  type Entry,
  isOp,
  type Json,
  type Replica,
  type Seq,
  type View,
  type ViewerEvent,
} from '@vitrine/core/internal';
import { type Dialect, dialectById, encodeDataMetadata, vitrine } from '@vitrine/dialects';
import { LogError, type RecordWrite, type SessionId } from '@vitrine/log';
import { HostError } from '../host-error.ts';
import type { Delivery, DeliveryOptions } from '../live.ts';
import { recordName, type SessionContext } from './context.ts';
import { Listeners } from './listeners.ts';
import { replicaAt } from './replay.ts';
import { erasures, sealedAnew, sealsIn, unsealed } from './seals.ts';
import type { WritableSession } from './writable.ts';

const MAIN = 'main';
/** Who reads again what was delivered before: what it confirms erases nothing. */
const LOOK_BACK = 'look-back';
/** States kept for agents that read on. */
const MAX_KEPT = 16;
const MAX_REACHED = 10_000;
/** Which data models travel with what a person does or says, by the dialect of the agent. */
const VERSIONS: { readonly [dialect: string]: 'v0.9' | 'v1.0' } = { 'a2ui-0.9': 'v0.9', 'a2ui-1.0': 'v1.0' };

export class DeliveryFeed {
  readonly listeners: Listeners;
  readonly #context: SessionContext;
  readonly #find: (session: SessionId) => Promise<WritableSession>;
  /** Seals that were not confirmed yet, by agent: without any, a confirmation need not look for them. */
  readonly #sealed = new Map<string, number>();
  /** Up to where a confirmation is known to be of something that happened. */
  readonly #reached = new Map<string, number>();
  /** Erasing and sealing anew follow each other. */
  #changing: Promise<void> = Promise.resolve();
  /** States that were read lately, by session. */
  readonly #kept = new Map<SessionId, { readonly replica: Replica; readonly seq: Seq }>();

  constructor(context: SessionContext, find: (session: SessionId) => Promise<WritableSession>) {
    this.#context = context;
    this.#find = find;
    this.listeners = new Listeners(context.now);
  }

  /** Counts what an earlier process has left. */
  async start(): Promise<void> {
    const { log } = this.#context;
    for await (const { session } of log.records('seal')) {
      const row = session === undefined ? undefined : await log.session(session);
      if (row !== undefined) this.noteSeals(row.agent, 1);
    }
  }

  noteSeals(agent: string, count: number): void {
    this.#sealed.set(agent, Math.max(0, (this.#sealed.get(agent) ?? 0) + count));
  }

  /** Seals anew what is not sealed under the newest key. */
  reseal(): Promise<void> {
    const { log } = this.#context;
    return this.#alone(async () => {
      for await (const record of log.records('seal')) {
        const anew = sealedAnew(this.#context, record);
        if (anew !== undefined) await log.writeRecords([anew]);
      }
    });
  }

  async *read(options: DeliveryOptions): AsyncIterable<Delivery> {
    const leave = this.listeners.enter(options);
    try {
      yield* this.#read(options);
    } finally {
      leave();
    }
  }

  async *#read(options: DeliveryOptions): AsyncIterable<Delivery> {
    const { agent, session, after, signal, live = true } = options;
    if (after !== undefined) await this.confirm({ ...options, upTo: after });
    const { log } = this.#context;
    const from = after ?? (await this.confirmed(options));
    const reading = { live, ...defined({ signal }) };
    let last = from;
    if (session !== undefined) {
      for await (const entry of log.read(session, from, reading)) {
        if (entry.from.role !== 'agent') yield* this.#deliver(session, entry, last, entry.seq);
        last = entry.seq;
      }
      return;
    }
    for await (const { position, session: id, entry } of log.readAgent(agent, from, reading)) {
      yield* this.#deliver(id, entry, last, position);
      last = position;
    }
  }

  async confirmed({
    agent,
    session,
    consumer = MAIN,
  }: Pick<DeliveryOptions, 'agent' | 'session' | 'consumer'>): Promise<number> {
    return (await this.#context.log.cursor(agent, this.#cursorName(consumer, session))) ?? 0;
  }

  #cursorName(consumer: string, session: SessionId | undefined): string {
    return recordName(this.#context, session === undefined ? consumer : `${consumer}@${session}`);
  }

  async confirm(
    options: Pick<DeliveryOptions, 'agent' | 'session' | 'consumer'> & { readonly upTo: number },
  ): Promise<void> {
    const { agent, session, consumer = MAIN, upTo } = options;
    const name = this.#cursorName(consumer, session);
    const { log } = this.#context;
    await this.#assertReached(agent, session, upTo);
    if (consumer !== LOOK_BACK && (this.#sealed.get(agent) ?? 0) > 0)
      await this.#erase(agent, session, (await log.cursor(agent, name)) ?? 0, upTo);
    await log.saveCursor(agent, name, upTo);
  }

  /** Nobody confirms what has not happened: it would never be delivered. */
  async #assertReached(agent: string, session: SessionId | undefined, upTo: number): Promise<void> {
    const name = session ?? `agent ${agent}`;
    if (upTo <= (this.#reached.get(name) ?? 0)) return;
    if (session !== undefined) {
      if (upTo > (await this.#context.log.head(session))) throw new HostError('VITRINE_LOG_SEQ');
    } else if (!(await this.#isFed(agent, upTo))) throw new HostError('VITRINE_LOG_SEQ');
    if (this.#reached.size >= MAX_REACHED) this.#reached.clear();
    this.#reached.set(name, upTo);
  }

  async #isFed(agent: string, upTo: number): Promise<boolean> {
    try {
      for await (const _entry of this.#context.log.readAgent(agent, upTo - 1)) return true;
      return false;
    } catch (error) {
      // What was removed since did happen.
      if (error instanceof LogError && error.code === 'VITRINE_LOG_COMPACTED') return true;
      throw error;
    }
  }

  async *#deliver(session: SessionId, entry: Entry, before: number, behind: number): AsyncIterable<Delivery> {
    const events = entry.body.filter((part): part is ViewerEvent => !isOp(part) && isDelivered(part));
    if (events.length === 0) return;
    const live = await this.#find(session);
    const dialect = dialectById(live.row.dialect ?? '') ?? vitrine;
    const messages: { readonly event: Json; readonly metadata?: Json }[] = [];
    for (const event of events) {
      const whole = await unsealed(this.#context, session, event);
      const view = await this.#viewFor(live, dialect, whole, entry.seq);
      const metadata = metadataOf(dialect, view, whole);
      for (const wire of wordsFor(dialect, whole, view, entry.at))
        messages.push({ event: wire, ...defined({ metadata }) });
    }
    const beside = defined({ basis: entry.basis, traceparent: this.#trace(session, entry) });
    for (const [index, one] of messages.entries()) {
      // Only the last confirms the entry: whoever saw a part of it sees the whole again.
      const next = index === messages.length - 1 ? behind : before;
      yield { session, seq: entry.seq, next, at: entry.at, ...beside, ...one };
    }
  }

  #trace(session: SessionId, { trace, seq }: Entry): string | undefined {
    if (trace === undefined) return undefined;
    const attributes = { 'vitrine.session': session, 'vitrine.seq': seq };
    const span = this.#context.tracer?.begin('vitrine.deliver', { kind: 'producer', parent: trace, attributes });
    span?.end();
    return span?.traceparent ?? trace;
  }

  /** The state that the event met, where what is said of it depends on that. */
  async #viewFor(live: WritableSession, dialect: Dialect, event: ViewerEvent, seq: Seq): Promise<View> {
    if (live.head === seq || !bringsData(event) || VERSIONS[dialect.id] === undefined) return live.view;
    const surface = event.event === 'action' ? live.view.surfaces.get(event.surface) : undefined;
    // Whether a surface's data travel is settled when it opens.
    if (surface !== undefined && !surface.sync) return live.view;
    return this.#viewAt(live.id, seq);
  }

  /** An agent reads in order: the state before is where the next one begins. */
  async #viewAt(session: SessionId, seq: Seq): Promise<Replica> {
    let kept = this.#kept.get(session);
    this.#kept.delete(session);
    if (kept === undefined || kept.seq > seq) kept = await replicaAt(this.#context, session, seq);
    const { replica } = kept;
    let at = kept.seq;
    if (at < seq) {
      for await (const entry of this.#context.log.read(session, at)) {
        replica.apply(entry);
        at = entry.seq;
        if (at === seq) break;
      }
    }
    this.#kept.set(session, { replica, seq: at });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) break;
      this.#kept.delete(oldest);
    }
    return replica;
  }

  async #erase(agent: string, session: SessionId | undefined, from: number, upTo: number): Promise<void> {
    const { log } = this.#context;
    const writes: RecordWrite[] = [];
    if (session !== undefined) {
      for await (const entry of log.read(session, from)) {
        if (entry.seq > upTo) break;
        writes.push(...erasures(session, sealsIn(entry.body)));
      }
    } else {
      for await (const { position, session: id, entry } of log.readAgent(agent, from)) {
        if (position > upTo) break;
        writes.push(...erasures(id, sealsIn(entry.body)));
      }
    }
    await this.#alone(async () => {
      // Another consumer may have confirmed some of them before.
      const there: RecordWrite[] = [];
      for (const write of writes) if ((await log.record(write.kind, write.key)) !== undefined) there.push(write);
      if (there.length === 0) return;
      await log.writeRecords(there);
      this.noteSeals(agent, -there.length);
    });
  }

  /** What is erased must not be written again. */
  #alone(work: () => Promise<void>): Promise<void> {
    const done = this.#changing.then(work);
    this.#changing = done.catch(() => undefined);
    return done;
  }
}

/** Typing alone sends nothing to the agent; models travel beside actions and words. */
function isDelivered({ event }: ViewerEvent): boolean {
  return event !== 'input' && event !== 'sync';
}

/** In the agent's dialect; in ours where it has no word. */
function wordsFor(dialect: Dialect, event: ViewerEvent, view: View, at: string): readonly Json[] {
  const { wire } = dialect.encodeEvent(event, view, at);
  return wire.length > 0 ? wire : vitrine.encodeEvent(event, view, at).wire;
}

/** A2UI 0.9 and 1.0: a surface that asked for it sends its data with every message of the client, words included. */
function bringsData({ event }: ViewerEvent): boolean {
  return event === 'action' || event === 'say';
}

function metadataOf(dialect: Dialect, view: View, event: ViewerEvent): Json | undefined {
  const version = VERSIONS[dialect.id];
  if (version === undefined || !bringsData(event)) return undefined;
  const surfaces = event.event === 'action' ? [view.surfaces.get(event.surface)] : [...view.surfaces.values()];
  return surfaces.some((surface) => surface?.sync === true) ? encodeDataMetadata(view, version) : undefined;
}

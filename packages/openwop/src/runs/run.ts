// A run, folded from its events: what it is, where it waits, which envelopes it has answered and what of it is not to be
// trusted. Pure: events go in by `apply`, in order; who writes them, and when, is left to run-registry.ts.

import {
  defined,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type Seq,
  type SurfaceId,
  type Trust,
} from '@vitrine/core/internal';
import { remembering } from '../admission/memory.ts';
import type { Caps, Major, QuestionAnswer, Remembered } from '../admission/types.ts';
import { INTERRUPT_KINDS, type Interrupt, interruptOf } from '../interrupts/interrupt.ts';
import type { RunEvent, RunEventMeta } from './run-event.ts';

export type RunStatus =
  | 'pending'
  | 'running'
  | 'waiting-approval'
  | 'waiting-input'
  | 'waiting-external'
  | 'completed'
  | 'failed'
  | 'cancelled';

/** A surface as the run knows it. */
export interface RunSurface {
  /** Nodes that have written it. */
  readonly nodes: ReadonlySet<string>;
  /** The interrupt that it was sent for, where that was said. */
  readonly interrupt?: string;
  readonly isTainted: boolean;
  /** Chunks are still to come: since when it waits for the next one. */
  readonly waitsSince?: number;
}

/** The events that end a run, with what it is then. */
export const ENDS: { readonly [type: string]: RunStatus } = {
  'run.completed': 'completed',
  'run.failed': 'failed',
  'run.cancelled': 'cancelled',
};
export const NO_ROUNDS: Caps = { envelopes: 0, schema: 0, clarification: 0 };

export class Run {
  readonly session: string;
  readonly agent: string;
  readonly major: Major;
  /** Of the session. */
  readonly trust: Trust;
  /** The seq of the entry of each event, by its sequence. */
  readonly seqs: Seq[] = [];
  readonly interrupts = new Map<string, Interrupt>();
  readonly surfaces = new Map<SurfaceId, RunSurface>();
  workflowId = 'vitrine.session';
  started: JsonObject = {};
  startedAt: string | undefined;
  endedAt: string | undefined;
  end: RunStatus | undefined;
  /** Of the event that ended it. */
  ending: JsonObject = {};
  isTainted: boolean;
  /** Rounds so far. */
  counts: Caps = NO_ROUNDS;
  readonly #memory = new Map<string, Remembered>();
  /** Events that are not in `seqs`: of what it comes from (`after`). */
  #before = 0;

  constructor(of: { readonly session: string; readonly agent: string; readonly major: Major; readonly trust: Trust }) {
    this.session = of.session;
    this.agent = of.agent;
    this.major = of.major;
    this.trust = of.trust;
    this.isTainted = of.trust === 'untrusted';
  }

  /** As the protocol names it: by its session at major 1, by `<tenant>/<session>` at major 2, where the agent is the tenant. */
  get id(): string {
    return this.major === 1 ? this.session : `${this.agent}/${this.session}`;
  }

  /** As the protocol names an interrupt of it. */
  interruptName(id: string): string {
    return this.major === 1 ? id : `${this.agent}/${id}`;
  }

  interruptNamed(name: string): Interrupt | undefined {
    return [...this.interrupts.values()].find(({ id }) => this.interruptName(id) === name) ?? this.interrupts.get(name);
  }

  get contentTrust(): Trust {
    return this.isTainted ? 'untrusted' : 'trusted';
  }

  get sequence(): number {
    return this.#before + this.seqs.length;
  }

  get isOver(): boolean {
    return this.end !== undefined;
  }

  get waitsFor(): readonly Interrupt[] {
    return [...this.interrupts.values()].filter(({ state }) => state === 'open');
  }

  get status(): RunStatus {
    if (this.end !== undefined) return this.end;
    const [first] = this.waitsFor;
    if (first === undefined) return this.sequence > 1 ? 'running' : 'pending';
    if (first.kind === 'external-event') return 'waiting-external';
    return INTERRUPT_KINDS[first.kind] === 'approval' ? 'waiting-approval' : 'waiting-input';
  }

  remembered(correlationId: string): Remembered | undefined {
    return this.#memory.get(correlationId);
  }

  /** The one that waits at a node, else the one that waited there last. */
  interruptAt(nodeId: string): Interrupt | undefined {
    const there = [...this.interrupts.values()].filter((one) => one.nodeId === nodeId);
    return there.find(({ state }) => state === 'open') ?? there.at(-1);
  }

  interruptOfKey(key: string): Interrupt | undefined {
    return [...this.interrupts.values()].find((one) => one.key === key);
  }

  /**
   * It is a surface of the interrupt: sent for it; or sent for none and written by its node, or by no node while nothing
   * else waits. One whose interrupt is settled answers nothing until it is sent again.
   */
  mayAnswer(id: SurfaceId, interrupt: Interrupt): boolean {
    const surface = this.surfaces.get(id);
    if (surface === undefined) return false;
    if (surface.interrupt !== undefined) return surface.interrupt === interrupt.id;
    return surface.nodes.has(interrupt.nodeId) || (surface.nodes.size === 0 && this.waitsFor.length === 1);
  }

  /**
   * Nothing that is not trusted may decide here: the run itself, a surface sent for the interrupt, one that its node has
   * written whatever it was sent for, one of no node, which could be taken for any.
   */
  isTaintedAt({ id, nodeId }: Interrupt): boolean {
    const touches = ({ interrupt, nodes }: RunSurface): boolean =>
      interrupt === id || nodes.size === 0 || nodes.has(nodeId);
    return this.isTainted || [...this.surfaces.values()].some((one) => one.isTainted && touches(one));
  }

  get taintedSurfaces(): ReadonlySet<SurfaceId> {
    return new Set([...this.surfaces].filter(([, { isTainted }]) => isTainted).map(([id]) => id));
  }

  apply(event: RunEvent, seq: Seq, at: string): void {
    this.seqs.push(seq);
    const { type, payload, own = {} } = event;
    if (own.taints) this.isTainted = true;
    if (type === 'run.started') this.#start(payload, at);
    else if (type === 'interrupt.requested') this.interrupts.set(own.interrupt ?? '', interruptOf(event, at));
    else if (own.state !== undefined) this.#settle(own, payload);
    else if (own.answered !== undefined) this.#answer(own.interrupt ?? '', own.answered);
    else if (own.remember !== undefined) {
      this.#loosen(own.surface);
      this.#remember(event, at);
    } else if (own.brokenOff !== undefined) this.#breakOff(own.brokenOff);
    const end = ENDS[type];
    if (end !== undefined) this.#end(end, payload, at);
  }

  /** When each thing is due that waits. */
  dueTimes(streamMs: number): ReadonlyMap<string, number> {
    const times = new Map<string, number>();
    for (const { id, due } of this.waitsFor) if (due !== undefined) times.set(`interrupt/${id}`, due);
    for (const [id, { waitsSince }] of this.surfaces)
      if (waitsSince !== undefined) times.set(`surface/${id}`, waitsSince + streamMs);
    return times;
  }

  /** What it will be when these are written, without what it remembers of envelopes. */
  after(writes: readonly { readonly event?: RunEvent }[], at: string): Run {
    const next = new Run(this);
    for (const [id, interrupt] of this.interrupts) next.interrupts.set(id, interrupt);
    for (const [id, surface] of this.surfaces) next.surfaces.set(id, surface);
    next.isTainted = this.isTainted;
    next.#before = this.sequence;
    next.end = this.end;
    for (const { event } of writes) if (event !== undefined) next.apply(event, 0, at);
    return next;
  }

  /** Somebody has spoken: what is counted in a turn begins anew. */
  beginTurn(): void {
    this.counts = { ...this.counts, envelopes: 0 };
  }

  /** Its session was closed, by a road that is not the run's own: nothing can be written any more, so no event tells of it. */
  close(at: string): void {
    if (this.end === undefined) this.#end('cancelled', { reason: 'The session is closed.' }, at);
  }

  #end(end: RunStatus, payload: JsonObject, at: string): void {
    this.end = end;
    this.ending = payload;
    this.endedAt = at;
    for (const [id, one] of this.interrupts)
      if (one.state === 'open') this.interrupts.set(id, { ...one, state: 'over' });
  }

  #start(payload: JsonObject, at: string): void {
    this.started = payload;
    this.startedAt = at;
    if (typeof payload.workflowId === 'string') this.workflowId = payload.workflowId;
  }

  #settle({ interrupt: id = '', state = 'resolved' }: RunEventMeta, { resumeValue }: JsonObject): void {
    const interrupt = this.interrupts.get(id);
    if (interrupt === undefined) return;
    // What could have answered it was for it, and is for nothing that comes later.
    for (const [name, surface] of this.surfaces)
      if (this.mayAnswer(name, interrupt)) this.surfaces.set(name, { ...surface, interrupt: id });
    this.interrupts.set(id, { ...interrupt, state, ...defined({ resumeValue }) });
    this.beginTurn();
  }

  #answer(id: string, answered: QuestionAnswer): void {
    const interrupt = this.interrupts.get(id);
    if (interrupt !== undefined)
      this.interrupts.set(id, { ...interrupt, answers: [...(interrupt.answers ?? []), answered] });
  }

  #remember({ nodeId, causationId = '', contentTrust, own = {} }: RunEvent, at: string): void {
    const remembered = { ...own.remember, answer: own.answer } as Remembered;
    this.#memory.set(causationId, remembering(this.#memory.get(causationId), remembered));
    for (const kind of own.counted ?? []) this.counts = { ...this.counts, [kind]: this.counts[kind] + 1 };
    if (own.surface === undefined) return;
    const before = this.surfaces.get(own.surface);
    const nodes = new Set(before?.nodes);
    if (nodeId !== undefined) nodes.add(nodeId);
    const interrupt = own.interrupt ?? before?.interrupt;
    this.surfaces.set(own.surface, {
      nodes,
      isTainted: before?.isTainted === true || contentTrust === 'untrusted',
      ...defined({ interrupt, waitsSince: own.partial === true ? Date.parse(at) : undefined }),
    });
  }

  /** What is sent again is no longer for an interrupt that is settled. */
  #loosen(id: SurfaceId = ''): void {
    const surface = this.surfaces.get(id);
    if (surface?.interrupt === undefined || this.interrupts.get(surface.interrupt)?.state === 'open') return;
    const { interrupt: _, ...rest } = surface;
    this.surfaces.set(id, rest);
  }

  #breakOff(id: SurfaceId): void {
    const surface = this.surfaces.get(id);
    if (surface === undefined) return;
    const { waitsSince: _, ...rest } = surface;
    this.surfaces.set(id, rest);
  }
}

/** Kinds that a node may send, where the run was opened with contracts. */
export function contractOf({ started }: Run, nodeId: Json | undefined): readonly string[] | undefined {
  const { contracts } = started;
  if (typeof nodeId !== 'string' || !isObject(contracts) || !Object.hasOwn(contracts, nodeId)) return undefined;
  const kinds = contracts[nodeId];
  return isArray(kinds) ? kinds.filter((kind): kind is string => typeof kind === 'string') : undefined;
}

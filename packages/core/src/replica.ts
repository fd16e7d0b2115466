// The state that entries give: surfaces, asks, tasks, calls. Nothing else changes a surface. A replica applies what was
// judged elsewhere, whole or not at all; a judge who speaks first is left to fold.ts.

import type { Environment } from './binding.ts';
import type {
  AskOp,
  CallOp,
  Component,
  Entry,
  NewEntry,
  Op,
  OpenOp,
  RevealOp,
  SetOp,
  SurfaceId,
  TaskOp,
  Trust,
  TurnOp,
  ViewerEvent,
} from './entry.ts';
import { isOp } from './entry.ts';
import { Findings } from './findings.ts';
import { type Issue, issue, quote } from './issue.ts';
import type { IssueCode } from './issue-codes.ts';
import { defined } from './json.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { OpenItems } from './open-items.ts';
import { beginBatch, endBatch, pauseTracking, resumeTracking, Source } from './reactive.ts';
import type { Catalogs } from './registry.ts';
import { Surface, type SurfaceSnapshot } from './surface.ts';
import { Talk, type TalkLine } from './talk.ts';
import { marked, type TrustMarked } from './trust.ts';

export interface ReplicaOptions {
  readonly catalogs: Catalogs;
  readonly limits?: Limits;
  readonly locale?: string;
  readonly zone?: string;
  /** Hears what goes wrong while bindings are evaluated. */
  readonly report?: (problem: Issue) => void;
  /** Answers calls that live with the agent. Absent: they stay pending. */
  readonly remote?: NonNullable<Environment['remote']>;
}

export interface FoldSnapshot {
  readonly surfaces: { readonly [id: SurfaceId]: SurfaceSnapshot };
  readonly asks: { readonly [id: string]: TrustMarked<AskOp> };
  readonly tasks: { readonly [id: string]: TrustMarked<TaskOp> };
  readonly calls: { readonly [id: string]: TrustMarked<CallOp> };
  readonly turn?: TurnOp['state'];
}

/** A read-only look at the state. */
export interface View {
  readonly surfaces: ReadonlyMap<SurfaceId, Surface>;
  /** Of these each bears its mark where it came from elsewhere. */
  readonly asks: ReadonlyMap<string, TrustMarked<AskOp>>;
  readonly tasks: ReadonlyMap<string, TrustMarked<TaskOp>>;
  readonly calls: ReadonlyMap<string, TrustMarked<CallOp>>;
  /** The last of what was said, the oldest first. No part of the snapshot, whose bytes stay what they were. */
  readonly talk: readonly TalkLine[];
  readonly turn: TurnOp['state'] | undefined;
  readonly catalogs: Catalogs;
  readonly limits: Limits;
  readonly env: Environment;
  readonly strict: boolean;
}

/** An entry of the log, or what a decoder made of a message that somebody else judged. */
export type JudgedEntry = Omit<NewEntry, 'trust'> & Partial<Pick<Entry, 'seq' | 'trust'>>;

/** What stands under an id until it is answered, done or returned. */
export type KeptOp = AskOp | TaskOp | CallOp;

/** What is open, as far as it matters to a surface that is to be opened. */
export interface OpenState {
  /** How many. */
  readonly surfaces: number;
  readonly asks: Pick<OpenItems<AskOp>, 'has'>;
  readonly tasks: Pick<OpenItems<TaskOp>, 'has'>;
}

/**
 * Speaks before a part of an entry is applied. Whatever it refuses is in the findings; where it answers false it has said
 * enough.
 */
export interface Judge {
  readonly strict: boolean;
  isShaped(part: Op | ViewerEvent, found: Findings): boolean;
  /** `surfaces`: those that are open. */
  mayBeUntrusted(op: Op, surfaces: Iterable<Surface>, found: Findings): boolean;
  mayOpen(op: OpenOp, state: OpenState, found: Findings): boolean;
  mayReveal(op: RevealOp, surface: Surface, found: Findings): boolean;
  mayKeep(op: KeptOp, id: string, items: Pick<OpenItems<KeptOp>, 'has' | 'size'>, found: Findings): boolean;
  judgeComponents(components: readonly Component[], surface: Surface, found: Findings): void;
  /** An op that changes nothing, because what it would make is there already. */
  noteUnused(op: OpenOp | SetOp, found: Findings): void;
  /** A surface is closed that is not there. */
  noteClosed(surface: SurfaceId, found: Findings): void;
}

type Undo = () => void;

export class Replica implements View {
  readonly catalogs: Catalogs;
  readonly limits: Limits;
  readonly env: Environment;
  readonly strict: boolean;
  readonly #surfaces = new Map<SurfaceId, Surface>();
  readonly #asks = new OpenItems<TrustMarked<AskOp>>();
  readonly #tasks = new OpenItems<TrustMarked<TaskOp>>();
  readonly #calls = new OpenItems<TrustMarked<CallOp>>();
  readonly #talk: Talk;
  readonly #membership = new Source();
  readonly #turned = new Source();
  #turn: TurnOp['state'] | undefined;
  /** Set while an entry of several parts is applied. */
  #undo: Undo[] | undefined;
  #touched: Set<Surface> | undefined;
  /** A surface was closed by an earlier part of the entry: what was open before that is kept already. */
  #hasClosed = false;
  readonly #judge: Judge | undefined;
  /** Kept from one entry to the next: nearly all find nothing. */
  #found: Findings | undefined;

  /** The judge is for Fold. */
  constructor(options: ReplicaOptions, judge?: Judge) {
    this.#judge = judge;
    this.strict = judge?.strict ?? false;
    this.catalogs = options.catalogs;
    this.limits = options.limits ?? DEFAULT_LIMITS;
    this.#talk = new Talk(this.limits);
    this.env = {
      locale: options.locale ?? 'en-US',
      zone: options.zone ?? 'UTC',
      limits: this.limits,
      report: options.report ?? (() => undefined),
      ...defined({ remote: options.remote }),
    };
  }

  get surfaces(): ReadonlyMap<SurfaceId, Surface> {
    this.#membership.observe();
    return this.#surfaces;
  }
  get asks(): ReadonlyMap<string, TrustMarked<AskOp>> {
    return this.#asks.all;
  }
  get tasks(): ReadonlyMap<string, TrustMarked<TaskOp>> {
    return this.#tasks.all;
  }
  get calls(): ReadonlyMap<string, TrustMarked<CallOp>> {
    return this.#calls.all;
  }
  get talk(): readonly TalkLine[] {
    return this.#talk.lines;
  }
  get turn(): TurnOp['state'] | undefined {
    this.#turned.observe();
    return this.#turn;
  }

  /** Applies an entry that was accepted before, without asking catalogs again; a refusal now is a fault of ours. */
  apply(entry: JudgedEntry): void {
    const found = this.#found ?? new Findings(this.limits, false);
    // Watchers may apply further entries.
    this.#found = undefined;
    const outer = pauseTracking();
    beginBatch();
    try {
      this.run(entry.body, entry.trust ?? 'trusted', found);
    } finally {
      resumeTracking(outer);
      endBatch();
    }
    if (found.refused) {
      const which = entry.seq === undefined ? 'An entry' : `Entry ${entry.seq}`;
      throw new Error(`${which} was accepted before and is refused now: ${found.all()[0]?.message}`);
    }
    found.reset();
    this.#found = found;
  }

  snapshot(): FoldSnapshot {
    const surfaces: { [id: SurfaceId]: SurfaceSnapshot } = {};
    for (const [id, surface] of this.#surfaces) surfaces[id] = surface.snapshot();
    return {
      surfaces,
      asks: this.#asks.snapshot(),
      tasks: this.#tasks.snapshot(),
      calls: this.#calls.snapshot(),
      ...defined({ turn: this.#turn }),
    };
  }

  /** For Fold: the parts of an entry, inside a batch and with nothing tracked. */
  run(body: readonly (Op | ViewerEvent)[], trust: Trust, found: Findings): void {
    // One part is whole or not at all by itself.
    if (body.length === 1) return this.#part(body[0] as Op | ViewerEvent, trust, found);
    this.#undo = [];
    this.#touched = new Set();
    this.#hasClosed = false;
    let whole = false;
    try {
      for (const [index, part] of body.entries()) {
        found.part = index;
        this.#part(part, trust, found);
        if (found.refused) return;
      }
      whole = true;
    } finally {
      this.#settle(whole);
    }
  }

  /** Keeps what an entry of several parts did, or takes all of it back. */
  #settle(whole: boolean): void {
    const [undo, touched] = [this.#undo ?? [], this.#touched ?? []];
    this.#undo = undefined;
    this.#touched = undefined;
    if (!whole) for (const step of undo.reverse()) step();
    for (const surface of touched) {
      if (whole) surface.data.commit();
      else surface.data.rollback();
    }
  }

  #part(part: Op | ViewerEvent, trust: Trust, found: Findings): void {
    if (this.#judge?.isShaped(part, found) === false) return;
    if (!isOp(part)) return this.#event(part, found);
    if (trust === 'untrusted' && this.#judge?.mayBeUntrusted(part, this.#surfaces.values(), found) === false) return;
    this.#op(part, trust, found);
  }

  #op(op: Op, trust: Trust, found: Findings): void {
    switch (op.op) {
      case 'open':
        return this.#open(op, trust, found);
      case 'reveal':
        return this.#reveal(op, trust, found);
      case 'put':
        return this.#put(op.surface, op.components, trust, found);
      case 'close':
        return this.#close(op.surface, found);
      case 'set': {
        const surface = this.#target(op.surface, found);
        if (surface === undefined) return;
        if (op.ifAbsent === true && surface.data.get(op.path) !== undefined) return this.#judge?.noteUnused(op, found);
        judge(surface.data.set(op.path, op.value), found);
        return this.#wrote(surface, trust, found);
      }
      case 'merge': {
        const surface = this.#target(op.surface, found);
        judge(surface?.data.merge(op.path, op.value), found);
        return this.#wrote(surface, trust, found);
      }
      case 'unset': {
        const surface = this.#target(op.surface, found);
        judge(surface?.data.unset(op.path), found);
        return this.#wrote(surface, trust, found);
      }
      case 'append': {
        const surface = this.#target(op.surface, found);
        judge(surface?.data.append(op.path, op.value), found);
        return this.#wrote(surface, trust, found);
      }
      case 'ask':
        return this.#keep(this.#asks, op.ask, op, trust, found);
      case 'withdraw':
      case 'lapse':
        return this.#drop(this.#asks, op.ask, 'VITRINE_ASK_UNKNOWN', found);
      case 'task':
        if (op.done === true) return this.#drop(this.#tasks, op.task, 'VITRINE_TASK_UNKNOWN', found, 'tolerate');
        return this.#keep(this.#tasks, op.task, op, trust, found);
      case 'call':
        return this.#keep(this.#calls, op.call, op, trust, found);
      case 'turn': {
        const before = this.#turn;
        this.#undo?.push(() => this.#turnTo(before));
        return this.#turnTo(op.state);
      }
      case 'return':
      case 'effect':
        return;
      case 'say':
        return this.#say(marked({ by: 'agent', text: op.text }, trust));
      default:
        // Types say this cannot be; whoever builds entries without them is told.
        found.refuse('VITRINE_MESSAGE_SHAPE', `There is no op ${quote(String((op as { op: unknown }).op))}.`);
    }
  }

  #event(event: ViewerEvent, found: Findings): void {
    const before = found.issues?.length ?? 0;
    switch (event.event) {
      case 'input':
        judge(this.#target(event.surface, found)?.data.set(event.path, event.value), found);
        break;
      case 'answer':
        this.#drop(this.#asks, event.ask, 'VITRINE_ASK_UNKNOWN', found);
        break;
      case 'return':
        this.#drop(this.#calls, event.call, 'VITRINE_CALL_UNKNOWN', found, 'tolerate');
        break;
      case 'say':
        return this.#say({ by: 'viewer', text: event.text });
      default:
        return;
    }
    found.blame('viewer', before);
  }

  #open(op: OpenOp, trust: Trust, found: Findings): void {
    if (this.#surfaces.has(op.surface)) return this.#judge?.noteUnused(op, found);
    const state = { surfaces: this.#surfaces.size, asks: this.#asks, tasks: this.#tasks };
    if (this.#judge?.mayOpen(op, state, found) === false) return;
    const surface = new Surface(op, trust, this.catalogs, this.limits);
    if (op.data !== undefined) judge(surface.data.set('/', op.data, '/dataModel'), found);
    if (op.components !== undefined) this.#judge?.judgeComponents(op.components, surface, found);
    if (found.refused) return;
    for (const component of op.components ?? []) surface.put(component);
    this.#surfaces.set(op.surface, surface);
    this.#membership.fire();
    this.#undo?.push(() => {
      this.#surfaces.delete(op.surface);
      this.#membership.fire();
    });
  }

  #reveal(op: RevealOp, trust: Trust, found: Findings): void {
    const surface = this.#target(op.surface, found);
    if (surface === undefined || this.#judge?.mayReveal(op, surface, found) === false) return;
    this.#undo?.push(surface.saveHead());
    surface.reveal(op);
    this.#wrote(surface, trust, found);
  }

  #put(id: SurfaceId, components: readonly Component[], trust: Trust, found: Findings): void {
    const surface = this.#target(id, found);
    if (surface === undefined) return;
    this.#judge?.judgeComponents(components, surface, found);
    if (found.refused) return;
    if (this.#undo !== undefined) this.#undo.push(restoring(surface, components));
    for (const component of components) surface.put(component);
    this.#wrote(surface, trust, found);
  }

  /** What is not trusted has written there: so is the surface, until it is closed. */
  #wrote(surface: Surface | undefined, trust: Trust, found: Findings): void {
    if (trust === 'trusted' || surface === undefined || found.refused) return;
    const undo = surface.distrust();
    this.#undo?.push(undo);
  }

  #close(id: SurfaceId, found: Findings): void {
    // In their order. Once for an entry: a copy for each of thousands of parts would not fit into memory.
    const before = this.#undo === undefined || this.#hasClosed ? undefined : [...this.#surfaces];
    if (!this.#surfaces.delete(id)) return this.#judge?.noteClosed(id, found);
    this.#membership.fire();
    if (before === undefined) return;
    this.#hasClosed = true;
    this.#undo?.push(() => {
      this.#surfaces.clear();
      for (const [key, value] of before) this.#surfaces.set(key, value);
      this.#membership.fire();
    });
  }

  #say(line: TalkLine): void {
    const undo = this.#talk.add(line);
    this.#undo?.push(undo);
  }

  #turnTo(state: TurnOp['state'] | undefined): void {
    this.#turn = state;
    this.#turned.fire();
  }

  /** The surface of an update. In an entry of several parts its data can be taken back. */
  #target(id: SurfaceId, found: Findings): Surface | undefined {
    const surface = this.#surfaces.get(id);
    if (surface === undefined) {
      found.add(
        issue('VITRINE_SURFACE_UNKNOWN', 'error', `Surface not found for message: ${quote(id)}.`, '/surfaceId'),
      );
    } else if (this.#touched !== undefined && !this.#touched.has(surface)) {
      this.#touched.add(surface);
      surface.data.begin();
    }
    return surface;
  }

  #keep<T extends KeptOp>(items: OpenItems<TrustMarked<T>>, id: string, op: T, trust: Trust, found: Findings): void {
    if (this.#judge?.mayKeep(op, id, items, found) === false) return;
    const undo = items.put(id, marked(op, trust));
    this.#undo?.push(undo);
  }

  #drop<T>(
    items: OpenItems<T>,
    id: string,
    code: IssueCode,
    found: Findings,
    how: 'demand' | 'tolerate' = 'demand',
  ): void {
    if (!items.has(id)) {
      const message = `Nothing is open under the id ${quote(id)}.`;
      if (how === 'tolerate') found.add(issue(code, 'warning', message));
      else found.refuse(code, message);
      return;
    }
    const undo = items.put(id, undefined);
    this.#undo?.push(undo);
  }
}

function judge(problem: Issue | undefined, found: Findings): void {
  if (problem !== undefined) found.add(problem);
}

function restoring(surface: Surface, components: readonly Component[]): Undo {
  const before = components.map(({ id }) => [id, surface.component(id)] as const);
  return () => {
    for (const [id, component] of before) {
      if (component === undefined) surface.remove(id);
      else surface.put(component);
    }
  };
}

// The state that entries give: surfaces, asks, tasks, calls. `accept` judges an entry and applies it whole or not at all;
// `apply` replays what was accepted before. Nothing else changes a surface.

import type { Environment } from './binding.ts';
import type { Catalog } from './catalog.ts';
import { checkComponents, checkContext, checkTheme } from './check.ts';
import type { CheckContext } from './check-context.ts';
import type {
  AskOp,
  CallOp,
  Component,
  Entry,
  NewEntry,
  Op,
  OpenOp,
  RevealOp,
  SurfaceId,
  TaskOp,
  Trust,
  ViewerEvent,
} from './entry.ts';
import { isOp } from './entry.ts';
import { idProblem, textProblem } from './inspect.ts';
import { type Issue, issue, type Outcome, type PartIssue, quote } from './issue.ts';
import type { IssueCode } from './issue-codes.ts';
import type { Json } from './json.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { OpenItems } from './open-items.ts';
import { beginBatch, endBatch, isTracking, pauseTracking, resumeTracking, Source } from './reactive.ts';
import type { Catalogs } from './registry.ts';
import { resolveCatalog, Surface, type SurfaceSnapshot } from './surface.ts';
import { checkTopology } from './topology.ts';

export interface FoldOptions {
  readonly catalogs: Catalogs;
  readonly limits?: Limits;
  /** What tolerance would mend refuses the message instead. */
  readonly strict?: boolean;
  readonly locale?: string;
  readonly zone?: string;
  /** Hears what goes wrong while bindings are evaluated. */
  readonly report?: (problem: Issue) => void;
}

export interface FoldSnapshot {
  readonly surfaces: { readonly [id: SurfaceId]: SurfaceSnapshot };
  readonly asks: { readonly [id: string]: AskOp };
  readonly tasks: { readonly [id: string]: TaskOp };
  readonly calls: { readonly [id: string]: CallOp };
  readonly turn?: string;
}

/** A read-only look at a fold. */
export interface View {
  readonly surfaces: ReadonlyMap<SurfaceId, Surface>;
  readonly asks: ReadonlyMap<string, AskOp>;
  readonly tasks: ReadonlyMap<string, TaskOp>;
  readonly calls: ReadonlyMap<string, CallOp>;
  readonly catalogs: Catalogs;
  readonly limits: Limits;
  readonly env: Environment;
  readonly strict: boolean;
}

type Undo = () => void;

/** Levels of an op above the values that have limits of their own. */
const OP_DEPTH = 4;

export class Fold implements View {
  readonly catalogs: Catalogs;
  readonly limits: Limits;
  readonly strict: boolean;
  readonly env: Environment;
  readonly #surfaces = new Map<SurfaceId, Surface>();
  readonly #asks = new OpenItems<AskOp>();
  readonly #tasks = new OpenItems<TaskOp>();
  readonly #calls = new OpenItems<CallOp>();
  readonly #membership = new Source();
  readonly #turned = new Source();
  #turn: string | undefined;
  /** Set while an entry of several parts is applied. */
  #undo: Undo[] | undefined;
  #touched: Set<Surface> | undefined;
  #replaying = false;
  readonly #context: CheckContext;

  constructor(options: FoldOptions) {
    this.catalogs = options.catalogs;
    this.limits = options.limits ?? DEFAULT_LIMITS;
    this.strict = options.strict ?? false;
    this.#context = checkContext(this.limits, this.strict, NO_SURFACE);
    this.env = {
      locale: options.locale ?? 'en-US',
      zone: options.zone ?? 'UTC',
      limits: this.limits,
      report: options.report ?? (() => undefined),
    };
  }

  get surfaces(): ReadonlyMap<SurfaceId, Surface> {
    if (isTracking()) this.#membership.observe();
    return this.#surfaces;
  }
  get asks(): ReadonlyMap<string, AskOp> {
    return this.#asks.all;
  }
  get tasks(): ReadonlyMap<string, TaskOp> {
    return this.#tasks.all;
  }
  get calls(): ReadonlyMap<string, CallOp> {
    return this.#calls.all;
  }
  get turn(): string | undefined {
    if (isTracking()) this.#turned.observe();
    return this.#turn;
  }

  /** Judges an entry and applies it, whole or not at all. */
  accept(entry: NewEntry, trust: Trust = 'trusted'): Outcome<NewEntry, PartIssue> {
    const context = this.#context;
    // A watcher that accepts an entry does not observe what is read to judge it.
    const outer = pauseTracking();
    beginBatch();
    try {
      this.#run(entry.body, trust, context);
      const issues = context.all();
      return context.refused ? { ok: false, issues } : { ok: true, value: entry, issues };
    } finally {
      // Watchers may accept further entries, so the context is free again before they run.
      context.reset();
      resumeTracking(outer);
      endBatch();
    }
  }

  /** Replays an entry of the log. Catalogs were asked when it was accepted; a refusal now is a fault of ours. */
  apply(entry: Entry): void {
    const context = checkContext(this.limits, false, NO_SURFACE);
    const outer = pauseTracking();
    beginBatch();
    this.#replaying = true;
    try {
      this.#run(entry.body, entry.trust, context);
    } finally {
      // Before watchers run: what they accept is judged.
      this.#replaying = false;
      resumeTracking(outer);
      endBatch();
    }
    if (context.refused)
      throw new Error(`Entry ${entry.seq} was accepted before and is refused now: ${context.all()[0]?.message}`);
  }

  /** Whole-tree rules that a stream may break on its way: root, dangling references, orphans, cycles. */
  topology(): readonly Issue[] {
    return [...this.#surfaces.values()].flatMap((surface) => checkTopology(surface));
  }

  snapshot(): FoldSnapshot {
    const surfaces: { [id: SurfaceId]: SurfaceSnapshot } = {};
    for (const [id, surface] of this.#surfaces) surfaces[id] = surface.snapshot();
    return {
      surfaces,
      asks: this.#asks.snapshot(),
      tasks: this.#tasks.snapshot(),
      calls: this.#calls.snapshot(),
      ...(this.#turn === undefined ? {} : { turn: this.#turn }),
    };
  }

  #run(body: readonly (Op | ViewerEvent)[], trust: Trust, context: CheckContext): void {
    // One part is whole or not at all by itself.
    if (body.length === 1) return this.#part(body[0] as Op | ViewerEvent, trust, context);
    this.#undo = [];
    this.#touched = new Set();
    let whole = false;
    try {
      for (const [index, part] of body.entries()) {
        context.part = index;
        this.#part(part, trust, context);
        if (context.refused) return;
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

  #part(part: Op | ViewerEvent, trust: Trust, context: CheckContext): void {
    if (isOp(part)) this.#op(part, trust, context);
    else this.#event(part, context);
  }

  #op(op: Op, trust: Trust, context: CheckContext): void {
    switch (op.op) {
      case 'open':
        return this.#open(op, trust, context);
      case 'reveal':
        return this.#reveal(op, context);
      case 'put':
        return this.#put(op.surface, op.components, context);
      case 'close':
        return this.#close(op.surface, context);
      case 'set': {
        const surface = this.#target(op.surface, context);
        if (surface === undefined) return;
        if (op.ifAbsent === true && surface.data.get(op.path) !== undefined)
          return this.#checkUnused(op as object as Json, context);
        return judge(surface.data.set(op.path, op.value), context);
      }
      case 'merge':
        return judge(this.#target(op.surface, context)?.data.merge(op.path, op.value), context);
      case 'unset':
        return judge(this.#target(op.surface, context)?.data.unset(op.path), context);
      case 'append':
        return judge(this.#target(op.surface, context)?.data.append(op.path, op.value), context);
      case 'ask':
        return this.#keep(this.#asks, op.ask, op, context);
      case 'withdraw':
      case 'lapse':
        return this.#drop(this.#asks, op.ask, 'VITRINE_ASK_UNKNOWN', context);
      case 'task':
        if (op.done === true) return this.#drop(this.#tasks, op.task, 'VITRINE_TASK_UNKNOWN', context, 'tolerate');
        return this.#keep(this.#tasks, op.task, op, context);
      case 'call':
        return this.#keep(this.#calls, op.call, op, context);
      case 'turn': {
        const before = this.#turn;
        this.#undo?.push(() => {
          this.#turn = before;
          this.#turned.fire();
        });
        this.#turn = op.state;
        this.#turned.fire();
        return;
      }
      case 'return':
      case 'effect':
      case 'say':
        return;
      default:
        // Types say this cannot be; whoever builds entries without them is told.
        context.refuse('VITRINE_MESSAGE_SHAPE', `There is no op ${quote(String((op as { op: unknown }).op))}.`);
    }
  }

  #event(event: ViewerEvent, context: CheckContext): void {
    const before = context.issues?.length ?? 0;
    switch (event.event) {
      case 'input':
        judge(this.#target(event.surface, context)?.data.set(event.path, event.value), context);
        break;
      case 'answer':
        this.#drop(this.#asks, event.ask, 'VITRINE_ASK_UNKNOWN', context);
        break;
      case 'return':
        this.#drop(this.#calls, event.call, 'VITRINE_CALL_UNKNOWN', context, 'tolerate');
        break;
      default:
        return;
    }
    context.blame('viewer', before);
  }

  #open(op: OpenOp, trust: Trust, context: CheckContext): void {
    if (this.#surfaces.has(op.surface)) {
      this.#checkUnused(op as object as Json, context);
      if (op.implicit === true) return;
      const severity = this.strict && !this.#replaying ? 'error' : 'warning';
      const message = `Surface ${quote(op.surface)} already exists; it stands as it was.`;
      return context.add(issue('VITRINE_SURFACE_EXISTS', severity, message, '/surfaceId'));
    }
    const bad = idProblem(op.surface, this.limits, '/surfaceId') ?? this.#rootProblem(op.root);
    if (bad !== undefined) return context.add(bad);
    if (this.#surfaces.size >= this.limits.surfaces) {
      const message = `There are ${this.#surfaces.size} surfaces open; that is the limit.`;
      return context.add(issue('VITRINE_LIMIT_SURFACES', 'error', message, '/surfaceId'));
    }
    const surface = new Surface(op, trust, this.catalogs, this.limits);
    if (this.#replaying) {
      // Judged when it was accepted.
    } else if (op.catalog !== undefined) {
      const catalog = surface.catalogFor(undefined);
      if ('code' in catalog) return context.add({ ...catalog, at: '/catalogId' });
      if (op.theme !== undefined) checkTheme(op.theme, catalog, op.surface, context);
    } else if (op.theme !== undefined) storable(op.theme, 'theme', context);
    if (op.place !== undefined) storable(op.place, 'place', context);
    if (op.ext !== undefined) storable(op.ext, 'metadata', context);
    if (op.data !== undefined) judge(surface.data.set('/', op.data, '/dataModel'), context);
    if (op.components !== undefined) this.#check(op.components, surface, context);
    if (context.refused) return;
    for (const component of op.components ?? []) surface.put(component);
    this.#surfaces.set(op.surface, surface);
    this.#membership.fire();
    this.#undo?.push(() => {
      this.#surfaces.delete(op.surface);
      this.#membership.fire();
    });
  }

  #reveal(op: RevealOp, context: CheckContext): void {
    const surface = this.#target(op.surface, context);
    if (surface === undefined) return;
    const bad = this.#rootProblem(op.root);
    if (bad !== undefined) return context.add(bad);
    const id = op.catalog ?? surface.catalog;
    const catalog =
      id === undefined || this.#replaying ? undefined : resolveCatalog(id, surface.protocol, this.catalogs);
    if (catalog !== undefined && 'code' in catalog) return context.add({ ...catalog, at: '/catalogId' });
    if (op.theme !== undefined && !this.#replaying) {
      if (catalog !== undefined) checkTheme(op.theme, catalog, op.surface, context);
      else storable(op.theme, 'theme', context);
    }
    if (catalog !== undefined && id !== surface.catalog) this.#checkMoved(surface, catalog, context);
    if (context.refused) return;
    this.#undo?.push(surface.saveHead());
    surface.reveal(op);
  }

  #put(id: SurfaceId, components: readonly Component[], context: CheckContext): void {
    const surface = this.#target(id, context);
    if (surface === undefined) return;
    this.#check(components, surface, context);
    if (context.refused) return;
    if (this.#undo !== undefined) this.#undo.push(restoring(surface, components));
    for (const component of components) surface.put(component);
  }

  #check(components: readonly Component[], surface: Surface, context: CheckContext): void {
    if (this.#replaying) return;
    context.catalogFor = (id) => surface.catalogFor(id);
    checkComponents(components, surface, context);
    context.catalogFor = NO_SURFACE;
  }

  /** Components that came before the surface's catalog was named are judged by it now. */
  #checkMoved(surface: Surface, catalog: Catalog, context: CheckContext): void {
    const trial = context.trial();
    trial.catalogFor = (id) => (id === undefined ? catalog : surface.catalogFor(id));
    checkComponents(surface.components(), surface, trial);
    for (const problem of trial.all()) context.add({ ...problem, at: '/catalogId' });
  }

  /** The log keeps what an entry holds, also where the state has no use for it. */
  #checkUnused(op: Json, context: CheckContext): void {
    if (!this.#replaying) context.storable(op, this.limits.dataDepth + OP_DEPTH);
  }

  #rootProblem(root: string | undefined): Issue | undefined {
    return root === undefined ? undefined : idProblem(root, this.limits, '/root');
  }

  #close(id: SurfaceId, context: CheckContext): void {
    const surface = this.#surfaces.get(id);
    if (surface === undefined) {
      const unknown = issue(
        'VITRINE_SURFACE_UNKNOWN',
        'warning',
        `There is no surface ${quote(id)} to close.`,
        '/surfaceId',
      );
      return context.add(textProblem(id, this.limits, '/surfaceId') ?? unknown);
    }
    const before = this.#undo === undefined ? undefined : [...this.#surfaces];
    this.#surfaces.delete(id);
    this.#membership.fire();
    this.#undo?.push(() => {
      this.#surfaces.clear();
      for (const [key, value] of before ?? []) this.#surfaces.set(key, value);
      this.#membership.fire();
    });
  }

  /** The surface of an update. In an entry of several parts its data can be taken back. */
  #target(id: SurfaceId, context: CheckContext): Surface | undefined {
    const surface = this.#surfaces.get(id);
    if (surface === undefined) {
      context.add(
        issue('VITRINE_SURFACE_UNKNOWN', 'error', `Surface not found for message: ${quote(id)}.`, '/surfaceId'),
      );
    } else if (this.#touched !== undefined && !this.#touched.has(surface)) {
      this.#touched.add(surface);
      surface.data.begin();
    }
    return surface;
  }

  #keep<T extends Op>(items: OpenItems<T>, id: string, value: T, context: CheckContext): void {
    const bad = idProblem(id, this.limits, '');
    if (bad !== undefined) return context.add(bad);
    if (!items.has(id) && items.size >= this.limits.openItems) {
      const message = `There are ${items.size} of the kind ${value.op} open; that is the limit.`;
      return context.refuse('VITRINE_LIMIT_ENTRIES', message);
    }
    if (!context.storable(value as object as Json)) return;
    const undo = items.put(id, value);
    this.#undo?.push(undo);
  }

  #drop<T>(
    items: OpenItems<T>,
    id: string,
    code: IssueCode,
    context: CheckContext,
    how: 'demand' | 'tolerate' = 'demand',
  ): void {
    if (!items.has(id)) {
      if (how === 'tolerate') context.add(issue(code, 'warning', `Nothing is open under the id ${quote(id)}.`));
      else context.refuse(code, `Nothing is open under the id ${quote(id)}.`);
      return;
    }
    const undo = items.put(id, undefined);
    this.#undo?.push(undo);
  }
}

const NO_SURFACE = (): Issue => issue('VITRINE_CATALOG_MISSING', 'error', 'No surface is being judged.');

function storable(value: Json, field: string, context: CheckContext): void {
  context.path.push(field);
  context.storable(value);
  context.path.pop();
}

function judge(problem: Issue | undefined, context: CheckContext): void {
  if (problem !== undefined) context.add(problem);
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

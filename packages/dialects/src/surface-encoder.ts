// The driver that the A2UI encoders share: from a view, or from one entry, to the messages of a target. A surface of the
// target's own protocol passes (lowering/native-surface.ts), any other is lowered (lowering/lowered-surface.ts); what a
// catalog derives, questions and tasks are surfaces of the basic catalog before that (lowering/bridged-surface.ts).

import {
  type AskOp,
  askSurfaceId,
  type CatalogId,
  type ComponentId,
  type Entry,
  isOp,
  type Json,
  mayApprove,
  type Op,
  oneStep,
  type Steps,
  type Surface,
  SurfaceBudgets,
  type SurfaceId,
  type TaskOp,
  type TrustMarked,
  takeAll,
  taskSurfaceId,
  type View,
  type ViewerEvent,
} from '@vitrine/core/internal';
import type { Capabilities, Encoded } from './dialect.ts';
import { BridgedSurface } from './lowering/bridged-surface.ts';
import { type DataChange, dataChangeOf } from './lowering/data-change.ts';
import { Losses } from './lowering/losses.ts';
import { LoweredSurface } from './lowering/lowered-surface.ts';
import { NativeSurface } from './lowering/native-surface.ts';
import { derivedSurface } from './lowering/plain-surface.ts';
import { askSurface, taskSurface } from './lowering/questions.ts';
import type { Changes, Scene, SentSurface } from './lowering/sent-surface.ts';
import type { Target } from './lowering/target.ts';

/** What one reader has been sent. Private to the encoder: without it, join again. */
export interface Memory {
  readonly surfaces: Map<SurfaceId, SentSurface>;
  /** Those that were sent as what is not trusted. */
  readonly untrusted: Set<SurfaceId>;
  readonly reportedLosses: Set<string>;
  readonly capabilities: Capabilities;
}

export interface Encoder {
  join(view: View, capabilities?: Capabilities): Encoded & { readonly memory: Memory };
  joinSteps(view: View, capabilities?: Capabilities): Steps<Encoded & { readonly memory: Memory }>;
  encode(entry: Pick<Entry, 'body'>, view: View, memory: Memory): Encoded;
  encodeSteps(entry: Pick<Entry, 'body'>, view: View, memory: Memory): Steps<Encoded>;
}

export function createEncoder(target: Target): Encoder {
  function* joinSteps(view: View, capabilities: Capabilities = {}): Steps<Encoded & { readonly memory: Memory }> {
    const memory: Memory = { surfaces: new Map(), untrusted: new Set(), reportedLosses: new Set(), capabilities };
    const encoding = new Encoding(target, view, memory);
    yield* encoding.join();
    return { wire: encoding.wire, losses: encoding.losses.list, memory };
  }
  function* encodeSteps({ body }: Pick<Entry, 'body'>, view: View, memory: Memory): Steps<Encoded> {
    const encoding = new Encoding(target, view, memory);
    yield* encoding.take(body);
    return { wire: encoding.wire, losses: encoding.losses.list };
  }
  return {
    join: (view, capabilities) => takeAll(joinSteps(view, capabilities)),
    joinSteps,
    encode: (entry, view, memory) => takeAll(encodeSteps(entry, view, memory)),
    encodeSteps,
  };
}

/** One join, or one entry. `view` is the state after it, so a surface that opens here is sent as it is in the end. */
class Encoding {
  readonly wire: Json[] = [];
  readonly losses: Losses;
  readonly #target: Target;
  readonly #view: View;
  readonly #memory: Memory;
  readonly #budgets: SurfaceBudgets;
  /** Opened by this entry: what the entry does to it was sent with it. */
  readonly #fresh = new Set<SurfaceId>();
  /** What the entry does to the others, sent once at its end. */
  readonly #changes = new Map<SurfaceId, Changes>();

  constructor(target: Target, view: View, memory: Memory) {
    this.#target = target;
    this.#view = view;
    this.#memory = memory;
    this.#budgets = new SurfaceBudgets(view.env.limits);
    this.losses = new Losses(memory.reportedLosses);
  }

  *join(): Steps<void> {
    for (const surface of this.#view.surfaces.values()) {
      yield* this.#open(surface);
      yield;
    }
    for (const ask of this.#view.asks.values()) {
      yield* this.#ask(ask);
      yield;
    }
    for (const task of this.#view.tasks.values()) {
      yield* this.#task(task);
      yield;
    }
  }

  *take(body: readonly (Op | ViewerEvent)[]): Steps<void> {
    for (const part of body) {
      const changed = dataChangeOf(part);
      if (changed !== undefined) this.#change(changed.surface, changed.change);
      else if (isOp(part)) {
        const steps = this.#op(part);
        if (steps === undefined) continue;
        yield* steps;
        yield;
      } else if (part.event === 'answer') this.#drop(askSurfaceId(part.ask));
    }
    for (const [id, changes] of this.#changes) {
      yield* this.#send(id, (sent, scene) => this.#update(sent, scene, changes));
      yield;
    }
  }

  /** Undefined: only a new surface can say it. */
  #update(sent: SentSurface, scene: Scene, changes: Changes): Steps<readonly Json[] | undefined> {
    if (sent instanceof NativeSurface && !this.#knowsAll(changes.put, scene.surface)) return oneStep(() => undefined);
    return sent.update(scene, changes);
  }

  /** Undefined: it is done. */
  #op(op: Op): Steps<void> | undefined {
    switch (op.op) {
      case 'open': {
        const surface = this.#view.surfaces.get(op.surface);
        return surface !== undefined && !this.#memory.surfaces.has(op.surface) ? this.#open(surface) : undefined;
      }
      case 'reveal':
        return this.#reveal(op.surface);
      case 'put': {
        const put = this.#changesOf(op.surface)?.put;
        if (put !== undefined) for (const { id } of op.components) put.add(id);
        return undefined;
      }
      case 'close':
        this.#close(op.surface);
        return undefined;
      case 'ask':
        return this.#ask(this.#view.asks.get(op.ask) ?? op);
      case 'withdraw':
      case 'lapse':
        this.#drop(askSurfaceId(op.ask));
        return undefined;
      case 'task':
        return this.#task(op.done === true ? op : (this.#view.tasks.get(op.task) ?? op));
      case 'call':
        this.#say(this.#target.call?.(op), 'a call to a function of the viewer is not sent');
        return undefined;
      case 'return':
        this.#say(this.#target.return?.(op), 'the result of a call is not sent');
        return undefined;
      default:
        this.losses.tell(`${op.op} has no message`);
        return undefined;
    }
  }

  *#open(surface: Surface): Steps<void> {
    const { id } = surface;
    const native = this.#isNative(surface);
    if (surface.held && !(native && this.#target.buffers)) return;
    const derived = native ? undefined : derive(this.#scene(surface));
    const sent = native
      ? new NativeSurface(this.#target, (catalog) => this.#known(catalog) ?? catalog)
      : derived === undefined
        ? new LoweredSurface(this.#target, this.#basicId())
        : new BridgedSurface(this.#target, this.#basicId(), derive);
    this.#memory.surfaces.set(id, sent);
    if (surface.trust === 'untrusted') this.#memory.untrusted.add(id);
    this.#fresh.add(id);
    this.#push(yield* sent.open(this.#scene(derived ?? surface)));
  }

  #push(messages: readonly Json[]): void {
    for (const message of messages) this.wire.push(message);
  }

  /** Asked again, it is another question. */
  *#ask(ask: TrustMarked<AskOp>): Steps<void> {
    const surface = askSurface(ask, this.#view.limits);
    this.#drop(askSurfaceId(ask.ask));
    if (!mayApprove(ask)) return this.losses.tell('an untrusted ask for an approval is not sent');
    if (surface === undefined) this.losses.tell(`the ask ${ask.ask} is not shown: no file can be sent`);
    else yield* this.#openOwn(surface);
  }

  *#task(task: TrustMarked<TaskOp>): Steps<void> {
    const id = taskSurfaceId(task.task);
    if (task.done === true) return this.#drop(id);
    const surface = taskSurface(task, this.#view.limits);
    const sent = this.#memory.surfaces.get(id);
    const scene = this.#scene(surface);
    const update = sent === undefined ? undefined : yield* sent.update(scene, { put: new Set(), data: [] });
    if (update !== undefined) this.#push(update);
    else {
      this.#drop(id);
      yield* this.#openOwn(surface);
    }
  }

  /** A surface that stands for something else: the view has none of its id. */
  *#openOwn(surface: Surface): Steps<void> {
    const sent = new BridgedSurface(this.#target, this.#basicId());
    this.#memory.surfaces.set(surface.id, sent);
    this.#push(yield* sent.open(this.#scene(surface)));
  }

  #reveal(id: SurfaceId): Steps<void> {
    const surface = this.#view.surfaces.get(id);
    if (surface !== undefined && !this.#memory.surfaces.has(id)) return this.#open(surface);
    return this.#send(id, (sent, scene) => sent.reveal(scene));
  }

  #change(id: SurfaceId, change: DataChange): void {
    this.#changesOf(id)?.data.push(change);
  }

  /** Says something about a surface that the reader has; what cannot be said of it needs a new one. */
  *#send(id: SurfaceId, say: (sent: SentSurface, scene: Scene) => Steps<readonly Json[] | undefined>): Steps<void> {
    const surface = this.#view.surfaces.get(id);
    const sent = this.#memory.surfaces.get(id);
    if (surface === undefined || sent === undefined || this.#fresh.has(id)) return;
    // What the reader has of it may make requests: it needs all of it anew.
    const isNoMore = surface.trust === 'untrusted' && !this.#memory.untrusted.has(id);
    const update = isNoMore ? undefined : yield* say(sent, this.#scene(surface));
    if (update !== undefined) this.#push(update);
    else {
      this.#drop(id);
      yield* this.#open(surface);
    }
  }

  #close(id: SurfaceId): void {
    this.#drop(id);
    this.losses.forget(id);
  }

  #drop(id: SurfaceId): void {
    this.#fresh.delete(id);
    this.#changes.delete(id);
    this.#memory.untrusted.delete(id);
    if (this.#memory.surfaces.delete(id)) this.wire.push(...this.#target.close(id));
  }

  #changesOf(id: SurfaceId): Changes | undefined {
    if (!this.#memory.surfaces.has(id) || this.#fresh.has(id)) return undefined;
    let changes = this.#changes.get(id);
    if (changes === undefined) {
      changes = { put: new Set(), data: [] };
      this.#changes.set(id, changes);
    }
    return changes;
  }

  #scene(surface: Surface): Scene {
    return { surface, env: this.#view.env, losses: this.losses, budgets: this.#budgets };
  }

  #say(message: Json | undefined, otherwise: string): void {
    if (message === undefined) this.losses.tell(otherwise);
    else this.wire.push(message);
  }

  /** The target's own protocol, under a root it can name, with a catalog that the viewer has not left out. */
  #isNative(surface: Surface): boolean {
    const { protocol, root, catalog, trust } = surface;
    if (protocol !== this.#target.protocol || (this.#target.root !== undefined && root !== this.#target.root))
      return false;
    // What is not trusted needs a mark, and words without links: in the basic catalog there are words for both.
    if (trust === 'untrusted' && (this.#isBasic(catalog) || this.#fallsBack(catalog))) return false;
    if (catalog !== undefined && this.#known(catalog) === undefined) return false;
    const ids = surface.components().map(({ id }) => id);
    return this.#knowsAll(ids, surface);
  }

  /** Whether the viewer knows the catalogs that components name themselves, where others could stand for them. */
  #knowsAll(ids: Iterable<ComponentId>, surface: Surface): boolean {
    for (const id of ids) {
      const catalog = surface.component(id)?.catalog;
      if (catalog === undefined || this.#known(catalog) !== undefined) continue;
      if (surface.peek(id)?.declaration?.fallback !== undefined) return false;
    }
    return true;
  }

  /** Components of the catalog say what stands for them in the basic catalog. */
  #fallsBack(catalog: CatalogId | undefined): boolean {
    const declared = catalog === undefined ? undefined : this.#view.catalogs.get(catalog);
    return [...(declared?.components.values() ?? [])].some(({ fallback }) => fallback !== undefined);
  }

  #isBasic(catalog: CatalogId | undefined): boolean {
    const { basic } = this.#target;
    const whole = catalog === undefined ? basic.id : (this.#view.catalogs.get(catalog)?.partOf ?? catalog);
    return whole === basic.id || basic.aliases.includes(whole);
  }

  #basicId(): string {
    const { id } = this.#target.basic;
    return this.#known(id) ?? id;
  }

  /** The id under which the viewer knows a catalog; every one counts as known where it lists none. */
  #known(id: CatalogId): CatalogId | undefined {
    const { catalogs } = this.#memory.capabilities;
    const whole = this.#view.catalogs.get(id)?.partOf;
    if (whole !== undefined && catalogs?.includes(id) !== true) return this.#known(whole);
    if (catalogs === undefined || catalogs.includes(id)) return id;
    const catalog = id === this.#target.basic.id ? this.#target.basic : this.#view.catalogs.get(id);
    return catalogs.find((listed) => listed === catalog?.id || catalog?.aliases.includes(listed));
  }
}

function derive({ surface, env, losses }: Scene): Surface | undefined {
  return derivedSurface(surface, env.limits, (what) => losses.tell(what, surface.id));
}

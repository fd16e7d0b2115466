// One surface: components by id, its data model, its default catalog. Changes here are structural; whether they are
// allowed is judged before, in check.ts.

import type { Bindable } from './binding.ts';
import type { Catalog, ComponentDeclaration } from './catalog.ts';
import { DataModel } from './data-model.ts';
import type { CatalogId, Component, ComponentId, OpenOp, RevealOp, SurfaceId, Time, Trust } from './entry.ts';
import { type Issue, issue, quote } from './issue.ts';
import { defined, type Json, type JsonObject } from './json.ts';
import type { Limits } from './limits.ts';
import { Source } from './reactive.ts';
import { referencesOf } from './references.ts';
import type { Catalogs } from './registry.ts';

const NOTHING: readonly ComponentId[] = [];

/**
 * Where a component stands or will stand: made when it is defined, referred to or watched. It is observed as a whole, for
 * whoever draws a component must know both what it is and what it says; one source for each weighs more than it saves.
 */
export class Slot extends Source {
  readonly id: ComponentId;
  component: Component | undefined;
  declaration: ComponentDeclaration | undefined;
  catalog: Catalog | undefined;
  /** How many components refer to it. */
  inbound = 0;
  /** Counts up with each definition of a new component: what was refused or never came leaves no trace in the order. */
  order = 0;
  #names: readonly string[] | undefined;

  constructor(id: ComponentId) {
    super();
    this.id = id;
  }

  /** The components that it refers to. Found anew each time: kept lists weighed as much as the slots themselves. */
  get references(): readonly ComponentId[] {
    return this.component === undefined ? NOTHING : referencesOf(this.component, this.declaration);
  }

  /** The properties that are set and declared. */
  get names(): readonly string[] {
    const props = this.declaration?.props;
    this.#names ??=
      props === undefined ? [] : Object.keys(this.component?.props ?? {}).filter((name) => Object.hasOwn(props, name));
    return this.#names;
  }

  replace(
    component: Component | undefined,
    catalog: Catalog | undefined,
    declaration: ComponentDeclaration | undefined,
  ): void {
    this.component = component;
    this.catalog = catalog;
    this.declaration = declaration;
    this.#names = undefined;
    this.fire();
  }
}

export interface SurfaceSnapshot {
  readonly catalog?: CatalogId;
  readonly protocol?: string;
  readonly root: ComponentId;
  readonly components: readonly Component[];
  readonly data: Json;
  readonly trust: Trust;
  readonly held?: true;
  readonly implicit?: true;
  readonly partial?: true;
  readonly sync?: true;
  readonly theme?: JsonObject;
  readonly place?: JsonObject;
  readonly until?: Time;
  readonly ext?: JsonObject;
}

/** What a reveal may still change. */
type SurfaceHead = Pick<SurfaceSnapshot, 'catalog' | 'root' | 'held' | 'implicit' | 'partial' | 'theme'>;

export class Surface implements Bindable {
  readonly id: SurfaceId;
  readonly data: DataModel;
  readonly protocol: string | undefined;
  readonly sync: boolean;
  readonly place: JsonObject | undefined;
  readonly until: Time | undefined;
  readonly ext: JsonObject | undefined;
  readonly #catalogs: Catalogs;
  #slots = new Map<ComponentId, Slot>();
  readonly #head = new Source();
  #count = 0;
  #defined = 0;
  #nestingRules = false;
  #opened: SurfaceHead;
  #trust: Trust;
  /** The default catalog, once it was found. */
  #default: Catalog | undefined;

  constructor(op: OpenOp, trust: Trust, catalogs: Catalogs, data: Limits | DataModel) {
    this.id = op.surface;
    this.#trust = trust;
    this.data = data instanceof DataModel ? data : new DataModel(data);
    this.protocol = op.protocol;
    this.sync = op.sync ?? false;
    this.place = op.place;
    this.until = op.until;
    this.ext = op.ext;
    this.#catalogs = catalogs;
    this.#opened = {
      root: op.root ?? 'root',
      ...defined({ catalog: op.catalog }),
      ...(op.held ? { held: true } : {}),
      ...(op.implicit ? { implicit: true } : {}),
      ...(op.partial ? { partial: true } : {}),
      ...defined({ theme: op.theme }),
    };
  }

  /** As low as that of the lowest entry that has written to it. */
  get trust(): Trust {
    this.#head.observe();
    return this.#trust;
  }
  get catalog(): CatalogId | undefined {
    return this.#observed().catalog;
  }
  get root(): ComponentId {
    return this.#observed().root;
  }
  /** Buffers only: nothing may be shown yet. */
  get held(): boolean {
    return this.#observed().held === true;
  }
  get implicit(): boolean {
    return this.#opened.implicit === true;
  }
  get partial(): boolean {
    return this.#observed().partial === true;
  }
  get theme(): JsonObject | undefined {
    return this.#observed().theme;
  }
  /** Some component that stands here says where it or its children may stand. */
  get hasNestingRules(): boolean {
    return this.#nestingRules;
  }
  get componentCount(): number {
    return this.#count;
  }

  /** Defined components, in the order in which they were first defined. */
  components(): readonly Component[] {
    const defined = [...this.#slots.values()].filter((slot) => slot.component !== undefined);
    return defined.sort((a, b) => a.order - b.order).map((slot) => slot.component as Component);
  }

  component(id: ComponentId): Component | undefined {
    return this.#slots.get(id)?.component;
  }

  /** The slot of an id that is defined, referred to or observed. */
  peek(id: ComponentId): Slot | undefined {
    return this.#slots.get(id);
  }

  /** The slot of an id, made when it is not there yet. */
  slot(id: ComponentId): Slot {
    let slot = this.#slots.get(id);
    if (slot === undefined) {
      slot = new Slot(id);
      this.#slots.set(id, slot);
    }
    return slot;
  }

  catalogFor(id: CatalogId | undefined): Catalog | Issue {
    if (id === undefined && this.#default !== undefined) return this.#default;
    const wanted = id ?? this.#opened.catalog;
    if (wanted === undefined) {
      return issue(
        'VITRINE_CATALOG_MISSING',
        'error',
        `The surface ${quote(this.id)} has no default catalogId and none is named here.`,
      );
    }
    const catalog = resolveCatalog(wanted, this.protocol, this.#catalogs);
    if (id === undefined && !('code' in catalog)) this.#default = catalog;
    return catalog;
  }

  put(component: Component): void {
    const slot = this.slot(component.id);
    const catalog = this.catalogFor(component.catalog);
    const known = 'code' in catalog ? undefined : catalog;
    if (slot.component === undefined) {
      this.#count++;
      slot.order = ++this.#defined;
    }
    const before = slot.references;
    slot.replace(component, known, known?.components.get(component.type));
    const { declaration } = slot;
    if (declaration?.allowedParents !== undefined || declaration?.allowedChildren !== undefined)
      this.#nestingRules = true;
    this.#refer(before, slot.references);
  }

  remove(id: ComponentId): void {
    const slot = this.#slots.get(id);
    if (slot?.component === undefined) return;
    this.#count--;
    const before = slot.references;
    slot.replace(undefined, undefined, undefined);
    this.#refer(before, NOTHING);
    this.#forget(slot);
  }

  reveal(op: RevealOp): void {
    const { held: _held, implicit: _implicit, partial: _partial, ...before } = this.#opened;
    const moved = op.catalog !== undefined && op.catalog !== before.catalog;
    this.#opened = {
      ...before,
      root: op.root,
      ...defined({ catalog: op.catalog, theme: op.theme }),
    };
    this.#default = undefined;
    this.#head.fire();
    if (moved) this.#putAgain();
  }

  /** From now on it is not trusted, for as long as it stands. Gives what takes that back. */
  distrust(): () => void {
    const before = this.#trust;
    const turn = (trust: Trust): void => {
      if (trust === this.#trust) return;
      this.#trust = trust;
      this.#head.fire();
    };
    turn('untrusted');
    return () => turn(before);
  }

  /** Undoes a reveal or put inside an entry that is refused as a whole. */
  saveHead(): () => void {
    const before = this.#opened;
    return () => {
      const moved = before.catalog !== this.#opened.catalog;
      this.#opened = before;
      this.#default = undefined;
      this.#head.fire();
      if (moved) this.#putAgain();
    };
  }

  /**
   * The same components over other data: what would be shown if these were its data. The components are shared, so none
   * may be put into it or removed.
   */
  over(data: DataModel): Surface {
    const { id: surface, protocol, sync } = this;
    const op = { op: 'open', surface, sync, ...this.#opened, ...defined({ protocol }) } as const;
    const other = new Surface(op, this.#trust, this.#catalogs, data);
    other.#slots = this.#slots;
    return other;
  }

  snapshot(): SurfaceSnapshot {
    const components = this.components().toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return {
      ...this.#opened,
      ...defined({ protocol: this.protocol }),
      ...(this.sync ? { sync: true } : {}),
      ...defined({ place: this.place, until: this.until, ext: this.ext }),
      trust: this.#trust,
      components,
      data: this.data.snapshot(),
    };
  }

  #observed(): SurfaceHead {
    this.#head.observe();
    return this.#opened;
  }

  /** Finds the declarations of all components anew, because the default catalog is another one. */
  #putAgain(): void {
    for (const component of this.components()) this.put(component);
  }

  /** Somebody who referred to some components now refers to others. */
  #refer(before: readonly ComponentId[], now: readonly ComponentId[]): void {
    for (const id of now) this.slot(id).inbound++;
    for (const id of before) {
      const target = this.#slots.get(id);
      if (target === undefined) continue;
      target.inbound--;
      this.#forget(target);
    }
  }

  /** An id that nobody means any more costs nothing, however many of them an agent makes up. */
  #forget(slot: Slot): void {
    if (slot.inbound === 0 && slot.component === undefined && !slot.isWatched) this.#slots.delete(slot.id);
  }
}

export function resolveCatalog(id: CatalogId, protocol: string | undefined, catalogs: Catalogs): Catalog | Issue {
  const catalog = catalogs.get(id);
  if (catalog === undefined) return issue('VITRINE_CATALOG_UNKNOWN', 'error', `Catalog not found: ${quote(id)}.`);
  if (protocol !== undefined && catalog.protocol !== undefined && catalog.protocol !== protocol) {
    const message = `The catalog ${quote(id)} is made for protocol ${catalog.protocol}; the surface speaks ${quote(protocol)}.`;
    return issue('VITRINE_CATALOG_PROTOCOL', 'error', message);
  }
  return catalog;
}

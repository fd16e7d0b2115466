// A Place is where a component may stand, a TreeNode is the component that stands there now. Reads inside a watcher are
// observed; whoever draws needs one watcher per place and property. Where the children of a node stand is left to
// child-places.ts, the top and the bounds to tree.ts.

import { type Dispatched, dispatchAction, readAction } from './action.ts';
import { evaluate, evaluateTogether, isPathBinding, Scope, unwrapLiteral } from './binding.ts';
import type { ActionPlace, ComponentDeclaration, Prop, ValidationResult } from './catalog.ts';
import { ChildPlaces, type Items, type ParentNode } from './child-places.ts';
import type { Accessibility, Component, ComponentId, Dynamic, PathBinding, Template } from './entry.ts';
import { type Issue, issue, quote } from './issue.ts';
import { describeType, isArray, isObject, type Json, type JsonObject } from './json.ts';
import type { Limits } from './limits.ts';
import { formatPointer, isAbsolute, isWithin, parsePointer, resolvePointer, type Segments } from './pointer.ts';
import { beginBatch, endBatch } from './reactive.ts';
import { bearsChild, isData, mayHold } from './references.ts';
import type { Slot, Surface } from './surface.ts';
import { evaluateChecks } from './validation.ts';
import type { Value } from './value.ts';

/** `pending`: not sent yet; `unknown`: no catalog has it; `cyclic`: it would contain itself; `over-limit`: too deep or too many. */
export type NodeState = 'resolved' | 'pending' | 'unknown' | 'cyclic' | 'over-limit';

/** What a property of a node gives: a value, places for children, results of checks, or lists and objects of these. */
export type NodeValue =
  | Value
  | Place
  | readonly NodeValue[]
  | { readonly [name: string]: NodeValue }
  | readonly ValidationResult[];

/** What places and nodes need of the tree that they belong to. */
export interface Ground {
  readonly surface: Surface;
  readonly limits: Limits;
  /** Which component stands at the top, asked without observing the surface. */
  readonly topId: ComponentId;
  /** How many places may still be made. */
  readonly room: number;
  /** So many more places, or fewer. */
  settle(change: number): void;
  /** A node came to life, if there is room for it. */
  admit(): boolean;
  release(): void;
  /** What is evaluated from now on, so that an issue can say where it arose. */
  reading(id: ComponentId, name: string): void;
  /** Something is not shown for want of room. Said once a tree. */
  exceeded(id: ComponentId): void;
}

export class Place {
  readonly tree: Ground;
  readonly parent: TreeNode | undefined;
  readonly scope: Scope;
  readonly #prop: string;
  #index: number;
  #slot: Slot;
  #node: TreeNode | undefined;
  #dropped = false;

  /** `prop` and, in a list of children, `index` are its position under the parent. */
  constructor(tree: Ground, parent: TreeNode | undefined, prop: string, index: number, id: ComponentId, scope: Scope) {
    this.tree = tree;
    this.parent = parent;
    this.#prop = prop;
    this.#index = index;
    this.scope = scope;
    this.#slot = tree.surface.slot(id);
  }

  get componentId(): ComponentId {
    return this.#slot.id;
  }

  /** The node that stands here. Replaced when the component arrives, goes or changes its type. */
  get node(): TreeNode {
    // An entry that was taken back may have made its slot forgotten and referred to anew.
    if (this.#slot.component === undefined && !this.#dropped) this.retarget(this.#slot.id);
    const slot = this.#slot;
    slot.observe();
    const node = this.#node;
    if (node !== undefined && (node.isFor(slot) || this.#dropped)) return node;
    node?.destroy();
    this.#node = new TreeNode(this, slot);
    if (this.#dropped) this.#node.destroy();
    return this.#node;
  }

  /** Its position under the parent: `child`, `children/0`, `tabs/1/child`. */
  get key(): string {
    return this.#index < 0 ? this.#prop : `${this.#prop}/${this.#index}`;
  }

  /** Its position in the tree: `root/children/0`. */
  get path(): string {
    if (this.parent === undefined) return this.#slot.id;
    return `${this.parent.place.path}/${this.key}`;
  }

  /** For ChildPlaces, as what follows; what each does is said there. */
  moveTo(index: number): void {
    this.#index = index;
  }

  isAt(index: number, scope: Scope): boolean {
    return this.#index === index && this.scope === scope;
  }

  retarget(id: ComponentId): void {
    // By slot: one that nobody referred to for a while is another one now.
    const slot = this.tree.surface.slot(id);
    const before = this.#slot;
    if (slot === before) return;
    this.dispose();
    this.#slot = slot;
    // Whoever observes it must look again.
    before.fire();
  }

  dispose(): void {
    this.#node?.destroy();
    this.#node = undefined;
  }

  /** For TreeNode: it is no place of the tree any more. Who still holds it finds a dead node here, never a new one. */
  drop(): void {
    this.#dropped = true;
    this.#node?.destroy();
  }
}

export class TreeNode implements ParentNode<Place> {
  readonly place: Place;
  readonly state: NodeState;
  /** How many nodes stand above it. */
  readonly depth: number;
  readonly #slot: Slot;
  readonly #type: string | undefined;
  readonly #catalog: Slot['catalog'];
  /** Most nodes have none. */
  #held: ChildPlaces<Place> | undefined;
  #onDestroy: (() => void)[] | undefined;
  #alive = true;

  constructor(place: Place, slot: Slot) {
    this.place = place;
    this.#slot = slot;
    this.#type = slot.component?.type;
    this.#catalog = slot.catalog;
    this.depth = place.parent === undefined ? 0 : place.parent.depth + 1;
    const state = stateOf(this, slot);
    this.state = state === 'resolved' && !place.tree.admit() ? 'over-limit' : state;
    if (this.state === 'over-limit') place.tree.exceeded(slot.id);
  }

  get id(): ComponentId {
    return this.#slot.id;
  }
  get type(): string | undefined {
    return this.#type;
  }
  get catalog(): Slot['catalog'] {
    return this.#catalog;
  }
  get declaration(): ComponentDeclaration | undefined {
    return this.#slot.declaration;
  }
  get scope(): Scope {
    return this.place.scope;
  }
  get dataPath(): string {
    return formatPointer(this.scope.segments);
  }
  get alive(): boolean {
    return this.#alive;
  }
  /** The definition as it is now; undefined once it is of another type, and another node due here. */
  get component(): Component | undefined {
    this.#slot.observe();
    return this.isFor(this.#slot) ? this.#slot.component : undefined;
  }
  /** The same without being observed: for whoever has read a property of it just now. */
  get definition(): Component | undefined {
    return this.#slot.component;
  }
  get weight(): number | undefined {
    return this.component?.weight;
  }

  /** Names of the properties that are set and declared. */
  get names(): readonly string[] {
    if (this.component === undefined || this.state !== 'resolved') return [];
    const { names } = this.#slot;
    if (this.#held !== undefined) this.settle(this.#held.keep(names));
    return names;
  }

  isFor(slot: Slot): boolean {
    if (slot !== this.#slot) return false;
    return slot.component?.type === this.#type && slot.catalog === this.#catalog;
  }

  /** A property evaluated as it is declared; its default where nothing was sent. Only resolved nodes that live have any. */
  get(name: string): NodeValue {
    const slot = this.#slot;
    slot.observe();
    if (this.state !== 'resolved' || !this.#alive || !this.isFor(slot)) return undefined;
    const prop = this.#declared(name);
    if (prop === undefined) return undefined;
    const value = slot.component?.props[name];
    // A property may be called as something that every object inherits.
    const isSet = value !== undefined && typeof value !== 'function';
    if (isPlain(prop.kind)) {
      if (!isSet) return prop.default;
      if (prop.kind === 'one-of' && !prop.dynamic) return optionOf(prop, value);
      if (typeof value !== 'object') return value;
      this.place.tree.reading(this.id, name);
      return evaluate(value as Dynamic, this.scope);
    }
    this.place.tree.reading(this.id, name);
    if (this.#held === undefined) return isSet ? this.#resolve(prop, value, name, name) : prop.default;
    // Places that now stand for other components are told of when all of them do.
    beginBatch();
    try {
      this.#held.begin();
      const result = isSet ? this.#resolve(prop, value, name, name) : prop.default;
      this.settle(this.#held.end(name));
      return result;
    } finally {
      endBatch();
    }
  }

  /** Whether what a person enters has somewhere to go. */
  isWritable(name: string): boolean {
    const value = this.component?.props[name];
    return isObject(value) && isPathBinding(value) && this.#declared(name)?.kind !== 'children';
  }

  /** The data path that a two-way property is bound to. */
  boundPath(name: string): Segments | undefined {
    const value = this.component?.props[name];
    return isObject(value) && isPathBinding(value) ? this.#locate(value, 'read') : undefined;
  }

  /** Writes what a person entered to the bound path of the local data model. */
  write(name: string, value: Json): Issue | undefined {
    const path = this.boundPath(name);
    if (path === undefined)
      return issue('VITRINE_BINDING_INVALID', 'error', `${quote(name)} of ${quote(this.id)} is not bound to a path.`);
    return this.place.tree.surface.data.set(formatPointer(path), value);
  }

  /** Runs the action that a property holds, with the data as it is now. */
  invoke(name: string): Dispatched | undefined {
    const action = readAction(this.component?.props[name]);
    return action === undefined ? undefined : dispatchAction(action, this.scope);
  }

  /** The places in its data that an action of the component may be sent from, where its declaration says so. */
  get actionPlaces(): readonly ActionPlace[] {
    return this.declaration?.actions?.(this) ?? [];
  }

  /** Runs the action that a property holds as it is seen from one of these places. */
  invokeAt(name: string, { segments, index }: ActionPlace): Dispatched | undefined {
    const action = readAction(this.component?.props[name]);
    const { surface, env } = this.scope;
    return action === undefined ? undefined : dispatchAction(action, new Scope(surface, env, segments, index));
  }

  accessibility(name: keyof Accessibility): Value {
    this.place.tree.reading(this.id, 'accessibility');
    const value = this.component?.a11y?.[name];
    return value === undefined ? undefined : evaluate(value, this.scope);
  }

  /** Results of the checks that a property declares, in order. */
  checks(name = 'checks'): readonly ValidationResult[] {
    this.place.tree.reading(this.id, name);
    return evaluateChecks(this.component?.props[name], this.scope);
  }

  /** For ChildPlaces. */
  get room(): number {
    return this.place.tree.room;
  }
  settle(change: number): void {
    this.place.tree.settle(change);
  }
  makePlace(key: string, index: number, id: ComponentId, scope: Scope): Place {
    return new Place(this.place.tree, this, key, index, id, scope);
  }

  onDestroy(run: () => void): void {
    if (!this.#alive) return run();
    this.#onDestroy ??= [];
    this.#onDestroy.push(run);
  }

  /** For Place: the node is no longer part of the tree. */
  destroy(): void {
    if (!this.#alive) return;
    this.#alive = false;
    if (this.state === 'resolved') this.place.tree.release();
    if (this.#held !== undefined) this.settle(this.#held.dropAll());
    for (const run of this.#onDestroy ?? []) run();
  }

  #declared(name: string): Prop | undefined {
    const prop = this.#slot.declaration?.props[name];
    // What every object inherits has no kind.
    return prop?.kind === undefined ? undefined : prop;
  }

  /** `owner` is the property that is read, `key` the position inside it. */
  #resolve(prop: Prop, value: Json, owner: string, key: string): NodeValue {
    switch (prop.kind) {
      case 'child':
        return typeof value === 'string' ? this.#places().only(this, owner, key, value) : undefined;
      case 'children':
        return this.#children(owner, key, value);
      case 'checks':
        return evaluateChecks(value, this.scope);
      case 'action':
        return readAction(value) as JsonObject | undefined;
      case 'list':
        if (isArray(value) && isData(prop.item)) return value.map(unwrapLiteral);
        if (!isArray(value) || !bearsChild(prop.item)) return evaluate(value, this.scope);
        return evaluateTogether(this.scope, () => this.#eachItem(prop.item, value, owner, key));
      case 'object':
      case 'map':
        return isObject(value) && bearsChild(prop)
          ? evaluateTogether(this.scope, () => this.#members(prop, value, owner, key))
          : evaluate(value, this.scope);
      case 'any-of': {
        const fitting = prop.of.find((one) => bearsChild(one) && mayHold(one, value));
        return fitting === undefined ? evaluate(value, this.scope) : this.#resolve(fitting, value, owner, key);
      }
      default:
        return evaluate(value as Dynamic, this.scope);
    }
  }

  /** Items go by the child that they bear, so that what it shows stays when others come or go before it. */
  #eachItem(prop: Prop, items: readonly Json[], owner: string, key: string): readonly NodeValue[] {
    const seen = new Set<string>();
    return items.map((item, i) => {
      const child = childIn(prop, item);
      const isFirst = child !== undefined && !seen.has(child);
      if (isFirst) seen.add(child);
      return this.#resolve(prop, item, owner, isFirst ? `${key}/=${child}` : `${key}/${i}`);
    });
  }

  #members(
    prop: Extract<Prop, { kind: 'object' | 'map' }>,
    value: JsonObject,
    owner: string,
    key: string,
  ): { readonly [name: string]: NodeValue } {
    const result: { [name: string]: NodeValue } = {};
    for (const name of Object.keys(value)) {
      const declared = prop.kind === 'map' ? prop.item : Object.hasOwn(prop.props, name) ? prop.props[name] : undefined;
      if (declared !== undefined) result[name] = this.#resolve(declared, value[name] as Json, owner, `${key}/${name}`);
    }
    return result;
  }

  #children(owner: string, key: string, value: Json): readonly Place[] {
    if (isArray(value)) return this.#places().listed(this, owner, key, value);
    if (!isObject(value) || typeof value.componentId !== 'string' || typeof value.path !== 'string') return NO_PLACES;
    return this.#places().repeated(this, owner, key, value, value.componentId, this.#items(value));
  }

  #items(template: JsonObject): Items {
    const list = this.#locate(template as unknown as Template, 'readShape');
    const items = this.place.tree.surface.data.readShape(list);
    const names = template.over === 'list-or-map' && isObject(items) ? Object.keys(items) : undefined;
    const length = isArray(items) ? items.length : names?.length;
    if (length === undefined && items !== undefined && items !== null) this.#notAList(template, items);
    return { list, length: length ?? 0, step: (i) => names?.[i] ?? String(i) };
  }

  #notAList(template: JsonObject, items: Json): void {
    const message = `There is no list at ${quote(String(template.path))} to repeat over, but ${describeType(items)}.`;
    this.scope.env.report(issue('VITRINE_PROP_TYPE', 'warning', message));
  }

  /** Where a path leads from here. `item-first` is the item's own where it holds something. */
  #locate({ path, from }: PathBinding | Template, read: 'read' | 'readShape'): Segments {
    const { segments } = this.scope;
    if (from === 'item-first' && segments.length > 0 && isAbsolute(path)) {
      const inItem = [...segments, ...parsePointer(path)];
      if (this.place.tree.surface.data[read](inItem) !== undefined) return inItem;
    }
    return resolvePointer(path, segments);
  }

  #places(): ChildPlaces<Place> {
    this.#held ??= new ChildPlaces();
    return this.#held;
  }
}

const NO_PLACES: readonly Place[] = [];

/** What such a property gives is a value, never a place. */
/** What is none of the options says nothing: it is drawn as those see it to whom it cannot be told. */
function optionOf({ options, default: other }: Extract<Prop, { kind: 'one-of' }>, value: Json): Json | undefined {
  return options.includes(value as string) ? value : other;
}

function isPlain(kind: Prop['kind']): boolean {
  return kind === 'text' || kind === 'one-of' || kind === 'number' || kind === 'bool';
}

function stateOf(node: TreeNode, slot: Slot): NodeState {
  if (slot.component === undefined) return 'pending';
  if (standsInItself(node.place, slot)) return 'cyclic';
  if (node.depth >= node.place.tree.limits.treeDepth) return 'over-limit';
  return slot.declaration === undefined ? 'unknown' : 'resolved';
}

function standsInItself(place: Place, slot: Slot): boolean {
  // Outside of templates the first that is met again on the way down is the root, or two components refer to it.
  if (slot.inbound < 2 && place.scope.segments.length === 0 && slot.id !== place.tree.topId) return false;
  for (let node = place.parent; node !== undefined; node = node.place.parent)
    // A template may repeat its own ancestor over what lies inside the item: the data end, and so does the tree.
    if (node.id === slot.id && !isWithin(place.scope.segments, node.scope.segments)) return true;
  return false;
}

/** The one component that an item names by itself. */
function childIn(prop: Prop, item: Json): ComponentId | undefined {
  if (prop.kind !== 'object' || !isObject(item)) return undefined;
  const name = Object.keys(prop.props).find((one) => prop.props[one]?.kind === 'child');
  const id = name === undefined ? undefined : item[name];
  return typeof id === 'string' ? id : undefined;
}

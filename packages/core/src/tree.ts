// The resolved tree of one surface, made on demand: a Place is where a component may stand, a TreeNode is the component
// that stands there now. Reads inside a watcher are observed; whoever draws needs one watcher per place and property.

import { type Dispatched, dispatchAction, readAction } from './action.ts';
import { evaluate, isPathBinding, Scope } from './binding.ts';
import type { ComponentDeclaration, Prop, ValidationResult } from './catalog.ts';
import type { Accessibility, Component, ComponentId, Dynamic, PathBinding, Template } from './entry.ts';
import { HeldPlaces } from './held-places.ts';
import { type Issue, issue, quote } from './issue.ts';
import { describeType, isArray, isObject, type Json, type JsonObject } from './json.ts';
import {
  escapeSegment,
  formatPointer,
  isAbsolute,
  isStepFrom,
  isWithin,
  parsePointer,
  resolvePointer,
  type Segments,
} from './pointer.ts';
import { beginBatch, endBatch } from './reactive.ts';
import { bearsChild, mayHold } from './references.ts';
import type { View } from './replica.ts';
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

/** What a tree needs of the state that its surface is part of. */
export type TreeView = Pick<View, 'env' | 'limits'>;

export class Tree {
  readonly surface: Surface;
  readonly view: TreeView;
  readonly #root: Place;
  #nodes = 0;
  /** Made when they are read, alive or not: what a list gives is bounded before anybody looks into it. */
  #places = 1;
  #disposed = false;
  #full = false;
  #id = '';
  #name = '';

  constructor(surface: Surface, view: TreeView) {
    this.surface = surface;
    this.view = view;
    const report = (problem: Issue): void => view.env.report({ ...problem, at: this.#at });
    this.#root = new Place(this, undefined, '', -1, surface.root, new Scope(surface, { ...view.env, report }));
  }

  /** For TreeNode: what is evaluated from now on, so that an issue can say where it arose. */
  reading(id: ComponentId, name: string): void {
    this.#id = id;
    this.#name = name;
  }

  /** For TreeNode: something is not shown for want of room. Said once a tree. */
  exceeded(id: ComponentId): void {
    if (this.#full) return;
    this.#full = true;
    this.reading(id, '');
    const { nodesPerTree, treeDepth } = this.view.limits;
    const message = `The tree is cut at ${quote(id)}: it may hold ${nodesPerTree} nodes and be ${treeDepth} deep.`;
    this.view.env.report(issue('VITRINE_LIMIT_NODES', 'error', message, this.#at));
  }

  get #at(): string {
    const component = `/surfaces/${escapeSegment(this.surface.id)}/components/${escapeSegment(this.#id)}`;
    return this.#name === '' ? component : `${component}/${escapeSegment(this.#name)}`;
  }

  /** The top node; undefined while nothing may be shown. */
  get root(): TreeNode | undefined {
    const { surface } = this;
    if (this.#disposed || surface.held) return undefined;
    const place = this.#root;
    place.retarget(surface.root);
    const slot = surface.slot(surface.root);
    slot.observe();
    if (slot.component !== undefined) return place.node;
    place.dispose();
    return undefined;
  }

  /** For TreeNode: which component stands at the top, asked without observing the surface. */
  get topId(): ComponentId {
    return this.#root.componentId;
  }

  /** Nodes alive now. */
  get size(): number {
    return this.#nodes;
  }

  /** Destroys every node, once and for all. */
  dispose(): void {
    this.#disposed = true;
    this.#root.drop();
  }

  /** For TreeNode: how many places may still be made. */
  get room(): number {
    return this.view.limits.nodesPerTree - this.#places;
  }

  /** For TreeNode: so many more places, or fewer. */
  settle(change: number): void {
    this.#places += change;
  }

  /** For Place: a node came to life, if there is room for it. */
  admit(): boolean {
    if (this.#nodes >= this.view.limits.nodesPerTree) return false;
    this.#nodes++;
    return true;
  }

  release(): void {
    this.#nodes--;
  }
}

export class Place {
  readonly tree: Tree;
  readonly parent: TreeNode | undefined;
  readonly scope: Scope;
  readonly #prop: string;
  #index: number;
  #slot: Slot;
  #node: TreeNode | undefined;
  #dropped = false;

  /** `prop` and, in a list of children, `index` are its position under the parent. */
  constructor(tree: Tree, parent: TreeNode | undefined, prop: string, index: number, id: ComponentId, scope: Scope) {
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

  /** For TreeNode: its position in the list of children is another one now. */
  moveTo(index: number): void {
    this.#index = index;
  }

  /** For TreeNode: whether a child at this index, -1 for the only one, would stand here. */
  isAt(index: number, scope: Scope): boolean {
    return this.#index === index && this.scope === scope;
  }

  /** Its position in the tree: `root/children/0`. */
  get path(): string {
    if (this.parent === undefined) return this.#slot.id;
    return `${this.parent.place.path}/${this.key}`;
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

export class TreeNode {
  readonly place: Place;
  readonly state: NodeState;
  /** How many nodes stand above it. */
  readonly depth: number;
  readonly #slot: Slot;
  readonly #type: string | undefined;
  readonly #catalog: Slot['catalog'];
  /** Most nodes have none. */
  #held: HeldPlaces<Place> | undefined;
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
    if (this.#held !== undefined) this.place.tree.settle(this.#held.keep(names));
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
      this.place.tree.settle(this.#held.end(name));
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
    if (this.#held !== undefined) this.place.tree.settle(this.#held.dropAll());
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
        return typeof value === 'string' ? this.#placeAt(owner, key, value) : undefined;
      case 'children':
        return this.#children(owner, key, value);
      case 'checks':
        return evaluateChecks(value, this.scope);
      case 'action':
        return readAction(value) as JsonObject | undefined;
      case 'list':
        if (!isArray(value) || !bearsChild(prop.item)) return evaluate(value, this.scope);
        return this.#items(prop.item, value, owner, key);
      case 'object':
      case 'map':
        return isObject(value) && bearsChild(prop)
          ? this.#members(prop, value, owner, key)
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
  #items(prop: Prop, items: readonly Json[], owner: string, key: string): readonly NodeValue[] {
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

  #placeAt(owner: string, key: string, id: ComponentId): Place | undefined {
    const old = this.#held?.find(owner, key)?.places ?? NO_PLACES;
    const before = old[0];
    if (before?.isAt(-1, this.scope)) {
      before.retarget(id);
      return before;
    }
    // A list of thousands must not outgrow the tree; a property has one child at most.
    if (owner !== key && this.place.tree.room < 0) return undefined;
    for (const other of old) other.drop();
    const place = new Place(this.place.tree, this, key, -1, id, this.scope);
    this.#hold(owner, key, id, [place], old.length);
    return place;
  }

  #children(owner: string, key: string, value: Json): readonly Place[] {
    if (isArray(value)) return this.#listed(owner, key, value);
    if (!isObject(value) || typeof value.componentId !== 'string' || typeof value.path !== 'string') return NO_PLACES;
    return this.#repeated(owner, key, value, value.componentId);
  }

  /** One place more than there is room for says that something is missing. */
  #mostPlaces(old: readonly Place[]): number {
    return old.length + Math.max(0, this.place.tree.room + 1);
  }

  /** One place per id: those that stay keep their identity wherever in the list they stand now. */
  #listed(owner: string, key: string, ids: readonly Json[]): readonly Place[] {
    const held = this.#held?.find(owner, key);
    if (held !== undefined && held.source === ids) return held.places;
    const old = held?.places ?? NO_PLACES;
    const most = this.#mostPlaces(old);
    const left = old.length === 0 ? undefined : new PlacesById(old, this.scope);
    // Made to measure: pushing reserves room for seventeen, and most lists have five.
    const places = new Array<Place>(Math.min(ids.length, most));
    let at = 0;
    for (const id of ids) {
      if (typeof id !== 'string') continue;
      if (at === most) break;
      const place = left?.take(id) ?? new Place(this.place.tree, this, key, at, id, this.scope);
      place.moveTo(at);
      places[at++] = place;
    }
    if (places.length > at) places.length = at;
    left?.dropAll();
    return this.#hold(owner, key, ids, places, old.length);
  }

  /** One place per item: positions that survive keep their identity. */
  #repeated(owner: string, key: string, template: JsonObject, id: ComponentId): readonly Place[] {
    const list = this.#locate(template as unknown as Template, 'readShape');
    const { surface } = this.place.tree;
    const items = surface.data.readShape(list);
    const names = template.over === 'list-or-map' && isObject(items) ? Object.keys(items) : undefined;
    const length = isArray(items) ? items.length : names?.length;
    if (length === undefined && items !== undefined && items !== null) this.#notAList(template, items);
    const held = this.#held?.find(owner, key);
    const old = held?.places ?? NO_PLACES;
    const count = Math.min(length ?? 0, this.#mostPlaces(old));
    const keeps = held !== undefined && held.source === template;
    const places: Place[] = [];
    for (let i = 0; i < count; i++) {
      const step = names?.[i] ?? String(i);
      const same = old[i];
      if (same !== undefined && (keeps || same.componentId === id) && isStepFrom(list, step, same.scope.segments))
        places.push(same);
      else {
        same?.drop();
        const scope = new Scope(surface, this.scope.env, [...list, step], i);
        places.push(new Place(this.place.tree, this, key, i, id, scope));
      }
    }
    for (let i = count; i < old.length; i++) old[i]?.drop();
    return this.#hold(owner, key, template, places, old.length);
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

  #hold(owner: string, key: string, source: Json, places: readonly Place[], before: number): readonly Place[] {
    this.#held ??= new HeldPlaces();
    this.#held.hold(owner, key, source, places);
    this.place.tree.settle(places.length - before);
    return places;
  }
}

const NO_PLACES: readonly Place[] = [];

/** The places of a list, to be found again by the component that stands there. The same one may stand there twice. */
class PlacesById {
  readonly #places = new Map<ComponentId, Place[]>();

  constructor(places: readonly Place[], scope: Scope) {
    for (const place of places) {
      const same = this.#places.get(place.componentId);
      // One of a template stands for an item of its list.
      if (place.scope !== scope) place.drop();
      else if (same === undefined) this.#places.set(place.componentId, [place]);
      else same.push(place);
    }
  }

  take(id: ComponentId): Place | undefined {
    return this.#places.get(id)?.shift();
  }

  dropAll(): void {
    for (const places of this.#places.values()) for (const place of places) place.drop();
  }
}

/** What such a property gives is a value, never a place. */
function isPlain(kind: Prop['kind']): boolean {
  return kind === 'text' || kind === 'one-of' || kind === 'number' || kind === 'bool';
}

function stateOf(node: TreeNode, slot: Slot): NodeState {
  if (slot.component === undefined) return 'pending';
  if (standsInItself(node.place, slot)) return 'cyclic';
  if (node.depth >= node.place.tree.view.limits.treeDepth) return 'over-limit';
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

/** Every node of a tree, parents first, with every property read: what a viewer that shows all of it would evaluate. */
export function* walkTree(tree: Tree): Iterable<TreeNode> {
  const left: (TreeNode | undefined)[] = [tree.root];
  while (left.length > 0) {
    const node = left.pop();
    if (node === undefined) continue;
    yield node;
    const places: Place[] = [];
    for (const name of node.names) collectPlaces(node.get(name), places);
    for (let place = places.pop(); place !== undefined; place = places.pop()) left.push(place.node);
  }
}

/** The one component that an item names by itself. */
function childIn(prop: Prop, item: Json): ComponentId | undefined {
  if (prop.kind !== 'object' || !isObject(item)) return undefined;
  const name = Object.keys(prop.props).find((one) => prop.props[one]?.kind === 'child');
  const id = name === undefined ? undefined : item[name];
  return typeof id === 'string' ? id : undefined;
}

function collectPlaces(value: unknown, places: Place[]): void {
  if (value instanceof Place) places.push(value);
  else if (isArray(value)) for (const item of value) collectPlaces(item, places);
  else if (isObject(value)) for (const item of Object.values(value)) collectPlaces(item, places);
}

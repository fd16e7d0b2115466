// What a surface shows from its root on, whatever is open on the page: its nodes by id, and every path that an input
// writes. Only branches that lead to what is asked for are walked, each question once a message: a template may have
// thousands of rows in which there is nothing to press or to enter.

import {
  bearsChild,
  type ComponentId,
  formatPointer,
  isArray,
  isObject,
  Place,
  type Scope,
  type Segments,
  STEP_COSTS,
  type Steps,
  type Surface,
  Tree,
  type TreeNode,
  takeAll,
} from '@vitrine/core/internal';
import type { AdmitInput, JudgingEnvironment } from './admission.ts';
import { type Input, inputsOf, mayHaveInputs, writtenEnds } from './inputs.ts';
import { PathSet } from './path-set.ts';

export class SurfaceIndex {
  readonly surface: Surface;
  readonly #env: JudgingEnvironment;
  readonly #file: AdmitInput['file'];
  readonly #nodeCost: number;
  readonly #tree: Tree;
  readonly #repeating = new Map<ComponentId, boolean>();
  #inputs: Inputs | undefined;
  #ends: Ends | undefined;
  #parents: ReadonlyMap<ComponentId, readonly ComponentId[]> | undefined;

  constructor(
    surface: Surface,
    env: JudgingEnvironment,
    file: AdmitInput['file'],
    nodeCost: number = STEP_COSTS.value,
  ) {
    this.surface = surface;
    this.#env = env;
    this.#file = file;
    this.#nodeCost = nodeCost;
    this.#tree = new Tree(surface, { env, limits: env.limits });
  }

  /** Where more than a few items of a template hold it, those that are near. */
  *nodes(id: ComponentId, near: Near = {}): Search<TreeNode> {
    for (const node of this.#walk(this.#leadingTo([id]), near)) yield node?.id === id ? node : undefined;
    return undefined;
  }

  allNodes(): Search<TreeNode> {
    return this.#walk();
  }

  /** What is asked about inputs from now on is known. */
  *findInputs(): Steps<void> {
    this.#inputs ??= yield* this.#inputsSteps();
  }

  get secrets(): PathSet {
    return this.#allInputs.secrets;
  }

  inputs(path: Segments): readonly Input[] {
    return this.#allInputs.byPath.get(formatPointer(path)) ?? [];
  }

  /** Whether an input may write there once the data are others. */
  mayWrite(path: Segments): boolean {
    this.#ends ??= this.#findEnds();
    return this.#ends.isAny || this.#ends.named.has(path.at(-1) ?? '');
  }

  #findEnds(): Ends {
    const named = new Set<string>();
    for (const { id, props } of this.surface.components()) {
      const slot = this.surface.peek(id);
      if (slot === undefined || !mayHaveInputs(slot)) continue;
      const ends = writtenEnds(slot, props);
      if (ends === undefined) return { isAny: true, named };
      for (const end of ends) named.add(end);
    }
    return { isAny: false, named };
  }

  /** One for each path that something writes. */
  *written(): Iterable<Input> {
    for (const [first] of this.#allInputs.byPath.values()) if (first !== undefined) yield first;
  }

  get #allInputs(): Inputs {
    this.#inputs ??= takeAll(this.#inputsSteps());
    return this.#inputs;
  }

  *#inputsSteps(): Steps<Inputs> {
    const { budget } = this.#env;
    const found: Inputs = { byPath: new Map(), secrets: new PathSet() };
    const fields = this.surface.components().flatMap(({ id }) => {
      const slot = this.surface.peek(id);
      return slot !== undefined && mayHaveInputs(slot) ? [id] : [];
    });
    for (const node of this.#walk(this.#leadingTo(fields))) {
      yield;
      if (node === undefined) continue;
      for (const input of inputsOf(node, this.#env, this.#file)) if (budget.work(this.#nodeCost)) add(input, found);
    }
    return found;
  }

  /** These components and all that hold them, however far above. */
  #leadingTo(ids: readonly ComponentId[]): ReadonlySet<ComponentId> {
    this.#parents ??= parentsIn(this.surface);
    const leads = new Set(ids);
    // A set that grows while it is walked is walked to its end.
    for (const id of leads) for (const parent of this.#parents.get(id) ?? []) leads.add(parent);
    return leads;
  }

  /** Nodes from the top on, of those components alone; every one costs. */
  *#walk(leads?: ReadonlySet<ComponentId>, near: Near = {}): Search<TreeNode> {
    const { root } = this.#tree;
    const left: (Place | { readonly node: TreeNode | undefined })[] =
      root !== undefined && leads?.has(root.id) === false ? [] : [{ node: root }];
    while (left.length > 0) {
      // Made when its turn comes: of thousands, the first may be the one.
      const node = left.pop()?.node;
      if (node?.state !== 'resolved') continue;
      if (!this.#env.budget.work(this.#nodeCost)) return undefined;
      yield node;
      const props = node.declaration?.props ?? {};
      const places: Place[] = [];
      for (const name of node.names) {
        const prop = props[name];
        if (prop !== undefined && bearsChild(prop)) collect(node.get(name), places);
      }
      const wanted = places.filter(({ componentId }) => leads?.has(componentId) !== false);
      const met = wanted.length > PREFILTER_PLACES_ABOVE ? yield* this.#near(wanted, node, near) : wanted;
      // One by one: a list may have more children than a call takes arguments.
      for (let i = met.length - 1; i >= 0; i--) left.push(met[i] as Place);
    }
    return undefined;
  }

  /** All nodes below an item are seen from the item, unless a template is repeated below it, which may lead anywhere. */
  *#near(places: readonly Place[], node: TreeNode, { scope, isLikely }: Near): Generator<undefined, readonly Place[]> {
    const isOther = ({ componentId, scope: own }: Place): boolean => own === node.scope || this.#repeats(componentId);
    if (scope !== undefined) {
      const holding = new Set(
        places.filter((place) => place.scope !== node.scope && liesIn(scope, place.scope.segments)),
      );
      const isKept = (place: Place): boolean =>
        holding.has(place) || (place.scope === node.scope ? true : holding.size === 0 && isOther(place));
      return places.filter(isKept);
    }
    if (isLikely === undefined) return places;
    const kept: Place[] = [];
    for (const place of places) {
      if (isOther(place) || isLikely(place.scope)) kept.push(place);
      yield undefined;
    }
    // One of them at least, so that the refusal says what is wrong with it.
    return kept.length > 0 ? kept : places.slice(0, 1);
  }

  /** Whether a component, or one that it holds, repeats a template. */
  #repeats(id: ComponentId): boolean {
    const known = this.#repeating.get(id);
    if (known !== undefined) return known;
    const held = new Set([id]);
    let repeats = false;
    for (const one of held) {
      const component = this.surface.component(one);
      repeats ||= component !== undefined && holdsTemplate(component.props);
      for (const child of this.surface.peek(one)?.references ?? []) held.add(child);
    }
    this.#repeating.set(id, repeats);
    return repeats;
  }
}

const PREFILTER_PLACES_ABOVE = 16;

/** What is found, as it is asked for; undefined where it was only looked on, which is a step. */
export type Search<T> = Generator<T | undefined, undefined>;

/** Which items of a template an act may mean. */
export interface Near {
  /** The act names the place that it was seen from. */
  readonly scope?: Segments | undefined;
  /** It does not, and may have been seen from there. */
  readonly isLikely?: ((scope: Scope) => boolean) | undefined;
}

function holdsTemplate(value: unknown): boolean {
  if (isArray(value)) return value.some(holdsTemplate);
  if (!isObject(value)) return false;
  if (typeof value.componentId === 'string' && typeof value.path === 'string') return true;
  return Object.values(value).some(holdsTemplate);
}

/** What the paths end with that inputs write. */
interface Ends {
  readonly isAny: boolean;
  readonly named: ReadonlySet<string>;
}

interface Inputs {
  readonly byPath: Map<string, Input[]>;
  readonly secrets: PathSet;
}

function add(input: Input, { byPath, secrets }: Inputs): void {
  const key = formatPointer(input.path);
  const same = byPath.get(key);
  if (same === undefined) byPath.set(key, [input]);
  else same.push(input);
  if (input.secret) secrets.add(input.path);
}

function parentsIn(surface: Surface): ReadonlyMap<ComponentId, readonly ComponentId[]> {
  const parents = new Map<ComponentId, ComponentId[]>();
  for (const { id } of surface.components()) {
    for (const child of surface.peek(id)?.references ?? []) {
      const known = parents.get(child);
      if (known === undefined) parents.set(child, [id]);
      else known.push(id);
    }
  }
  return parents;
}

function liesIn(path: Segments, outer: Segments): boolean {
  return path.length >= outer.length && outer.every((segment, i) => segment === path[i]);
}

function collect(value: unknown, places: Place[]): void {
  if (value instanceof Place) places.push(value);
  else if (isArray(value)) for (const item of value) collect(item, places);
  else if (isObject(value)) for (const item of Object.values(value)) collect(item, places);
}

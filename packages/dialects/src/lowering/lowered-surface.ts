// A surface of another protocol, in the words of the target's basic catalog. What the reader has is a function of the
// surface as it stands: after an entry only what differs from what was sent before is sent again.

import { type Component, type ComponentId, type Json, jsonEqual, oneStep, type Steps } from '@vitrine/core/internal';
import { NO_CHILD, ownersOf } from './canonical.ts';
import { type Derivation, type DerivedItems, derive, type EvaluateAt } from './derived.ts';
import { diff, type Write } from './diff.ts';
import { exchangeRoot, type LoweredPart, lowerComponent, placeholder } from './lower-component.ts';
import { type Notes, Pass } from './pass.ts';
import { evaluateNow } from './present.ts';
import { type Changes, type Scene, type SentSurface, STEP_COMPONENTS } from './sent-surface.ts';
import type { LoweredHead, Target } from './target.ts';
import { themeWithoutRequests } from './untrusted.ts';

export class LoweredSurface implements SentSurface {
  readonly #target: Target;
  /** The id that the reader knows the basic catalog by. */
  readonly #catalog: string;
  readonly #sent = new Map<ComponentId, LoweredPart>();
  /** Components whose form depends on where they stand, or on data. */
  readonly #standing = new Set<ComponentId>();
  readonly #reading = new Set<ComponentId>();
  readonly #derivations = new Map<ComponentId, readonly Derivation[]>();
  #derivedItems: DerivedItems = new Map();
  #itemFirst = false;
  #document: Json = {};
  #head: LoweredHead | undefined;

  constructor(target: Target, catalog: string) {
    this.#target = target;
    this.#catalog = catalog;
  }

  *open(scene: Scene): Steps<readonly Json[]> {
    const pass = new Pass(scene, this.#target, this.#itemFirst);
    const head = this.#headOf(scene);
    const components = yield* this.#changed(scene.surface.components(), pass);
    yield;
    this.#head = head;
    this.#document = yield* this.#documentOf(pass);
    pass.tellExceeded();
    yield* this.#tellLosses([{ path: [], value: this.#document }], scene);
    yield;
    return yield* this.#target.open(head, components, this.#document);
  }

  *update(scene: Scene, changes: Changes): Steps<readonly Json[] | undefined> {
    const { surface } = scene;
    const pass = new Pass(scene, this.#target, this.#itemFirst);
    const affected: Component[] = [];
    for (const id of this.#affected(changes)) {
      const component = surface.component(id);
      if (component !== undefined) affected.push(component);
    }
    const components = yield* this.#changed(affected, pass);
    const document = yield* this.#documentOf(pass);
    pass.tellExceeded();
    const writes = diff(this.#document, document, this.#target.diff);
    const written = yield* this.#target.write(surface.id, writes, document);
    if (written === undefined) return undefined;
    yield* this.#tellLosses(writes, scene);
    this.#document = document;
    const head = this.#headOf(scene);
    const appears = head.shown && this.#head?.shown !== true;
    this.#head = head;
    return [...this.#target.put(surface.id, components), ...written, ...(appears ? this.#target.reveal(head) : [])];
  }

  /** These components are no more: should they come again, they are sent again, for not every reader has them. */
  forget(components: ReadonlySet<ComponentId>): void {
    if (components.size === 0) return;
    for (const sent of this.#sent.keys())
      if (components.has(sent) || ownersOf(sent).some((id) => components.has(id))) this.#sent.delete(sent);
    for (const id of components) this.#keep(id, { standing: false, reading: false, derivations: [] });
  }

  /** The head of a surface that is shown cannot be changed; without a name of its own for the root, neither can the root. */
  reveal(scene: Scene): Steps<readonly Json[] | undefined> {
    return oneStep(() => this.#revealed(scene));
  }

  #revealed(scene: Scene): readonly Json[] | undefined {
    const head = this.#headOf(scene);
    const { shown: _now, ...now } = head;
    const { shown: _before, ...before } = this.#head ?? head;
    return jsonEqual(now as unknown as Json, before as unknown as Json) && this.#target.root === undefined
      ? []
      : undefined;
  }

  #headOf({ surface, losses }: Scene): LoweredHead {
    const { id, root, theme, trust, sync, ext, place } = surface;
    const { vocabulary, syncs, syntax } = this.#target;
    const lose = (what: string): void => losses.tell(what, id);
    const safe = theme === undefined || trust === 'trusted' ? theme : themeWithoutRequests(theme, undefined, lose);
    if (sync && !syncs) lose('the data model does not travel with actions');
    if (place !== undefined) lose('the place of the surface is dropped');
    if (ext !== undefined && !syntax.words.extensions) lose('extensions of the surface are dropped');
    return {
      surface: id,
      root: exchangeRoot(root, root, this.#target.root),
      catalog: this.#catalog,
      theme: safe === undefined ? undefined : vocabulary.theme(safe, lose),
      sync: sync && syncs,
      ext: syntax.words.extensions ? ext : undefined,
      shown: !surface.held && surface.component(root) !== undefined,
    };
  }

  #affected({ put, data }: Changes): ReadonlySet<ComponentId> {
    const affected = new Set(put);
    if (put.size > 0 || (data.length > 0 && this.#itemFirst)) for (const id of this.#standing) affected.add(id);
    if (data.length > 0) for (const id of this.#reading) affected.add(id);
    return affected;
  }

  /** The parts of components that the reader does not have in this form yet. */
  *#changed(components: Iterable<Component>, pass: Pass): Steps<readonly Json[]> {
    const changed = new Set<LoweredPart>();
    let count = 0;
    for (const component of components) {
      const notes: Notes = { standing: false, reading: false, derivations: [] };
      for (const part of lowerComponent(component, pass, notes)) {
        if (jsonEqual(this.#sent.get(part.id)?.written, part.written)) continue;
        this.#sent.set(part.id, part);
        changed.add(part);
      }
      this.#keep(component.id, notes);
      if (++count % STEP_COMPONENTS === 0) yield;
    }
    this.#itemFirst = pass.itemFirst;
    this.#complete(changed, pass);
    return [...changed].map(({ written }) => written);
  }

  /** Adds what has to be there: where the target asks for that, all that is referred to. A growing set is walked to its end. */
  #complete(parts: Set<LoweredPart>, pass: Pass): void {
    for (const { references } of parts) {
      for (const id of references) {
        if (id !== NO_CHILD && !this.#target.complete) continue;
        const part = this.#sent.get(id) ?? placeholder(id, pass);
        this.#sent.set(id, part);
        parts.add(part);
      }
    }
  }

  #keep(id: ComponentId, { standing, reading, derivations }: Notes): void {
    if (standing) this.#standing.add(id);
    else this.#standing.delete(id);
    if (reading) this.#reading.add(id);
    else this.#reading.delete(id);
    const before = this.#derivations.get(id) ?? [];
    if (jsonEqual(before as unknown as Json, derivations as unknown as Json)) return;
    if (derivations.length === 0) this.#derivations.delete(id);
    else this.#derivations.set(id, derivations);
    this.#derivedItems = new Map();
  }

  *#tellLosses(writes: readonly Write[], { surface, losses }: Scene): Steps<void> {
    const { lossesOf } = this.#target;
    if (lossesOf !== undefined) for (const what of yield* lossesOf(writes)) losses.tell(what, surface.id);
  }

  /** The data as the reader gets it. */
  *#documentOf(pass: Pass): Steps<Json> {
    const { surface, env, document, losses } = pass;
    const lose = (what: string): void => losses.tell(what, surface.id);
    const derivations = [...this.#derivations.values()].flat();
    const evaluateAt: EvaluateAt = (binding, scope, index) => evaluateNow(binding, surface, env, scope, index);
    const derived =
      derivations.length === 0
        ? document
        : yield* derive(document, derivations, pass.placement, evaluateAt, this.#derivedItems, lose);
    return pass.mapLists?.convert(derived) ?? derived;
  }
}

// A surface that speaks the target's own protocol: its components and writes pass, spelled as the target spells them. What
// tolerance let in and the schema refuses is left out. An update costs what the entry holds, unless the target can only
// tell from the whole document what to write.

import type {
  Catalog,
  CatalogId,
  Component,
  ComponentId,
  Json,
  JsonObject,
  Steps,
  Surface,
} from '@vitrine/core/internal';
import { NO_CHILD } from './canonical.ts';
import { writesOf } from './data-change.ts';
import { diff, type Write } from './diff.ts';
import { type Changes, type Scene, type SentSurface, STEP_COMPONENTS } from './sent-surface.ts';
import type { LoweredHead, Target } from './target.ts';
import { actsIn, themeWithoutRequests, withoutRequests } from './untrusted.ts';
import { writeComponent } from './write-component.ts';
import type { Means } from './writing.ts';

export class NativeSurface implements SentSurface {
  readonly #target: Target;
  readonly #nameOf: (catalog: CatalogId) => CatalogId;
  /** What the reader has, where the target needs to know. */
  #document: Json = {};
  /** A message was not complete. */
  #owes = false;
  /** A component was written that must have a child and has none. */
  #lacksChild = false;

  /** `nameOf`: the id under which the reader knows a catalog. */
  constructor(target: Target, nameOf: (catalog: CatalogId) => CatalogId) {
    this.#target = target;
    this.#nameOf = nameOf;
  }

  *open(scene: Scene): Steps<readonly Json[]> {
    const { surface, losses } = scene;
    if (surface.trust === 'untrusted') losses.tell('a surface of a catalog of its own bears no mark', surface.id);
    const components = yield* this.#components(allOf(surface), scene);
    yield;
    const document = this.#remember(surface);
    yield* this.#tellLosses([{ path: [], value: document }], scene);
    yield;
    return yield* this.#target.open(this.#head(scene), components, document);
  }

  *update(scene: Scene, { put, data }: Changes): Steps<readonly Json[] | undefined> {
    const { surface } = scene;
    const components = yield* this.#components(put, scene);
    const written = data.length === 0 ? [] : yield* this.#write(scene, data);
    return written === undefined ? undefined : [...this.#target.put(surface.id, components), ...written];
  }

  /** A surface whose root the target cannot name is no longer one of its own. */
  *reveal(scene: Scene): Steps<readonly Json[] | undefined> {
    const { root, complete } = this.#target;
    const { surface } = scene;
    // Where it has not come, what stands for it would be shown.
    if (root !== undefined || (complete && surface.component(surface.root) === undefined)) return undefined;
    const owed = this.#owes ? yield* this.#components(allOf(surface), scene) : [];
    this.#owes = false;
    return [...this.#target.put(surface.id, owed), ...this.#target.reveal(this.#head(scene))];
  }

  *#write(scene: Scene, changes: Changes['data']): Steps<readonly Json[] | undefined> {
    const { surface } = scene;
    const before = this.#document;
    const document = this.#remember(surface);
    const writes = this.#target.compares ? diff(before, document, this.#target.diff) : writesOf(changes, document);
    const written = yield* this.#target.write(surface.id, writes, document);
    if (written !== undefined) yield* this.#tellLosses(writes, scene);
    return written;
  }

  *#tellLosses(writes: readonly Write[], { surface, losses }: Scene): Steps<void> {
    const { lossesOf } = this.#target;
    if (lossesOf !== undefined) for (const what of yield* lossesOf(writes)) losses.tell(what, surface.id);
  }

  #remember({ data }: Surface): Json {
    if (!this.#target.compares) return data.get('/') ?? {};
    this.#document = data.snapshot();
    return this.#document;
  }

  #head({ surface, losses }: Scene): LoweredHead {
    const { id, catalog, theme, place } = surface;
    const lose = (what: string): void => losses.tell(what, id);
    if (place !== undefined) lose('the place of the surface is dropped');
    if (surface.ext !== undefined && !this.#target.syntax.words.extensions)
      lose('extensions of the surface are dropped');
    return {
      surface: id,
      root: surface.root,
      catalog: catalog === undefined ? undefined : this.#nameOf(catalog),
      theme: theme === undefined ? undefined : this.#theme(theme, surface, lose),
      sync: surface.sync,
      ext: surface.ext,
      shown: !surface.held,
    };
  }

  /** The theme of another catalog than the basic one has words of its own. */
  #theme(theme: JsonObject, surface: Surface, lose: (what: string) => void): JsonObject | undefined {
    const { basic, openTheme, vocabulary } = this.#target;
    const catalog = catalogOf(surface, undefined);
    const safe = surface.trust === 'trusted' ? theme : themeWithoutRequests(theme, catalog?.theme, lose);
    return openTheme || (catalog !== undefined && catalog.id !== basic.id) ? safe : vocabulary.theme(safe, lose);
  }

  /** With all that they refer to, where a message must hold that. */
  *#components(ids: Iterable<ComponentId>, scene: Scene): Steps<readonly Json[]> {
    const { surface } = scene;
    const named = new Set(ids);
    // A set that grows while it is walked is walked to its end.
    if (this.#target.complete)
      for (const id of named)
        for (const child of surface.peek(id)?.references ?? []) if (child !== '') named.add(child);
    const written: Json[] = [];
    for (const id of named) {
      const one = this.#componentOrBlank(id, scene);
      if (one !== undefined && written.push(one) % STEP_COMPONENTS === 0) yield;
    }
    if (this.#lacksChild && catalogOf(surface, undefined)?.components.has('Text') === true)
      written.push(this.#blank(NO_CHILD, surface));
    this.#lacksChild = false;
    return written;
  }

  #componentOrBlank(id: ComponentId, scene: Scene): Json | undefined {
    const { surface } = scene;
    const component = surface.component(id);
    if (component !== undefined) return this.#component(component, scene);
    if (!this.#target.complete) return undefined;
    // With its root a surface would be shown, and any may become the root of one that is held.
    const waits = surface.held || id === surface.root;
    this.#owes ||= waits;
    return waits ? undefined : this.#blank(id, surface);
  }

  /** Stands where something is referred to that has not come yet. */
  #blank(id: ComponentId, surface: Surface): Json {
    const declaration = this.#target.basic.components.get('Text');
    return writeComponent(
      { id, type: 'Text', props: { text: '' } },
      declaration,
      this.#means(surface, () => undefined),
    );
  }

  #component(component: Component, { surface, losses }: Scene): Json {
    const lose = (what: string): void => losses.tell(what, surface.id, component.id);
    const declaration = catalogOf(surface, component.catalog)?.components.get(component.type);
    const safe =
      surface.trust === 'trusted' ? component : withoutRequests(component, declaration, actsIn(surface), lose);
    return writeComponent(safe, declaration, this.#means(surface, lose));
  }

  #means(surface: Surface, lose: (what: string) => void): Means {
    return {
      syntax: this.#target.syntax,
      lenient: true,
      catalogFor: (id) => catalogOf(surface, id),
      rename: (id) => {
        this.#lacksChild ||= id === NO_CHILD;
        return id;
      },
      knowsAll: () => true,
      givesBoolean: () => false,
      wordsOf: () => undefined,
      // A value of now would have to follow the data; what an author wrote wrongly is not worth that.
      standIn: () => undefined,
      lose,
    };
  }
}

function allOf(surface: Surface): readonly ComponentId[] {
  return surface.components().map(({ id }) => id);
}

function catalogOf(surface: Surface, id: CatalogId | undefined): Catalog | undefined {
  const catalog = surface.catalogFor(id);
  return 'code' in catalog ? undefined : catalog;
}

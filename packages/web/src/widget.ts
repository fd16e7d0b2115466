// What a component's author writes: a function from a node to what stands on the page for it, and the table that finds it.
// A widget builds once and draws again whenever something that its last drawing read has changed.

import type { Catalog, Dispatched, Issue, Json, Place, Surface, TreeNode } from '@vitrine/core/page';
import type { LazyCode } from './lazy-code.ts';
import type { Stage } from './stage.ts';

/** What a widget may use of the page. */
export interface Ui {
  readonly stage: Stage;
  /** Inside a button or a label: only phrasing content may stand here. */
  readonly inline: boolean;
  /** The children of `container` become what stands at these places, and nothing else. Call it while drawing. */
  fill(container: Element, places: Place | readonly Place[] | undefined, inline?: boolean): void;
  /** Another element stands for the component from now on. */
  swap(dom: Element): void;
  /** A person entered a value for a property; it is written where the property is bound to. Gives why it could not be. */
  enter(name: string, value: Json): Issue | undefined;
  /** A person acted: the action that the property holds is sent, or its function called. */
  invoke(name: string): void;
  /** A person acted, and the widget has run the action itself. `scope`: data path that its relative paths started from. */
  dispatch(done: Dispatched, scope: string | undefined): void;
  /**
   * Marks the control that sends the action, for as long as what it has sent is not answered. Call it while drawing.
   * `scope`: as it is dispatched with.
   */
  markPending(control: HTMLElement, scope?: string): void;
  /** Draws again soon, though nothing that was read has changed. */
  schedule(): void;
}

export interface Drawing {
  /** The element that stands for the component. Looked at after the first `draw`. */
  readonly dom: Element;
  /** Brings the element in line with the node. What is read here is observed. */
  draw(): void;
  /** The element that carries label and description for assistive technology; `dom` when absent. */
  readonly named?: Element;
  dispose?(): void;
}

/** Builds what stands for a component. Reading the node's properties is left to `draw`. */
export interface Widget {
  (ui: Ui, node: TreeNode): Drawing;
  /** What it draws with, where that stands in a chunk of its own: a page that knows its catalog fetches it. */
  readonly code?: LazyCode<object> | undefined;
}

export function needing(code: LazyCode<object> | undefined, widget: (ui: Ui, node: TreeNode) => Drawing): Widget {
  return code === undefined ? widget : Object.assign(widget, { code });
}

/** The widgets of one catalog by component name. */
export type CatalogWidgets = { readonly [component: string]: Widget };

/**
 * Speaks before anything of a surface is drawn. Where it finds something wrong, one notice stands for the whole surface.
 * Called again after a change of what it has observed.
 */
export type SurfaceJudge = (surface: Surface) => readonly Issue[];

/** Widgets in a chunk of their own. */
export interface LazyWidgets {
  /** Adds them to the table. */
  readonly code: LazyCode<Widgets>;
  /** The components that they draw; absent: all of the catalog, and nothing of a surface is drawn before. */
  readonly names?: ReadonlySet<string>;
}

/** Which widget draws which component: by catalog id, then by name; else as in the catalog that this one extends. */
export class Widgets {
  readonly #byCatalog = new Map<string | undefined, ReadonlyMap<string | undefined, Widget>>();
  readonly #judges = new Map<string | undefined, SurfaceJudge>();
  readonly #lazy = new Map<string | undefined, LazyWidgets[]>();
  /** Catalogs that the page has named. */
  readonly #named = new Set<string>();

  /** Adds the widgets of a catalog; a name that it has already is replaced. `judge`: surfaces of this catalog are whole or not at all. */
  add(catalog: Pick<Catalog, 'id' | 'base'>, widgets: CatalogWidgets, judge?: SurfaceJudge): this {
    this.#forget(catalog.id, widgets);
    if (judge !== undefined) this.#judges.set(catalog.id, judge);
    const before = this.#byCatalog.get(catalog.id) ?? [];
    this.#byCatalog.set(catalog.id, new Map([...before, ...Object.entries(widgets)]));
    if (this.#named.has(catalog.id)) this.fetchAtIdle([catalog]);
    return this;
  }

  /** Widgets of a catalog that come later: `code` gives them. Those that are there already stay. */
  addLazy(catalog: { readonly id: string }, lazy: LazyWidgets): this {
    this.#lazy.set(catalog.id, [...(this.#lazy.get(catalog.id) ?? []), lazy]);
    return this;
  }

  /** What has to come before something of a catalog can be drawn; undefined when it is there. `type`: of a component; else all of them. */
  coming(catalog: Catalog | undefined, type?: string): LazyCode<Widgets> | undefined {
    const isMeant = ({ names }: LazyWidgets): boolean => names === undefined || (type !== undefined && names.has(type));
    const code = this.#lazy.get(catalog?.id)?.find(isMeant)?.code;
    return code ?? (catalog?.base && this.coming(catalog.base, type));
  }

  /** Fetches what these catalogs need as soon as there is time: for the page's own code, which has named them. */
  fetchAtIdle(catalogs: Iterable<Pick<Catalog, 'id' | 'base'>>): void {
    for (const { id, base } of catalogs) {
      if (base !== undefined) this.fetchAtIdle([base]);
      this.#named.add(id);
      for (const { code } of this.#lazy.get(id) ?? []) code.fetchAtIdle();
      for (const { code } of this.#byCatalog.get(id)?.values() ?? []) code?.fetchAtIdle();
    }
  }

  /** All that these catalogs are drawn with, at once: for whoever draws without a page, and waits for nothing while drawing. */
  async fetchNow(catalogs: Iterable<Pick<Catalog, 'id' | 'base'>>): Promise<void> {
    for (const { id, base } of catalogs) {
      if (base !== undefined) await this.fetchNow([base]);
      await Promise.all([...(this.#lazy.get(id) ?? [])].map(({ code }) => code.fetch()));
      await Promise.all([...(this.#byCatalog.get(id)?.values() ?? [])].map(({ code }) => code?.fetch()));
    }
  }

  /** What is there need not come. */
  #forget(catalog: string, widgets: CatalogWidgets): void {
    const left = this.#lazy
      .get(catalog)
      ?.filter(({ names }) => names !== undefined && [...names].some((name) => !Object.hasOwn(widgets, name)));
    if (left !== undefined) this.#lazy.set(catalog, left);
  }

  judge(catalog: string | undefined): SurfaceJudge | undefined {
    return this.#judges.get(catalog);
  }

  find({ catalog, type }: Pick<TreeNode, 'catalog' | 'type'>): Widget | undefined {
    const own = this.#byCatalog.get(catalog?.id)?.get(type);
    return own ?? (catalog?.base && this.find({ catalog: catalog.base, type }));
  }
}

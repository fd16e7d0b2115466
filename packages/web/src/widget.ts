// What a component's author writes: a function from a node to what stands on the page for it, and the table that finds it.
// A widget builds once and draws again whenever something that its last drawing read has changed.

import type { Dispatched, Issue, Json, Place, Surface, TreeNode } from '@vitrine/core/internal';
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
export type Widget = (ui: Ui, node: TreeNode) => Drawing;

/** The widgets of one catalog by component name. */
export type CatalogWidgets = { readonly [component: string]: Widget };

/**
 * Speaks before anything of a surface is drawn. Where it finds something wrong, one notice stands for the whole surface.
 * Called again after a change of what it has observed.
 */
export type SurfaceJudge = (surface: Surface) => readonly Issue[];

/** Which widget draws which component: by catalog id, then by name. */
export class Widgets {
  readonly #byCatalog = new Map<string | undefined, ReadonlyMap<string | undefined, Widget>>();
  readonly #judges = new Map<string | undefined, SurfaceJudge>();
  readonly #lazy = new Map<string | undefined, () => Promise<void>>();

  /** Adds the widgets of a catalog; a name that it has already is replaced. `judge`: surfaces of this catalog are whole or not at all. */
  add(catalog: { readonly id: string }, widgets: CatalogWidgets, judge?: SurfaceJudge): this {
    this.#lazy.delete(catalog.id);
    if (judge !== undefined) this.#judges.set(catalog.id, judge);
    const before = this.#byCatalog.get(catalog.id) ?? [];
    this.#byCatalog.set(catalog.id, new Map([...before, ...Object.entries(widgets)]));
    return this;
  }

  /** The widgets of a catalog that are loaded when something of it is drawn for the first time: `load` adds them. */
  addLazy(catalog: string, load: () => Promise<void>): this {
    if (!this.#byCatalog.has(catalog)) this.#lazy.set(catalog, load);
    return this;
  }

  /** Loads what has to come before something of a catalog can be drawn; undefined when it is there. */
  coming(catalog: string | undefined): Promise<void> | undefined {
    return this.#lazy.get(catalog)?.();
  }

  judge(catalog: string | undefined): SurfaceJudge | undefined {
    return this.#judges.get(catalog);
  }

  find(node: TreeNode): Widget | undefined {
    return this.#byCatalog.get(node.catalog?.id)?.get(node.type);
  }
}

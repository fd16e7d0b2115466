// The top of a surface: nothing while the surface is held back, a skeleton until its root has come, then the root. Where
// the catalog of the surface has a judge, nothing is drawn that it has not passed.

import { type Issue, issue, quote, Watcher } from '@vitrine/core/page';
import { text } from './dom.ts';
import { Drawn } from './drawn.ts';
import { surfaceWords } from './english/surface.ts';
import { note } from './placeholder.ts';
import type { Stage } from './stage.ts';
import type { Widgets } from './widget.ts';

/** How long a surface is held back for code that it is drawn with: as long as that may take on a slow machine. */
export const MAX_HELD_MS = 2000;

export class RootDrawn extends Watcher {
  readonly #stage: Stage;
  readonly #widgets: Widgets;
  #container: DocumentFragment | Element;
  #drawn: Drawn | undefined;
  #notice: Element | undefined;
  #loading = false;

  constructor(stage: Stage, widgets: Widgets, container: DocumentFragment | Element) {
    super();
    this.#stage = stage;
    this.#widgets = widgets;
    this.#container = container;
  }

  override dispose(): void {
    super.dispose();
    this.#remove();
  }

  /** Something stands in the container. */
  get isShown(): boolean {
    return this.#container.hasChildNodes();
  }

  /** Stands there from now on. */
  moveTo(container: DocumentFragment | Element): void {
    this.#container = container;
    const dom = this.#notice ?? this.#drawn?.dom;
    if (dom !== undefined) container.append(dom);
  }

  /** All that is drawn, what stands around something before it. */
  each(run: (drawn: Drawn) => void): void {
    this.#drawn?.each(run);
  }

  /** Draws again what the page has said something about. */
  touch(isMeant: (drawn: Drawn) => boolean): void {
    this.each((drawn) => {
      if (isMeant(drawn)) drawn.schedule();
    });
  }

  override enqueue(): void {
    this.#stage.enqueue(this);
  }

  override run(): void {
    const place = this.#stage.tree.root?.place;
    if (place !== undefined && !this.#mayShow()) return;
    if (place !== undefined && place === this.#drawn?.place) return;
    this.#remove();
    if (place === undefined) return this.#missing();
    this.#show(new Drawn(this.#stage, this.#widgets, place, false).begin());
  }

  /** What is first shown appears with its code, so that nothing moves when that comes; where it takes long, skeletons stand for the rest. */
  #show(drawn: Drawn): void {
    this.#drawn = drawn;
    const append = (): void => {
      if (this.#drawn === drawn) this.#container.append(drawn.dom);
    };
    if (this.#stage.isComing) this.#stage.hold(MAX_HELD_MS, append);
    else append();
  }

  /** Once nothing more is coming, a surface without its root says so; one that is held back was never to be seen. */
  #missing(): void {
    const { surface, ended } = this.#stage;
    if (!ended.value || surface.held) return;
    const root = quote(surface.root);
    const at = `/components/${surface.root}`;
    this.#stage.report(issue('VITRINE_TREE_DANGLING', 'warning', surfaceWords.noRoot(root), at));
    this.#notice = note(false, this.#stage.words.noRoot(root));
    this.#container.append(this.#notice);
  }

  failed(error: unknown): void {
    throw error;
  }

  /** Whether the judge of the catalog has come and has nothing against the surface. */
  #mayShow(): boolean {
    const { surface } = this.#stage;
    const catalog = surface.catalogFor(undefined);
    const coming = 'code' in catalog ? undefined : this.#widgets.coming(catalog);
    if (coming !== undefined) {
      this.#await(coming.neededBy(this.#stage));
      return false;
    }
    const problems = this.#widgets.judge(surface.catalog)?.(surface) ?? [];
    if (problems.length > 0) this.#refuse(problems);
    else if (this.#notice !== undefined) this.#remove();
    return problems.length === 0;
  }

  #await(coming: Promise<unknown>): void {
    if (this.#loading) return;
    this.#loading = true;
    const report = (error: unknown): void =>
      this.#refuse([
        { ...issue('VITRINE_WIDGET_FAILED', 'error', `A catalog was not loaded: ${String(error)}.`), fault: 'host' },
      ]);
    coming.then(() => this.schedule(), report);
    this.#stage.await(coming);
  }

  /** One notice, and nothing of the surface. */
  #refuse(problems: readonly Issue[]): void {
    const words = this.#stage.words.against;
    if (this.#notice !== undefined) return text(this.#notice, words);
    if (this.isDisposed) return;
    this.#remove();
    this.#notice = note(false, words);
    this.#container.append(this.#notice);
    for (const problem of problems) this.#stage.report(problem);
  }

  #remove(): void {
    this.#notice?.remove();
    this.#notice = undefined;
    this.#drawn?.dispose();
    this.#drawn?.dom.remove();
    this.#drawn = undefined;
  }
}

// The right side: what a person would get, live; one tab per surface, and of the chosen one its picture, tree and data;
// and what goes to the agent when the person acts.

import type { Json, Surface, Tree, TreeNode, ViewerEvent } from '@vitrine/core';
import type { DialectId } from '@vitrine/dialects';
import type { VitrineSession } from '@vitrine/web';
import { actionOutcome, eventOutcome } from './action-outcome.ts';
import { allDialects } from './dialects.ts';
import { byId, el, replaceRows, setAttributes, setText } from './element.ts';
import { drawJson } from './json-view.ts';
import { LiveView } from './live-view.ts';
import type { WorkbenchSession } from './session.ts';
import { markSelected, wireTabs } from './tab-bar.ts';
import { TreePane } from './tree-view.ts';

const NOTHING = 'No surface yet: paste a stream, drop a file, or load an example.';
const MAX_EVENTS = 20;

export class ResultView {
  readonly #tabs = byId('surfaces', HTMLElement);
  readonly #panel = byId('result', HTMLElement);
  readonly #picture = byId('picture', HTMLElement);
  readonly #stage = byId('live', HTMLElement);
  readonly #data = byId('data', HTMLElement);
  readonly #dataHint = byId('data-hint', HTMLElement);
  readonly #treeHint = byId('tree-hint', HTMLElement);
  readonly #events = byId('events', HTMLElement);
  readonly #eventPanel = byId('event-panel', HTMLElement);
  readonly #live: LiveView;
  readonly #tree: TreePane;
  readonly #redraw: () => void;
  #session: WorkbenchSession | undefined;
  #chosen: string | undefined;

  readonly #acted: (event: ViewerEvent) => void;

  /** `redraw`: something here has changed what the whole page shows; `acted`: a person did something an agent may answer. */
  constructor(redraw: () => void, acted: (event: ViewerEvent) => void = () => {}) {
    this.#redraw = redraw;
    this.#acted = acted;
    const pressed = (node: TreeNode, name: string) => void this.#press(node, name);
    this.#tree = new TreePane(byId('tree', HTMLElement), { changed: redraw, pressed });
    this.#live = new LiveView(byId('live', HTMLElement), NOTHING, {
      done: (event) => this.#done(event),
      found: (problem) => this.#session?.notice(problem) === true && redraw(),
    });
    this.#wireLooks();
    wireTabs(this.#tabs, (tab) => {
      this.#chosen = tab.dataset.surface;
      redraw();
    });
    byId('forget', HTMLElement).addEventListener('click', () => this.forgetEvents());
    new ResizeObserver(redraw).observe(this.#picture);
  }

  /** The element that draws, for whoever sets how. */
  get element(): VitrineSession {
    return this.#live.element;
  }
  get chosen(): string | undefined {
    return this.#chosen;
  }

  update(session: WorkbenchSession): void {
    this.#session = session;
    if (!this.#stage.hidden) this.#live.update(session);
    else this.#live.rest();
    const surfaces = [...session.fold.surfaces.keys()];
    if (this.#chosen === undefined || !surfaces.includes(this.#chosen)) this.#chosen = surfaces[0];
    this.#drawTabs(surfaces);
    const surface = this.#chosen === undefined ? undefined : session.fold.surfaces.get(this.#chosen);
    this.#panel.classList.toggle('vacant', surface === undefined);
    session.clearRemarks();
    this.#drawSurface(session, surface);
  }

  forgetEvents(): void {
    this.#events.replaceChildren();
    this.#eventPanel.hidden = true;
  }

  #drawSurface(session: WorkbenchSession, surface: Surface | undefined): void {
    const tree = surface === undefined ? undefined : session.tree(surface);
    // The picture of a large surface is long, and nobody sees it behind the live one.
    if (!this.#picture.hidden) void this.#drawPicture(tree);
    this.#tree.update(tree, surface === undefined ? 'Nodes appear here.' : waiting(surface));
    const nodes = tree?.size ?? 0;
    setText(
      this.#treeHint,
      tree === undefined ? '' : `${nodes} ${nodes === 1 ? 'node' : 'nodes'}, properties evaluated`,
    );
    this.#drawData(surface);
  }

  async #drawPicture(tree: Tree | undefined): Promise<void> {
    const { drawText } = await import('./picture.ts');
    setText(this.#picture, tree === undefined ? NOTHING : drawText(tree, { width: this.#columns() }));
  }

  #drawData(surface: Surface | undefined): void {
    setText(this.#dataHint, surface?.trust === 'untrusted' ? 'untrusted' : '');
    const { scrollTop } = this.#data;
    this.#data.replaceChildren(...(surface === undefined ? ['Data appears here.'] : drawJson(surface.data.snapshot())));
    this.#data.scrollTop = scrollTop;
  }

  /** As many columns as the picture's panel is wide. */
  #columns(): number {
    const { fontSize, paddingLeft, paddingRight } = getComputedStyle(this.#picture);
    const room = this.#picture.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    const columns = Math.floor(room / (Number.parseFloat(fontSize) * 0.605));
    return Number.isFinite(columns) ? Math.min(100, Math.max(24, columns)) : 80;
  }

  #drawTabs(surfaces: readonly string[]): void {
    const old = [...this.#tabs.children] as HTMLElement[];
    if (old.map((tab) => tab.dataset.surface).join('\n') !== surfaces.join('\n') || old.length !== surfaces.length) {
      const tabs = surfaces.map((id) =>
        el('button', { type: 'button', role: 'tab', 'data-surface': id, 'aria-controls': 'result', title: id }, id),
      );
      replaceRows(this.#tabs, ...tabs);
    }
    this.#tabs.hidden = surfaces.length === 0;
    const selected = [...this.#tabs.children].find((tab) => (tab as HTMLElement).dataset.surface === this.#chosen);
    if (selected !== undefined) markSelected(this.#tabs, selected as HTMLElement);
    setAttributes(this.#panel, { 'aria-label': this.#chosen === undefined ? 'Surface' : `Surface ${this.#chosen}` });
  }

  /** The same surface as it is drawn and as plain text. */
  #wireLooks(): void {
    const list = byId('live-tab', HTMLElement).parentElement as HTMLElement;
    wireTabs(list, (chosen) => {
      markSelected(list, chosen);
      for (const tab of list.children)
        byId(tab.getAttribute('aria-controls') ?? '', HTMLElement).hidden = tab !== chosen;
      this.#redraw();
    });
  }

  async #press(node: TreeNode, name: string): Promise<void> {
    if (this.#session === undefined) return;
    const [{ fold }, at] = [this.#session, new Date().toISOString()];
    const { dialectById } = await allDialects();
    this.#tell(actionOutcome(node, name, fold, dialectById(this.#spoken), at));
  }

  /** The person did something on the live surface. */
  async #done(event: ViewerEvent): Promise<void> {
    if (this.#session === undefined) return;
    const [{ fold }, at] = [this.#session, new Date().toISOString()];
    // Typing alone tells an agent nothing.
    if (event.event === 'input') return this.#redraw();
    const { dialectById } = await allDialects();
    this.#tell(eventOutcome(event, fold, dialectById(this.#spoken), at));
    this.#acted(event);
  }

  get #spoken(): DialectId {
    return this.#session?.messages.findLast(({ dialect }) => dialect !== undefined)?.dialect ?? 'vitrine';
  }

  #tell(outcome: readonly Json[]): void {
    this.#redraw();
    if (outcome.length === 0) return;
    this.#events.prepend(...outcome.map((value) => el('div', { class: 'event' }, ...drawJson(value))));
    for (const old of [...this.#events.children].slice(MAX_EVENTS)) old.remove();
    this.#eventPanel.hidden = false;
  }
}

function waiting(surface: Surface): string {
  if (surface.held) return 'Held back until rendering begins.';
  return `Waiting for the root component “${surface.root}”.`;
}

// The right side: one tab per surface, and of the chosen one its picture, tree, data and what pressing would send.

import { drawText, type Surface, type TreeNode } from '@vitrine/core';
import { type DialectId, dialectById } from '@vitrine/dialects';
import { byId, el, setAttributes, setText } from './element.ts';
import { drawJson } from './json-view.ts';
import { pressOutcome } from './press.ts';
import type { Session } from './session.ts';
import { markSelected, wireTabs } from './tab-bar.ts';
import { TreeView } from './tree-view.ts';

const NOTHING = 'No surface yet: paste a stream, drop a file, or load an example.';
const MOST_EVENTS = 20;

export class ResultView {
  readonly #tabs = byId('surfaces', HTMLElement);
  readonly #panel = byId('result', HTMLElement);
  readonly #picture = byId('picture', HTMLElement);
  readonly #data = byId('data', HTMLElement);
  readonly #dataHint = byId('data-hint', HTMLElement);
  readonly #treeHint = byId('tree-hint', HTMLElement);
  readonly #events = byId('events', HTMLElement);
  readonly #eventPanel = byId('event-panel', HTMLElement);
  readonly #tree: TreeView;
  readonly #redraw: () => void;
  #session: Session | undefined;
  #chosen: string | undefined;

  /** `redraw`: something here has changed what the whole page shows. */
  constructor(redraw: () => void) {
    this.#redraw = redraw;
    const pressed = (node: TreeNode, name: string) => this.#press(node, name);
    this.#tree = new TreeView(byId('tree', HTMLElement), { changed: redraw, pressed });
    wireTabs(this.#tabs, (tab) => {
      this.#chosen = tab.dataset.surface;
      redraw();
    });
    byId('forget', HTMLElement).addEventListener('click', () => this.forgetEvents());
    new ResizeObserver(redraw).observe(this.#picture);
  }

  update(session: Session): void {
    this.#session = session;
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

  #drawSurface(session: Session, surface: Surface | undefined): void {
    const tree = surface === undefined ? undefined : session.tree(surface);
    setText(this.#picture, tree === undefined ? NOTHING : drawText(tree, { width: this.#columns() }));
    this.#tree.update(tree, surface === undefined ? 'Nodes appear here.' : waiting(surface));
    const nodes = tree?.size ?? 0;
    setText(
      this.#treeHint,
      tree === undefined ? '' : `${nodes} ${nodes === 1 ? 'node' : 'nodes'}, properties evaluated`,
    );
    this.#drawData(surface);
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
      this.#tabs.replaceChildren(...tabs);
    }
    this.#tabs.hidden = surfaces.length === 0;
    const selected = [...this.#tabs.children].find((tab) => (tab as HTMLElement).dataset.surface === this.#chosen);
    if (selected !== undefined) markSelected(this.#tabs, selected as HTMLElement);
    setAttributes(this.#panel, { 'aria-label': this.#chosen === undefined ? 'Surface' : `Surface ${this.#chosen}` });
  }

  #press(node: TreeNode, name: string): void {
    if (this.#session === undefined) return;
    const { messages, fold } = this.#session;
    const spoken: DialectId = messages.findLast(({ dialect }) => dialect !== undefined)?.dialect ?? 'vitrine';
    const outcome = pressOutcome(node, name, fold, dialectById(spoken), new Date().toISOString());
    const lines = outcome.flatMap((value) => [el('div', { class: 'event' }, ...drawJson(value))]);
    this.#events.prepend(...lines);
    for (const old of [...this.#events.children].slice(MOST_EVENTS)) old.remove();
    this.#eventPanel.hidden = false;
    // The panel took its room from the tree: what was pressed stays in sight.
    document.activeElement?.scrollIntoView({ block: 'nearest' });
    this.#redraw();
  }
}

function waiting(surface: Surface): string {
  if (surface.held) return 'Held back until rendering begins.';
  return `Waiting for the root component “${surface.root}”.`;
}

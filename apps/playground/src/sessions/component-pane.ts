// A component of what is drawn, found by a click on it: its properties as they are now and where they come from, the entry that
// put it, its definition; and the way back from there to what is drawn. While somebody picks, a press does nothing else.

import { type Entry, isOp, type Json, type Seq, type Surface, type TreeNode, type View } from '@vitrine/core/page';
import { VitrineSurface } from '@vitrine/web';
import { byId, el, setAttributes, setText } from '../page/element.ts';
import { plainNames, sourceText, valueText } from '../page/node-values.ts';
import type { ComponentJson } from './component-json.ts';
import { notationView } from './notation-view.ts';

export interface ComponentPaneEvents {
  /** Entries that were heard, the oldest first. */
  readonly entries: () => readonly Entry[];
  /** What is shown. */
  readonly view: () => View | undefined;
  /** Something was picked: its pane is to be seen. */
  readonly picked: () => void;
  readonly visit: (seq: Seq) => void;
}

const FLASH_MS = 1200;
const MAX_VALUE = 200;

export class ComponentPane {
  readonly #stage = byId('stage', HTMLElement);
  readonly #pane = byId('component', HTMLElement);
  readonly #toggle = byId('pick', HTMLButtonElement);
  readonly #events: ComponentPaneEvents;
  #isPicking = false;

  constructor(events: ComponentPaneEvents) {
    this.#events = events;
    this.#toggle.addEventListener('click', () => this.#pick(!this.#isPicking));
    addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.#pick(false);
    });
    // Before anything that is drawn hears of it: what is picked is not pressed.
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
      this.#stage.addEventListener(type, (event) => this.#take(event), { capture: true });
    this.clear();
  }

  clear(): void {
    this.#pick(false);
    const words = 'Press Pick, then anything that is drawn: it is shown here where it comes from.';
    this.#pane.replaceChildren(el('p', { class: 'empty' }, words));
  }

  /** From what an entry put to where it is drawn, if it is. */
  find(surfaceId: string, id: string): void {
    const shown = [...this.#stage.querySelectorAll('vitrine-session')].filter((one) => one.checkVisibility());
    const surfaces = shown.flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('*') ?? [])]);
    for (const element of surfaces) {
      if (!(element instanceof VitrineSurface)) continue;
      const [drawn] = element.elementsOf(id);
      const node = drawn && element.componentAt(drawn);
      if (node?.place.tree.surface.id !== surfaceId) continue;
      this.#show(element, node);
      return this.#events.picked();
    }
    this.#pane.replaceChildren(el('p', { class: 'empty' }, `Nothing that is drawn now is the component ${id}.`));
    this.#events.picked();
  }

  #pick(isPicking: boolean): void {
    this.#isPicking = isPicking;
    setAttributes(this.#toggle, { 'aria-pressed': String(isPicking) });
    setAttributes(this.#stage, { 'data-picking': isPicking });
    // A moment of the past takes no press; what is picked is not pressed.
    for (const past of this.#stage.querySelectorAll<HTMLElement>('[data-past]')) past.inert = !isPicking;
  }

  #take(event: Event): void {
    if (!this.#isPicking) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type !== 'click') return;
    const path = event.composedPath();
    const element = path.find((one) => one instanceof VitrineSurface);
    const [target] = path;
    const node = target instanceof Node ? element?.componentAt(target) : undefined;
    if (element === undefined || node?.component === undefined) return;
    this.#pick(false);
    this.#show(element, node);
    this.#events.picked();
  }

  #show(element: VitrineSurface, node: TreeNode): void {
    const { surface } = node.place.tree;
    const seq = this.#entryOf(node, surface);
    const find = el('button', { type: 'button', class: 'small' }, 'Show where it is drawn');
    find.addEventListener('click', () => flash(element.elementsOf(node.id)));
    const written = el('button', { type: 'button', class: 'small' }, `See entry ${seq}`);
    written.addEventListener('click', () => seq !== undefined && this.#events.visit(seq));
    const scope = node.dataPath === '' ? [] : row('item', node.dataPath, undefined);
    const rows = plainNames(node).flatMap((name) =>
      row(name, valueText(node, name, MAX_VALUE), sourceText(node, name)),
    );
    const title = el('h3', { tabindex: -1 }, el('bdi', {}, `${node.type ?? ''} ${node.id} of ${surface.id}`));
    this.#pane.replaceChildren(
      title,
      el('p', { class: 'entry-acts' }, ...this.#around(element, node)),
      el('div', { class: 'entry-acts' }, find, seq === undefined ? undefined : written),
      el('dl', { class: 'details' }, ...scope, ...rows),
      ...this.#json(node),
    );
    flash(element.elementsOf(node.id));
  }

  #json(node: TreeNode): readonly HTMLElement[] {
    const view = this.#events.view();
    return notationView({
      neutral: node.component as unknown as Json,
      label: `JSON of ${node.id}`,
      inDialect: async (dialect) => {
        const { componentJson } = await import('./component-json.ts');
        const { surface } = node.place.tree;
        const found = view === undefined ? undefined : componentJson(view, surface, node.id, dialect);
        return found && { json: found.json, note: noteOf(found) };
      },
    });
  }

  /** What it stands in, the nearest first. */
  #around(element: VitrineSurface, node: TreeNode): readonly HTMLElement[] {
    const found: HTMLElement[] = [];
    for (let outer = node.place.parent; outer !== undefined; outer = outer.place.parent) {
      const around = outer;
      const button = el('button', { type: 'button', class: 'small' }, `in ${around.type ?? ''} ${around.id}`);
      button.addEventListener('click', () => this.#show(element, around));
      found.push(button);
    }
    return found;
  }

  /** The last that put it; a surface that came whole was opened with it. */
  #entryOf({ id }: TreeNode, { id: surface }: Surface): Seq | undefined {
    const puts = ({ body }: Entry): boolean =>
      body.some(
        (part) =>
          isOp(part) &&
          (part.op === 'put' || part.op === 'open') &&
          part.surface === surface &&
          part.components?.some((component) => component.id === id) === true,
      );
    return this.#events.entries().findLast(puts)?.seq;
  }
}

function row(name: string, value: string, source: string | undefined): HTMLElement[] {
  const from = el('span', { class: 'source' });
  setText(from, source === undefined ? '' : `from ${source}`);
  return [el('dt', {}, name), el('dd', {}, el('code', {}, value), from)];
}

function noteOf({ isWhole, losses }: ComponentJson): string {
  const where = isWhole ? 'There it has another name: this is its whole surface. ' : '';
  return losses.length === 0 ? where : `${where}Of its surface is lost there: ${losses.join(' ')}`;
}

function flash(elements: readonly Element[]): void {
  elements[0]?.scrollIntoView({ block: 'nearest' });
  const frames = [{ outline: '3px solid #d97706' }, { outline: '3px solid transparent' }];
  for (const element of elements) element.animate(frames, FLASH_MS);
}

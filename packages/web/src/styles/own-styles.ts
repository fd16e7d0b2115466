// Styles that an author gives for widgets. They are adopted by the surfaces that such a widget stands on, and reach its own
// elements alone: neither those around it nor what other catalogs draw inside it.

import type { Dispatched, Issue, Json, Place, TreeNode } from '@vitrine/core/page';
import { perDocument } from '../dom.ts';
import type { Stage } from '../stage.ts';
import type { CatalogWidgets, Ui, Widget } from '../widget.ts';

/** On the element that stands for a component: whose styles it has. */
const STYLED = 'data-styles';
/** On an element that other components stand in. */
const SLOT = 'data-slot';

let count = 0;

export class OwnStyles {
  readonly #mark = `s${++count}`;
  readonly #css: string;
  readonly #sheet = perDocument(() => this.#make());

  constructor(css: string) {
    this.#css = css;
  }

  around(widgets: CatalogWidgets): CatalogWidgets {
    return Object.fromEntries(Object.entries(widgets).map(([name, widget]) => [name, this.#around(widget)]));
  }

  #around(widget: Widget): Widget {
    return (ui: Ui, node: TreeNode) => {
      const drawing = widget(new StyledUi(ui, (dom) => this.#dress(dom, ui.stage)), node);
      this.#dress(drawing.dom, ui.stage);
      return drawing;
    };
  }

  #dress(dom: Element, stage: Stage): void {
    dom.setAttribute(STYLED, this.#mark);
    const adopted = stage.host.shadowRoot?.adoptedStyleSheets;
    if (adopted?.includes(this.#sheet()) === false) adopted.push(this.#sheet());
  }

  /** What an unpaired brace has put behind the scope is dropped: it would hold for everything. */
  #make(): CSSStyleSheet {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@scope ([${STYLED}=${this.#mark}]) to ([${SLOT}] > *) { ${this.#css} }`);
    while (sheet.cssRules.length > 1) sheet.deleteRule(1);
    return sheet;
  }
}

/** What a styled widget may use of the page; where it lets others draw is marked. */
class StyledUi implements Ui {
  readonly #ui: Ui;
  readonly #dress: (dom: Element) => void;

  constructor(ui: Ui, dress: (dom: Element) => void) {
    this.#ui = ui;
    this.#dress = dress;
  }

  get stage(): Stage {
    return this.#ui.stage;
  }
  get inline(): boolean {
    return this.#ui.inline;
  }
  fill(container: Element, places: Place | readonly Place[] | undefined, inline?: boolean): void {
    container.setAttribute(SLOT, '');
    this.#ui.fill(container, places, inline);
  }
  swap(dom: Element): void {
    this.#dress(dom);
    this.#ui.swap(dom);
  }
  enter(name: string, value: Json): Issue | undefined {
    return this.#ui.enter(name, value);
  }
  invoke(name: string): void {
    this.#ui.invoke(name);
  }
  dispatch(done: Dispatched, scope: string | undefined): void {
    this.#ui.dispatch(done, scope);
  }
  markPending(control: HTMLElement, scope?: string): void {
    this.#ui.markPending(control, scope);
  }
  schedule(): void {
    this.#ui.schedule();
  }
}

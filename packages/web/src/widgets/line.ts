// Row and Column: children in a line, with their distribution along it and their alignment across it.

import type { Place, TreeNode } from '@vitrine/core/page';
import { attribute, cssClass, make } from '../dom.ts';
import type { Drawing, Ui, Widget } from '../widget.ts';

export interface LineNames {
  readonly justify: string;
  readonly align: string;
}

/** Which properties of the component say how its children are distributed and aligned. */
export const LINE: LineNames = { justify: 'justify', align: 'align' };

/** On a surface of so many nodes the browser leaves lines out while they are far from the screen: walking through 60,000 took it 35 ms a frame. */
const MANY = 5000;

export function lineWidget(kind: 'row' | 'column', names: LineNames = LINE): Widget {
  return (ui, node) => new LineWidget(ui, node, kind, names);
}

/** A class and not a function with closures, as all that is drawn often: those weigh three times as much. */
class LineWidget implements Drawing {
  readonly dom: HTMLElement;
  readonly #ui: Ui;
  readonly #node: TreeNode;
  readonly #names: LineNames;
  readonly #look: string;

  constructor(ui: Ui, node: TreeNode, kind: 'row' | 'column', names: LineNames) {
    this.#ui = ui;
    this.#node = node;
    this.#names = names;
    this.dom = make(ui.inline ? 'span' : 'div', kind);
    this.#look = ui.stage.tree.size > MANY ? `${kind} far` : kind;
  }

  draw(): void {
    const node = this.#node;
    const places = node.get('children') as readonly Place[] | undefined;
    const justify = cssClass('justify', node.get(this.#names.justify), 'start');
    const align = cssClass('align', node.get(this.#names.align), 'stretch');
    attribute(this.dom, 'class', this.#look + justify + align + wrapping(this.#look, places));
    this.#ui.fill(this.dom, places);
  }
}

/** A row of more than a few is worth breaking; text beside a picture or two is not. */
function wrapping(look: string, places: readonly Place[] | undefined): string {
  return places !== undefined && places.length > 4 && look.startsWith('row') ? ' wraps' : '';
}

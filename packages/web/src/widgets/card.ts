// Card: a frame around one child.

import type { Place, TreeNode } from '@vitrine/core/page';
import { make } from '../dom.ts';
import type { Drawing, Ui, Widget } from '../widget.ts';

class Card implements Drawing {
  readonly dom: HTMLElement;
  readonly #ui: Ui;
  readonly #node: TreeNode;

  constructor(ui: Ui, node: TreeNode) {
    this.#ui = ui;
    this.#node = node;
    this.dom = make(ui.inline ? 'span' : 'div', 'card');
  }

  draw(): void {
    this.#ui.fill(this.dom, this.#node.get('child') as Place | undefined);
  }
}

export const card: Widget = (ui, node) => new Card(ui, node);

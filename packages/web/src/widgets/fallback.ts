// A component that no widget draws, in the components that its declaration gives for it; else what it says or contains.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { ComponentFallback } from '@vitrine/core/internal';
import type { TreeNode } from '@vitrine/core/page';
import { make } from '../dom.ts';
import type { Drawing, Ui, Widget } from '../widget.ts';

export const fallback: Widget = (ui, node) => new FallbackDrawing(ui, node);

class FallbackDrawing implements Drawing {
  readonly dom = make('div', 'column');
  readonly #ui: Ui;
  readonly #parts: ComponentFallback;

  constructor(ui: Ui, node: TreeNode) {
    this.#ui = ui;
    this.#parts = new ComponentFallback(node, basic09);
  }

  draw(): void {
    const { stage } = this.#ui;
    const { place } = this.#parts;
    for (const id of this.#parts.partIds) stage.owners.set(id, place.componentId);
    this.#ui.fill(this.dom, place);
  }

  dispose(): void {
    this.#parts.dispose();
  }
}

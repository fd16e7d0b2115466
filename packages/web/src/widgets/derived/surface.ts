// The top of a surface that is drawn derived: what its catalog derives from it stands here, as a tree of its own over the
// same data.

import { SurfaceDerivation } from '@vitrine/core/internal';
import { type Catalog, Tree } from '@vitrine/core/page';
import { make } from '../../dom.ts';
import type { Widget } from '../../widget.ts';

/** `into`: the catalog of the derived components. */
export function derivedWidget(into: Catalog): Widget {
  return (ui) => {
    const { stage } = ui;
    const derivation = new SurfaceDerivation(stage.surface, into);
    const tree = new Tree(derivation.surface, stage.tree.view);
    const dom = make('section', 'column');
    return {
      dom,
      draw: () => ui.fill(dom, tree.root?.place),
      dispose() {
        derivation.dispose();
        tree.dispose();
      },
    };
  };
}

// Whether a surface of OpenWOP may be drawn. Its catalogs are closed (RFC 0102 §A.1): one component, property or value that
// they do not have, and nothing of the surface is shown, whoever let it pass at the door.

import { Fold, surfaceSize } from '@vitrine/core/internal';
import { type Catalog, Catalogs, defined, type Issue, issue, type Surface, untracked } from '@vitrine/core/page';
import type { SurfaceJudge } from '../../widget.ts';

export function judgeOf(catalog: Catalog): SurfaceJudge {
  const catalogs = new Catalogs([catalog]);
  return (surface) => {
    observe(surface);
    return untracked(() => problemsOf(surface, catalog.id, catalogs));
  };
}

/** Every component that is there, and every one that will be. */
function observe(surface: Surface): void {
  const { theme: _, root } = surface;
  surface.slot(root).observe();
  for (const { id } of surface.components()) {
    const slot = surface.slot(id);
    slot.observe();
    for (const reference of slot.references) surface.slot(reference).observe();
  }
}

function problemsOf(surface: Surface, catalog: string, catalogs: Catalogs): readonly Issue[] {
  const { theme, root } = surface;
  const trial = new Fold({ catalogs, strict: true });
  const judged = trial.accept({
    body: [
      {
        op: 'open',
        surface: 's',
        catalog,
        root,
        components: surface.components(),
        ...defined({ theme }),
      },
    ],
  });
  if (!judged.ok) return judged.issues.filter(({ severity }) => severity === 'error');
  const { nodesPerTree, treeDepth } = trial.limits;
  // There is no cycle: the door has looked.
  const size = surfaceSize(surface);
  if (size.nodes <= nodesPerTree && size.depth <= treeDepth) return [];
  return [issue('VITRINE_LIMIT_NODES', 'error', `The tree may hold ${nodesPerTree} nodes and be ${treeDepth} deep.`)];
}

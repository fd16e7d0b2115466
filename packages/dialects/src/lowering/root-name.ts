// Later versions look for a component named "root"; others let the surface name its top component. The two names change
// places, so that every id stays one id. Whoever reads an event of such a viewer asks for the name back: it is the same
// exchange.

import type { ComponentId } from '@vitrine/core/internal';

export function exchangeRoot(id: ComponentId, root: ComponentId, wanted: ComponentId | undefined): ComponentId {
  if (wanted === undefined || root === wanted) return id;
  if (id === root) return wanted;
  return id === wanted ? root : id;
}

// The components of a catalog that the operator gave the host, each as its example shows it.

import { type Catalog, defined } from '@vitrine/core/page';
import { sampleSurface } from '@vitrine/core/sample-component';
import type { Family } from './entry.ts';

export function ownFamily(catalog: Catalog): Family {
  const { id, title = id, base, components } = catalog;
  const own = [...components].filter(([name]) => base === undefined || !base.components.has(name));
  return {
    title,
    entries: own.map(([name, declaration]) => ({
      ...{ group: 'Components', title: name },
      ...defined({ note: declaration.description }),
      entries: [[sampleSurface(catalog, name, declaration)]],
    })),
  };
}

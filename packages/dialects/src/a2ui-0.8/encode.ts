// A2UI 0.8 for a viewer: surfaceUpdate, dataModelUpdate, beginRendering, deleteSurface. It has no calls, so their values
// are sent; what is said is decided by the shared encoder.

import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { defined, type Json, type SurfaceId } from '@vitrine/core/internal';
import { vocabulary08 } from '../lowering/basic-0.8.ts';
import type { LoweredHead, Target } from '../lowering/target.ts';
import { isAtom, writeChanges, writeDocument } from '../lowering/typed-contents.ts';
import { lossesOf } from '../lowering/typed-losses.ts';
import { typedSyntax } from '../lowering/typed-syntax.ts';
import { createEncoder } from '../surface-encoder.ts';

export type { Memory } from '../surface-encoder.ts';

const target: Target = {
  dialect: 'a2ui-0.8',
  protocol: '0.8',
  basic: basic08,
  vocabulary: vocabulary08,
  syntax: typedSyntax,
  buffers: true,
  itemFirst: true,
  complete: true,
  openTheme: true,
  syncs: false,
  compares: true,
  diff: { isAtom, shrinks: true },
  *open(head, components, document) {
    const data = yield* writeDocument(head.surface, document);
    return [...put(head.surface, components), ...data, ...(head.shown ? reveal(head) : [])];
  },
  reveal,
  put,
  write: writeChanges,
  lossesOf,
  close: (surface) => [{ deleteSurface: { surfaceId: surface } }],
};

export const { join, joinSteps, encode, encodeSteps } = createEncoder(target);

function put(surface: SurfaceId, components: readonly Json[]): readonly Json[] {
  return components.length === 0 ? [] : [{ surfaceUpdate: { surfaceId: surface, components } }];
}

/** Without a catalog the standard one is meant. */
function reveal({ surface, root, catalog, theme }: LoweredHead): readonly Json[] {
  const named = catalog === undefined || catalog === basic08.id ? {} : { catalogId: catalog };
  return [{ beginRendering: { surfaceId: surface, root, ...named, ...defined({ styles: theme }) } }];
}

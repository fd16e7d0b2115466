// A2UI 0.9 for a viewer: createSurface, updateComponents, updateDataModel, deleteSurface, as server_to_client.json has
// them. What is said is decided by the shared encoder.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import {
  defined,
  formatPointer,
  isObject,
  type Json,
  type JsonObject,
  oneStep,
  type SurfaceId,
} from '@vitrine/core/internal';
import { vocabulary09 } from '../lowering/basic-0.9.ts';
import type { Write } from '../lowering/diff.ts';
import { flatSyntax } from '../lowering/flat-syntax.ts';
import type { LoweredHead, Target } from '../lowering/target.ts';
import { createEncoder } from '../surface-encoder.ts';

export type { Memory } from '../surface-encoder.ts';

const VERSION = 'v0.9';

const target: Target = {
  dialect: 'a2ui-0.9',
  protocol: '0.9',
  basic: basic09,
  vocabulary: vocabulary09,
  syntax: flatSyntax({
    words: {
      calls: true,
      returnType: true,
      index: false,
      ownCatalog: false,
      listValues: true,
      objectValues: false,
      nullArguments: false,
      checkMessage: true,
      checkBinding: false,
      eventMessage: false,
      accessibility: ['label', 'description'],
      extensions: false,
    },
  }),
  root: 'root',
  buffers: false,
  itemFirst: false,
  complete: false,
  openTheme: false,
  syncs: true,
  compares: false,
  diff: {},
  open: (head, components, document) =>
    oneStep(() => [create(head), ...put(head.surface, components), ...fill(head.surface, document)]),
  reveal: () => [],
  put,
  write: (surface, writes) => oneStep(() => writes.map((write) => update(surface, write))),
  close: (surface) => [message({ deleteSurface: { surfaceId: surface } })],
};

export const { join, joinSteps, encode, encodeSteps } = createEncoder(target);

function message(payload: JsonObject): Json {
  return { version: VERSION, ...payload };
}

function create({ surface, catalog, theme, sync }: LoweredHead): Json {
  return message({
    createSurface: {
      surfaceId: surface,
      catalogId: catalog ?? basic09.id,
      ...defined({ theme }),
      ...(sync ? { sendDataModel: true } : {}),
    },
  });
}

function put(surface: SurfaceId, components: readonly Json[]): readonly Json[] {
  return components.length === 0 ? [] : [message({ updateComponents: { surfaceId: surface, components } })];
}

function fill(surface: SurfaceId, document: Json): readonly Json[] {
  if (isObject(document) && Object.keys(document).length === 0) return [];
  return [update(surface, { path: [], value: document })];
}

/** A missing value deletes; null is a value. A missing path is the whole model. */
function update(surface: SurfaceId, { path, value }: Write): Json {
  const at = path.length === 0 ? {} : { path: formatPointer(path) };
  return message({ updateDataModel: { surfaceId: surface, ...at, ...defined({ value }) } });
}

// A2UI 1.0 for a viewer, as agent_to_renderer.json has it: a surface is created with its components and data, null
// deletes, functions are called both ways. Bindings are written {path} and {call}, which is what the published schemas
// accept; `marked` writes {@path} and {@call}, as the later drafts have it.

import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import {
  type CallOp,
  defined,
  formatPointer,
  getAt,
  isObject,
  type Json,
  type JsonObject,
  oneStep,
  type ReturnOp,
  type SurfaceId,
} from '@vitrine/core/internal';
import { vocabulary10 } from '../lowering/basic-1.0.ts';
import type { Write } from '../lowering/diff.ts';
import { flatSyntax } from '../lowering/flat-syntax.ts';
import type { DialectFeatures, Syntax } from '../lowering/syntax.ts';
import type { LoweredHead, Target } from '../lowering/target.ts';
import { createEncoder, type Encoder } from '../surface-encoder.ts';

export type { Memory } from '../surface-encoder.ts';

const VERSION = 'v1.0';

const WORDS: DialectFeatures = {
  calls: true,
  returnType: false,
  index: true,
  ownCatalog: true,
  listValues: true,
  objectValues: true,
  nullArguments: true,
  checkMessage: false,
  checkBinding: true,
  eventMessage: true,
  accessibility: ['label', 'description', 'live', 'hidden'],
  extensions: true,
};

function targetWith(marked: boolean): Target {
  const syntax = flatSyntax({ words: WORDS, marked });
  return {
    dialect: 'a2ui-1.0',
    protocol: '1.0',
    basic: basic10,
    vocabulary: vocabulary10,
    syntax,
    root: 'root',
    buffers: false,
    itemFirst: false,
    complete: false,
    openTheme: false,
    syncs: true,
    compares: false,
    diff: {},
    open: (head, components, document) => oneStep(() => open(head, components, document)),
    reveal: () => [],
    put,
    write: (surface, writes, document) => oneStep(() => writes.map((write) => update(surface, write, document))),
    close: (surface) => [message({ deleteSurface: { surfaceId: surface } })],
    call: (op) => callRendererFunction(op, syntax),
    return: agentFunctionResponse,
  };
}

export const { join, joinSteps, encode, encodeSteps } = createEncoder(targetWith(false));
/** The same with the reserved keys of the later drafts. */
export const marked: Encoder = createEncoder(targetWith(true));

function message(payload: JsonObject): Json {
  return { version: VERSION, ...payload };
}

function open(head: LoweredHead, components: readonly Json[], document: Json): readonly Json[] {
  const { surface, catalog, sync, ext } = head;
  const empty = isObject(document) && Object.keys(document).length === 0;
  const created = message({
    createSurface: {
      surfaceId: surface,
      ...defined({ catalogId: catalog }),
      ...(sync ? { sendDataModel: true } : {}),
      ...(components.length === 0 ? {} : { components }),
      ...(isObject(document) && !empty ? { dataModel: document } : {}),
      ...defined({ metadata: ext }),
    },
  });
  return isObject(document) ? [created] : [created, update(surface, { path: [], value: document }, document)];
}

function put(surface: SurfaceId, components: readonly Json[]): readonly Json[] {
  return components.length === 0 ? [] : [message({ updateComponents: { surfaceId: surface, components } })];
}

/** null deletes, so a null that is a value is only said as part of what holds it. */
function update(surface: SurfaceId, write: Write, document: Json): Json {
  const isNull = write.value === null && write.path.length > 0;
  const path = isNull ? write.path.slice(0, -1) : write.path;
  const value = (isNull ? getAt(document, path) : write.value) ?? null;
  const at = path.length === 0 ? {} : { path: formatPointer(path) };
  return message({ updateDataModel: { surfaceId: surface, ...at, value } });
}

/** The arguments are literals; one that would be read as a binding cannot be said. */
function callRendererFunction({ call, name, catalog, args }: CallOp, syntax: Syntax): Json | undefined {
  const written: { [name: string]: Json } = {};
  for (const key of Object.keys(args)) {
    const literal = syntax.literal(args[key] as Json);
    if (literal === undefined) return undefined;
    written[key] = literal;
  }
  const callFunction = syntax.call({ name, args: written, catalog, returnType: undefined });
  return message({ callRendererFunction: { functionCallId: call, callFunction } });
}

function agentFunctionResponse({ call, value, error }: ReturnOp): Json {
  const result =
    error === undefined ? { value: value ?? null } : { error: { code: error.code, message: error.message } };
  return message({ agentFunctionResponse: { functionCallId: call, ...result } });
}

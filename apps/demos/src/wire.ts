// Messages of the dialects that the demos speak, in as few words as they need.

import type { Json, JsonObject } from './json.ts';

/** A component of A2UI 0.9 and 1.0: `['Text', {text: 'Hello'}]` under its id. */
export type WireComponents = { readonly [id: string]: readonly [type: string, props: JsonObject] };

function flat(components: WireComponents): Json {
  return Object.entries(components).map(([id, [component, props]]) => ({ id, component, ...props }));
}

/** A2UI 0.9 for one surface. */
export function a2ui09(surfaceId: string) {
  const version = 'v0.9';
  const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
  return {
    create: (theme: JsonObject): Json => ({ version, createSurface: { surfaceId, catalogId, theme } }),
    put: (components: WireComponents): Json => ({
      version,
      updateComponents: { surfaceId, components: flat(components) },
    }),
    data: (path: string, value: Json): Json => ({ version, updateDataModel: { surfaceId, path, value } }),
    close: (): Json => ({ version, deleteSurface: { surfaceId } }),
  };
}

/** A2UI 1.0 for one surface: it can be created with all it holds. */
export function a2ui10(
  surfaceId: string,
  catalogId = 'https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json',
) {
  const version = 'v1.0';
  return {
    create: (components: WireComponents, dataModel: JsonObject): Json => ({
      version,
      createSurface: { surfaceId, catalogId, components: flat(components), dataModel },
    }),
    data: (path: string, value: Json): Json => ({ version, updateDataModel: { surfaceId, path, value } }),
  };
}

/** A2UI 0.8 for one surface: typed values, nothing shown before `begin`. */
export function a2ui08(surfaceId: string) {
  return {
    put: (components: WireComponents): Json => ({
      surfaceUpdate: {
        surfaceId,
        components: Object.entries(components).map(([id, [type, props]]) => ({ id, component: { [type]: props } })),
      },
    }),
    /** Members at the path; what else stands there stays. */
    data: (path: string, values: JsonObject): Json => ({
      dataModelUpdate: { surfaceId, path, contents: typed(values) },
    }),
    begin: (root: string, styles: JsonObject): Json => ({ beginRendering: { surfaceId, root, styles } }),
  };
}

function typed(values: JsonObject): Json {
  return Object.entries(values).map(([key, value]) => ({ key, ...typedValue(value) }));
}

function typedValue(value: Json): JsonObject {
  if (typeof value === 'number') return { valueNumber: value };
  if (typeof value === 'boolean') return { valueBoolean: value };
  if (Array.isArray(value)) return { valueArray: value.map(typedValue) };
  if (typeof value === 'object' && value !== null) return { valueMap: typed(value as JsonObject) };
  return { valueString: String(value ?? '') };
}

/** AgentChains: notifications of JSON-RPC 2.0. */
export const agentchains = {
  render: (component_id: string, component_type: string, data: JsonObject, metadata?: JsonObject): Json =>
    rpc('ui.render', { component_id, component_type, data, ...(metadata === undefined ? {} : { metadata }) }),
  /** Members that are given; the others stay. */
  update: (component_id: string, data: JsonObject): Json =>
    rpc('ui.update', { component_id, operation: 'merge', data }),
  /** What lives no longer is gone. */
  remove: (component_id: string): Json =>
    rpc('ui.render', { component_id, component_type: 'markdown', data: { content: '' }, metadata: { ttl_seconds: 0 } }),
  ask: (request_id: string, prompt: string, validation: JsonObject): Json =>
    rpc('ui.request_input', { request_id, input_type: 'text', prompt, validation }),
  confirm: (request_id: string, title: string, description: string): Json =>
    rpc('ui.confirm', { request_id, title, description, severity: 'warning', timeout_seconds: 300 }),
  progress: (task_id: string, value: number, total: number, message: string): Json =>
    rpc('ui.progress', { task_id, progress_type: 'determinate', value, total, message }),
  notify: (level: string, title: string, message: string): Json =>
    rpc('ui.notify', { level, title, message, duration_ms: 5000 }),
};

function rpc(method: string, params: JsonObject): Json {
  return { jsonrpc: '2.0', method, params };
}

/** The neutral form: one message, one entry, so that all of it happens or nothing. */
export function neutral(...body: readonly JsonObject[]): Json {
  return { vitrine: 1, body };
}

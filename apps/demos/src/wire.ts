// Messages of the dialects that the demos speak, in as few words as they need.

import type { Json, JsonObject } from './json.ts';

/** A component of A2UI 0.9 and 1.0: `['Text', {text: 'Hello'}]` under its id. */
export type Components = { readonly [id: string]: readonly [type: string, props: JsonObject] };

function flat(components: Components): Json {
  return Object.entries(components).map(([id, [component, props]]) => ({ id, component, ...props }));
}

/** A2UI 0.9 for one surface. */
export function a2ui09(surfaceId: string) {
  const version = 'v0.9';
  const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
  return {
    create: (theme: JsonObject): Json => ({ version, createSurface: { surfaceId, catalogId, theme } }),
    put: (components: Components): Json => ({
      version,
      updateComponents: { surfaceId, components: flat(components) },
    }),
    data: (path: string, value: Json): Json => ({ version, updateDataModel: { surfaceId, path, value } }),
    close: (): Json => ({ version, deleteSurface: { surfaceId } }),
  };
}

/** A2UI 1.0 for one surface: it can be created with all it holds. */
export function a2ui10(surfaceId: string) {
  const version = 'v1.0';
  const catalogId = 'https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json';
  return {
    create: (components: Components, dataModel: JsonObject): Json => ({
      version,
      createSurface: { surfaceId, catalogId, components: flat(components), dataModel },
    }),
    data: (path: string, value: Json): Json => ({ version, updateDataModel: { surfaceId, path, value } }),
  };
}

/** A2UI 0.8 for one surface: typed values, nothing shown before `begin`. */
export function a2ui08(surfaceId: string) {
  return {
    put: (components: Components): Json => ({
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

/** The neutral form: one message, one entry, so that all of it happens or nothing. */
export function neutral(...body: readonly JsonObject[]): Json {
  return { vitrine: 1, body };
}

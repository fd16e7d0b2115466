// The state of a session in messages of A2UI 0.9, as the lists of operations that clients of AG-UI keep for each surface. A client
// applies such a list again whenever it is sent, so what a person may be typing into is in it only when the client does not have
// the surface yet, or when the agent has changed it since.

import { escapeSegment, isArray, isObject, type Json, type JsonObject, standsFor } from '@vitrine/core/internal';

export interface SurfaceOperations {
  readonly surface: string;
  readonly create: JsonObject;
  readonly components: readonly JsonObject[];
  readonly data: Json;
}

/** In the order in which they were opened. */
export function operationsOf(messages: readonly Json[]): readonly SurfaceOperations[] {
  const found = new Map<string, { create: JsonObject; components: JsonObject[]; data: Json }>();
  for (const message of messages) {
    if (!isObject(message)) continue;
    const { createSurface, updateComponents, updateDataModel } = message;
    if (isObject(createSurface))
      found.set(String(createSurface.surfaceId), { create: message, components: [], data: {} });
    else if (isObject(updateComponents) && isArray(updateComponents.components))
      found.get(String(updateComponents.surfaceId))?.components.push(...updateComponents.components.filter(isObject));
    else if (isObject(updateDataModel)) {
      const surface = found.get(String(updateDataModel.surfaceId));
      // The state of a surface is told by its whole data model.
      if (surface !== undefined) surface.data = updateDataModel.value ?? {};
    }
  }
  return [...found].map(([surface, parts]) => ({ surface, ...parts }));
}

/** Whether a person can press something, on a surface that stands for no question and no task. */
export function isPressable({ surface, components }: SurfaceOperations): boolean {
  return standsFor(surface) === undefined && components.some(({ action }) => action !== undefined);
}

/** @param changed what the agent has written since the client was sent this surface; absent: the client does not have it */
export function writeOperations(
  { surface, create, components, data }: SurfaceOperations,
  changed?: ReadonlySet<string>,
): readonly JsonObject[] {
  const { version } = create as { version: string };
  const update = { version, updateComponents: { surfaceId: surface, components } };
  const write = (path: string, value: Json): JsonObject => ({
    version,
    updateDataModel: { surfaceId: surface, path, value },
  });
  if (changed === undefined) return [create, update, write('/', data)];
  const typed = [...typedPaths(components)].filter((path) => ![...changed].some((written) => covers(written, path)));
  return [create, update, ...untouched('', data, typed, write)];
}

export function deleteOperations(surface: string): readonly JsonObject[] {
  return [{ version: 'v0.9', deleteSurface: { surfaceId: surface } }];
}

/** The pointers that inputs write to; of inputs in a template those of its whole list. */
function typedPaths(components: readonly JsonObject[]): ReadonlySet<string> {
  const paths = new Set<string>();
  const lists = components.flatMap(({ children }) => (isObject(children) ? [pathIn(children)] : []));
  for (const { component, value } of components) {
    const path = INPUTS.has(String(component)) && isObject(value) ? pathIn(value) : undefined;
    if (path === undefined) continue;
    if (path.startsWith('/')) paths.add(path);
    else for (const list of lists) if (list?.startsWith('/') === true) paths.add(list);
  }
  return paths;
}

const INPUTS: ReadonlySet<string> = new Set(['TextField', 'CheckBox', 'ChoicePicker', 'Slider', 'DateTimeInput']);

function pathIn({ path }: JsonObject): string | undefined {
  return typeof path === 'string' ? path : undefined;
}

/** Writes for all of a value but what lies at or below the pointers that are left alone. */
function* untouched(
  at: string,
  value: Json,
  alone: readonly string[],
  write: (path: string, value: Json) => JsonObject,
): Generator<JsonObject> {
  const near = alone.filter((path) => covers(at, path));
  if (near.includes(at)) return;
  if (near.length === 0) yield write(at === '' ? '/' : at, value);
  // A list is not written around: what stands beside what is typed there waits for the client to come anew.
  else if (isObject(value))
    for (const [name, member] of Object.entries(value))
      yield* untouched(`${at}/${escapeSegment(name)}`, member, near, write);
}

/** Whether what is written at one pointer changes what stands at the other. */
function covers(written: string, path: string): boolean {
  const at = written === '/' ? '' : written;
  return path === at || path.startsWith(`${at}/`);
}

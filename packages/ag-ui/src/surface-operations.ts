// The state of a session in messages of A2UI 0.9, as the lists of operations that clients of AG-UI keep for each surface. A client
// applies such a list again whenever it is sent, so what a person may be typing into is in it only when the client does not have
// the surface yet, or when the agent has changed it since.

import {
  defined,
  escapeSegment,
  getAt,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type Op,
  parsePointer,
  standsFor,
} from '@vitrine/core/internal';

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

/** What an agent wrote to the data of a surface: by its pointer what was merged there, one after the other, or all that stands there. */
export type AgentWrites = Map<string, readonly Json[] | 'whole'>;

export function noteWrite(writes: AgentWrites, op: Op): void {
  if (!('path' in op)) return;
  const path = op.path === '/' ? '' : op.path;
  const before = writes.get(path) ?? [];
  writes.set(path, before === 'whole' || op.op !== 'merge' ? 'whole' : [...before, op.value]);
}

/** @param changed what the agent has written since the client was sent this surface; absent: the client does not have it */
export function writeOperations(
  { surface, create, components, data }: SurfaceOperations,
  changed?: AgentWrites,
): readonly JsonObject[] {
  const { version } = create as { version: string };
  const update = { version, updateComponents: { surfaceId: surface, components } };
  const write = (path: string, value?: Json): JsonObject => ({
    version,
    updateDataModel: { surfaceId: surface, path, ...defined({ value }) },
  });
  if (changed === undefined) return [create, update, write('/', data)];
  const alone = new Pointers();
  for (const path of typedPaths(components)) if (!isWritten(path, changed)) alone.add(path);
  // Of what is left alone the client lacks no more than what the agent has written inside it.
  const below = [...changed.keys()].filter((path) => isBelow(path, data, alone));
  const writes = below.map((path) => write(path, getAt(data, parsePointer(path))));
  return [create, update, ...untouched('', data, alone, write), ...writes];
}

/** What an activity holds. Where nothing can be painted yet, clients say that something comes. */
export function contentOf(one: SurfaceOperations, changed?: AgentWrites): JsonObject {
  return isPaintable(one) ? { a2ui_operations: writeOperations(one, changed) } : { status: 'building' };
}

export function isPaintable({ components }: SurfaceOperations): boolean {
  return components.some(({ id }) => id === 'root');
}

export function deletedContent(surface: string): JsonObject {
  return { a2ui_operations: [{ version: 'v0.9', deleteSurface: { surfaceId: surface } }] };
}

/** The pointers that inputs write to; of inputs in a template those of its whole list. */
function typedPaths(components: readonly JsonObject[]): ReadonlySet<string> {
  const typed = components.flatMap(({ component, value }) =>
    INPUTS.has(String(component)) && isObject(value) ? [pathIn(value)] : [],
  );
  const isRepeated = typed.some((path) => path?.startsWith('/') === false);
  const lists = isRepeated ? components.flatMap(({ children }) => (isObject(children) ? [pathIn(children)] : [])) : [];
  return new Set([...typed, ...lists].flatMap((path) => (path?.startsWith('/') === true ? [path] : [])));
}

const INPUTS: ReadonlySet<string> = new Set(['TextField', 'CheckBox', 'ChoicePicker', 'Slider', 'DateTimeInput']);

function pathIn({ path }: JsonObject): string | undefined {
  return typeof path === 'string' ? path : undefined;
}

/** Whether a write has changed what stands at a pointer. */
function isWritten(path: string, writes: AgentWrites): boolean {
  const steps = path.split('/');
  return steps.some((_, i) => {
    const found = writes.get(steps.slice(0, i + 1).join('/')) ?? [];
    const rest = steps.slice(i + 1);
    return found === 'whole' || found.some((merged) => reaches(merged, rest));
  });
}

/** Members are merged, everything else takes the place of what was there. */
function reaches(merged: Json, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined || !isObject(merged)) return true;
  const [name = ''] = parsePointer(`/${step}`);
  return Object.hasOwn(merged, name) && reaches(merged[name] as Json, rest);
}

/** By their segments: a surface may have thousands of fields. */
class Pointers {
  readonly #below = new Map<string, Pointers>();
  /** One of them ends here. */
  isEnd = false;

  add(path: string): void {
    let at: Pointers = this;
    for (const segment of path.split('/').slice(1)) {
      const next = at.#below.get(segment) ?? new Pointers();
      at.#below.set(segment, next);
      at = next;
    }
    at.isEnd = true;
  }

  below(segment: string): Pointers | undefined {
    return this.#below.get(segment);
  }

  get isEmpty(): boolean {
    return !this.isEnd && this.#below.size === 0;
  }
}

/** Whether a pointer leads to or into what `untouched` passes over, and is not what a person types itself. */
function isBelow(path: string, data: Json, alone: Pointers): boolean {
  let at: Pointers | undefined = alone;
  let value: Json | undefined = data;
  for (const segment of parsePointer(path)) {
    if (at.isEnd || isArray(value)) return true;
    at = at.below(escapeSegment(segment));
    if (at === undefined) return false;
    value = getAt(value, [segment]);
  }
  return false;
}

/** Writes for all of a value but what lies at or below the pointers that are left alone. */
function* untouched(
  at: string,
  value: Json,
  alone: Pointers | undefined,
  write: (path: string, value: Json) => JsonObject,
): Generator<JsonObject> {
  if (alone?.isEnd === true) return;
  if (alone === undefined || alone.isEmpty) yield write(at === '' ? '/' : at, value);
  // A list is not written around: what stands beside what is typed there waits for the client to come anew.
  else if (isObject(value))
    for (const [name, member] of Object.entries(value)) {
      const segment = escapeSegment(name);
      yield* untouched(`${at}/${segment}`, member, alone.below(segment), write);
    }
}

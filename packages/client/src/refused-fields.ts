// Which fields a refusal of the host is about. Its issues point into what was sent: an input is its own field, an action
// carries what was typed (`/writes/0`), and says values in its context that its component binds to paths (`/context/name`).

import {
  type ActionEvent,
  formatPointer,
  type Issue,
  isObject,
  isSegments,
  type Json,
  type JsonObject,
  readPointer,
  type Segments,
  type SurfaceId,
  type View,
  type ViewerEvent,
} from '@vitrine/core/page';

interface FieldInput {
  readonly surface: SurfaceId;
  readonly path: string;
  readonly value: Json;
}

/** What was entered, and why it is not taken. */
export interface RefusedField extends FieldInput {
  readonly issue: Issue;
}

export function refusedFields(
  event: ViewerEvent,
  writes: readonly FieldInput[],
  issues: readonly Issue[],
  view: View,
): readonly RefusedField[] {
  return issues.flatMap((issue) => {
    const field = issue.severity === 'error' ? fieldOf(event, writes, issue.at ?? '', view) : undefined;
    return field === undefined ? [] : [{ ...field, issue }];
  });
}

function fieldOf(event: ViewerEvent, writes: readonly FieldInput[], at: string, view: View): FieldInput | undefined {
  if (event.event === 'input') return { surface: event.surface, path: event.path, value: event.value };
  const pointer = readPointer(at);
  if (event.event !== 'action' || !isSegments(pointer)) return undefined;
  const [part, ...rest] = pointer;
  if (part === 'writes') return writes[Number(rest[0])];
  const path =
    part === 'context' ? boundTo(event, rest, view) : part === 'values' ? pathOfValue(event, rest, view) : undefined;
  if (path === undefined) return undefined;
  const { surface } = event;
  const value = writes.find((write) => write.surface === surface && write.path === path)?.value;
  return { surface, path, value: value ?? view.surfaces.get(surface)?.data.get(path) ?? null };
}

/** OpenWOP calls values by the names of their fields, or by the paths that they are bound to. */
function pathOfValue(event: ActionEvent, [name = '', ...rest]: Segments, view: View): string | undefined {
  return name.startsWith('/') ? name : boundTo(event, ['values', name, ...rest], view);
}

/** The path of the data model that stands behind a value of the context. */
function boundTo(event: ActionEvent, at: Segments, view: View): string | undefined {
  const component = view.surfaces.get(event.surface)?.component(event.source);
  for (const prop of Object.values(component?.props ?? {})) {
    const context = isObject(prop) && isObject(prop.event) ? prop.event.context : undefined;
    const path = isObject(context) ? pathIn(context, at, event.scope) : undefined;
    if (path !== undefined) return path;
  }
  return undefined;
}

/** What is below a bound value is below its path; a path that does not begin at the top begins at the item of its template. */
function pathIn(context: JsonObject, at: Segments, scope = ''): string | undefined {
  let value: Json | undefined = context;
  for (const [i, segment] of at.entries()) {
    value = isObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
    if (!isObject(value) || typeof value.path !== 'string') continue;
    const path = readPointer(value.path.startsWith('/') ? value.path : `${scope}/${value.path}`);
    return isSegments(path) ? formatPointer([...path, ...at.slice(i + 1)]) : undefined;
  }
  return undefined;
}

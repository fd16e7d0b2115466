// The surfaces of a remote agent. AG-UI sends the whole list of operations again and again; what is sent on is the difference to
// the list before, in messages of A2UI. The agent's ids hold within one activity, so each surface is given an id of its own here.

import {
  DataModel,
  DEFAULT_LIMITS,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  jsonEqual,
} from '@vitrine/core/internal';
import type { DialectId } from '@vitrine/dialects';
import { digestOf } from '@vitrine/face-kit';
import { BASIC_CATALOG } from '../run-input.ts';
import { dataChanges } from './data-changes.ts';

interface SurfaceList {
  readonly create: JsonObject;
  readonly components: { readonly [id: string]: JsonObject };
  readonly data: Json;
}

interface KnownSurface extends SurfaceList {
  readonly scope: string;
  readonly surfaceId: string;
}

export interface SurfaceMessages {
  readonly dialect: DialectId;
  readonly messages: readonly JsonObject[];
}

const MAX_SURFACES = 200;
const OLDEST = ['surfaceUpdate', 'dataModelUpdate', 'beginRendering'];

export class RemoteSurfaces {
  /** By our ids. */
  readonly #known = new Map<string, KnownSurface>();
  /** Messages of 0.8 that were sent on, by scope: they have no list to compare, and are not sent twice. */
  readonly #oldest = new Map<string, Set<string>>();

  constructor(kept?: Json) {
    for (const [id, surface] of isObject(kept) ? Object.entries(kept) : [])
      if (isObject(surface) && isObject(surface.create) && isObject(surface.components))
        this.#known.set(id, surface as unknown as KnownSurface);
  }

  toJson(): JsonObject {
    return Object.fromEntries(this.#known) as unknown as JsonObject;
  }

  /** What the agent calls it. */
  agentId(ours: string): string | undefined {
    return this.#known.get(ours)?.surfaceId ?? /^(.*) [0-9a-f]{8}$/s.exec(ours)?.[1];
  }

  /** What the list says that the one before did not. A surface that it no longer names is closed; an empty list says nothing. */
  update(scope: string, operations: readonly Json[]): SurfaceMessages {
    const wire = operations.filter(isObject);
    if (wire.some((one) => OLDEST.some((name) => isObject(one[name])))) return this.#updateOldest(scope, wire);
    const lists = foldLists(wire);
    const version = String(wire.find(({ version: label }) => label === 'v1.0')?.version ?? 'v0.9');
    const messages = [...lists].flatMap(([surfaceId, list]) => this.#surfaceMessages(scope, surfaceId, list));
    if (wire.length > 0)
      for (const [ours, known] of this.#known)
        if (known.scope === scope && !lists.has(known.surfaceId)) {
          this.#known.delete(ours);
          messages.push({ deleteSurface: { surfaceId: ours } });
        }
    return {
      dialect: version === 'v1.0' ? 'a2ui-1.0' : 'a2ui-0.9',
      messages: messages.map((message) => ({ version, ...message })),
    };
  }

  /** What it showed is there no more. */
  close(scope: string): SurfaceMessages {
    const gone = [...this.#known].flatMap(([ours, known]) => (known.scope === scope ? [ours] : []));
    for (const ours of gone) this.#known.delete(ours);
    const version = 'v0.9';
    return { dialect: 'a2ui-0.9', messages: gone.map((surfaceId) => ({ version, deleteSurface: { surfaceId } })) };
  }

  #surfaceMessages(scope: string, surfaceId: string, list: SurfaceList): readonly JsonObject[] {
    const ours = oursOf(scope, surfaceId);
    const before = this.#known.get(ours);
    const isSame = before?.create.catalogId === list.create.catalogId;
    if (before === undefined && this.#known.size >= MAX_SURFACES) return [];
    this.#known.set(ours, { ...list, scope, surfaceId });
    if (before !== undefined && isSame) return changesOf(ours, before, list);
    const whole = changesOf(ours, { ...list, components: {}, data: {} }, list);
    const gone = before === undefined ? [] : [{ deleteSurface: { surfaceId: ours } }];
    return [...gone, { createSurface: { ...list.create, surfaceId: ours } }, ...whole];
  }

  #updateOldest(scope: string, wire: readonly JsonObject[]): SurfaceMessages {
    const sent = this.#oldest.get(scope) ?? new Set<string>();
    this.#oldest.set(scope, sent);
    const messages = wire.flatMap((message) => {
      const key = digestOf(JSON.stringify(message));
      if (sent.has(key) || sent.size > MAX_SURFACES * 10) return [];
      sent.add(key);
      return [renamed(scope, message)];
    });
    return { dialect: 'a2ui-0.8', messages };
  }
}

function oursOf(scope: string, surfaceId: string): string {
  return `${surfaceId.slice(0, 100)} ${digestOf(`${scope}\n${surfaceId}`).slice(0, 8)}`;
}

function renamed(scope: string, message: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(message).map(([name, payload]) => {
      if (!isObject(payload)) return [name, payload];
      const surfaceId = typeof payload.surfaceId === 'string' ? payload.surfaceId : 'main';
      return [name, { ...payload, surfaceId: oursOf(scope, surfaceId) }];
    }),
  );
}

interface SurfaceDraftList {
  create: JsonObject;
  readonly components: Map<string, JsonObject>;
  readonly data: DataModel;
}

/** What a list of operations leaves. A surface that is deleted in it is not in it. */
function foldLists(operations: readonly JsonObject[]): ReadonlyMap<string, SurfaceList> {
  const drafts = new Map<string, SurfaceDraftList>();
  const draftOf = (surfaceId: string) => {
    const known = drafts.get(surfaceId);
    if (known !== undefined) return known;
    const made: SurfaceDraftList = {
      create: { catalogId: BASIC_CATALOG },
      components: new Map(),
      data: new DataModel(DEFAULT_LIMITS),
    };
    drafts.set(surfaceId, made);
    return made;
  };
  for (const { createSurface, updateComponents, updateDataModel, deleteSurface } of operations) {
    const payload = [createSurface, updateComponents, updateDataModel, deleteSurface].find(isObject);
    if (payload === undefined || typeof payload.surfaceId !== 'string') continue;
    if (payload === deleteSurface) {
      drafts.delete(payload.surfaceId);
      continue;
    }
    const draft = draftOf(payload.surfaceId);
    const { components, dataModel, ...create } = payload;
    if (payload === createSurface) draft.create = create;
    for (const component of isArray(components) ? components : [])
      if (isObject(component) && typeof component.id === 'string') draft.components.set(component.id, component);
    if (payload === createSurface && dataModel !== undefined) draft.data.set('/', dataModel);
    if (payload === updateDataModel) write(draft.data, payload);
  }
  return new Map(
    [...drafts].map(([id, { create, components, data }]) => [
      id,
      { create, components: Object.fromEntries(components), data: data.snapshot() ?? {} },
    ]),
  );
}

function write(data: DataModel, { path, value }: JsonObject): void {
  const at = typeof path === 'string' && path !== '' ? path : '/';
  if (value === undefined) data.unset(at);
  else data.set(at.startsWith('/') ? at : `/${at}`, value);
}

function changesOf(surfaceId: string, before: SurfaceList, after: SurfaceList): readonly JsonObject[] {
  const components = Object.values(after.components).filter(
    (component) => !jsonEqual(before.components[String(component.id)], component),
  );
  const writes = [...dataChanges(before.data, after.data)].map((change) => ({
    updateDataModel: { surfaceId, ...change },
  }));
  return [...writes, ...(components.length === 0 ? [] : [{ updateComponents: { surfaceId, components } }])];
}

// What a whole block of Express becomes: one message that creates its surface where there is a root, updates where there is none.

import { defined, formatPointer, type Issue, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { type Repair, type RepairKind, repair } from '../json/repair.ts';
import type { ProgramOutput, ScopeHead } from './program.ts';
import { putData } from './scope.ts';

export class GatheredOutput implements ProgramOutput {
  readonly messages: JsonObject[] = [];
  readonly issues: Issue[] = [];
  readonly repairs: Repair[] = [];
  /** Surfaces that are open, those that were created here too. */
  readonly #surfaces: Set<string>;
  readonly #catalogs = new Map<string, string | undefined>();
  #head: ScopeHead | undefined;
  #named = new Map<string, readonly JsonObject[]>();
  #writes: { readonly segments: readonly string[]; readonly value: Json }[] = [];

  constructor(surfaces: Iterable<string>) {
    this.#surfaces = new Set(surfaces);
  }

  begin(head: ScopeHead): void {
    this.#head = head;
    this.#named = new Map();
    this.#writes = [];
  }

  components(list: readonly JsonObject[]): void {
    this.#named.set(String(list[0]?.id), list);
  }

  data(segments: readonly string[], value: Json): void {
    this.#writes.push({ segments, value });
  }

  finish(): void {
    const head = this.#head as ScopeHead;
    const lists = [...head.scope.ids].flatMap((id) => [this.#named.get(id) ?? []]);
    const components = [...lists.flatMap((list) => list.slice(0, 1)), ...lists.flatMap((list) => list.slice(1))];
    if (this.#surfaces.has(head.surfaceId)) this.#change(head, components);
    else if (head.scope.hasRoot) this.#create(head, components);
    else this.#update(head, components);
  }

  get #data(): Json | undefined {
    if (this.#writes.length === 0) return undefined;
    return this.#writes.reduce<Json>((data, { segments, value }) => putData(data, segments, value), {});
  }

  #create({ surfaceId, catalogId, version }: ScopeHead, components: readonly JsonObject[]): void {
    const data = this.#data;
    const opened = { surfaceId, ...defined({ catalogId }) };
    this.#surfaces.add(surfaceId);
    this.#catalogs.set(surfaceId, catalogId);
    const isWhole = version === 'v1.0' && (data === undefined || isObject(data));
    if (version === 'v1.0') {
      const dataModel = isWhole ? defined({ dataModel: data }) : {};
      this.messages.push({ version, createSurface: { ...opened, components, ...dataModel } });
    } else {
      this.messages.push({ version, createSurface: opened });
      this.messages.push({ version, updateComponents: { surfaceId, components } });
    }
    if (data !== undefined && !isWhole)
      this.messages.push({ version, updateDataModel: { surfaceId, path: '/', value: data } });
  }

  #update({ surfaceId, version }: ScopeHead, components: readonly JsonObject[]): void {
    if (components.length > 0) this.messages.push({ version, updateComponents: { surfaceId, components } });
    const data = this.#data;
    if (data !== undefined) this.messages.push({ version, updateDataModel: { surfaceId, path: '/', value: data } });
  }

  /** Of a surface that is open only what was written changes; of the whole data, its members. */
  #change({ surfaceId, version }: ScopeHead, components: readonly JsonObject[]): void {
    const writes = this.#writes.flatMap(({ segments, value }) =>
      segments.length === 0 && isObject(value)
        ? Object.entries(value).map(([key, one]) => ({ segments: [key], value: one }))
        : [{ segments, value }],
    );
    for (const { segments, value } of writes)
      this.messages.push({ version, updateDataModel: { surfaceId, path: formatPointer(segments), value } });
    if (components.length > 0) this.messages.push({ version, updateComponents: { surfaceId, components } });
  }

  catalogOf(surfaceId: string): string | undefined {
    return this.#catalogs.get(surfaceId);
  }

  remove(surfaceId: string, version: string): void {
    this.#surfaces.delete(surfaceId);
    this.#catalogs.delete(surfaceId);
    this.messages.push({ version, deleteSurface: { surfaceId } });
  }

  call(message: JsonObject): void {
    this.messages.push(message);
  }

  fault(found: Issue): void {
    this.issues.push(found);
  }

  repair(kind: RepairKind, line: number, at: string): void {
    this.repairs.push({ ...repair(kind, at), line });
  }
}

// What a whole block of Express becomes: one message that creates its surface where there is a root, updates where there is none.

import { defined, formatPointer, type Issue, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { type Repair, type RepairKind, repair } from '../json/repair.ts';
import type { ProgramOutput, ScopeHead } from './program.ts';
import { putData } from './scope.ts';

export class GatheredOutput implements ProgramOutput {
  /** In the order in which they were begun: a surface stands where its first statement does. */
  readonly messages: JsonObject[] = [];
  readonly issues: Issue[] = [];
  readonly repairs: Repair[] = [];
  /** Surfaces that are open, those that were created here too. */
  readonly #surfaces: Set<string>;
  readonly #catalogs = new Map<string, string | undefined>();
  #head: ScopeHead | undefined;
  /** How many messages stand before those of the present surface. */
  #begun = 0;
  #named = new Map<string, readonly JsonObject[]>();
  #writes: { readonly segments: readonly string[]; readonly value: Json }[] = [];

  constructor(surfaces: Iterable<string>) {
    this.#surfaces = new Set(surfaces);
  }

  begin(head: ScopeHead): void {
    this.#head = head;
    this.#begun = this.messages.length;
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
    this.messages.splice(this.#begun, 0, ...this.#messagesFor(head, components));
  }

  #messagesFor(head: ScopeHead, components: readonly JsonObject[]): readonly JsonObject[] {
    if (this.#surfaces.has(head.surfaceId)) return this.#change(head, components);
    return head.scope.hasRoot ? this.#create(head, components) : this.#update(head, components);
  }

  get #data(): Json | undefined {
    if (this.#writes.length === 0) return undefined;
    return this.#writes.reduce<Json>((data, { segments, value }) => putData(data, segments, value), {});
  }

  #create({ surfaceId, catalogId, version }: ScopeHead, components: readonly JsonObject[]): readonly JsonObject[] {
    const data = this.#data;
    const opened = { surfaceId, ...defined({ catalogId }) };
    this.#surfaces.add(surfaceId);
    this.#catalogs.set(surfaceId, catalogId);
    const isWhole = version === 'v1.0' && (data === undefined || isObject(data));
    const written = data === undefined || isWhole ? [] : [dataMessage(version, surfaceId, '/', data)];
    if (version !== 'v1.0')
      return [{ version, createSurface: opened }, { version, updateComponents: { surfaceId, components } }, ...written];
    const dataModel = isWhole ? defined({ dataModel: data }) : {};
    return [{ version, createSurface: { ...opened, components, ...dataModel } }, ...written];
  }

  #update({ surfaceId, version }: ScopeHead, components: readonly JsonObject[]): readonly JsonObject[] {
    const data = this.#data;
    return [
      ...(components.length > 0 ? [{ version, updateComponents: { surfaceId, components } }] : []),
      ...(data === undefined ? [] : [dataMessage(version, surfaceId, '/', data)]),
    ];
  }

  /** Of a surface that is open only what was written changes; of the whole data, its members. */
  #change({ surfaceId, version }: ScopeHead, components: readonly JsonObject[]): readonly JsonObject[] {
    const writes = this.#writes.flatMap(({ segments, value }) =>
      segments.length === 0 && isObject(value)
        ? Object.entries(value).map(([key, one]) => ({ segments: [key], value: one }))
        : [{ segments, value }],
    );
    return [
      ...writes.map(({ segments, value }) => dataMessage(version, surfaceId, formatPointer(segments), value)),
      ...(components.length > 0 ? [{ version, updateComponents: { surfaceId, components } }] : []),
    ];
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

function dataMessage(version: string, surfaceId: string, path: string, value: Json): JsonObject {
  return { version, updateDataModel: { surfaceId, path, value } };
}

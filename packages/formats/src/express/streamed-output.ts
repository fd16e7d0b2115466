// What a block of Express becomes while it is written: a surface is created with its first component, and everything that is known
// goes out at once. In the end it is what the whole block would have become.

import {
  copyJson,
  defined,
  formatPointer,
  getAt,
  type Issue,
  isObject,
  type Json,
  type JsonObject,
} from '@vitrine/core/internal';
import type { RepairKind } from '../json/repair.ts';
import type { ProgramOutput, ScopeHead } from './program.ts';
import { hasRoom, putData } from './scope.ts';

export interface StreamSink {
  message(message: JsonObject): void;
  fault(issue: Issue): void;
  repair(kind: RepairKind, line: number, at: string): void;
}

export class StreamedOutput implements ProgramOutput {
  readonly #sink: StreamSink;
  /** Surfaces that are open, those of earlier blocks and turns too. */
  readonly #open: Set<string>;
  /** The data of surfaces that were opened here, as it was sent. */
  readonly #data = new Map<string, Json>();
  /** Surfaces that were opened for drafts, and have no component yet; with their versions. */
  readonly #early = new Map<string, string>();
  /** The catalogs of surfaces that were opened here. */
  readonly #catalogs = new Map<string, string | undefined>();
  /** Objects of that data that no message shares, so that writing into them changes nothing that was sent. */
  readonly #owned = new WeakSet<object>();
  #head: ScopeHead | undefined;
  #isHeld = false;

  constructor(sink: StreamSink, open: Set<string>) {
    this.#sink = sink;
    this.#open = open;
  }

  isOpen(surfaceId: string): boolean {
    return this.#open.has(surfaceId);
  }

  /** Opens a surface for a component that is still being written. */
  openEarly(head: ScopeHead): void {
    if (this.#open.has(head.surfaceId)) return;
    if (this.#head !== head) this.begin(head);
    this.#opened();
    this.#early.set(head.surfaceId, head.version);
  }

  /** What was opened for components that never came is closed again. */
  end(): void {
    for (const [surfaceId, version] of this.#early) this.remove(surfaceId, version);
  }

  begin(head: ScopeHead): void {
    this.#head = head;
    this.#isHeld = false;
    if (!this.#open.has(head.surfaceId)) this.#data.set(head.surfaceId, {});
  }

  components(list: readonly JsonObject[]): void {
    const { surfaceId, version } = this.#opened();
    if (this.#early.size > 0) this.#early.delete(surfaceId);
    this.#sink.message({ version, updateComponents: { surfaceId, components: list } });
  }

  #opened(): ScopeHead {
    const head = this.#head as ScopeHead;
    const { surfaceId, catalogId, version } = head;
    if (this.#open.has(surfaceId)) return head;
    this.#open.add(surfaceId);
    this.#catalogs.set(surfaceId, catalogId);
    const opened = { surfaceId, ...defined({ catalogId }) };
    const data = this.#isHeld ? this.#data.get(surfaceId) : undefined;
    // What is sent must not change with what is written behind it.
    const dataModel = data === undefined ? undefined : copyJson(data);
    const isWhole = version === 'v1.0' && isObject(dataModel);
    this.#sink.message({ version, createSurface: isWhole ? { ...opened, dataModel } : opened });
    if (dataModel !== undefined && !isWhole) this.#write('/', dataModel);
    this.#isHeld = false;
    return head;
  }

  #write(path: string, value: Json): void {
    const { surfaceId, version } = this.#head as ScopeHead;
    this.#sink.message({ version, updateDataModel: { surfaceId, path, value } });
  }

  data(segments: readonly string[], value: Json): void {
    const { surfaceId } = this.#head as ScopeHead;
    const data = this.#data.get(surfaceId);
    if (segments.length === 0 && isObject(value)) {
      for (const [key, member] of Object.entries(value)) this.data([key], member);
      if (Object.keys(value).length === 0) this.#isHeld = true;
      return;
    }
    if (data === undefined) return this.#write(formatPointer(segments), value);
    const isNull = value === null && segments.length > 0;
    const kept = segments.slice(0, isNull ? -1 : keptDepth(data, segments));
    const written = putData(data, segments, value, this.#owned);
    this.#data.set(surfaceId, written);
    if (!this.#open.has(surfaceId)) this.#isHeld = true;
    else {
      const whole = kept.length === segments.length ? value : copyJson(getAt(written, kept) ?? null);
      this.#write(formatPointer(kept), whole);
    }
  }

  /** Data of a surface that nothing has come of yet is for one that is open elsewhere, unless the rest was cut off. */
  finish(isCut: boolean): void {
    const { surfaceId } = this.#head as ScopeHead;
    if (this.#isHeld && !isCut && !this.#open.has(surfaceId))
      this.#write('/', copyJson(this.#data.get(surfaceId) ?? {}));
    this.#isHeld = false;
  }

  catalogOf(surfaceId: string): string | undefined {
    return this.#catalogs.get(surfaceId);
  }

  remove(surfaceId: string, version: string): void {
    this.#catalogs.delete(surfaceId);
    this.#open.delete(surfaceId);
    this.#early.delete(surfaceId);
    this.#data.delete(surfaceId);
    this.#sink.message({ version, deleteSurface: { surfaceId } });
  }

  call(message: JsonObject): void {
    this.#sink.message(message);
  }

  fault(found: Issue): void {
    this.#sink.fault(found);
  }

  repair(kind: RepairKind, line: number, at: string): void {
    this.#sink.repair(kind, line, at);
  }
}

/** How many segments can be written at once: up to the first that is not there yet. */
function keptDepth(data: Json, segments: readonly string[]): number {
  let at: Json | undefined = data;
  for (const [i, segment] of segments.entries()) {
    if (!hasRoom(at, segment)) return i;
    at = getAt(at, [segment]);
  }
  return segments.length;
}

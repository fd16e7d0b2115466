// What a block of Express becomes while it is written: a surface is created with its first component, and everything that is known
// goes out at once. In the end it is what the whole block would have become.

import { copyJson, escapeSegment, type Issue, isObject, type Json, type JsonObject, own } from '@vitrine/core/internal';
import type { RepairKind } from '../json/repair.ts';
import type { ProgramOutput, ScopeHead } from './program.ts';
import { putData } from './scope.ts';

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
  readonly #data = new Map<string, JsonObject>();
  /** Objects of that data that no message shares, so that writing into them changes nothing that was sent. */
  readonly #owned = new WeakSet<object>();
  #head: ScopeHead | undefined;
  #isHeld = false;

  constructor(sink: StreamSink, open: Set<string>) {
    this.#sink = sink;
    this.#open = open;
  }

  /** The surface that statements are for, where it can be written to. */
  get openHead(): ScopeHead | undefined {
    return this.#head !== undefined && this.#open.has(this.#head.surfaceId) ? this.#head : undefined;
  }

  begin(head: ScopeHead): void {
    this.#head = head;
    this.#isHeld = false;
    if (!this.#open.has(head.surfaceId)) this.#data.set(head.surfaceId, {});
  }

  components(list: readonly JsonObject[]): void {
    const { surfaceId, version } = this.#opened();
    this.#sink.message({ version, updateComponents: { surfaceId, components: list } });
  }

  #opened(): ScopeHead {
    const head = this.#head as ScopeHead;
    const { surfaceId, catalogId, version } = head;
    if (this.#open.has(surfaceId)) return head;
    this.#open.add(surfaceId);
    const opened = catalogId === undefined ? { surfaceId } : { surfaceId, catalogId };
    const data = this.#isHeld ? this.#data.get(surfaceId) : undefined;
    // What is sent must not change with what is written behind it.
    const dataModel = data === undefined ? undefined : copyJson(data);
    if (version === 'v1.0' && dataModel !== undefined)
      this.#sink.message({ version, createSurface: { ...opened, dataModel } });
    else this.#sink.message({ version, createSurface: opened });
    if (version !== 'v1.0' && dataModel !== undefined) this.#write('/', dataModel);
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
    if (data === undefined) return this.#write(pathOf(segments), value);
    const kept = value === null ? segments.length - 1 : keptDepth(data, segments);
    putData(data, segments, value, this.#owned);
    if (!this.#open.has(surfaceId)) this.#isHeld = true;
    else if (kept === segments.length) this.#write(pathOf(segments), value);
    else this.#write(pathOf(segments.slice(0, kept)), copyJson(valueAt(data, segments.slice(0, kept))));
  }

  /** Data of a surface that nothing has come of yet is for one that is open elsewhere, unless the rest was cut off. */
  finish(isCut: boolean): void {
    const { surfaceId } = this.#head as ScopeHead;
    if (this.#isHeld && !isCut && !this.#open.has(surfaceId))
      this.#write('/', copyJson(this.#data.get(surfaceId) ?? {}));
    this.#isHeld = false;
  }

  remove(surfaceId: string, version: string): void {
    this.#open.delete(surfaceId);
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

function pathOf(segments: readonly string[]): string {
  return `/${segments.map(escapeSegment).join('/')}`;
}

/** How many segments can be written at once: up to the first that is not there yet. */
function keptDepth(data: JsonObject, segments: readonly string[]): number {
  let at: Json = data;
  for (const [i, segment] of segments.entries()) {
    const next: Json | undefined = isObject(at) ? own(at, segment) : undefined;
    if (!isObject(next)) return i + 1;
    at = next;
  }
  return segments.length;
}

function valueAt(data: JsonObject, segments: readonly string[]): Json {
  let at: Json = data;
  for (const segment of segments) at = (isObject(at) ? own(at, segment) : undefined) ?? null;
  return at;
}

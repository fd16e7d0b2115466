// The reader for those who want to show an interface while the model still writes it: what of a message is there so far,
// with placeholders for children to come. Messages and prose are found by AnswerReader.

import { type Catalog, type Issue, isArray, isObject, issue, type Json, type JsonObject, quote } from '@vitrine/core';
import { type AnswerOptions, type AnswerPart, AnswerReader } from './answer-reader.ts';
import { draftComponent, draftContents, isCuttable } from './draft-parts.ts';
import { DraftSurface, MOST_COMPONENTS, type Resend } from './draft-surface.ts';
import { parseLoose } from './loose-json.ts';

export interface ProgressiveOptions extends AnswerOptions {
  /** What the components are declared in: which properties they need, and which of them name children. */
  readonly catalogs?: Iterable<Catalog>;
  /** `surface`: each update repeats all that is shown, for a channel where the last update replaces the others. */
  readonly resend?: Resend;
  /** Surfaces that are open before the answer begins; those of the fold when absent. */
  readonly surfaces?: Iterable<string>;
}

/**
 * A draft costs what has been read of its message, and a walk through the components of its surface. Only so much is spent
 * in proportion to the answer; else it waits.
 */
const DRAFT_SHARE = 8;
const DRAFT_ALLOWANCE = 64 * 1024;
/** In characters. */
const COMPONENT_COST = 32;
const NO_OPEN: ReadonlySet<Json> = new Set();
const DEFAULT_VERSION = 'v0.9';

export class ProgressiveReader {
  readonly #reader: AnswerReader;
  readonly #catalogs: readonly Catalog[];
  readonly #resend: Resend;
  readonly #depth: number;
  readonly #foreign: Set<string>;
  readonly #surfaces = new Map<string, DraftSurface>();
  #parts: AnswerPart[] = [];
  #version: string | undefined;
  /** The data of the present message as it was last sent. */
  #data = '';
  #length = 0;
  #spent = 0;
  /** How many components the last surface had. */
  #walked = 0;

  constructor(options: ProgressiveOptions = {}) {
    this.#reader = new AnswerReader(options);
    this.#catalogs = [...(options.catalogs ?? [])];
    this.#resend = options.resend ?? 'changed';
    this.#depth = this.#reader.limits.messageDepth;
    this.#foreign = new Set(options.surfaces ?? options.fold?.surfaces.keys() ?? []);
  }

  push(chunk: string): readonly AnswerPart[] {
    this.#length += chunk.length;
    for (const part of this.#reader.push(chunk)) this.#take(part);
    this.#draft();
    return this.#give();
  }

  end(): readonly AnswerPart[] {
    for (const part of this.#reader.end()) this.#take(part);
    for (const [surfaceId, surface] of this.#surfaces) this.#rest(surfaceId, surface);
    return this.#give();
  }

  /** What nothing refers to is sent last: a later answer may. So is what still names placeholders. */
  #rest(surfaceId: string, surface: DraftSurface): void {
    const components = surface.rest();
    const [first] = components;
    if (first === undefined) return;
    const key = typeof first.component === 'string' ? 'updateComponents' : 'surfaceUpdate';
    const message = this.#update(key, { surfaceId, components });
    this.#parts.push({ part: 'message', message, repairs: [], issues: [] });
  }

  #give(): readonly AnswerPart[] {
    const parts = this.#parts;
    if (parts.length > 0) this.#parts = [];
    return parts;
  }

  #take(part: AnswerPart): void {
    if (part.part !== 'message') {
      this.#parts.push(part);
      return;
    }
    const { message } = part;
    if (typeof message.version === 'string') this.#version = message.version;
    const shown = this.#whole(message);
    this.#data = '';
    if (shown !== undefined) this.#parts.push(shown === message ? part : { ...part, message: shown });
    else if (part.repairs.length > 0)
      this.#parts.push(...part.repairs.map((repair) => ({ part: 'repair', repair }) as const));
  }

  /** A complete message in the form in which it is shown; undefined where there is nothing new in it. */
  #whole(message: JsonObject): JsonObject | undefined {
    const [key, payload] = payloadOf(message);
    const surface = String(payload.surfaceId);
    switch (key) {
      case 'createSurface':
      case 'beginRendering':
        return this.#opened(surface, key, payload, message);
      case 'deleteSurface':
        return this.#closed(surface, message);
      case 'updateComponents':
      case 'surfaceUpdate':
        return this.#components(surface, key, payload, NO_OPEN, message);
      default:
        return JSON.stringify(payload) === this.#data ? undefined : message;
    }
  }

  #opened(surface: string, key: string, payload: JsonObject, message: JsonObject): JsonObject {
    const root = key === 'beginRendering' ? String(payload.root) : 'root';
    const made = new DraftSurface(root, this.#catalogs);
    this.#surfaces.set(surface, made);
    if (isArray(payload.components)) {
      for (const one of payload.components) if (isObject(one) && typeof one.id === 'string') made.put(one.id, one);
      made.show(this.#resend);
    }
    return message;
  }

  #closed(surface: string, message: JsonObject): JsonObject | undefined {
    if (this.#surfaces.delete(surface) || this.#foreign.delete(surface)) return message;
    const words = `The surface ${quote(surface)} is not open: there is nothing to delete.`;
    this.#refuse(issue('VITRINE_SURFACE_UNKNOWN', 'warning', words, '/deleteSurface/surfaceId'), message);
    return undefined;
  }

  #refuse(found: Issue, message: JsonObject): void {
    this.#parts.push({ part: 'refused', issues: [found], repairs: [], message });
  }

  /** What is new of the components; `otherwise` for a surface that was not opened here. */
  #components(
    id: string,
    key: string,
    payload: JsonObject,
    open: ReadonlySet<Json>,
    otherwise: JsonObject | undefined,
  ): JsonObject | undefined {
    const surface = this.#surfaces.get(id);
    if (surface === undefined || !isArray(payload.components)) return otherwise;
    if (surface.size > MOST_COMPONENTS) {
      this.#rest(id, surface);
      this.#surfaces.delete(id);
      this.#foreign.add(id);
      return otherwise;
    }
    for (const one of payload.components) this.#component(surface, one, open);
    this.#walked = surface.size;
    const components = surface.show(this.#resend);
    return components.length === 0 ? undefined : this.#update(key, { ...payload, components });
  }

  #update(key: string, payload: JsonObject): JsonObject {
    return key === 'surfaceUpdate' ? { [key]: payload } : { version: this.#version ?? DEFAULT_VERSION, [key]: payload };
  }

  #component(surface: DraftSurface, one: Json, open: ReadonlySet<Json>): void {
    const component = draftComponent(one, open, (it) => surface.declaration(it));
    if (component === undefined) return;
    const id = String(component.id);
    if (!surface.refersToItself(id, component)) return surface.put(id, component);
    surface.remove(id);
    const words = `Self-reference detected: the component ${quote(id)} names itself as its child.`;
    if (!open.has(one)) this.#refuse(issue('VITRINE_TREE_CYCLE', 'error', words, `/components/${id}`), component);
  }

  /** Shows what has come of a message that is not complete. */
  #draft(): void {
    const { openLength } = this.#reader;
    const cost = openLength + this.#walked * COMPONENT_COST;
    if (openLength === 0 || this.#spent + cost > DRAFT_SHARE * this.#length + DRAFT_ALLOWANCE) return;
    this.#spent += cost;
    const loose = parseLoose(this.#reader.open, { keepCut: isCuttable, maxDepth: this.#depth });
    if (!loose.ok || !isObject(loose.value)) return;
    if (typeof loose.value.version === 'string') this.#version = loose.value.version;
    const [key, payload] = payloadOf(loose.value);
    if (typeof payload.surfaceId !== 'string') return;
    const message = this.#drafted(key, payload, new Set(loose.open));
    if (message !== undefined) this.#parts.push({ part: 'message', message, repairs: [], issues: [], draft: true });
  }

  #drafted(key: string, payload: JsonObject, open: ReadonlySet<Json>): JsonObject | undefined {
    const { contents, value, surfaceId } = payload;
    if (key === 'updateComponents' || key === 'surfaceUpdate')
      return this.#components(String(surfaceId), key, payload, open, undefined);
    if (key === 'dataModelUpdate' && isArray(contents)) {
      const entries = draftContents(contents);
      return entries.length === 0 ? undefined : this.#newData({ [key]: { ...payload, contents: entries } }, key);
    }
    const hasData = (isObject(value) || isArray(value)) && Object.keys(value).length > 0;
    if (key !== 'updateDataModel' || !hasData) return undefined;
    return this.#newData(this.#update(key, payload), key);
  }

  #newData(message: JsonObject, key: string): JsonObject | undefined {
    const text = JSON.stringify(message[key]);
    if (text === this.#data) return undefined;
    this.#data = text;
    return message;
  }
}

function payloadOf(message: JsonObject): readonly [string, JsonObject] {
  for (const [key, payload] of Object.entries(message)) if (isObject(payload)) return [key, payload];
  return ['', {}];
}

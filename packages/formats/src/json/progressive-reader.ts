// The reader for those who want to show an interface while the model still writes it: what of a message is there so far,
// with placeholders for children to come. Messages and prose are found by AnswerReader; those that come before their surface
// wait in held-messages.ts.

import {
  type Catalog,
  type Fold,
  type Issue,
  isArray,
  isObject,
  issue,
  type Json,
  type JsonObject,
  quote,
} from '@vitrine/core/internal';
import { type AnswerOptions, type AnswerPart, AnswerReader } from './answer-reader.ts';
import { checkMessage } from './check-message.ts';
import { draftComponent, draftContents, draftData, isCuttable } from './draft-parts.ts';
import { DraftSurface, MAX_COMPONENTS, type Resend } from './draft-surface.ts';
import { HeldMessages, isEarly, payloadOf, surfaceOf } from './held-messages.ts';
import { parseLoose } from './loose-json.ts';

export interface ProgressiveOptions extends AnswerOptions {
  /** What the components are declared in: which properties they need, and which of them name children. Those of the fold. */
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
const OPENING = ['createSurface', 'beginRendering'];
const COMPONENTS = ['updateComponents', 'surfaceUpdate'];
const DATA = ['updateDataModel', 'dataModelUpdate'];

type MessagePart = AnswerPart & { readonly part: 'message' };
type RefusedPart = AnswerPart & { readonly part: 'refused' };

/** A component that would contain itself, and the ids from it back to it. */
interface Cycle {
  readonly one: Json;
  readonly component: JsonObject;
  readonly way: readonly string[];
}

export class ProgressiveReader {
  readonly #reader: AnswerReader;
  readonly #fold: Fold | undefined;
  /** Whether it is known which surfaces were open before. */
  readonly #isInformed: boolean;
  readonly #held = new HeldMessages<MessagePart>();
  /** Components of the present message whose cycles were told. */
  readonly #reported = new Set<string>();
  readonly #catalogs: readonly Catalog[];
  readonly #resend: Resend;
  readonly #depth: number;
  readonly #foreign: Set<string>;
  readonly #surfaces = new Map<string, DraftSurface>();
  #parts: AnswerPart[] = [];
  #version: string | undefined;
  /** Surfaces that this answer has given data. */
  readonly #filled = new Set<string>();
  /** The data of the present message as it was last sent. */
  #data = '';
  /** They were sent as all that the surface has. */
  #isWhole = false;
  #isEnded = false;
  #length = 0;
  #spent = 0;
  /** How many components the last surface had. */
  #walked = 0;

  constructor(options: ProgressiveOptions = {}) {
    // Judged here: a message is judged when its turn comes, which may be later than it came.
    const { fold, ...others } = options;
    this.#reader = new AnswerReader(fold === undefined ? others : { limits: fold.limits, ...others });
    this.#fold = fold;
    this.#isInformed = fold !== undefined || options.surfaces !== undefined;
    this.#catalogs = [...(options.catalogs ?? fold?.catalogs ?? [])];
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
    this.#isEnded = true;
    for (const part of this.#held.releaseAll()) this.#judge(this.#unopened(part));
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
    const [key, { surfaceId }] = payloadOf(message);
    if (key === 'deleteSurface') this.#openUnnamed(String(surfaceId));
    if (typeof surfaceId === 'string' && this.#waits(key, surfaceId)) this.#held.hold(part);
    else if (this.#judge(part) && OPENING.includes(key))
      for (const held of this.#held.release(surfaceOf(message))) this.#judge(held);
  }

  /** In A2UI 0.8 an update opens its surface: what is deleted behind one that waits was there. */
  #openUnnamed(surface: string): void {
    for (const held of this.#held.releaseOpening(surface)) if (this.#judge(held)) this.#foreign.add(surface);
  }

  /** Whether a message has come before its surface. Data may be for a surface of an earlier answer that nobody told of. */
  #waits(key: string, surface: string): boolean {
    if (this.#surfaces.has(surface) || this.#foreign.has(surface) || this.#held.isFull) return false;
    if (COMPONENTS.includes(key) || (key === 'updateDataModel' && this.#isInformed)) return true;
    return DATA.includes(key) && this.#held.has(surface);
  }

  /** What waited for a surface that did not come; without a fold nobody else says so. */
  #unopened(part: MessagePart): MessagePart {
    const [key, { surfaceId }] = payloadOf(part.message);
    if (this.#fold !== undefined || !this.#isInformed || key === 'surfaceUpdate' || key === 'dataModelUpdate')
      return part;
    const words = `The surface ${quote(String(surfaceId))} was not opened.`;
    const found = issue('VITRINE_SURFACE_UNKNOWN', 'warning', words, `/${key}/surfaceId`);
    return { ...part, issues: [...part.issues, found] };
  }

  /** Gives a message on as it is shown, unless the fold refuses it. */
  #judge(part: MessagePart): boolean {
    const judged = this.#fold === undefined ? part : judge(part, this.#fold);
    if (judged.part === 'message') this.#show(judged);
    else if (this.#mayWait(judged)) this.#held.hold(part);
    else this.#takeBack(judged);
    this.#data = '';
    this.#isWhole = false;
    this.#reported.clear();
    return judged.part === 'message';
  }

  #mayWait({ message = {}, issues }: RefusedPart): boolean {
    if (this.#fold === undefined || this.#isEnded || this.#held.isFull) return false;
    return isEarly(message, issues, this.#fold);
  }

  #show(part: MessagePart): void {
    const { message } = part;
    const shown = this.#whole(message);
    this.#surfaces.get(surfaceOf(message))?.commit();
    if (shown !== undefined) this.#parts.push(shown === message ? part : { ...part, message: shown });
    else if (part.repairs.length > 0)
      this.#parts.push(...part.repairs.map((repair) => ({ part: 'repair', repair }) as const));
  }

  /** What was shown of a message that is refused is shown again as it was before. */
  #takeBack(part: RefusedPart): void {
    this.#parts.push(part);
    const [key, { surfaceId }] = payloadOf(part.message ?? {});
    const surface = this.#surfaces.get(String(surfaceId));
    if (surface === undefined || !COMPONENTS.includes(key)) return;
    surface.rollBack();
    const components = surface.show(this.#resend);
    if (components.length === 0) return;
    const message = this.#update(key, { surfaceId: String(surfaceId), components });
    this.#parts.push({ part: 'message', message, repairs: [], issues: [] });
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
        this.#filled.add(surface);
        this.#takeDataBack(surface, payload);
        return JSON.stringify(payload) === this.#data ? undefined : message;
    }
  }

  /** Where the path comes behind what was shown without it. */
  #takeDataBack(surfaceId: string, { path }: JsonObject): void {
    if (!this.#isWhole || path === undefined) return;
    this.#isWhole = false;
    const message = this.#update('updateDataModel', { surfaceId, value: {} });
    this.#parts.push({ part: 'message', message, repairs: [], issues: [], draft: true });
  }

  #opened(surface: string, key: string, payload: JsonObject, message: JsonObject): JsonObject {
    const root = key === 'beginRendering' ? String(payload.root) : 'root';
    const made = this.#surfaces.get(surface) ?? new DraftSurface(root, this.#catalogs);
    // One that is opened again stands; A2UI 0.8 may name another root.
    made.root = root;
    this.#surfaces.set(surface, made);
    if (payload.dataModel !== undefined) this.#filled.add(surface);
    if (isArray(payload.components)) {
      this.#put(made, payload.components, NO_OPEN);
      made.show(this.#resend);
    }
    return message;
  }

  #closed(surface: string, message: JsonObject): JsonObject | undefined {
    // Data passed for it: somebody has it, or it was opened by that.
    const isFilled = this.#filled.delete(surface);
    if (this.#surfaces.delete(surface) || this.#foreign.delete(surface) || isFilled) return message;
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
    if (surface.size > MAX_COMPONENTS) {
      this.#rest(id, surface);
      this.#surfaces.delete(id);
      this.#foreign.add(id);
      return otherwise;
    }
    this.#put(surface, payload.components, open);
    this.#walked = surface.size;
    const components = surface.show(this.#resend);
    return components.length === 0 ? undefined : this.#update(key, { ...payload, components });
  }

  #update(key: string, payload: JsonObject): JsonObject {
    return key === 'surfaceUpdate' ? { [key]: payload } : { version: this.#version ?? DEFAULT_VERSION, [key]: payload };
  }

  /** A component that would contain itself is tried again behind the others of its message: they may have ended the cycle. */
  #put(surface: DraftSurface, components: readonly Json[], open: ReadonlySet<Json>): void {
    let left = components;
    let cycles: readonly Cycle[] = [];
    for (let before = Number.POSITIVE_INFINITY; left.length < before; ) {
      before = left.length;
      cycles = left.flatMap((one) => this.#cycleOf(surface, one, open) ?? []);
      left = cycles.map(({ one }) => one);
    }
    const isDraft = open.size > 0;
    for (const { one, component, way } of cycles) {
      // What a draft has not written yet may still end the cycle.
      const isSure = !isDraft || way.slice(1, -1).every((id) => surface.isWritten(id));
      if (isSure && !open.has(one)) this.#refuseCycle(component, way);
    }
  }

  /** Undefined: the component is taken in, or has to wait. */
  #cycleOf(surface: DraftSurface, one: Json, open: ReadonlySet<Json>): Cycle | undefined {
    const component = draftComponent(one, open, (it) => surface.declaration(it));
    if (component === undefined) return undefined;
    const id = String(component.id);
    const back = surface.put(id, component);
    return back === undefined ? undefined : { one, component, way: [id, ...back] };
  }

  #refuseCycle(component: JsonObject, way: readonly string[]): void {
    const [id = ''] = way;
    if (this.#reported.has(id)) return;
    this.#reported.add(id);
    const words =
      way.length === 2
        ? `Self-reference detected: the component ${quote(id)} names itself as its child.`
        : `Circular reference detected: ${way.map((each) => quote(each)).join(' → ')}.`;
    this.#refuse(issue('VITRINE_TREE_CYCLE', 'error', words, `/components/${id}`), component);
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
    this.#surfaces.get(payload.surfaceId)?.begin();
    const message = this.#drafted(key, payload, new Set(loose.open));
    if (message !== undefined) this.#parts.push({ part: 'message', message, repairs: [], issues: [], draft: true });
  }

  #drafted(key: string, payload: JsonObject, open: ReadonlySet<Json>): JsonObject | undefined {
    const { contents, value, surfaceId } = payload;
    if (COMPONENTS.includes(key)) return this.#components(String(surfaceId), key, payload, open, undefined);
    if (this.#waits(key, String(surfaceId))) return undefined;
    if (key === 'dataModelUpdate' && isArray(contents)) {
      const entries = draftContents(contents);
      return entries.length === 0 ? undefined : this.#newData({ [key]: { ...payload, contents: entries } }, key);
    }
    const data = isObject(value) || isArray(value) ? draftData(value, open) : undefined;
    if (key !== 'updateDataModel' || data === undefined || isEmpty(data)) return undefined;
    const surface = String(surfaceId);
    this.#takeDataBack(surface, payload);
    const isWhole = payload.path === undefined;
    // A path may still come; until then they would take the place of all that is there.
    if (isWhole && (this.#filled.has(surface) || this.#foreign.has(surface))) return undefined;
    this.#isWhole = isWhole;
    return this.#newData(this.#update(key, { ...payload, value: data }), key);
  }

  #newData(message: JsonObject, key: string): JsonObject | undefined {
    const text = JSON.stringify(message[key]);
    if (text === this.#data) return undefined;
    this.#data = text;
    return message;
  }
}

function isEmpty(value: Json): boolean {
  return (isObject(value) || isArray(value)) && Object.keys(value).length === 0;
}

function judge(part: MessagePart, fold: Fold): MessagePart | RefusedPart {
  const { ok, message, issues, repairs } = checkMessage(part.message, fold);
  const all = repairs.length === 0 ? part.repairs : [...part.repairs, ...repairs];
  const found = part.issues.length === 0 ? issues : [...part.issues, ...issues];
  const judged = { message, repairs: all, issues: found };
  return ok ? { part: 'message', ...judged } : { part: 'refused', ...judged };
}

// The data model of one surface: one JSON document, changed in place where it is ours and copied once where it is not,
// so a write costs its depth however long a list is and no entry's value is ever changed under its owner.

import { growth, type WriteMode } from './data-growth.ts';
import { brokenText, countValues, inspect, keyProblem, textProblem } from './inspect.ts';
import { type Issue, issue, quote } from './issue.ts';
import { copyJson, isArray, isObject, type Json, jsonEqual } from './json.ts';
import type { Limits } from './limits.ts';
import { Observers } from './observers.ts';
import {
  formatPointer,
  getAt,
  isSegments,
  listIndex,
  parsePointer,
  readPointer,
  type Segments,
  step,
} from './pointer.ts';
import { batch, batchNumber, isTracking, type Watcher, watch } from './reactive.ts';

type MutableObject = { [key: string]: Json };
type Container = MutableObject | Json[];

const NOWHERE: Segments = [];
/** Where in a message the path stands that a write is aimed at. */
const PATH = '/path';
/** Up to here an object keeps the shape that an engine gives it. */
const MAX_SPREAD_MEMBERS = 64;

export class DataModel {
  readonly #limits: Limits;
  readonly #observers = new Observers();
  #document: Json = {};
  /** Containers that no one else holds. */
  #ours = new WeakSet<object>();
  /** The one of them that was asked for last: most writes go where the one before went. */
  #latest: object | undefined;
  #count = 1;
  /** Some text may end in half a surrogate pair, because a piece of it did. */
  #halves = false;
  #saved: { readonly document: Json; readonly count: number; readonly batch: number } | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** The value at a path; observed when a watcher reads. Containers are live: do not keep or change them. */
  read(segments: Segments): Json | undefined {
    return this.readFrom(NOWHERE, segments);
  }

  /** The same for a path seen from a scope. */
  readFrom(scope: Segments, own: Segments): Json | undefined {
    // Nothing can stand so deep, and whoever observed it would have a trie as deep as an agent likes.
    if (scope.length + own.length > this.#limits.dataDepth) return undefined;
    if (isTracking()) this.#observers.observeValue(scope, own);
    return getAt(scope.length === 0 ? this.#document : getAt(this.#document, scope), own);
  }

  /** The container at a path, observed for its members only. */
  readShape(segments: Segments): Json | undefined {
    if (segments.length > this.#limits.dataDepth) return undefined;
    if (isTracking()) this.#observers.observeShape(segments);
    return getAt(this.#document, segments);
  }

  get(pointer: string): Json | undefined {
    return this.read(parsePointer(pointer));
  }

  /** A document that later writes leave alone. Costs nothing now, and one copy per container that is written later. */
  snapshot(): Json {
    this.#disown();
    return this.#document;
  }

  /** A model that begins as this one is now and goes its own way. Costs what a snapshot does. */
  fork(): DataModel {
    const copy = new DataModel(this.#limits);
    copy.#document = this.snapshot();
    copy.#count = this.#count;
    copy.#halves = this.#halves;
    return copy;
  }

  /** Leaves and containers. */
  get valueCount(): number {
    return this.#count;
  }

  get observerCount(): number {
    return this.#observers.size;
  }

  observe(pointer: string, changed: (value: Json | undefined) => void): Watcher {
    const segments = parsePointer(pointer);
    let last: Json | undefined;
    let first = true;
    return watch(() => {
      const value = this.read(segments);
      const same = !first && typeof value !== 'object' && Object.is(value, last);
      const report = !first && !same;
      first = false;
      last = value;
      if (report) changed(value);
    });
  }

  /** Replaces what is at `pointer`, creating containers on the way. All or nothing. */
  set(pointer: string, value: Json, at = '/value'): Issue | undefined {
    const segments = readPointer(pointer, PATH);
    if (!isSegments(segments)) return segments;
    return this.#admit(segments, value, at, 'set') ?? this.#write(segments, value);
  }

  /** Leaves and lists overwrite, objects recurse. */
  merge(pointer: string, value: Json, at = '/value'): Issue | undefined {
    const segments = readPointer(pointer, PATH);
    if (!isSegments(segments)) return segments;
    return this.#admit(segments, value, at, 'merge') ?? batch(() => this.#merge(segments, value));
  }

  /** Removes a key, or empties a list position: lists keep their length (A2UI 0.9, data model). */
  unset(pointer: string): Issue | undefined {
    const segments = readPointer(pointer, PATH);
    if (!isSegments(segments)) return segments;
    if (segments.length === 0) return this.#write(segments, {});
    const parent = getAt(this.#document, segments.slice(0, -1));
    const key = segments.at(-1) as string;
    const old = step(parent, key);
    if (old === undefined) return undefined;
    if (isArray(parent)) return this.#write(segments, null);
    const container = this.#own(segments.slice(0, -1)) as MutableObject;
    this.#count -= countValues(old);
    delete container[key];
    this.#observers.written(segments, segments.length - 1);
    return undefined;
  }

  /** Adds to the end of a text or list; where nothing is, the value itself. */
  append(pointer: string, value: string | readonly Json[], at = '/value'): Issue | undefined {
    const segments = readPointer(pointer, PATH);
    if (!isSegments(segments)) return segments;
    const old = getAt(this.#document, segments);
    if (typeof value === 'string') return this.#appendText(segments, old, value, at);
    if (old === undefined || old === null) return this.set(pointer, value, at);
    if (!isArray(old))
      return issue('VITRINE_POINTER_BLOCKED', 'error', `There is no list at ${quote(pointer)} to append to.`, PATH);
    const refusal = this.#admit(segments, value, at, 'append');
    if (refusal !== undefined) return refusal;
    const list = this.#own(segments) as Json[];
    batch(() => {
      for (const item of value) {
        list.push(item);
        this.#count += countValues(item);
        this.#observers.written([...segments, String(list.length - 1)], segments.length);
      }
    });
    return undefined;
  }

  /** Remembers the present state. Later writes copy what they touch once, so taking them back is one assignment. */
  begin(): void {
    this.#saved = { document: this.snapshot(), count: this.#count, batch: batchNumber() };
  }

  commit(): void {
    this.#saved = undefined;
  }

  rollback(): void {
    if (this.#saved === undefined) return;
    const { document, count, batch: begun } = this.#saved;
    // Inside one batch nobody has seen anything yet, and whom the writes concern is due already.
    const seen = document !== this.#document && (begun === 0 || begun !== batchNumber());
    this.#document = document;
    this.#count = count;
    this.#saved = undefined;
    this.#disown();
    if (seen) this.#observers.written(NOWHERE, -1);
  }

  #appendText(segments: Segments, old: Json | undefined, value: string, at: string): Issue | undefined {
    const before = old ?? '';
    if (typeof before !== 'string') {
      return issue(
        'VITRINE_POINTER_BLOCKED',
        'error',
        `There is no text at ${quote(formatPointer(segments))} to append to.`,
        PATH,
      );
    }
    if (before.length + value.length > this.#limits.textLength) {
      return issue(
        'VITRINE_LIMIT_TEXT',
        'error',
        `The text would grow past ${this.#limits.textLength} characters.`,
        at,
      );
    }
    const problem =
      this.#pieceProblem(before, value, at) ?? (old === undefined ? this.#admit(segments, '', at, 'set') : undefined);
    if (problem !== undefined) return problem;
    this.#halves ||= endsInHalf(value);
    return this.#write(segments, before + value);
  }

  /**
   * A piece of a stream may begin and end inside a surrogate pair; other halves stand for nothing. The end of `before` is
   * looked at only where that can matter: it joins all pieces in memory, which makes a long stream cost its square.
   */
  #pieceProblem(before: string, value: string, at: string): Issue | undefined {
    const open = (this.#halves || startsInHalf(value)) && endsInHalf(before);
    const from = open && startsInHalf(value) ? 1 : 0;
    const whole = endsInHalf(value) ? value.slice(from, -1) : value.slice(from);
    if (whole.isWellFormed() && (!open || from === 1 || value === '')) return undefined;
    return brokenText('A text', at);
  }

  #admit(segments: Segments, value: Json, at: string, how: WriteMode): Issue | undefined {
    const limits = this.#limits;
    for (const segment of segments) if (segment.length > limits.keyLength) return keyProblem(segment, limits, PATH);
    const depth = limits.dataDepth - segments.length;
    if (depth < 0)
      return issue('VITRINE_LIMIT_DEPTH', 'error', `The path is deeper than ${limits.dataDepth} levels.`, PATH);
    const room = limits.dataValues - this.#count - segments.length * (limits.listGap + 1);
    if (typeof value === 'string' && room > 0) return textProblem(value, limits, at);
    const budget = { limits, depth, count: 0 };
    const problem = inspect(value, budget, at);
    if (problem !== undefined) return problem;
    if (budget.count <= room) return undefined;
    const total = this.#count + growth(this.#document, segments, value, how);
    if (total <= limits.dataValues) return undefined;
    return issue(
      'VITRINE_LIMIT_DATA',
      'error',
      `The data model would hold ${total} values; the limit is ${limits.dataValues}.`,
      at,
    );
  }

  /** Nothing is changed when a problem is returned: what blocks a path stands above all that would have to be made. */
  #write(segments: Segments, input: Json): Issue | undefined {
    // What was read here and is handed back must not stand in two places that change together.
    const value = typeof input === 'object' && input !== null && this.#ours.has(input) ? copyJson(input) : input;
    const last = segments.length - 1;
    if (last < 0) {
      this.#document = value;
      this.#count = countValues(value);
      this.#observers.written(segments, -1);
      return undefined;
    }
    const refusal = this.#document === null ? this.#reachable({}, segments, 0, undefined) : undefined;
    if (refusal !== undefined) return refusal;
    let container = this.#top();
    if (container === undefined) return blocked(segments, this.#document);
    let grown = -1;
    let filled = -1;
    for (let i = 0; i < last; i++) {
      const segment = segments[i] as string;
      const child = step(container, segment);
      if (typeof child === 'object' && child !== null) container = this.#mine(container, segment, child);
      else {
        const problem = this.#reachable(container, segments, i, child);
        if (problem !== undefined) return problem;
        if (grown < 0) grown = i;
        if (filled < 0 && leavesGap(container, segment)) filled = i;
        container = this.#make(container, segment, segments[i + 1] as string, child);
      }
    }
    const key = segments[last] as string;
    const old = step(container, key);
    if (old === undefined) {
      const problem = this.#reachable(container, segments, last, old);
      if (problem !== undefined) return problem;
      if (grown < 0) grown = last;
      if (filled < 0 && leavesGap(container, key)) filled = last;
    } else if (old === value && typeof value !== 'object') return undefined;
    this.#count += countValues(value) - countValues(old);
    this.#put(container, key, value);
    // Where a gap was filled, all positions of the list may have changed: what was absent is null.
    this.#observers.written(filled < 0 ? segments : segments.slice(0, filled), grown);
    return undefined;
  }

  /** Why the missing or primitive `child` at `segments[i]` cannot become a container or a new member. */
  #reachable(container: Container, segments: Segments, i: number, child: Json | undefined): Issue | undefined {
    if (child !== undefined && child !== null) return blocked(segments, child);
    const segment = segments[i] as string;
    if (isArray(container)) {
      const index = listIndex(segment);
      if (index < 0) {
        const message = `Cannot write ${quote(formatPointer(segments))}: ${quote(segment)} is a non-numeric segment for a list.`;
        return issue('VITRINE_POINTER_INDEX', 'error', message, PATH);
      }
      if (index > container.length + this.#limits.listGap) return gap(segments, segment);
    }
    for (let below = i + 1; below < segments.length; below++) {
      if (listIndex(segments[below] as string) > this.#limits.listGap) return gap(segments, segments[below] as string);
    }
    return undefined;
  }

  #merge(segments: Segments, value: Json): Issue | undefined {
    const old = getAt(this.#document, segments);
    if (!isObject(value) || !isObject(old)) return jsonEqual(old, value) ? undefined : this.#write(segments, value);
    // Below an object that is there, every key can be written: only the first write could be blocked.
    for (const key of Object.keys(value)) this.#merge([...segments, key], value[key] as Json);
    return undefined;
  }

  /** The document, made ours; undefined if it is a primitive. An empty model becomes an object. */
  #top(): Container | undefined {
    const document = this.#document;
    if (document === null) this.#document = this.#adopt({});
    else if (typeof document !== 'object') return undefined;
    else if (!this.#ours.has(document)) this.#document = this.#copy(document);
    return this.#document as Container;
  }

  /** The container at a path that is known to hold one, made ours. */
  #own(segments: Segments): Container {
    let container = this.#top() as Container;
    for (const segment of segments) container = this.#mine(container, segment, step(container, segment) as object);
    return container;
  }

  #mine(parent: Container, segment: string, child: object): Container {
    if (child === this.#latest) return child as Container;
    if (this.#ours.has(child)) {
      this.#latest = child;
      return child as Container;
    }
    const copy = this.#copy(child);
    this.#put(parent, segment, copy);
    return copy;
  }

  #make(parent: Container, segment: string, next: string, old: Json | undefined): Container {
    const made = this.#adopt(listIndex(next) >= 0 ? [] : {});
    this.#count += old === undefined ? 1 : 0;
    this.#put(parent, segment, made);
    return made;
  }

  #put(container: Container, key: string, value: Json): void {
    if (!isArray(container)) {
      container[key] = value;
      return;
    }
    const list = container as Json[];
    const index = Number(key);
    while (list.length < index) {
      list.push(null);
      this.#count++;
    }
    list[index] = value;
  }

  /** Somebody else may hold what is there now. */
  #disown(): void {
    this.#ours = new WeakSet();
    this.#latest = undefined;
  }

  #copy(container: object): Container {
    return this.#adopt(isArray(container) ? container.slice() : copyObject(container as MutableObject));
  }

  #adopt<C extends Container>(container: C): C {
    this.#ours.add(container);
    return container;
  }
}

/**
 * A copy that is written to next. Engines give a spread object a shape of its own, which is quick for a few members; with
 * many, each write searches the shape (measured: 4 times the cost of a table). Deleting a member makes a table of it.
 */
function copyObject(object: MutableObject): MutableObject {
  const keys = Object.keys(object);
  if (keys.length <= MAX_SPREAD_MEMBERS) return { ...object };
  const copy: MutableObject = { first: null, last: null };
  delete copy.first;
  delete copy.last;
  for (const key of keys) copy[key] = object[key] as Json;
  return copy;
}

/** Whether the last unit is the first half of a surrogate pair. */
function endsInHalf(text: string): boolean {
  return (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;
}

function startsInHalf(text: string): boolean {
  return (text.charCodeAt(0) & 0xfc00) === 0xdc00;
}

/** Whether a new member at `segment` would not stand directly behind the others. */
function leavesGap(container: Container, segment: string): boolean {
  return isArray(container) && listIndex(segment) > container.length;
}

function blocked(segments: Segments, by: Json): Issue {
  const what = typeof by === 'string' ? quote(by) : JSON.stringify(by);
  const message = `Cannot set path ${quote(formatPointer(segments))}: it leads through ${what}.`;
  return issue('VITRINE_POINTER_BLOCKED', 'error', message, PATH);
}

function gap(segments: Segments, segment: string): Issue {
  const message = `Cannot write ${quote(formatPointer(segments))}: position ${segment} is too far behind the end of the list.`;
  return issue('VITRINE_POINTER_INDEX', 'error', message, PATH);
}

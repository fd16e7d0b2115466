// Compares the data model with a naive one that copies everything, over random sequences of writes: the document, who
// is told, how many values there are, snapshots, and what is handed in. A failure prints its seed and path.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../test/runs.ts';
import { DataModel } from './data-model.ts';
import { countValues } from './inspect.ts';
import { isArray, isObject, type Json } from './json.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { formatPointer, getAt, listIndex, type Segments } from './pointer.ts';
import { watch } from './reactive.ts';

const limits: Limits = { ...DEFAULT_LIMITS, dataValues: 40, listGap: 3, dataDepth: 6 };

type Mutable = { [key: string]: Json } & Json[];

/** Writes the same by copying the whole document first; undefined where the write is refused. */
function naive(document: Json, act: Step): Json | undefined {
  const { path, value } = act;
  const draft = structuredClone(document) as Json;
  switch (act.act) {
    case 'set':
      return within(
        path.length + depthOf(value) <= limits.dataDepth ? put(draft, path, structuredClone(value)) : undefined,
      );
    case 'merge':
      return within(path.length + depthOf(value) <= limits.dataDepth ? merged(draft, path, value) : undefined);
    case 'unset':
      return unset(draft, path);
    case 'append': {
      const old = getAt(draft, path);
      if (typeof value === 'string') {
        if (old !== undefined && old !== null && typeof old !== 'string') return undefined;
        return within(path.length <= limits.dataDepth ? put(draft, path, `${old ?? ''}${value}`) : undefined);
      }
      if (!isArray(value) || (old !== undefined && old !== null && !isArray(old))) return undefined;
      if (path.length + depthOf(value) > limits.dataDepth) return undefined;
      return within(put(draft, path, [...((old ?? []) as Json[]), ...structuredClone(value)]));
    }
    default:
      return draft;
  }
}

function within(document: Json | undefined): Json | undefined {
  return document === undefined || countValues(document) > limits.dataValues ? undefined : document;
}

function depthOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function put(document: Json, path: Segments, value: Json): Json | undefined {
  const [head, ...rest] = path;
  if (head === undefined) return value;
  const base = document ?? {};
  if (typeof base !== 'object') return undefined;
  const container = base as Mutable;
  const index = listIndex(head);
  if (isArray(container)) {
    if (index < 0 || index > container.length + limits.listGap) return undefined;
    while (container.length < index) container.push(null);
  }
  const old = Object.hasOwn(container, head) ? container[head] : undefined;
  const below = old ?? (rest.length === 0 ? null : listIndex(rest[0] as string) >= 0 ? [] : {});
  const made = put(below, rest, value);
  if (made !== undefined) container[head] = made;
  return made === undefined ? undefined : container;
}

function merged(document: Json, path: Segments, value: Json): Json | undefined {
  const old = getAt(document, path);
  if (!isObject(old) || !isObject(value)) return put(document, path, structuredClone(value));
  let result: Json | undefined = document;
  for (const key of Object.keys(value)) result = merged(result as Json, [...path, key], value[key] as Json);
  return result;
}

function unset(document: Json, path: Segments): Json {
  const parent = getAt(document, path.slice(0, -1)) as Mutable | undefined;
  const key = path.at(-1);
  if (key === undefined) return {};
  if (getAt(document, path) === undefined || parent === undefined) return document;
  if (isArray(parent)) parent[Number(key)] = null;
  else delete parent[key];
  return document;
}

const segment = fc.constantFrom('a', 'b', 'ab', '0', '1', '2', '7', '');
const path = fc.array(segment, { maxLength: 4 });
const json = fc.oneof(
  fc.constantFrom<Json>(null, 0, 1, 'x', '', true, {}, [], { a: 1 }, { b: { a: 'x' } }, [1, { a: 2 }], {
    a: { b: { '0': [] } },
  }),
  (fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>).filter(
    (value) => !/__proto__|constructor|prototype/.test(JSON.stringify(value)),
  ),
);
const step = fc.record({
  act: fc.constantFrom('set', 'set', 'set', 'merge', 'unset', 'append', 'begin', 'rollback', 'commit', 'snapshot'),
  path,
  value: json,
});
type Step = { act: string; path: readonly string[]; value: Json };

/** Pointers that are observed throughout, and their content in a document as text. */
const OBSERVED: readonly Segments[] = [
  [],
  ['a'],
  ['a', 'b'],
  ['ab'],
  ['a', '0'],
  ['a', '0', 'a'],
  ['0'],
  ['b', 'a', 'b'],
  [''],
];
const contentsOf = (document: Json) => OBSERVED.map((at) => JSON.stringify(getAt(document, at)));
const membersOf = (document: Json) =>
  OBSERVED.map((at) => {
    const value = getAt(document, at);
    return isArray(value) ? `list ${value.length}` : isObject(value) ? `object ${Object.keys(value).sort()}` : 'none';
  });

function run(data: DataModel, { act, path: at, value }: Step) {
  const pointer = formatPointer(at);
  switch (act) {
    case 'set':
      return data.set(pointer, value);
    case 'merge':
      return data.merge(pointer, value);
    case 'unset':
      return data.unset(pointer);
    default:
      return data.append(pointer, value as string);
  }
}

class Comparison {
  readonly data = new DataModel(limits);
  document: Json = {};
  #saved: Json | undefined;
  readonly #kept: [Json, string][] = [];
  readonly #values = OBSERVED.map(() => 0);
  readonly #shapes = OBSERVED.map(() => 0);
  readonly #watchers = OBSERVED.flatMap((at, i) => [
    watch(() => {
      this.data.read(at);
      (this.#values[i] as number)++;
    }),
    watch(() => {
      this.data.readShape(at);
      (this.#shapes[i] as number)++;
    }),
  ]);

  step(one: Step): void {
    if (one.act === 'begin') {
      this.data.begin();
      this.#saved = structuredClone(this.document);
    } else if (one.act === 'commit') {
      this.data.commit();
      this.#saved = undefined;
    } else if (one.act === 'rollback') {
      this.data.rollback();
      if (this.#saved !== undefined) this.document = this.#saved;
      this.#saved = undefined;
    } else if (one.act === 'snapshot') {
      const snapshot = this.data.snapshot();
      this.#kept.push([snapshot, JSON.stringify(snapshot)]);
    } else if (one.act !== 'append' || typeof one.value === 'string' || isArray(one.value)) this.#write(one);
    expect(this.data.get('/')).toEqual(this.document);
    for (const [snapshot, text] of this.#kept) expect(JSON.stringify(snapshot)).toBe(text);
  }

  #write(one: Step): void {
    const given = JSON.stringify(one.value);
    this.#kept.push([one.value, given]);
    const wanted = naive(this.document, one);
    const before = [contentsOf(this.document), membersOf(this.document), [...this.#values], [...this.#shapes]] as const;
    const problem = run(this.data, one);
    expect(problem === undefined, `${one.act} ${one.path} ${given}: ${problem?.message}`).toBe(wanted !== undefined);
    if (wanted !== undefined) this.document = wanted;
    const now = [contentsOf(this.document), membersOf(this.document)] as const;
    for (let i = 0; i < OBSERVED.length; i++) {
      const values = (this.#values[i] as number) - (before[2][i] as number);
      const shapes = (this.#shapes[i] as number) - (before[3][i] as number);
      // Once for a change; a write of an equal container may be told too, a refused one may not.
      if (before[0][i] !== now[0][i]) expect(values).toBe(1);
      else expect(values).toBeLessThanOrEqual(wanted === undefined ? 0 : 1);
      if (before[1][i] !== now[1][i]) expect(shapes).toBe(1);
      else expect(shapes).toBeLessThanOrEqual(wanted === undefined ? 0 : 1);
    }
  }

  /** The number of values is what the limit is compared with: exactly so many more fit. */
  end(): void {
    const room = limits.dataValues - countValues(this.document);
    if (isObject(this.document) && !Object.hasOwn(this.document, 'room') && room > 0) {
      expect(this.data.set('/room', Array(room).fill(0))).toBeDefined();
      expect(this.data.set('/room', Array(room - 1).fill(0))).toBeUndefined();
    }
    for (const watcher of this.#watchers) watcher.dispose();
    expect(this.data.observerCount).toBe(0);
  }
}

describe('the data model against a naive one', () => {
  it('[DM21] any sequence of writes gives the same document, tells the same observers and counts the same', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const comparison = new Comparison();
        for (const one of steps) comparison.step(one);
        comparison.end();
      }),
      { numRuns: runs(3000), verbose: 1 },
    );
  });
});

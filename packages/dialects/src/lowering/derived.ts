// Calls that a reader cannot evaluate for itself and that depend on the item of a template: each item is sent with one
// more member that holds the call's value for it, and the property is bound to that member.

import {
  type ComponentId,
  type Dynamic,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type Segments,
  type Steps,
  toText,
} from '@vitrine/core/internal';
import type { PathPattern, Placement } from './placement.ts';
import { plainMarkdown } from './plain-markdown.ts';

export interface Derivation {
  readonly component: ComponentId;
  /** The member's name. */
  readonly key: string;
  readonly binding: Dynamic;
  /** It reads nothing but the item, so an item that has not changed need not be asked again. */
  readonly itemOnly: boolean;
  /** Its links and pictures are taken out. */
  readonly isPlain?: true;
}

export type EvaluateAt = (binding: Dynamic, scope: Segments, index: number | undefined) => Json | undefined;

/** Letters, digits and underscores only: some readers take other characters for steps of a path. */
export function derivedKey(component: ComponentId, name: string): string {
  const plain = (text: string): string =>
    text.replace(/[^A-Za-z0-9]/g, (char) => `_${char.charCodeAt(0).toString(16)}_`);
  return `vitrine_${plain(component)}_${plain(name)}`;
}

/** For items that were derived before: valid as long as the derivations are the same. */
export type DerivedItems = Map<string, WeakMap<object, JsonObject>>;

export function* derive(
  document: Json,
  derivations: readonly Derivation[],
  placement: Placement,
  evaluate: EvaluateAt,
  known: DerivedItems,
  lose: (what: string) => void,
): Steps<Json> {
  const byScope = new Map<string, { readonly scope: PathPattern; readonly members: Derivation[] }>();
  for (const derivation of derivations) {
    for (const scope of placement.scopesOf(derivation.component)) {
      const key = JSON.stringify(scope);
      const group = byScope.get(key);
      if (group === undefined) byScope.set(key, { scope, members: [derivation] });
      else group.members.push(derivation);
    }
  }
  let derived = document;
  for (const [key, { scope, members }] of byScope) {
    const cached = members.every(({ itemOnly }) => itemOnly) ? itemsOf(known, key) : undefined;
    derived = yield* eachAt(derived, scope, [], undefined, (item, path, index) => {
      const before = isObject(item) ? cached?.get(item) : undefined;
      if (before !== undefined) return before;
      if (!isObject(item)) {
        lose('derived values of items that are no objects are not sent');
        return item;
      }
      const entries = members.map(({ key: name, binding, isPlain }) => {
        const value = evaluate(binding, path, index) ?? '';
        return [name, isPlain === true ? plainMarkdown(toText(value)) : value];
      });
      const made: JsonObject = { ...item, ...Object.fromEntries(entries) };
      cached?.set(item, made);
      return made;
    });
  }
  return derived;
}

function itemsOf(known: DerivedItems, key: string): WeakMap<object, JsonObject> {
  let items = known.get(key);
  if (items === undefined) {
    items = new WeakMap();
    known.set(key, items);
  }
  return items;
}

type Change = (value: Json, path: Segments, index: number | undefined) => Json;

/** Items that are derived in one step. */
const STEP_ITEMS = 64;

/** The document with everything that the pattern names changed; what stays the same is shared. */
function* eachAt(
  value: Json,
  pattern: PathPattern,
  path: Segments,
  index: number | undefined,
  change: Change,
): Steps<Json> {
  const step = pattern[path.length];
  if (step === undefined) return change(value, path, index);
  if (isArray(value)) {
    const positions = step === null ? value.keys() : [Number(step)];
    let changed: Json[] | undefined;
    for (const i of positions) {
      const item = value[i];
      const at = step === null ? i : index;
      const next = item === undefined ? item : yield* eachAt(item, pattern, [...path, String(i)], at, change);
      if (i % STEP_ITEMS === 0) yield;
      if (next === item || next === undefined) continue;
      changed ??= value.slice();
      changed[i] = next;
    }
    return changed ?? value;
  }
  if (!isObject(value)) return value;
  const keys = step === null ? Object.keys(value) : Object.hasOwn(value, step) ? [step] : [];
  let changed: { [key: string]: Json } | undefined;
  for (const [i, key] of keys.entries()) {
    const next = yield* eachAt(value[key] as Json, pattern, [...path, key], step === null ? i : index, change);
    if (i % STEP_ITEMS === 0) yield;
    if (next === value[key]) continue;
    changed ??= { ...value };
    changed[key] = next;
  }
  return changed ?? value;
}

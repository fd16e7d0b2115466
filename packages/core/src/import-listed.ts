// The unions of a catalog definition, `$defs/anyComponent` and `$defs/anyFunction`: where one lists what an interface may
// hold, the rest of the document is there to be referred to and is no part of the catalog.

import { isArray, isObject, type Json } from './json.ts';
import { parsePointer } from './pointer.ts';

/** Undefined where the union says something else than a list of references: then nothing is left out. */
export function listedNames(union: Json | undefined, key: 'components' | 'functions'): ReadonlySet<string> | undefined {
  const choices = isObject(union) ? (union.oneOf ?? union.anyOf) : undefined;
  if (!isArray(choices)) return undefined;
  const names = choices.map((choice) => nameOf(choice, key));
  return names.every((name) => name !== undefined) ? new Set(names) : undefined;
}

function nameOf(choice: Json, key: string): string | undefined {
  if (!isObject(choice) || typeof choice.$ref !== 'string') return undefined;
  const fragment = choice.$ref.slice(choice.$ref.indexOf('#') + 1);
  const [first, name, ...more] = parsePointer(decode(fragment));
  return first === key && more.length === 0 ? name : undefined;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

// The unions of a catalog definition, `$defs/anyComponent` and `$defs/anyFunction`: where one lists what an interface may
// hold, the rest of the document is there to be referred to and is no part of the catalog.

import { below, type ImportContext } from './import-context.ts';
import { quote } from './issue.ts';
import { isArray, isObject, type Json } from './json.ts';
import { parsePointer } from './pointer.ts';

type Listed = 'components' | 'functions';

/** Undefined where the union says something else than references, also by way of other unions: then nothing is left out. */
export function listedNames(union: string, key: Listed, context: ImportContext): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  const followed = new Set<string>();
  const follow = (definition: string): boolean => {
    if (followed.has(definition)) return true;
    followed.add(definition);
    return collect(context.definition(definition));
  };
  const collect = (choice: Json | undefined): boolean => {
    if (!isObject(choice)) return false;
    if (typeof choice.$ref !== 'string') {
      const choices = choice.oneOf ?? choice.anyOf;
      return isArray(choices) && choices.every(collect);
    }
    const [first, name, ...more] = pointerOf(choice.$ref);
    if (name === undefined || more.length > 0) return false;
    if (first === key) names.add(name);
    return first === key || (first === '$defs' && follow(name));
  };
  return follow(union) ? names : undefined;
}

/** What is listed and not there is left out by mistake, its name being another one. */
export function warnOfUndefined(
  listed: ReadonlySet<string> | undefined,
  union: string,
  isDefined: (name: string) => boolean,
  context: ImportContext,
): void {
  for (const name of listed ?? [])
    if (!isDefined(name)) context.warn(below('/$defs', union), `${quote(name)} is listed, and not defined.`);
}

function pointerOf(reference: string): readonly string[] {
  const fragment = reference.slice(reference.indexOf('#') + 1);
  try {
    return parsePointer(decodeURIComponent(fragment));
  } catch {
    return parsePointer(fragment);
  }
}

// Whether the pointer of an issue leads into the message that it is about: to a value, or to where a missing one would stand.

import { isArray, isObject, type Json } from '@vitrine/core/internal';

/** The value of a text; undefined where it is no JSON. */
export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Throws unless `at` is a pointer of which at most the last step is not there. */
export function assertPointer(at: string | undefined, value: Json | undefined, shown: string): void {
  if (typeof at !== 'string') throw new Error(`No pointer: ${shown}`);
  if (at === '') return;
  if (value === undefined) throw new Error(`A pointer into what is no JSON: ${shown}`);
  if (!at.startsWith('/') || /~(?![01])/.test(at)) throw new Error(`Not a pointer: ${shown}`);
  const steps = at
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  let here: Json | undefined = value;
  for (const step of steps.slice(0, -1)) {
    here = below(here, step);
    if (here === undefined) throw new Error(`The pointer leads nowhere at ${JSON.stringify(step)}: ${shown}`);
  }
  if (typeof here !== 'object' || here === null) throw new Error(`The pointer leads into a single value: ${shown}`);
}

function below(value: Json, step: string): Json | undefined {
  if (isArray(value)) return /^(0|[1-9]\d*)$/.test(step) ? value[Number(step)] : undefined;
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

// The example streams that npm @a2ui/web_core carries, and the ways in which an agent may send the same stream.

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';

const SOURCE = dirname(dirname(createRequire(import.meta.url).resolve('@a2ui/web_core/v0_9')));

export interface Stream {
  readonly title: string;
  readonly messages: readonly JsonObject[];
}

const FOLDERS: readonly (readonly [title: string, folder: string])[] = [
  ['0.9 basic', 'v0_9/schemas/catalogs/basic/examples'],
  ['0.9 minimal', 'v0_9/schemas/catalogs/minimal/examples'],
  ['1.0 basic', 'v1_0/schemas/catalogs/basic/examples'],
];

export function readExamples(): readonly Stream[] {
  return FOLDERS.flatMap(([title, folder]) =>
    readdirSync(join(SOURCE, folder))
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map((file) => {
        const example = JSON.parse(readFileSync(join(SOURCE, folder, file), 'utf8')) as { messages: JsonObject[] };
        return { title: `${title}: ${basename(file, '.json')}`, messages: example.messages };
      }),
  );
}

/** Numbers from a seed, the same in every run (a linear congruence; quality is no matter here). */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export function shuffled<T>(list: readonly T[], next: (below: number) => number): readonly T[] {
  const copy = [...list];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = next(i + 1);
    [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
  }
  return copy;
}

/** Messages in order, the components of each in any order. */
export function withShuffledComponents({ messages }: Stream, seed: number): readonly JsonObject[] {
  const next = random(seed);
  return messages.map((message) => {
    const found = componentsIn(message);
    return found === undefined ? message : withComponents(message, found.kind, shuffled(found.components, next));
  });
}

/** One component a message. */
export function oneComponentAMessage({ messages }: Stream): readonly JsonObject[] {
  return messages.flatMap((message) => {
    const found = componentsIn(message);
    if (found?.kind !== 'updateComponents') return [message];
    return found.components.map((component) => withComponents(message, found.kind, [component]));
  });
}

function componentsIn(
  message: JsonObject,
): { readonly kind: string; readonly components: readonly Json[] } | undefined {
  for (const kind of ['createSurface', 'updateComponents']) {
    const payload = message[kind];
    if (isObject(payload) && isArray(payload.components)) return { kind, components: payload.components };
  }
  return undefined;
}

function withComponents(message: JsonObject, kind: string, components: readonly Json[]): JsonObject {
  return { ...message, [kind]: { ...(message[kind] as JsonObject), components } };
}

export function asJsonl(messages: readonly JsonObject[]): Uint8Array {
  return new TextEncoder().encode(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
}

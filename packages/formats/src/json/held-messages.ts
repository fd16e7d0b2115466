// Messages to surfaces that are not open yet, in the order in which they came. They are given on when what they need has
// come, or at the end of the answer.

import { type Fold, type Issue, isObject, type JsonObject } from '@vitrine/core/internal';

/** More wait for nobody. */
export const MAX_HELD_MESSAGES = 1000;

/** In A2UI 0.8 they may stand before `beginRendering`, which names the catalog of their surface. */
const BEFORE_OPENING = ['surfaceUpdate', 'dataModelUpdate'];

export class HeldMessages<T extends { readonly message: JsonObject }> {
  #held: T[] = [];

  get isFull(): boolean {
    return this.#held.length >= MAX_HELD_MESSAGES;
  }

  /** Whether one of the surface waits: what comes behind it waits too. */
  has(surface: string): boolean {
    return this.#held.some(({ message }) => surfaceOf(message) === surface);
  }

  hold(item: T): void {
    this.#held.push(item);
  }

  /** Those of one surface, which wait no longer. */
  release(surface: string): readonly T[] {
    if (!this.has(surface)) return [];
    const all = this.releaseAll();
    this.#held = all.filter(({ message }) => surfaceOf(message) !== surface);
    return all.filter(({ message }) => surfaceOf(message) === surface);
  }

  /** Those of one surface where the first of them opens it. */
  releaseOpening(surface: string): readonly T[] {
    const first = this.#held.find(({ message }) => surfaceOf(message) === surface);
    return first !== undefined && BEFORE_OPENING.includes(payloadOf(first.message)[0]) ? this.release(surface) : [];
  }

  releaseAll(): readonly T[] {
    const released = this.#held;
    this.#held = [];
    return released;
  }
}

/** What a message says of a surface. Other members may stand before it, such as metadata. */
export function payloadOf(message: JsonObject): readonly [string, JsonObject] {
  let found: readonly [string, JsonObject] | undefined;
  for (const [key, payload] of Object.entries(message)) {
    if (!isObject(payload)) continue;
    if (payload.surfaceId !== undefined) return [key, payload];
    found ??= [key, payload];
  }
  return found ?? ['', {}];
}

export function surfaceOf(message: JsonObject): string {
  return String(payloadOf(message)[1].surfaceId);
}

/** Whether a fold refuses a message for nothing but what may still come: its surface, or the catalog of that. */
export function isEarly(message: JsonObject, issues: readonly Issue[], fold: Fold): boolean {
  const [key] = payloadOf(message);
  if (key === 'deleteSurface' || fold.surfaces.has(surfaceOf(message))) return false;
  return issues.every(
    ({ code, severity }) =>
      severity === 'warning' ||
      code === 'VITRINE_SURFACE_UNKNOWN' ||
      (code === 'VITRINE_CATALOG_UNKNOWN' && BEFORE_OPENING.includes(key)),
  );
}

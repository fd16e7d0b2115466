// How a list that loses at its head and grows at its foot has become another: what stands already is not drawn again, and
// not read out again.

import type { TalkLine } from '@vitrine/core/internal';

export interface Grown {
  /** Of those shown, from the head. */
  readonly gone: number;
  readonly more: readonly TalkLine[];
}

export function grown(shown: readonly TalkLine[], now: readonly TalkLine[]): Grown {
  for (let gone = 0; gone < shown.length; gone++) {
    const kept = shown.length - gone;
    if (kept <= now.length && isSame(shown, gone, now)) return { gone, more: now.slice(kept) };
  }
  return { gone: shown.length, more: now };
}

function isSame(shown: readonly TalkLine[], from: number, now: readonly TalkLine[]): boolean {
  for (let i = from; i < shown.length; i++) {
    const [a, b] = [shown[i], now[i - from]];
    if (a?.by !== b?.by || a?.text !== b?.text) return false;
  }
  return true;
}

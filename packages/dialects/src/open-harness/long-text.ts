// A text that grows long goes on in another card, because in most dialects every piece costs the whole text again. In the
// middle of a line it cannot be parted without being seen, so that is done only where nothing better comes.

const PART_LENGTH = 4096;

/** What to part at, and from which length on. */
const BREAKS: readonly (readonly [length: number, at: string])[] = [
  [PART_LENGTH, '\n\n'],
  [1.5 * PART_LENGTH, '\n'],
  [1.75 * PART_LENGTH, ' '],
  [2 * PART_LENGTH, ''],
];

/** Where in `more` the text behind `length` characters ends, and where it goes on; undefined: it does not end in it. */
export function breakIn(more: string, length: number): { readonly end: number; readonly next: number } | undefined {
  for (const [longest, at] of BREAKS) {
    const end = length < longest ? -1 : more.indexOf(at);
    if (end >= 0) return { end, next: end + at.length };
  }
  return undefined;
}

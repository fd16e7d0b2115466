// Randomness that shows where it went: bytes that count up and whose base64url text begins with a mark, so that whatever an
// id stands in can be told from words. For keys of tests alone.

/** At the start of every id that was drawn; no word of ours or of a protocol has it. */
export const MARK = 'RND';

let drawn = 0;

/** The ids of another start are other ids: what differs between two starts was not named. */
export function startAt(count: number): void {
  drawn = count;
}

export function markedBytes(size: number): Buffer<ArrayBuffer> {
  drawn++;
  const length = Math.ceil((size * 4) / 3);
  // Too short to hold a mark and a number.
  const text =
    length < 12
      ? String(drawn).padStart(length, '0')
      : `${MARK}${String(drawn).padStart(length - MARK.length - 1, '0')}A`;
  return Buffer.from(text, 'base64url').subarray(0, size);
}

export function markedUuid(): `${string}-${string}-${string}-${string}-${string}` {
  drawn++;
  return `00000000-0000-4000-8000-${String(drawn).padStart(12, '0')}`;
}

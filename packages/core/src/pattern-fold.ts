// Which code points are one letter when case is ignored, as ECMAScript's `iu` has it: simple case folding.
// Built on first use from the runtime's own case mapping; a test compares it with the native `iu` for every cased letter.

// The blocks that have letters with case: 5500 code points, below 10 ms once.
const CASED_BLOCKS = [
  0x0041, 0x058f, 0x10a0, 0x10ff, 0x13a0, 0x13ff, 0x1c80, 0x1cbf, 0x1d70, 0x1dff, 0x1e00, 0x1fff, 0x2100, 0x24ff,
  0x2c00, 0x2d2f, 0xa640, 0xa7ff, 0xab30, 0xabbf, 0xfb00, 0xfb06, 0xff21, 0xff5a, 0x10400, 0x105ff, 0x10c80, 0x10dff,
  0x118a0, 0x118df, 0x16e40, 0x16eff, 0x1e900, 0x1e943,
];

// Pairs that Unicode folds together although no simple case mapping joins them (CaseFolding.txt since 15.1).
const FOLDED_TOGETHER = new Map([
  [0x1fd3, 0x390],
  [0x1fe3, 0x3b0],
  [0xfb05, 0xfb06],
]);

// Dotted capital I and dotless i have only Turkic foldings, which `iu` leaves out.
const UNFOLDED = new Set([0x130, 0x131]);

let variantsByCodePoint: Map<number, readonly number[]> | undefined;

/** All code points equal to this one when case is ignored, itself included. */
export function caseVariants(codePoint: number): readonly number[] {
  variantsByCodePoint ??= groupByFolding();
  return variantsByCodePoint.get(codePoint) ?? [codePoint];
}

function groupByFolding(): Map<number, readonly number[]> {
  const groups = new Map<number, number[]>();
  for (let block = 0; block < CASED_BLOCKS.length; block += 2) {
    for (let at = CASED_BLOCKS[block] as number; at <= (CASED_BLOCKS[block + 1] as number); at++) {
      const folded = fold(at);
      const group = groups.get(folded);
      if (group === undefined) groups.set(folded, [at]);
      else group.push(at);
    }
  }
  const variants = new Map<number, readonly number[]>();
  for (const group of groups.values()) {
    if (group.length > 1) for (const member of group) variants.set(member, group);
  }
  return variants;
}

function fold(codePoint: number): number {
  if (UNFOLDED.has(codePoint)) return codePoint;
  const partner = FOLDED_TOGETHER.get(codePoint);
  if (partner !== undefined) return partner;
  const upper = single(String.fromCodePoint(codePoint).toUpperCase()) ?? codePoint;
  return single(String.fromCodePoint(upper).toLowerCase()) ?? upper;
}

/** Full case mapping may give several code points (ß to SS); simple folding knows none of those. */
function single(text: string): number | undefined {
  const first = text.codePointAt(0);
  return first !== undefined && String.fromCodePoint(first) === text ? first : undefined;
}

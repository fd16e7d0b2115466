// Which name was probably meant: at most two letters wrong, missing, added or swapped.

const MAX_EDITS = 2;

export function nearestName(typed: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = MAX_EDITS + 1;
  for (const name of names) {
    const wrong = distance(typed.toLowerCase(), name.toLowerCase());
    // Of a short word hardly anything would be left.
    if (wrong < least && wrong < name.length / 2) {
      best = name;
      least = wrong;
    }
  }
  return best;
}

/** ` Did you mean "serve"?`, or nothing. */
export function suggestion(typed: string, names: Iterable<string>): string {
  const name = nearestName(typed, names);
  return name === undefined ? '' : ` Did you mean "${name}"?`;
}

/** Damerau-Levenshtein, restricted: a swap of neighbours counts one. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MAX_EDITS) return MAX_EDITS + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((row[j - 1] ?? 0) + 1, (above[j] ?? 0) + 1, (above[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = above;
    above = row;
  }
  return above[b.length] ?? 0;
}

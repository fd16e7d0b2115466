// Where a long Markdown text may be cut, so that no piece of it takes longer than a frame, and what is taken out of it
// because reading it would: nesting that nobody writes.

/** Characters that a piece has at least, and at most where no paragraph ends before. */
const MIN_PIECE_LENGTH = 6000;
const MAX_PIECE_LENGTH = 20_000;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** A line that goes on with what stands before the empty line above it. */
const GOES_ON = /^(?:[ \t]|[-+*] |\d{1,9}[.)] |>)/;

/** Pieces of the text. A text that grows keeps its pieces, but for the last. */
export function markdownPieces(text: string): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  let at = 0;
  let fence: string | undefined;
  let blank = false;
  while (at < text.length) {
    const end = endOfLine(text, at);
    const line = text.slice(at, Math.min(end, at + 200));
    const long = at - from;
    const isBreak = fence === undefined && blank && !GOES_ON.test(line);
    if ((long >= MIN_PIECE_LENGTH && isBreak) || long >= MAX_PIECE_LENGTH) {
      pieces.push(text.slice(from, at));
      from = at;
    }
    fence = fenceAfter(line, fence);
    blank = line.trim() === '';
    at = end;
    if (at - from > MAX_PIECE_LENGTH) at = from + MAX_PIECE_LENGTH;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end + 1;
}

function fenceAfter(line: string, fence: string | undefined): string | undefined {
  const found = FENCE.exec(line)?.[1];
  if (found === undefined) return fence;
  if (fence === undefined) return found;
  return found.startsWith(fence) ? undefined : fence;
}

/** Sixteen containers in one line: the parser would go as deep, and its time grows with the square. */
const DEEP = /^((?:[ \t]{0,3}(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]?){16})/gm;
const FAR = /^[ \t]{41,}(?=[-+*>\d])/gm;

export function flatten(text: string): string {
  return text.replace(FAR, (space) => space.slice(0, 40)).replace(DEEP, '$1\\');
}

// What has to be known of a text before it is shown: whether it is more than a few plain lines. What shows the others comes
// later (../rare-code.ts).

const MARKS = /[*_`\\]|~~|\]\(|^ {0,3}(?:#{1,6} |>|[-+] |\d{1,9}[.)] |---)|\n[ \t]*\n/m;

/** Whether the text could be more than plain text. Most texts could not. */
export function mayBeMarkdown(text: string): boolean {
  return MARKS.test(text);
}

/** The element holds this text and nothing else. */
export function oneText(element: Element, text: string): void {
  const only = element.firstChild;
  if (only instanceof Text && only.nextSibling === null) only.data = text;
  else element.textContent = text;
}

/** Characters of one piece: laid out well within a frame. */
const PIECE = 20_000;
/** Lines of one piece: each may be a block of its own. */
const MAX_LINES = 400;

/** Whether a text has more than one piece. */
export function isLong(text: string): boolean {
  return text.length > MAX_LINES && endOfPiece(text, 0) < text.length;
}

/** Behind a paragraph if there is one in the second half of the piece, else a line, else a word, else between characters. */
export function endOfPiece(text: string, from: number): number {
  const lines = endOfLines(text, from);
  if (lines - from <= PIECE) return lines;
  const piece = text.slice(from, from + PIECE);
  for (const gap of ['\n\n', '\n', ' ']) {
    const at = piece.lastIndexOf(gap);
    if (at >= PIECE / 2) return from + at + gap.length;
  }
  const last = text.charCodeAt(from + PIECE - 1);
  return from + PIECE - (last >= 0xd800 && last < 0xdc00 ? 1 : 0);
}

/** Behind as many lines as a piece may have, or the end of the text. */
function endOfLines(text: string, from: number): number {
  let at = from;
  for (let lines = 0; lines < MAX_LINES; lines++) {
    const end = text.indexOf('\n', at);
    if (end < 0 || end - from > PIECE) return text.length;
    at = end + 1;
  }
  return at;
}

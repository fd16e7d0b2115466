// Code in parts that are highlighted one by one, a few in a frame: the highlighter has no time limit of its own. A cut is
// made where something new begins, so that a comment or a text of several lines is rarely torn.

const MIN_CHUNK_LENGTH = 1500;
const MAX_CHUNK_LENGTH = 6000;
/** A line that no person wrote. It is a part of its own and stays plain. */
const MAX_LINE_LENGTH = 1000;

export interface CodeChunk {
  readonly text: string;
  readonly plain: boolean;
}

/** Parts of the code. Code that grows keeps its parts, but for the last. */
export function codeChunks(source: string): readonly CodeChunk[] {
  const chunks: CodeChunk[] = [];
  let from = 0;
  let blank = false;
  const cut = (to: number, plain = false): void => {
    if (to > from) chunks.push({ text: source.slice(from, to), plain });
    from = to;
  };
  for (let at = 0; at < source.length; ) {
    const newline = source.indexOf('\n', at);
    const end = newline < 0 ? source.length : newline + 1;
    const begins = blank && !/\s/.test(source.charAt(at));
    if ((at - from >= MIN_CHUNK_LENGTH && begins) || at - from >= MAX_CHUNK_LENGTH || end - at > MAX_LINE_LENGTH)
      cut(at);
    if (end - at > MAX_LINE_LENGTH) cut(end, true);
    blank = end - at <= 2 && source.slice(at, end).trim() === '';
    at = end;
  }
  cut(source.length);
  return chunks;
}

/** Pieces of code that is too long to be highlighted, by lines where it has some. */
export function codePieces(source: string, length: number): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < source.length; ) {
    const line = source.lastIndexOf('\n', at + length);
    const end = source.length - at <= length ? source.length : line >= at + length / 2 ? line + 1 : at + length;
    pieces.push(source.slice(at, end));
    at = end;
  }
  return pieces;
}

// Text for a picture made of characters: harmless whoever wrote it, measured in terminal columns, wrapped and cut.
// What is drawn with it is left to picture-basic.ts and picture.ts.

const LINE_BREAKS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
/** C0 and DEL have pictures of their own; for the rest one sign stands that says "something was here". */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f]/g;
const HIDDEN = /[\u0080-\u009f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\u{e0000}-\u{e0fff}]/gu;
/** Marks that only steer the direction of their neighbours, our frames among them. */
const STEERING = /[\u00ad\u061c\u200e\u200f]/g;
const PLAIN = /^[\x20-\x7e]*$/;
const ZERO_WIDTH = /[\p{Mn}\p{Me}\u200b-\u200d]/u;
const WIDE =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** No character that moves the cursor, turns the direction of writing or hides; line breaks are `\n`. */
export function stripControlChars(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(LINE_BREAKS, '\n')
    .replaceAll('\t', ' ')
    .replace(CONTROLS, (char) => (char === '\u007f' ? '\u2421' : String.fromCharCode(0x2400 + char.charCodeAt(0))))
    .replace(STEERING, '')
    .replace(HIDDEN, '\ufffd');
}

/** How many columns of a terminal the text takes. */
export function columns(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let sum = 0;
  for (const char of text) sum += columnsOf(char);
  return sum;
}

function columnsOf(char: string): number {
  if (char < '\u0300') return 1;
  if (ZERO_WIDTH.test(char)) return 0;
  return WIDE.test(char) ? 2 : 1;
}

/** Lines of at most `width` columns, broken at spaces where there are any; own line breaks are kept. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line.trimEnd(), width));
}

function wrapLine(line: string, width: number): string[] {
  if (columns(line) <= width) return [line];
  const lines: string[] = [];
  let current = '';
  let used = 0;
  for (const word of line.trim().split(/ +/)) {
    const needed = columns(word);
    if (used > 0 && used + 1 + needed <= width) {
      current += ` ${word}`;
      used += 1 + needed;
      continue;
    }
    if (used > 0) lines.push(current);
    const pieces = needed <= width ? [word] : chop(word, width);
    lines.push(...pieces.slice(0, -1));
    current = pieces[pieces.length - 1] ?? '';
    used = columns(current);
  }
  return [...lines, current];
}

/** A word that is wider than a line, in pieces that are not. */
function chop(word: string, width: number): string[] {
  const pieces: string[] = [];
  let current = '';
  let used = 0;
  for (const char of word) {
    const needed = columnsOf(char);
    if (used + needed > width && current !== '') {
      pieces.push(current);
      current = '';
      used = 0;
    }
    current += char;
    used += needed;
  }
  return [...pieces, current];
}

/** One line of at most `width` columns; what is left out is shown by an ellipsis. */
export function cut(text: string, width: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (columns(line) <= width) return line;
  return `${chop(line, Math.max(width - 1, 1))[0]}\u2026`;
}

export function pad(text: string, width: number, fill = ' '): string {
  return text + fill.repeat(Math.max(0, width - columns(text)));
}

// The marks inside a line: strong, emphasis, struck out, code. A link shows its text and address, a picture its words.
// One pass with a short stack of open marks: whatever is written, the time is that of its length.

export interface InlineMark {
  readonly tag: 'strong' | 'em' | 's' | 'code';
  readonly of: readonly Inline[];
}

export type Inline = string | InlineMark;

interface OpenMark {
  readonly mark: string;
  readonly of: Inline[];
}

/** Marks inside marks. Deeper ones are characters. */
const MAX_OPEN_MARKS = 8;
const MAX_BACKTICKS = 8;
/** What is escaped, runs of marks, and links: of these every part is bounded and none can be read in two ways. */
const SPECIAL =
  /\\[\n!-/:-@[-`{-~]|`+|\*+|_+|~+|!?\[([^[\]\n]{0,1000})\]\(([^\s()<>]{0,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,2000})?)(?: "[^"\n]{0,500}")?\)/g;
const WORD = /[\p{L}\p{N}]/u;
const SPACE = /^\s?$/;

export function parseInline(text: string): readonly Inline[] {
  const parts: Inline[] = [];
  const stack: OpenMark[] = [{ mark: '', of: parts }];
  /** Lengths of backtick runs that have no partner from here on. */
  const lonely = new Set<number>();
  for (let at = 0; at < text.length; ) {
    SPECIAL.lastIndex = at;
    const found = SPECIAL.exec(text);
    add(stack, text.slice(at, found?.index));
    if (found === null) break;
    at = SPECIAL.lastIndex;
    const [run, words, url = ''] = found;
    if (words !== undefined) addLink(stack, words, url, run.startsWith('!'));
    else if (run.startsWith('\\')) add(stack, run.slice(1));
    else if (run.startsWith('`')) at = addCode(stack, text, at, run, lonely);
    else addMarks(stack, run, text.charAt(found.index - 1), text.charAt(at));
  }
  while (stack.length > 1) giveUp(stack);
  return parts;
}

function addLink(stack: OpenMark[], words: string, url: string, isPicture: boolean): void {
  for (const part of isPicture ? [words] : parseInline(words)) add(stack, part);
  if (!isPicture && url !== words && url !== '') add(stack, words === '' ? url : ` (${url})`);
}

/** Gives where to read on. */
function addCode(stack: OpenMark[], text: string, from: number, run: string, lonely: Set<number>): number {
  const { length } = run;
  const closing = new RegExp(`[^\`]\`{${length}}(?!\`)`, 'g');
  closing.lastIndex = from;
  const end = length > MAX_BACKTICKS || lonely.has(length) ? null : closing.exec(text);
  if (end === null) {
    lonely.add(length);
    add(stack, run);
    return from;
  }
  const code = text.slice(from, end.index + 1);
  const isPadded = /^ .* $/s.test(code) && code.trim() !== '';
  add(stack, { tag: 'code', of: [isPadded ? code.slice(1, -1) : code] });
  return closing.lastIndex;
}

function addMarks(stack: OpenMark[], run: string, previous: string, next: string): void {
  const char = run.charAt(0);
  let left = run.length;
  // A long run is a line that somebody drew.
  if (left > 3 || (char === '~' && left !== 2)) return add(stack, run);
  const mayStand = (inner: string, outer: string): boolean => !SPACE.test(inner) && (char !== '_' || !WORD.test(outer));
  while (left > 0) {
    let size = mayStand(previous, next) ? close(stack, char, left) : 0;
    if (size === 0) {
      size = Math.min(left, 2);
      const mark = char.repeat(size);
      if (mayStand(next, previous) && stack.length <= MAX_OPEN_MARKS) stack.push({ mark, of: [] });
      else add(stack, mark);
    }
    left -= size;
  }
}

/** Closes the nearest open mark of this character that is no longer than the run; gives its length. Empty ones are no marks. */
function close(stack: OpenMark[], char: string, most: number): number {
  const at = stack.findLastIndex(({ mark, of }) => mark.startsWith(char) && mark.length <= most && of.length > 0);
  if (at < 0) return 0;
  while (stack.length - 1 > at) giveUp(stack);
  const { mark, of } = stack.pop() as OpenMark;
  add(stack, { tag: mark === '~~' ? 's' : mark.length === 2 ? 'strong' : 'em', of });
  return mark.length;
}

/** The innermost open mark was none: it becomes characters. */
function giveUp(stack: OpenMark[]): void {
  const { mark, of } = stack.pop() as OpenMark;
  for (const part of [mark, ...of]) add(stack, part);
}

function add(stack: readonly OpenMark[], part: Inline): void {
  const { of } = stack.at(-1) as OpenMark;
  const last = of.length - 1;
  if (typeof part === 'string' && typeof of[last] === 'string') of[last] += part;
  else if (part !== '') of.push(part);
}

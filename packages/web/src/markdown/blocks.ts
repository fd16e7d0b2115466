// The blocks of the small Markdown that a Text may hold: paragraphs, headings, lists, quotes, code, rules. One pass over
// the lines; what is nested is read again as often as it is deep, which is bounded. Marks inside lines: inline.ts.

/** `text` may hold marks, but for that of `pre`. */
export type Content =
  | { readonly tag: 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'pre' | 'hr'; readonly text: string }
  | { readonly tag: 'blockquote' | 'ul' | 'ol' | 'li'; readonly of: readonly Content[]; readonly start?: number };

/** `source`: the lines that it was read from. */
export type Block = Content & { readonly source: string };

/** What was read, and the number of the line behind it. */
type BlockRead<T = Content> = readonly [T, number];

/** Lists and quotes inside one another. What is deeper is text. */
const MAX_DEPTH = 4;
const FENCE = /^ {0,3}(`{3,}|~{3,})[^`]*$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const RULE = /^(?! {4})\s*([-*_])\s*(?:\1\s*){2,}$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^ {0,3}([-*+]|(\d{1,9})[.)])(?: {1,4}(?=\S)|[ \t]|$)/;
/** A number at the start of a line of text is more often a year than the start of a list. */
const FIRST_ITEM = /^ {0,3}(?:[-*+]|1[.)])[ \t]./s;

export function parseBlocks(text: string): Block[] {
  return readAll(text.split('\n'), 0);
}

function readAll(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = [];
  for (let at = afterBlanks(lines, 0); at < lines.length; ) {
    const [content, end] = readBlock(lines, at, depth);
    blocks.push(Object.assign(content, { source: textOf(lines, at, end) }));
    at = afterBlanks(lines, end);
  }
  return blocks;
}

function readBlock(lines: readonly string[], at: number, depth: number): BlockRead {
  const line = lines[at] as string;
  const fence = FENCE.exec(line);
  if (fence !== null) return readCode(lines, at + 1, fence[1] as string);
  const heading = HEADING.exec(line);
  if (heading !== null) return [{ tag: `h${(heading[1] as string).length as 1}`, text: headingText(line) }, at + 1];
  if (RULE.test(line)) return [{ tag: 'hr', text: '' }, at + 1];
  if (depth < MAX_DEPTH) {
    if (QUOTE.test(line)) return readQuote(lines, at, depth);
    const item = ITEM.exec(line);
    if (item !== null) return readList(lines, at, depth, item);
  }
  let end = at + 1;
  while (!isBlank(lines[end]) && !interrupts(lines[end] as string, depth)) end++;
  return [{ tag: 'p', text: textOf(lines, at, end).trim() }, end];
}

/** A fence that nobody closed yet reaches to the end: a text may still be coming. */
function readCode(lines: readonly string[], from: number, fence: string): BlockRead {
  const isClosing = (line: string): boolean => line.startsWith(fence) && line === fence.charAt(0).repeat(line.length);
  let end = from;
  while (end < lines.length && !isClosing((lines[end] as string).trim())) end++;
  return [{ tag: 'pre', text: textOf(lines, from, end) }, end + 1];
}

function readQuote(lines: readonly string[], at: number, depth: number): BlockRead {
  let end = at;
  while (QUOTE.test(lines[end] ?? '')) end++;
  const inner = lines.slice(at, end).map((line) => line.replace(QUOTE, ''));
  return [{ tag: 'blockquote', of: readAll(inner, depth + 1) }, end];
}

/** Items with another mark begin another list. */
function readList(lines: readonly string[], at: number, depth: number, first: RegExpExecArray): BlockRead {
  const kind = first[1]?.at(-1);
  const of: Content[] = [];
  let end = at;
  let next = at;
  for (let item: RegExpExecArray | null = first; item?.[1]?.at(-1) === kind && !RULE.test(lines[next] as string); ) {
    const [inner, behind] = readItem(lines, next, (item as RegExpExecArray)[0].length);
    of.push({ tag: 'li', of: readAll(inner, depth + 1) });
    end = behind;
    next = afterBlanks(lines, end);
    item = ITEM.exec(lines[next] ?? '');
  }
  return [first[2] === undefined ? { tag: 'ul', of } : { tag: 'ol', of, start: Number(first[2]) }, end];
}

/** The lines of an item: what is indented below its mark, and text that runs on without a break. */
function readItem(lines: readonly string[], at: number, width: number): BlockRead<string[]> {
  const inner = [(lines[at] as string).slice(width)];
  let end = at + 1;
  for (;;) {
    const next = afterBlanks(lines, end);
    const line = lines[next];
    if (line === undefined) break;
    const indent = line.search(/[^ ]/);
    if (indent < Math.min(width, 2) && (next > end || startsBlock(line) || QUOTE.test(line) || ITEM.test(line))) break;
    if (next > end) inner.push('');
    inner.push(line.slice(Math.min(indent, width)));
    end = next + 1;
  }
  return [inner, end];
}

function afterBlanks(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && isBlank(lines[at])) at++;
  return at;
}

function interrupts(line: string, depth: number): boolean {
  return startsBlock(line) || (depth < MAX_DEPTH && (QUOTE.test(line) || FIRST_ITEM.test(line)));
}

function startsBlock(line: string): boolean {
  return FENCE.test(line) || HEADING.test(line) || RULE.test(line);
}

/** What a heading says, without the marks that may also stand behind it. */
export function headingText(line: string): string {
  return line
    .trim()
    .replace(/^#{1,6}(?=\s|$)|\s#+$/g, '')
    .trim();
}

function textOf(lines: readonly string[], from: number, to: number): string {
  return lines.slice(from, to).join('\n');
}

/** Also of the line behind the last. */
function isBlank(line = ''): boolean {
  return line.trim() === '';
}

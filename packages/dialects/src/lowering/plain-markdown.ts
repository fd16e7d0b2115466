// Markdown of an untrusted surface without what a renderer would fetch or lead to: a picture is its words, a link its words
// and its address as letters. Whatever else could still be read as one is escaped.

/** Of each every part is bounded, and none can be read in two ways: the time is that of the length. */
const PICTURE = /!\[([^[\]\n]{0,1000})\]\([^()\n]{0,2000}(?:\([^()\n]{0,200}\)[^()\n]{0,200})?\)/g;
const LINK =
  /\[([^[\]\n]{0,1000})\]\(\s{0,9}<?([^\s()<>]{0,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,200})?)>?(?:[\s<>][^()\n]{0,500})?\)/g;
/** A picture in a link, and the like. */
const MAX_NESTING = 4;
/** In a longer text one that is in another is escaped: each round takes the time of the length. */
const ONE_ROUND_ABOVE = 64 * 1024;
/** So many become words; what a text has besides is escaped. */
const MAX_REPLACED = 5000;
const BRACKET = 0x5b;
const LESS_THAN = 0x3c;
const BACKSLASH = 0x5c;

/** What begins a link, a picture, the definition of either, or markup. */
const SUSPECT = /\] ?[([:]|!\[|<[a-z/!?]/i;

/** Without these there is nothing whole. */
const WHOLE = ['](', ')'];

/** Whether anything in a text could be read as a link, a picture or markup. */
export function hasMarkdownLinks(text: string): boolean {
  return SUSPECT.test(text);
}

/** The same text where there is nothing to take out. */
export function plainMarkdown(text: string): string {
  let plain = text;
  const rounds = text.length > ONE_ROUND_ABOVE ? 1 : MAX_NESTING;
  for (let i = 0; i < rounds && WHOLE.every((part) => plain.includes(part)); i++) {
    const before = plain;
    plain = replaceSome(
      replaceSome(plain, PICTURE, (words) => words),
      LINK,
      linkWords,
    );
    if (plain === before) break;
  }
  return SUSPECT.test(plain) ? escapeMarks(plain) : plain;
}

function replaceSome(text: string, pattern: RegExp, write: (words: string, url: string) => string): string {
  const parts: string[] = [];
  let end = 0;
  for (let count = 0; count < MAX_REPLACED; count++) {
    const found = pattern.exec(text);
    if (found === null) break;
    parts.push(text.slice(end, found.index), write(found[1] as string, found[2] as string));
    end = pattern.lastIndex;
  }
  pattern.lastIndex = 0;
  return end === 0 ? text : `${parts.join('')}${text.slice(end)}`;
}

/** Unit by unit: replacing half a million places of a text takes ten times as long. ASCII, which most long texts are, in bytes. */
function escapeMarks(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what ASCII is.
  const isAscii = !/[^\x00-\x7f]/.test(text);
  const units = isAscii ? new Uint8Array(2 * text.length) : new Uint16Array(2 * text.length);
  let length = 0;
  let isEscaped = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (!isEscaped && (unit === BRACKET || unit === LESS_THAN)) units[length++] = BACKSLASH;
    isEscaped = unit === BACKSLASH && !isEscaped;
    units[length++] = unit;
  }
  return new TextDecoder(isAscii ? 'utf-8' : 'utf-16le', { ignoreBOM: true }).decode(units.subarray(0, length));
}

function linkWords(words: string, url: string): string {
  if (url === '' || url === words) return words;
  return words === '' ? url : `${words} (${url})`;
}

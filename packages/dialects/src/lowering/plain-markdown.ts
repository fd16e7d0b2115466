// Markdown of an untrusted surface without what a renderer would fetch or lead to: a picture is its words, a link its words
// and its address as letters. Whatever else could still be read as one is escaped.

/** Of each every part is bounded, and none can be read in two ways: the time is that of the length. */
const PICTURE = /!\[([^[\]\n]{0,1000})\]\([^()\n]{0,2000}(?:\([^()\n]{0,200}\)[^()\n]{0,200})?\)/g;
const LINK =
  /\[([^[\]\n]{0,1000})\]\(\s{0,9}<?([^\s()<>]{0,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,200})?)>?(?:[\s<>][^()\n]{0,500})?\)/g;
/** A picture in a link, and the like. */
const MAX_NESTING = 4;

/** What begins a link, a picture, the definition of either, or markup. */
const SUSPECT = /\] ?[([:]|!\[|<[a-z/!?]/i;

/** Whether anything in a text could be read as a link, a picture or markup. */
export function hasMarkdownLinks(text: string): boolean {
  return SUSPECT.test(text);
}

/** The same text where there is nothing to take out. */
export function plainMarkdown(text: string): string {
  let plain = text;
  for (let i = 0; i < MAX_NESTING && SUSPECT.test(plain); i++) {
    const before = plain;
    plain = plain.replace(PICTURE, '$1').replace(LINK, (_, words: string, url: string) => linkWords(words, url));
    if (plain === before) break;
  }
  return SUSPECT.test(plain) ? plain.replace(/(?<!\\)((?:\\\\)*)([[<])/g, '$1\\$2') : plain;
}

function linkWords(words: string, url: string): string {
  if (url === '' || url === words) return words;
  return words === '' ? url : `${words} (${url})`;
}

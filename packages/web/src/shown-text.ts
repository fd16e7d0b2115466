// Text as people may see it. What cannot be seen must not change what is read:
// - marks that turn or isolate the direction of writing are left out (translators' tools put isolates around names, so
//   they are no attack by themselves; the styles find each paragraph's own direction); the two that force one leave a
//   visible sign, for nothing but deceit needs them;
// - characters without width are left out, except where a script or an emoji cannot be written without: joiners inside
//   words of Arabic, Indic and like scripts and inside emoji, break marks in scripts without spaces, flags, forms of Han;
// - controls get their picture, line ends become \n, broken characters the replacement sign.

const PLAIN = /^[\x20-\x7e\n]*$/;
const SUSPECT =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /\r\n|[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufff9-\ufffb\p{Surrogate}\p{Default_Ignorable_Code_Point}]/gu;
const LINE_END = /[\v\f\r\x85\u2028\u2029]/;
const BROKEN = /[\x80-\x9f\u202d\u202e\p{Surrogate}]/u;
/** Scripts that join letters or write without spaces, and what may stand before a joiner in an emoji. */
const BEFORE_JOINER = /[\u0600-\u109f\u1700-\u1cff\ua800-\uabff\u{10a00}-\u{11fff}\u{1e900}-\u{1e95f}]/u;
const BEFORE_EMOJI_JOINER = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;
/** A region's flag: a black one and up to six letters. */
const IN_FLAG = /\u{1f3f4}[\u{e0020}-\u{e007e}]{0,6}$/u;
const HAN = /\p{Script=Han}/u;
/** The longest that is looked at before a character, in UTF-16 units: a flag. */
const BEFORE = 14;

export function shown(text: string): string {
  return PLAIN.test(text) ? text : text.replace(SUSPECT, instead);
}

/** Longer than anybody reads in a place for a few words, and short enough to be laid out in no time. */
const MAX_BRIEF_LENGTH = 2000;

/** For labels, titles, messages: a text of a megabyte takes the browser a tenth of a second to lay out. */
export function brief(text: string): string {
  return shown(text.length > MAX_BRIEF_LENGTH ? `${text.slice(0, MAX_BRIEF_LENGTH)}\u2026` : text);
}

function instead(found: string, ...[at, text]: [number, string]): string {
  const code = found.codePointAt(0) as number;
  if (code === 9) return ' ';
  if (LINE_END.test(found)) return '\n';
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  if (BROKEN.test(found)) return '\ufffd';
  return isNeeded(code, text.slice(Math.max(0, at - BEFORE), at)) ? found : '';
}

function isNeeded(code: number, before: string): boolean {
  // By itself: Chromium 156 does not find a class of characters beyond U+FFFF at the end of a text.
  const last = [...before].at(-1) ?? '';
  if (code >= 0xe0020 && code <= 0xe007f) return IN_FLAG.test(before);
  if (code >= 0xe0100 && code <= 0xe01ef) return HAN.test(last);
  if (code === 0x200d && BEFORE_EMOJI_JOINER.test(last)) return true;
  if ((code >= 0x200b && code <= 0x200d) || code === 0x180e) return BEFORE_JOINER.test(last);
  // Forms of the character before.
  return /\p{Variation_Selector}/u.test(String.fromCodePoint(code));
}

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
  /\r\n|\u034f|[\0-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\u{e0000}-\u{e0fff}]/gu;
/** Scripts that join letters or write without spaces, and what may stand before a joiner in an emoji. */
const BEFORE_JOINER = /[\u0600-\u109f\u1700-\u1cff\ua800-\uabff\u{10a00}-\u{11fff}\u{1e900}-\u{1e95f}]/u;
const BEFORE_EMOJI_JOINER = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;
/** A region's flag: a black one and up to six letters. */
const IN_FLAG = /\u{1f3f4}[\u{e0020}-\u{e007e}]{0,6}$/u;
const HAN = /\p{Script=Han}/u;

export function shown(text: string): string {
  return PLAIN.test(text) ? text : text.replace(SUSPECT, instead);
}

/** Longer than anybody reads in a place for a few words, and short enough to be laid out in no time. */
const MOST_BRIEF = 2000;

/** For labels, titles, messages: a text of a megabyte takes the browser a tenth of a second to lay out. */
export function brief(text: string): string {
  return shown(text.length > MOST_BRIEF ? `${text.slice(0, MOST_BRIEF)}\u2026` : text);
}

function instead(found: string, ...[at, text]: [number, string]): string {
  const code = found.codePointAt(0) as number;
  if (code === 9) return ' ';
  if (found === '\r\n' || (code >= 0xb && code <= 0xd) || code === 0x85 || code === 0x2028 || code === 0x2029)
    return '\n';
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  if (code < 0xa0 || code === 0x202d || code === 0x202e || (code >= 0xd800 && code < 0xe000)) return '\ufffd';
  return isNeeded(code, text, at) ? found : '';
}

function isNeeded(code: number, text: string, at: number): boolean {
  if (code >= 0xe0020 && code <= 0xe007f) return IN_FLAG.test(text.slice(Math.max(0, at - 14), at));
  const previous = before(text, at);
  if (code === 0x200d && BEFORE_EMOJI_JOINER.test(previous)) return true;
  if ((code >= 0x200b && code <= 0x200d) || code === 0x180e) return BEFORE_JOINER.test(previous);
  return code >= 0xe0100 && code <= 0xe01ef && HAN.test(previous);
}

/** The character that ends at this index. */
function before(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit < 0xe000 ? text.slice(at - 2, at) : text.charAt(at - 1);
}

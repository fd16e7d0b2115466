// What stands for one character in a pattern: how it may be spelled, and the same in native source. A native class is
// put to single characters only, so nothing that it is given can make it backtrack.

const HEX = '[\\da-fA-F]';
const ONE =
  `\\\\(?:x${HEX}{2}|u\\{0*(?:10|${HEX})?${HEX}{1,4}\\}|u[dD][89abAB]${HEX}{2}\\\\u[dD][c-fC-F]${HEX}{2}|u${HEX}{4}|` +
  'c[A-Za-z]|0(?!\\d)|[tnvfr]|[^A-Za-z\\d])';
// The native engine knows which properties there are.
const MANY = '\\\\(?:[dDsSwW]|[pP](?:\\{[\\w=]*\\})?)';

// A lazy repetition matches the same texts as a greedy one.
export const REPETITION = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y;

/**
 * One atom outside brackets; the first group takes what stands for many characters. A brace that is no repetition is a
 * literal, as JavaScript reads it without the u flag.
 */
export const ATOM = new RegExp(`(${MANY}|\\.)|${ONE}|(?!${REPETITION.source})[^()\\\\]`, 'uy');

/** One member of a bracket; the first group as in `ATOM`. */
export const MEMBER = new RegExp(`(${MANY})|${ONE}|\\\\b|[^\\]\\\\]`, 'uy');

/** What stands for itself alone or behind a backslash may mean something else in native source, or nothing. */
export function toNative(spelling: string): string {
  if (/^\\[A-Za-z\d]/.test(spelling)) return spelling;
  const codePoint = spelling.codePointAt(spelling[0] === '\\' ? 1 : 0);
  return `\\u{${codePoint?.toString(16)}}`;
}

/** Of native source. */
export function isMany(member: string): boolean {
  return /^\\[dswp]/i.test(member);
}

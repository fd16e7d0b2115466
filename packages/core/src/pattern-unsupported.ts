// Names what a pattern may not hold, for the sentence that refuses it.

const UNSUPPORTED = /\(\?(?:<?[=!]|[#<>P])?|\\.|[\\)*+?{]/y;
const CONSTRUCTS: Readonly<Record<string, string>> = {
  '(?=': 'a look-ahead',
  '(?!': 'a negative look-ahead',
  '(?<=': 'a look-behind',
  '(?<!': 'a negative look-behind',
  '(?>': 'an atomic group',
  '(?P': 'a Python group',
  '(?#': 'a comment',
  '(?<': 'a group without a valid name',
  '(?': 'flags or an unknown group',
  ')': 'a closing parenthesis that nothing opened',
  '\\': 'a backslash with nothing behind it',
  '\\x': '\\x without two hexadecimal digits',
  '\\u': '\\u without a code point',
  '\\0': 'an octal escape',
};

/** What stands at a position where pattern-parser.ts can read nothing; nothing at the end. */
export function nameUnsupported(source: string, at: number): string | undefined {
  UNSUPPORTED.lastIndex = at;
  const text = UNSUPPORTED.exec(source)?.[0];
  if (text === undefined) return undefined;
  const construct = CONSTRUCTS[text];
  if (construct !== undefined) return construct;
  if (text[0] !== '\\') return 'a repetition of nothing';
  // Without the u flag JavaScript reads \z as z; whoever writes \A, \z or \h means another engine's escape.
  return /[k\d]/.test(text) ? `a back-reference (${text})` : `the unknown escape ${text}`;
}

// Sets of code points: the ranges behind \d \w \s and the dot, the closed list of \p{...} names, and case variants.
// Which syntax stands for which set is left to pattern-parser.ts.

/** Flat pairs `from, to`, inclusive. */
export type Ranges = readonly number[];

export interface PropertyTest {
  /** A member of the closed list in `propertyName`. */
  readonly name: string;
  readonly negated: boolean;
}

/** The code points of `ranges` and `properties` together; with `negated`, all others. */
export interface CharSet {
  readonly ranges: Ranges;
  readonly properties: readonly PropertyTest[];
  readonly negated: boolean;
}

const LAST_CODE_POINT = 0x10ffff;

export const DIGITS: Ranges = [0x30, 0x39];
export const WORD: Ranges = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
/** ECMAScript WordCharacters when case is ignored: U+017F folds to s, U+212A to k. */
export const WORD_ANY_CASE: Ranges = [...WORD, 0x17f, 0x17f, 0x212a, 0x212a];
// ECMAScript WhiteSpace and LineTerminator.
export const SPACES: Ranges = [
  0x09, 0x0d, 0x20, 0x20, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f,
  0x3000, 0x3000, 0xfeff, 0xfeff,
];
const LINE_ENDS: Ranges = [0x0a, 0x0a, 0x0d, 0x0d, 0x2028, 0x2029];
export const NOT_LINE_ENDS: Ranges = complement(LINE_ENDS);

/** Expects ascending, disjoint ranges. */
export function complement(ranges: Ranges): Ranges {
  const rest: number[] = [];
  let from = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    const start = ranges[i] as number;
    if (start > from) rest.push(from, start - 1);
    from = (ranges[i + 1] as number) + 1;
  }
  if (from <= LAST_CODE_POINT) rest.push(from, LAST_CODE_POINT);
  return rest;
}

export function inRanges(ranges: Ranges, codePoint: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) {
    if (codePoint >= (ranges[i] as number) && codePoint <= (ranges[i + 1] as number)) return true;
  }
  return false;
}

const CATEGORIES =
  'L Letter LC Cased_Letter Lu Uppercase_Letter Ll Lowercase_Letter Lt Titlecase_Letter Lm Modifier_Letter Lo Other_Letter ' +
  'M Mark Mn Nonspacing_Mark Mc Spacing_Mark Me Enclosing_Mark N Number Nd Decimal_Number Nl Letter_Number No Other_Number ' +
  'P Punctuation Pc Connector_Punctuation Pd Dash_Punctuation Ps Open_Punctuation Pe Close_Punctuation ' +
  'Pi Initial_Punctuation Pf Final_Punctuation Po Other_Punctuation S Symbol Sm Math_Symbol Sc Currency_Symbol ' +
  'Sk Modifier_Symbol So Other_Symbol Z Separator Zs Space_Separator Zl Line_Separator Zp Paragraph_Separator ' +
  'C Other Cc Control Cf Format Cs Surrogate Co Private_Use Cn Unassigned';
const BINARY =
  'Any ASCII Alphabetic Alpha Uppercase Upper Lowercase Lower White_Space Emoji Emoji_Presentation Extended_Pictographic ' +
  'ASCII_Hex_Digit Hex_Digit ID_Start ID_Continue Ideographic Dash';
const SCRIPTS =
  'Arabic Armenian Bengali Common Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew ' +
  'Hiragana Inherited Kannada Katakana Khmer Lao Latin Malayalam Myanmar Sinhala Tamil Telugu Thai Tibetan';

const CATEGORY_NAMES = new Set(CATEGORIES.split(' '));
const BINARY_NAMES = new Set(BINARY.split(' '));
const SCRIPT_NAMES = new Set(SCRIPTS.split(' '));

/** The one spelling of a supported `\p{...}`, or nothing. */
export function propertyName(text: string): string | undefined {
  const [key, value, more] = text.split('=');
  if (key === undefined || more !== undefined) return undefined;
  if (value === undefined) return CATEGORY_NAMES.has(key) || BINARY_NAMES.has(key) ? key : undefined;
  if (key === 'gc' || key === 'General_Category') return CATEGORY_NAMES.has(value) ? value : undefined;
  if (key === 'sc' || key === 'Script') return SCRIPT_NAMES.has(value) ? `Script=${value}` : undefined;
  return undefined;
}

const nativeTests = new Map<string, RegExp>();

/** `name` must come from `propertyName`, so the native pattern is one of a closed list and tests one character. */
export function hasProperty(name: string, codePoint: number): boolean {
  let test = nativeTests.get(name);
  if (test === undefined) {
    test = new RegExp(`^\\p{${name}}$`, 'u');
    nativeTests.set(name, test);
  }
  return test.test(String.fromCodePoint(codePoint));
}

export function rangesSet(ranges: Ranges): CharSet {
  return { ranges, properties: [], negated: false };
}

import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_LIMITS } from './limits.ts';
import { compilePattern, createPatternCache, type Pattern } from './pattern.ts';

function compile(source: string): Pattern {
  const outcome = compilePattern(source, DEFAULT_LIMITS);
  if (!outcome.ok) throw new Error(outcome.issues[0]?.message ?? 'refused');
  return outcome.value;
}

function refusal(source: string): string {
  const outcome = compilePattern(source, DEFAULT_LIMITS);
  expect(outcome.ok).toBe(false);
  expect(outcome.issues).toHaveLength(1);
  return `${outcome.issues[0]?.code}: ${outcome.issues[0]?.message}`;
}

/** Rows of pattern, texts that match, texts that do not. */
type Row = readonly [source: string, yes: readonly string[], no: readonly string[]];

function expectRows(rows: readonly Row[]): void {
  for (const [source, yes, no] of rows) {
    const pattern = compile(source);
    for (const text of yes) expect([source, text, pattern.test(text)]).toEqual([source, text, true]);
    for (const text of no) expect([source, text, pattern.test(text)]).toEqual([source, text, false]);
  }
}

describe('what patterns match', () => {
  it('[PA1] a match may stand anywhere in the text, and ^ and $ are only its ends', () => {
    expectRows([
      ['b', ['b', 'abc'], ['', 'ac']],
      ['', ['', 'a'], []],
      ['^b', ['bc'], ['abc', 'a\nb']],
      ['b$', ['ab'], ['abc', 'b\n']],
      ['^$', [''], ['a', '\n']],
      ['a^b|$c', [], ['ab', 'a\nb', 'c']],
    ]);
  });

  it('[PA2] groups, choices and repetitions mean what they mean in JavaScript', () => {
    expectRows([
      ['^(?:ab|c)$', ['ab', 'c'], ['abc', 'a', '']],
      ['^(ab|c)+$', ['ab', 'cab'], ['', 'a']],
      ['^(?<year>\\d{4})$', ['2024'], ['204', '20245']],
      ['^a{2}$', ['aa'], ['a', 'aaa']],
      ['^a{2,}$', ['aa', 'aaaa'], ['a']],
      ['^a{1,2}$', ['a', 'aa'], ['', 'aaa']],
      ['^a{0}b$', ['b'], ['ab']],
      ['^(a|)$', ['', 'a'], ['b']],
      ['^(?:|a)+b$', ['b', 'aab'], ['a']],
      ['^(?:a?b?)*$', ['', 'abba'], ['c']],
      ['^(){1000000000}a$', ['a'], ['']],
    ]);
  });

  it('[PA2] a lazy repetition matches the texts of the greedy one', () => {
    expectRows([
      ['^a*?b+?c??d{1,2}?$', ['bd', 'aabbcdd'], ['d', 'bcddd']],
      ['^.*?$', ['', 'abc'], ['a\nb']],
    ]);
  });

  it('[PA2] classes and escapes mean what they mean in JavaScript', () => {
    expectRows([
      ['^.$', ['a', '\u{1f600}', '\u0085'], ['\n', '\r', '\u2028', '\u2029']],
      ['^\\d\\D\\w\\W\\s\\S$', ['1a_- x'], ['aa_- x', '\u0661a_- x']],
      ['^\\s+$', [' \t\n\u00a0\ufeff\u3000'], ['\u200b', '\u180e']],
      ['^[a-c\\d_-]+$', ['a-1_'], ['d', 'A']],
      ['^[^a-c]$', ['d', '\n'], ['a']],
      ['^[]$', [], ['', 'a']],
      ['^[^]$', ['a', '\n'], ['']],
      ['^[\\]^\\\\]+$', [']^\\'], ['[']],
      ['^[\\b]$', ['\b'], ['b']],
      ['^\\n\\r\\t\\f\\v\\0\\cA$', ['\n\r\t\f\v\0\u0001'], []],
      ['^\\x41\\u0042\\u{43}\\u{000044}$', ['ABCD'], []],
      ['\\bfoo\\b', ['a foo.', 'foo'], ['food', '_foo']],
      ['\\Boo\\B', ['foods'], ['foo', 'oo']],
    ]);
  });

  it('[PA3] pattern and text are read by code point', () => {
    expectRows([
      ['^.{2}$', ['\u{1f600}\u{1f600}'], ['\u{1f600}']],
      ['^[\u{1f600}-\u{1f64f}]$', ['\u{1f601}'], ['\u{1f650}', '\ud83d']],
      ['^\\ud83d\\ude00$', ['\u{1f600}'], ['\ud83d']],
      ['^\\ud83d', ['\ud83d', '\ud83da'], ['\u{1f600}']],
      ['\\ude00', ['\ude00'], ['\u{1f600}']],
      ['\\B', ['', 'ab'], ['a\u{1f600}a']],
    ]);
  });

  it('[PA4] spellings that only the mode without u accepts are read as people mean them', () => {
    expectRows([
      ['^[\\w-.]+$', ['a-b.c'], ['a b']],
      ['^[\\w.%+\\-]+@[a-z\\d.\\-]+\\.[a-z]{2,}$', ['some.one+x@mail.example.org'], ['someone@x', '@example.org']],
      ['^[a-\\d]$', ['a', '-', '7'], ['b']],
      ['^\\-\\_\\@\\ \\"$', ['-_@ "'], []],
      ['^{.*}$', ['{x}'], ['x']],
      ['^a{,2}]$', ['a{,2}]'], ['a]']],
      ['^a{x$', ['a{x'], []],
    ]);
  });
});

describe('case and properties', () => {
  it('[PA6] (?i) ignores case in literals, ranges and negated classes', () => {
    expectRows([
      ['(?i)^straSSe$', ['STRASSE', 'strasse'], ['stra\u00dfe']],
      ['(?i)^[a-c]+$', ['abcABC'], ['d']],
      ['(?i)^[^a]$', ['b', 'B'], ['a', 'A']],
      ['(?i)^\u03c3$', ['\u03a3', '\u03c2', '\u03c3'], ['s']],
      ['(?i)^k\\b', ['\u212a'], []],
      ['(?i)^\\W$', ['-'], ['\u017f', '\u212a', 's']],
      ['(?i)^i$', ['I'], ['\u0130', '\u0131']],
    ]);
  });

  it('[PA6] (?i) joins exactly the letters that the native flags iu join', () => {
    const cased: string[] = [];
    for (let codePoint = 0; codePoint <= 0x1ffff; codePoint++) {
      const letter = String.fromCodePoint(codePoint);
      if (/[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}\u0130\u0131]/u.test(letter)) cased.push(letter);
    }
    expect(cased.length).toBeGreaterThan(2500);
    for (const [index, letter] of cased.entries()) {
      const pattern = compile(`(?i)^${letter}$`);
      const native = new RegExp(`^${letter}$`, 'iu');
      const others = [letter.toLowerCase(), letter.toUpperCase(), letter.toUpperCase().toLowerCase()];
      for (const other of [...others, cased[index - 1] ?? 'k', cased[index + 1] ?? 's', '\u212a', '\u017f']) {
        expect([letter, other, pattern.test(other)]).toEqual([letter, other, native.test(other)]);
      }
    }
  });

  it('[PA7] properties are those that the u flag knows', () => {
    expectRows([
      ['^\\p{L}+$', ['aZ\u00e9\u4e2d\u{10400}'], ['1', '_']],
      ['^\\p{Lu}\\p{Ll}$', ['\u00c9\u00e9'], ['ee']],
      ['^\\P{L}$', ['1', ' '], ['a']],
      ['^[\\p{N}\\p{P}]+$', ['12!\u0664'], ['a']],
      ['^[^\\p{L}\\s]+$', ['12'], ['a', ' ']],
      ['^\\p{Letter}\\p{gc=Nd}\\p{General_Category=Sc}$', ['a1\u20ac'], ['a1a']],
      ['^\\p{Script=Greek}\\p{sc=Han}$', ['\u03b1\u4e2d'], ['a\u4e2d']],
      ['^\\p{Emoji_Presentation}$', ['\u{1f600}'], ['a']],
      ['^\\p{Script_Extensions=Devanagari}\\P{Math}$', ['\u0964a'], ['\u0964+']],
    ]);
    for (const source of [
      '\\p{Klingon}',
      '\\p{Script=L}',
      '\\pL',
      '\\p',
      '\\p{}',
      '\\p{gc=}',
      '[\\p{^L}]',
      '\\p{L=Lu}',
      '\\p{lu}',
      '[a-\\p{RGI_Emoji}]',
    ]) {
      expect(refusal(source)).toContain('an unknown character property at position');
    }
  });
});

describe('what patterns refuse', () => {
  it('[PA5] each refusal names the construct and its position', () => {
    const rows: readonly (readonly [source: string, construct: string])[] = [
      ['^(?=.*\\d)', 'a look-ahead at position 1'],
      ['a(?!b)', 'a negative look-ahead at position 1'],
      ['(?<=a)b', 'a look-behind at position 0'],
      ['(?<!a)b', 'a negative look-behind at position 0'],
      ['(a)\\1', 'a back-reference (\\1) at position 3'],
      ['(?<x>a)\\k<x>', 'a back-reference (\\k) at position 7'],
      ['a(?i)', 'flags or an unknown group at position 1'],
      ['(?i:a)', 'flags or an unknown group at position 0'],
      ['(?s).', 'flags or an unknown group at position 0'],
      ['(?P<x>a)', 'a Python group at position 0'],
      ['(?>a)', 'an atomic group at position 0'],
      ['(?#a)', 'a comment at position 0'],
      ['(?<1>a)', 'a group without a valid name at position 0'],
      ['[invalid(', 'a bracket that nothing closes at position 0'],
      ['a[b-', 'a bracket that nothing closes at position 1'],
      ['(a', 'a group that nothing closes at position 0'],
      ['a)', 'a closing parenthesis that nothing opened at position 1'],
      ['*a', 'a repetition of nothing at position 0'],
      ['a**', 'a repetition of nothing at position 2'],
      ['a{2}{3}', 'a repetition of nothing at position 4'],
      ['a|+', 'a repetition of nothing at position 2'],
      ['^*', 'a repetition of an anchor at position 1'],
      ['\\b+', 'a repetition of an anchor at position 2'],
      ['a{3,1}', 'a repetition whose bounds are out of order at position 1'],
      ['[z-a]', 'a range whose ends are out of order at position 2'],
      ['a\\', 'a backslash with nothing behind it at position 1'],
      ['\\xz', '\\x without two hexadecimal digits at position 0'],
      ['\\u12', '\\u without a code point at position 0'],
      ['\\u{110000}', '\\u without a code point at position 0'],
      ['\\01', 'an octal escape at position 0'],
      ['\\Aa\\z', 'the unknown escape \\A at position 0'],
      ['[\\B]', 'the unknown escape \\B at position 1'],
      ['\\c1', 'the unknown escape \\c at position 0'],
    ];
    for (const [source, construct] of rows) {
      expect(refusal(source)).toMatch(/^VITRINE_PATTERN_SYNTAX: The pattern ".*" is refused: /s);
      expect(refusal(source)).toContain(`is refused: ${construct}.`);
    }
  });

  it('[PA5] what is not a string is refused', () => {
    for (const source of [undefined, null, 7, {}, ['a']]) {
      const outcome = compilePattern(source as unknown as string, DEFAULT_LIMITS);
      expect(outcome.issues[0]?.message).toMatch(/^A pattern is a string, not /);
    }
  });

  it('[PA8] a source longer than the limit is refused', () => {
    expect(compilePattern('a'.repeat(1024), DEFAULT_LIMITS).ok).toBe(true);
    expect(refusal('a'.repeat(1025))).toBe(
      'VITRINE_LIMIT_PATTERN: The pattern is 1025 characters long, and 1024 are allowed.',
    );
    expect(compilePattern('abc', { ...DEFAULT_LIMITS, patternLength: 2 }).ok).toBe(false);
  });

  it('[PA9] repetitions that would need too many instructions are refused before they are copied', () => {
    expect(compilePattern('a{9999}', DEFAULT_LIMITS).ok).toBe(true);
    expect(compilePattern('(?:ab|c){1,1500}', DEFAULT_LIMITS).ok).toBe(true);
    const bombs = [
      'a{10000}',
      '(a{1000}){1000}',
      '((((((a{99}){99}){99}){99}){99}){99}){99}',
      'a{99999999999999999999}',
    ];
    for (const source of [...bombs, 'a{0,5000}', '(?:a|b){3000,}']) {
      expect(refusal(source)).toMatch(
        /^VITRINE_LIMIT_PATTERN: The pattern repeats too much: it needs \S+ instructions/,
      );
    }
  });

  it('[PA10] a hundred groups inside one another are the most', () => {
    const nest = (depth: number) => `${'('.repeat(depth)}a${')?'.repeat(depth)}`;
    expect(compile(nest(100)).test('')).toBe(true);
    expect(refusal(nest(101))).toContain('more than 100 groups inside one another at position 100');
    expect(refusal('('.repeat(1024))).toContain('more than 100 groups');
    expect(compile('(a)'.repeat(300)).test('a'.repeat(300))).toBe(true);
  });
});

describe('what patterns cost', () => {
  const long = 'a'.repeat(100 * 1024);

  it('[PA11] patterns that make others backtrack take a moment on 100 KB', () => {
    const sources = [
      '^(a+)+$',
      '^(a|a)*$',
      '^(a|aa)+$',
      '(.*)*x',
      '^(([a-z])+.)+[A-Z]([a-z])+$',
      '(a*)*(a*)*b',
      'a.*a.*a.*a.*b',
    ];
    for (const source of sources) {
      const pattern = compile(source);
      pattern.test(`${long.slice(0, 1000)}!`);
      // Of the processor, not of the clock: others may be at work. Backtracking would take years.
      const before = process.cpuUsage();
      pattern.test(`${long}!`);
      const { user, system } = process.cpuUsage(before);
      expect([source, user + system < 1_000_000]).toEqual([source, true]);
    }
  });

  it('[PA11] patterns of many classes take a moment', () => {
    const many = (count: number, atom: (codePoint: string) => string) =>
      Array.from({ length: count }, (_, i) => atom(String.fromCodePoint(0x4e00 + 61 * i))).join('');
    const categories = 'L LC Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So Z Zs Zl Zp C Cn';
    const sources = [
      many(500, (char) => `${char}?`),
      `[${many(335, (char) => `A-${char}`)}]+$`,
      many(160, (char) => `[A-${char}]?`),
      many(100, (char) => `[\\p{L}${char}]?`),
      many(160, (char) => `[\\W${char}]?`),
      categories.replace(/\w+ ?/g, '\\p{$&}?\\P{$&}?').replaceAll(' }', '}'),
    ];
    const text = Array.from({ length: 200 }, (_, i) => String.fromCodePoint(0x20 + 7 * i)).join('');
    for (const source of sources.flatMap((plain) => [plain, `(?i)${plain}`])) {
      const before = process.cpuUsage();
      // All of the text is read: nothing in it ends a match.
      expect(compile(`${source}\x07`).match(text)).toMatchObject({ value: false });
      const { user, system } = process.cpuUsage(before);
      expect([source, user + system < 250_000]).toEqual([source, true]);
    }
  });

  it('[PA12] a run takes no more steps than it may, whatever the text', () => {
    const many = Array.from({ length: 500 }, (_, i) => `${String.fromCodePoint(0x4e00 + 61 * i)}?`).join('');
    const everywhere = Array.from({ length: 100_000 }, (_, i) => String.fromCodePoint(0x20 + ((7 * i) % 0xd000))).join(
      '',
    );
    for (const source of [many, '(?:a|b)*a(?:a|b){20}!', 'a{9000}!', 'zzz']) {
      const pattern = compile(source);
      const [outcome, steps] = [pattern.match(everywhere, 1_000_000), pattern.steps];
      expect([source, outcome.ok, steps < 1_100_000]).toEqual([source, steps <= 1_000_000, true]);
    }
    const plain = compile('^[a-z]+$');
    plain.match('abc'.repeat(300_000));
    expect(plain.match('abc'.repeat(300_000))).toMatchObject({ ok: true, value: true });
    expect(plain.steps).toBe(900_000);
    expect(plain.match('abc'.repeat(300_000), 800_000).ok).toBe(false);
    expect(plain.steps).toBeLessThan(805_000);
  });

  it('[PA12] a text that is too long for a large pattern is refused, and does not match', () => {
    const pattern = compile('(?:ab|b|a)*a(?:a|b){240}c');
    const text = Array.from(long, (_, i) => ((i * i) % 7 < 3 ? 'a' : 'b')).join('');
    const outcome = pattern.match(text);
    expect(outcome.issues.map(({ code, message }) => [code, message])).toEqual([
      ['VITRINE_LIMIT_TEXT', `The text of 102400 characters is too long for the pattern "${pattern.source}".`],
    ]);
    expect(pattern.test(text)).toBe(false);
    expect(pattern.match('a')).toEqual({ ok: true, value: false, issues: [] });
    expect(pattern.match(`${text.slice(0, 100)}a${text.slice(0, 240)}c`)).toMatchObject({ ok: true, value: true });
  });

  it('[PA13] a run that fills the memory of states changes no later result', () => {
    const pattern = compile('(?:a|b)*a(?:a|b){14}$');
    const native = /a[ab]{14}$/;
    let text = '';
    for (let i = 0, seed = 7; i < 15_000; i++) {
      seed = (seed * 1_103_515_245 + 12_345) % 0x80000000;
      text += seed > 0x40000000 ? 'a' : 'b';
    }
    for (let end = 100; end < text.length; end += 977) {
      const part = text.slice(0, end);
      expect([end, pattern.test(part)]).toEqual([end, native.test(part)]);
    }
  });

  it('[PA13] a text in every script changes no later result', () => {
    const pattern = compile('^[\\p{L}\\P{L}]*\\p{Lu}$');
    let text = '';
    for (let codePoint = 0x20; codePoint < 0x30000; codePoint += 64) {
      if (codePoint < 0xd800 || codePoint > 0xdfff) text += String.fromCodePoint(codePoint);
    }
    for (let round = 0; round < 3; round++) {
      expect(pattern.test(`${text}Z`)).toBe(true);
      expect(pattern.test(`${text}z`)).toBe(false);
      expect(pattern.test('\u0416')).toBe(true);
    }
  });

  it('[PA14] the cache compiles a source once and forgets the one used longest ago', () => {
    const patterns = createPatternCache(DEFAULT_LIMITS, 2);
    const first = patterns('a');
    patterns('b');
    expect(patterns('a')).toBe(first);
    patterns('c');
    expect(patterns('a')).toBe(first);
    const b = patterns('b');
    patterns('a');
    patterns('d');
    expect(patterns('a')).toBe(first);
    expect(patterns('b')).not.toBe(b);
    expect(patterns('(').ok).toBe(false);
  });

  it('[PA15] the native engine sees one class at a time', () => {
    const seen = new Set<string>();
    const recording = class extends RegExp {
      constructor(source: string, flags: string) {
        super(source, flags);
        seen.add(source);
      }
    };
    vi.stubGlobal('RegExp', recording);
    try {
      compile('^(?:[a-z*(|]{2,}|(\\p{L}|.)*\\b\\+[^\\w\\p{N}-])+$').test('aa+');
    } finally {
      vi.unstubAllGlobals();
    }
    expect([...seen].sort()).toEqual(
      [
        '^[\\u{61}-\\u{7a}]$',
        '^[\\u{61}-\\u{7a}\\u{2a}\\u{28}\\u{7c}]$',
        '^\\p{L}$',
        '^.$',
        '^\\w$',
        '^\\u{2b}$',
        '^\\p{N}$',
        '^[\\u{2d}]$',
      ].sort(),
    );
  });
});

import { describe, expect, test } from 'vitest';
import { shown } from './shown-text.ts';

describe('shown', () => {
  test.each([
    ['plain words', 'Pay 12.50 now'],
    ['line breaks', 'a\nb'],
    ['letters of other scripts', 'Größe, 東京, Ελλάδα, שלום'],
    ['a family emoji', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['a heart on fire with its variation', '\u2764\ufe0f\u200d\u{1f525}'],
    ['an emoji with a skin tone and a profession', '\u{1f469}\u{1f3fd}\u200d\u{1f680}'],
    ['the flag of Scotland', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['a Persian word with its non-joiner', 'می\u200cخواهم'],
    ['an Indic conjunct with its joiner', 'क\u094d\u200dष'],
    ['Thai with its break marks', 'ภาษา\u200bไทย'],
    ['a form of a Han character', '葛\u{e0100}'],
    ['the emoji that has no other form', '\u00a9\ufe0f 1\ufe0f\u20e3'],
  ])('leaves %s as they are', (_what, text) => {
    expect(shown(text)).toBe(text);
  });

  test.each([
    ['overrides leave a sign', 'photo\u202egpj.exe', 'photo\ufffdgpj.exe'],
    ['embeddings are left out', '\u202a+1 555\u202c \u202bx\u202c', '+1 555 x'],
    ['isolates are left out', 'Hello \u2068Ada\u2069\u2066\u2067!', 'Hello Ada!'],
    ['direction marks are left out', 'a\u200eb\u200fc\u061cd', 'abcd'],
    ['zero width spaces are left out', 'pay\u200bpal\u2060\ufeff', 'paypal'],
    ['joiners between Latin letters are left out', 'ad\u200dmin\u200c', 'admin'],
    ['joiners without anything before them are left out', '\u200d\u200ca', 'a'],
    ['a second joiner is left out', 'می\u200c\u200c\u200cخ', 'می\u200cخ'],
    ['soft hyphens and fillers are left out', 'a\u00adb\u3164c\u115fd\u034fe', 'abcde'],
    ['hidden tags are left out', 'a\u{e0061}\u{e0062}b', 'ab'],
    ['variation selectors of Han elsewhere are left out', 'a\u{e0100}b', 'ab'],
    ['controls get their picture', 'a\u001b[31m\u0000\u007f\u0090', 'a\u241b[31m\u2400\u2421\ufffd'],
    ['line ends become one', 'a\r\nb\rc\u2028d\u2029e\u0085f', 'a\nb\nc\nd\ne\nf'],
    ['tabs become spaces', 'a\tb', 'a b'],
    ['half characters get the replacement sign', 'a\ud83db', 'a\ufffdb'],
  ])('%s', (_what, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test('what is shown once stays what it is', () => {
    const hostile = 'x\u202e\u2066\u200b\u{e0061}\u200d\u{1f468}\u200d\u{1f469}\r\n\t\u0001';
    expect(shown(shown(hostile))).toBe(shown(hostile));
  });
});

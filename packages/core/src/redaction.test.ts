import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { issue, quote } from './issue.ts';
import type { Json } from './json.ts';
import { escapeSegment } from './pointer.ts';
import { createRedactor, NO_SECRETS } from './redaction.ts';
import { takeAll } from './steps.ts';

const PIN = '482913';
const ODD = 'qu"ote\\99/x~y';
const LONG = `sk-proj-${'abcdefghij'.repeat(16)}`;
const redactor = createRedactor([
  { id: 'pin', value: PIN },
  { id: 'odd', value: ODD },
  { id: 'long', value: LONG },
]);

describe('[RD1] a secret', () => {
  test('[RD1] is its marker in texts and keys, the longest first, counted', () => {
    const two = createRedactor([
      { id: 'short', value: 'abcdef' },
      { id: 'long', value: 'abcdefghij' },
    ]);
    expect(two.redact({ t: 'abcdefghij, abcdef', abcdef: ['abcdef', 7, null] })).toEqual({
      value: { t: '[REDACTED:long], [REDACTED:short]', '[REDACTED:short]': ['[REDACTED:short]', 7, null] },
      count: 4,
    });
  });

  test('[RD1] is looked for once: no marker is looked into', () => {
    const two = createRedactor([
      { id: 'one', value: 'secret-1' },
      { id: 'two', value: 'REDACTED' },
    ]);
    expect(two.text('secret-1 and REDACTED')).toBe('[REDACTED:one] and [REDACTED:two]');
  });
});

test('[RD2] what holds none is the same value, and without secrets nothing is looked at', () => {
  const value = { a: ['x', { n: Number.NaN }], b: 1482912 };
  expect(redactor.redact(value).value).toBe(value);
  expect(createRedactor([{ id: 'none', value: '' }])).toBe(NO_SECRETS);
  expect(NO_SECRETS.redact(value)).toEqual({ value, count: 0 });
  expect(NO_SECRETS.text(PIN)).toBe(PIN);
});

test.each<[number, string]>([
  [482913, '[REDACTED:pin]'],
  [1482913, '1[REDACTED:pin]'],
  [-48291375, '-[REDACTED:pin]75'],
  [0.482913, '0.[REDACTED:pin]'],
  [4.82913e25, `[REDACTED:pin]${'0'.repeat(20)}`],
  [4.82913e-9, `0.${'0'.repeat(8)}[REDACTED:pin]`],
])('[RD3] the number %d is a text with the marker', (number, text) => {
  expect(redactor.redact({ n: [number] })).toEqual({ value: { n: [text] }, count: 1 });
});

test.each([48291, 4829.13, 319284, 1e21, 0, -0, Number.POSITIVE_INFINITY])('[RD3] the number %d stays', (number) => {
  expect(redactor.redact(number)).toEqual({ value: number, count: 0 });
});

test('[RD4] a secret is found in the quotes of a message and in a pointer', () => {
  const at = `/values/${escapeSegment(ODD)}`;
  const said = issue('VITRINE_WRITE_REFUSED', 'error', `No field ${quote(`x.${ODD}`)} at ${quote(at)}.`, at);
  expect(redactor.redact(said).value).toMatchObject({
    message: 'No field "x.[REDACTED:odd]" at "/values/[REDACTED:odd]".',
    at: '/values/[REDACTED:odd]',
  });
});

test('[RD5] a secret that a message has cut off is hidden as far as it goes', () => {
  expect(redactor.text(`No ${quote(LONG)}.`)).toBe('No "[REDACTED:long]...".');
  expect(redactor.text(`No ${quote('x'.repeat(50) + LONG)}.`)).toBe(`No "${'x'.repeat(50)}[REDACTED:long]...".`);
  expect(redactor.text(`No ${quote(`${'x'.repeat(52)}${ODD}`)}.`)).toBe(`No "${'x'.repeat(52)}[REDACTED:odd]...".`);
  expect(redactor.text('He said "sk-p..." and went.')).toBe('He said "sk-p..." and went.');
});

const KEY = 'sk-Live-5f9a.Zé77';
const hides = createRedactor([
  { id: 'key', value: KEY },
  { id: 'pin', value: PIN },
  { id: 'word', value: 'Geheim' },
]);
const split = (between: string, secret = KEY) => [...secret].join(between);
const wide = (text: string) =>
  text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)).replaceAll(' ', '\u3000');

const signs = (text: string, sign = '%') =>
  Array.from(new TextEncoder().encode(text), (byte) => sign + byte.toString(16).padStart(2, '0').toUpperCase()).join(
    '',
  );

test.each<[string, string]>([
  ['a zero-width space', split('\u200b')],
  ['a separator of lines', split('\u2028')],
  ['a separator of paragraphs', split('\u2029')],
  ['a noncharacter', split('\ufdd0')],
  ['a noncharacter of another plane', split('\u{1fffe}')],
  ['the empty pattern of Braille', split('\u2800')],
  ['a zero-width joiner', split('\u200d')],
  ['a soft hyphen', split('\u00ad')],
  ['a byte order mark', split('\ufeff')],
  ['a word joiner', split('\u2060')],
  ['a variation selector', split('\ufe0f')],
  ['a variation selector of another plane', split('\u{e0100}')],
  ['a mark of direction', split('\u202e')],
  ['an isolate', split('\u2066')],
  ['a tag', split('\u{e0041}')],
  ['a grapheme joiner', split('\u034f')],
  ['a Hangul filler', split('\u3164')],
  ['an annotation', split('\ufff9')],
  ['a zero byte', split('\0')],
  ['another control', split('\u0085')],
  ['many of them', split('\u200b\u00ad\u{e0020}\0'.repeat(50))],
  ['an escape of JSON', split('\\u200b')],
  ['an escape of JSON in JSON', split('\\\\u00AD')],
  ['an escaped pair', split('\\udb40\\udd00')],
  ['a number of HTML', split('&#8203;')],
  ['a hexadecimal number of HTML', split('&#X200B;')],
  ['a number of HTML in HTML', split('&amp;#8203;')],
  ['names of HTML', split('&shy;&zwnj;&ZeroWidthSpace;&lrm;')],
  ['a name of HTML without its end', split('&shy')],
  ['a break of HTML', split('<wbr>')],
  ['signs of an address', split('%E2%80%8B')],
  ['signs of an address in an address', split('%25e2%2580%258b')],
  ['a zero byte and the end of a line in an address', split('%00%0D%0a')],
  ['tags', split('</b><b class="x">')],
  ['a comment', split('<!-- x -->')],
  ['ends of lines', split('\n')],
  ['ends of lines and blanks', split('\r\n \t ')],
  ['escaped ends of lines', split('\\n')],
])('[RD7] a secret is found that is split by %s', (_what, given) => {
  expect(hides.redact({ a: [`x ${given} y`], [`k${given}`]: 1 })).toEqual({
    value: { a: ['x [REDACTED:key] y'], 'k[REDACTED:key]': 1 },
    count: 2,
  });
});

test.each<[string, string]>([
  ['composed', KEY.normalize('NFC')],
  ['decomposed', KEY.normalize('NFD')],
  ['full width', wide(KEY)],
  ['decomposed, and split', split('\u200b', KEY.normalize('NFD'))],
  ['mathematical letters', KEY.replaceAll('5', '\u{1d7d3}').replaceAll('a', '\u{1d41a}')],
  ['capitals', KEY.toUpperCase()],
  ['small letters', KEY.toLowerCase()],
  ['escapes of JSON', [...KEY].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')],
  ['numbers of HTML', [...KEY].map((one) => `&#${one.charCodeAt(0)};`).join('')],
  ['an address', encodeURIComponent(KEY)],
  ['an address, letter by letter', signs(KEY)],
  ['an address, in small letters', signs(KEY).toLowerCase()],
  ['an address in an address in an address', signs(KEY, '%2525')],
  ['an address, some letters of it', `${KEY.slice(0, 4)}${signs(KEY.slice(4, 9))}${KEY.slice(9)}`],
])('[RD8] a secret is found in another form: %s', (_what, given) => {
  expect(hides.text(`x ${given} y`)).toBe('x [REDACTED:key] y');
});

test.each(['**', '_', '~~', '`', '\\'])('[RD7] marks of Markdown are letters, which secrets have too: %s', (mark) => {
  const given = `x ${split(mark)} y`;
  expect(hides.redact(given)).toEqual({ value: given, count: 0 });
  const marked = createRedactor([{ id: 'm', value: 'api_key_12*34`56' }]);
  expect(marked.text('api_key_12*34`56')).toBe('[REDACTED:m]');
  for (const plain of ['apikey123456', 'api key 123456', 'api_key_123456'])
    expect(marked.redact(plain)).toEqual({ value: plain, count: 0 });
});

test.each([
  ['in brackets', (key: string) => `<${key}>`],
  ['in a tag', (key: string) => `<b title="${key}">x</b>`],
  ['in a comment', (key: string) => `<!-- ${key} -->`],
  ['in a tag, and split', (key: string) => `<b title="${split('&shy;', key)}">`],
  ['in a tag of a long text', (key: string) => `${'x'.repeat(20_000)}<b title="${key}">`],
] as const)('[RD7] a secret is found %s, which is otherwise nothing', (_where, write) => {
  expect(hides.text(write(KEY))).toBe(write('[REDACTED:key]').replaceAll('&shy;', ''));
  const isIn = hides.stream();
  expect([...write(KEY)].map((one) => isIn(one)).some(Boolean)).toBe(true);
});

test('[RD8] what stands around a secret in an address stays, and so does what is no secret there', () => {
  expect(hides.text(`https://x.org/?q=${signs(KEY)}%20and&p=100%25%zz%e2%80`)).toBe(
    'https://x.org/?q=[REDACTED:key]%20and&p=100%25%zz%e2%80',
  );
  const phrase = createRedactor([{ id: 'phrase', value: 'correct horse 100%41' }]);
  for (const given of ['correct horse 100%41', 'correct+horse+100%2541', 'correct%20horse%20100%2541'])
    expect(phrase.text(`<${given}>`)).toBe('<[REDACTED:phrase]>');
  const plain = 'a 50%de descuento, %c0%80 and %ed%a0%80';
  expect(hides.text(plain)).toBe(plain);
});

test('[RD8] a short one, which may be a word, is found in its own case alone', () => {
  expect(hides.text('Geheim, geheim, GEHEIM, G\u200beheim, g\u200beheim')).toBe(
    '[REDACTED:word], geheim, GEHEIM, [REDACTED:word], g\u200beheim',
  );
  expect(hides.text(wide(PIN))).toBe('[REDACTED:pin]');
});

test.each([0, 1, 2])('[RD8] a secret is found in base64, behind %d other bytes', (before) => {
  const bytes = `${'x'.repeat(before)}${LONG}`;
  const encoded = btoa(bytes);
  expect(redactor.text(`data:;base64,${encoded}`)).toContain('[REDACTED:long]');
});

test('[RD7] what parts a secret from the next words stays', () => {
  expect(hides.text(`<b>${split('<wbr>')}</b>\n${KEY}\u200b\r\n${PIN}\\nnext`)).toBe(
    '<b>[REDACTED:key]</b>\n[REDACTED:key]\r\n[REDACTED:pin]\\nnext',
  );
  const plain = 'a < b & c; x<y>z\n\n1 &amp; 2 &unknown; &#99999999; \\name \\\\';
  expect(hides.redact(plain)).toEqual({ value: plain, count: 0 });
});

test('[RD8] a secret with markup in it is found as it is and as it is seen', () => {
  const marked = createRedactor([{ id: 'm', value: 'R&D<dept>-2026\n&amp;-key' }]);
  for (const form of ['R&D<dept>-2026\n&amp;-key', 'R&amp;D<dept>-2026&-key'])
    expect(marked.text(`x ${form} y`)).toBe('x [REDACTED:m] y');
});

test.each([64, 76])('[RD8] a secret is found in base64 in lines of %d', (width) => {
  const lines = btoa(`xx${LONG}${LONG}`).match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
  for (const between of ['\n', '\r\n  ', '\\n']) {
    const hidden = redactor.text(lines.join(between));
    expect(hidden.match(/REDACTED:long/g)).toHaveLength(2);
    expect(hidden.length).toBeLessThan(60);
  }
});

test('[RD10] a long value loses its secrets in steps as at once', () => {
  const text = `${'x\u00e9\n'.repeat(10_000)}${split('\u200b')}${'&shy;'.repeat(10_000)}${PIN}`;
  const value = { [KEY]: Array.from({ length: 3000 }, (_, i) => ({ i, [`k${i}`]: `${i} ${KEY}` })), text, n: 482913 };
  const steps = hides.redactSteps(value);
  let count = 0;
  let next = steps.next();
  for (; next.done !== true; next = steps.next()) count++;
  expect(next.value).toEqual(hides.redact(value));
  expect(next.value.count).toBe(3004);
  expect(count).toBeGreaterThan(1000);
  const clean = { rows: value.text.slice(0, 30_000), list: Array.from({ length: 9000 }, (_, i) => i) };
  expect(takeAll(hides.redactSteps(clean)).value).toBe(clean);
  expect(takeAll(NO_SECRETS.redactSteps(clean))).toEqual({ value: clean, count: 0 });
});

test('[RD8] marks of one letter are the same in any order, and invisible letters stay where there is no secret', () => {
  const marked = createRedactor([{ id: 'm', value: 'pa\u0323\u0301ss-12' }]);
  for (const form of ['a\u0301\u0323', '\u00e1\u0323', '\u1ea1\u0301'])
    expect(marked.text(`p${form}ss-12`)).toBe('[REDACTED:m]');
  const harmless = 'a\u200bb \u202e e\u0301 \\u200b \ufdfa \ud800';
  expect(marked.redact(harmless)).toEqual({ value: harmless, count: 0 });
});

test('[RD8] a secret of which nothing is seen is found as it is', () => {
  const invisible = createRedactor([{ id: 'i', value: '\u200b\u200c\u200b\u200c\u200b\u200c' }]);
  expect(invisible.text('x\u200b\u200c\u200b\u200c\u200b\u200cy\u200bz')).toBe('x[REDACTED:i]y\u200bz');
});

test('[RD9] what may be the beginning of a secret is told, however much nobody sees is in it', () => {
  const grown = `${'x'.repeat(10_000)}${KEY.slice(0, 9)}${'\u200b'.repeat(5000)}`;
  const tail = hides.tail(grown);
  expect(tail.length).toBeLessThan(grown.length);
  expect(hides.text(tail + KEY.slice(9))).toContain('[REDACTED:key]');
  expect(NO_SECRETS.tail(grown)).toBe('');
});

test.each(['\u200b', '&shy;', '&#8203;', '&amp;#x200b;', '\\\\u200b', '%E2%80%8B', '%2500', '<wbr>', '\r\n  '])(
  '[RD9] a secret is found in a stream wherever it is cut, with %j between its letters',
  (between) => {
    const text = `${'x'.repeat(20)}${split(between)}yy`;
    for (let cut = 0; cut <= text.length; cut++) {
      const isIn = hides.stream();
      expect([isIn(text.slice(0, cut)), isIn(text.slice(cut))].some(Boolean), String(cut)).toBe(true);
    }
    const isIn = hides.stream();
    expect([...text].map((one) => isIn(one)).some(Boolean)).toBe(true);
  },
);

test('[RD9] a stream without one holds none', () => {
  expect(['nothing', ' here'].map(hides.stream())).toEqual([false, false]);
  expect(NO_SECRETS.stream()(KEY)).toBe(false);
});

test('[RD1] secrets that overlap, share beginnings or are parts of each other are told apart', () => {
  const many = createRedactor([
    { id: 'ab', value: 'abcabcabd' },
    { id: 'inner', value: 'cabcab' },
    { id: 'tail', value: 'abdxyz' },
    ...Array.from({ length: 300 }, (_, i) => ({ id: `n${i}`, value: `shared-beginning-${i}-end` })),
  ]);
  expect(many.text('abcabcabd cabcab abdxyz abcabcabcabd')).toBe(
    '[REDACTED:ab] [REDACTED:inner] [REDACTED:tail] ab[REDACTED:inner]cabd',
  );
  expect(many.text('shared-beginning-17-end shared-beginning-299-en')).toBe('[REDACTED:n17] shared-beginning-299-en');
});

test('[RD6] what comes out can be written and read again, and holds no secret', () => {
  const part = fc.constantFrom<Json>(PIN, ODD, LONG, 482913, 1482913, 48.2913, 'x', true, null);
  const value = fc.letrec<{ any: Json }>((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      part,
      fc.array(tie('any')),
      fc.dictionary(fc.constantFrom('a', `k${PIN}`, ODD, '__proto__'), tie('any')),
    ),
  })).any;
  fc.assert(
    fc.property(value, (given) => {
      const text = JSON.stringify(redactor.redact(given).value);
      expect(JSON.parse(text)).toEqual(redactor.redact(given).value);
      for (const secret of [PIN, LONG, JSON.stringify(ODD).slice(1, -1)]) expect(text).not.toContain(secret);
    }),
  );
});

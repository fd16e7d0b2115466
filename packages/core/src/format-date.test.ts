import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../test/runs.ts';
import { formatDate } from './format-date.ts';
import type { Json } from './json.ts';
import type { Locale } from './locale.ts';

const AFTERNOON = '2026-09-04T15:04:05.678Z';
const reader = (locale = 'en-US', zone = 'UTC'): Locale => ({ locale, zone });

function shown(value: Json | undefined, pattern: string, locale = reader()): string {
  const outcome = formatDate(value, pattern, locale);
  if (!outcome.ok) throw new Error(outcome.issues[0]?.message ?? 'refused');
  expect(outcome.issues).toEqual([]);
  return outcome.value;
}

function refusal(pattern: string): string {
  const outcome = formatDate(AFTERNOON, pattern);
  if (outcome.ok) throw new Error(`accepted ${outcome.value}`);
  expect(outcome.issues).toHaveLength(1);
  expect(outcome.issues[0]).toMatchObject({ severity: 'error', fault: 'agent' });
  return `${outcome.issues[0]?.code} ${outcome.issues[0]?.message}`;
}

describe('values', () => {
  test.each<[Json, string, string, string]>([
    [AFTERNOON, 'UTC', 'yyyy-MM-dd HH:mm', '2026-09-04 15:04'],
    [AFTERNOON, 'America/New_York', 'yyyy-MM-dd HH:mm', '2026-09-04 11:04'],
    [AFTERNOON, 'Asia/Kathmandu', 'yyyy-MM-dd HH:mm', '2026-09-04 20:49'],
    [AFTERNOON, 'Pacific/Apia', 'yyyy-MM-dd HH:mm', '2026-09-05 04:04'],
    ['2026-01-01T01:00+03:00', 'America/New_York', 'yyyy-MM-dd HH:mm', '2025-12-31 17:00'],
    ['2011-12-30T09:59:59Z', 'Pacific/Apia', 'yyyy-MM-dd HH:mm:ss', '2011-12-29 23:59:59'],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia', 'yyyy-MM-dd HH:mm:ss', '2011-12-31 00:00:00'],
    [0, 'Asia/Tokyo', 'yyyy-MM-dd HH:mm', '1970-01-01 09:00'],
    [-1, 'UTC', 'yyyy-MM-dd HH:mm:ss.SSS', '1969-12-31 23:59:59.999'],
  ])('[FM10] %j in %s as %s is %s', (value, zone, pattern, expected) => {
    expect(shown(value, pattern, reader('en-US', zone))).toBe(expected);
  });

  test.each(['UTC', 'America/New_York', 'Pacific/Apia', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Beirut'])(
    '[FM11] a calendar date stays itself in %s',
    (zone) => {
      expect(shown('2026-09-04', 'EEEE yyyy-MM-dd HH:mm', reader('en-US', zone))).toBe('Friday 2026-09-04 00:00');
      expect(shown('2026-09-04', 'ISO', reader('en-US', zone))).toBe('2026-09-04T00:00:00.000Z');
    },
  );

  test('[FM11] a calendar date whose midnight a zone leaves out is not moved', () => {
    // Beirut begins summer time at midnight; Apia never had 2011-12-30.
    expect(shown('2025-03-30', 'yyyy-MM-dd HH:mm xxx', reader('en-US', 'Asia/Beirut'))).toBe('2025-03-30 00:00 +03:00');
    expect(shown('2011-12-30', 'yyyy-MM-dd', reader('en-US', 'Pacific/Apia'))).toBe('2011-12-30');
  });

  test.each([
    ['2026-09-04T12:00', '2026-09-04 12:00 -04:00', '2026-09-04T16:00:00.000Z'],
    ['2026-03-08T02:30', '2026-03-08 03:30 -04:00', '2026-03-08T07:30:00.000Z'],
    ['2026-11-01T01:30', '2026-11-01 01:30 -04:00', '2026-11-01T05:30:00.000Z'],
  ])('[FM12] %s without an offset is wall time in New York: %s', (value, text, iso) => {
    expect(shown(value, 'yyyy-MM-dd HH:mm xxx', reader('en-US', 'America/New_York'))).toBe(text);
    expect(shown(value, 'ISO', reader('en-US', 'America/New_York'))).toBe(iso);
  });

  test('[FM13] a time of day is shown as it stands in every zone', () => {
    expect(shown('14:30', 'h:mm a', reader('en-US', 'Asia/Tokyo'))).toBe('2:30 PM');
    expect(shown('00:05:09.5', 'HH:mm:ss.SS k K', reader('en-US', 'America/New_York'))).toBe('00:05:09.50 24 0');
  });

  test.each(['yyyy-MM-dd', 'HH:mm z', 'HH:mm xxx', 'EEE HH:mm', 'ISO'])('[FM13] a time of day has no %s', (pattern) => {
    expect(shown('14:30', pattern)).toBe('');
  });

  test.each<[Json | undefined]>([
    [undefined],
    [null],
    [''],
    ['soon'],
    [{}],
    [true],
    ['2026-02-30'],
    ['2026-13-01'],
    ['2026-01-01T25:00'],
  ])('[FM14] %j gives the empty text', (value) => {
    expect(shown(value, 'yyyy-MM-dd')).toBe('');
    expect(shown(value, 'ISO')).toBe('');
  });

  test.each([
    ['0001-01-01', 'y yy yyyy EEEE', '1 01 0001 Monday'],
    ['0099-12-31', 'yyyy-MM-dd', '0099-12-31'],
    ['1582-10-10', 'yyyy-MM-dd EEEE', '1582-10-10 Sunday'],
    ['9999-12-31T23:59:59.999Z', 'yyyy-MM-dd HH:mm:ss.SSS', '9999-12-31 23:59:59.999'],
  ])('[FM15] %s as %s is %s', (value, pattern, expected) => {
    expect(shown(value, pattern)).toBe(expected);
  });

  test('[FM15] what the zone moves out of the years 1 to 9999 gives the empty text', () => {
    expect(shown('9999-12-31T23:59Z', 'yyyy', reader('en-US', 'Asia/Tokyo'))).toBe('');
    expect(shown('0001-01-01T00:00Z', 'yyyy', reader('en-US', 'America/New_York'))).toBe('');
    expect(shown('0001-01-01T00:00', 'ISO', reader('en-US', 'Asia/Tokyo'))).toBe('');
  });

  test.each(['th', 'fa', 'ja-JP-u-ca-japanese', 'ar-SA', 'he-u-ca-hebrew'])(
    '[FM15] %s shows the Gregorian calendar',
    (locale) => {
      const ascii = `${locale.split('-u-')[0]}-u-nu-latn`;
      expect(shown('2026-09-04', 'yyyy-MM-dd', reader(ascii))).toBe('2026-09-04');
      expect(shown('2026-09-04', 'yyyy-MM-dd', reader(locale))).toHaveLength(10);
    },
  );
});

describe('numeric fields', () => {
  test.each([
    ['y yy yyyy yyyyy u r', '2026 26 2026 02026 2026 2026'],
    ['M MM L LL d dd D DDD F', '9 09 9 09 4 04 247 247 1'],
    ['h hh H HH K KK k kk', '3 03 15 15 3 03 15 15'],
    ['m mm s ss', '4 04 5 05'],
    ['S SS SSS SSSSSS A', '6 67 678 678000 54245678'],
  ])('[FM16] %s prints %s', (pattern, expected) => {
    expect(shown(AFTERNOON, pattern)).toBe(expected);
  });

  test.each([
    ['00:30', 'h K H k', '12 0 0 24'],
    ['12:30', 'h K H k', '12 0 12 12'],
    ['23:30', 'h K H k', '11 11 23 23'],
  ])('[FM16] %s as %s is %s', (value, pattern, expected) => {
    expect(shown(value, pattern)).toBe(expected);
  });

  test.each([
    ['ar-EG', '٢٠٢٦-٠٩-٠٤ ١٥:٠٤'],
    ['fa', '۲۰۲۶-۰۹-۰۴ ۱۵:۰۴'],
    ['mr', '२०२६-०९-०४ १५:०४'],
    ['de', '2026-09-04 15:04'],
    ['ja-u-nu-hanidec', '二〇二六-〇九-〇四 一五:〇四'],
  ])('[FM16] %s has its own digits', (locale, expected) => {
    expect(shown(AFTERNOON, 'yyyy-MM-dd HH:mm', reader(locale))).toBe(expected);
  });
});

describe('names', () => {
  test.each([
    ['en-US', 'EEEE, MMMM d, yyyy', 'Friday, September 4, 2026'],
    ['en-US', 'E EEE EEEEE MMM MMMMM', 'Fri Fri F Sep S'],
    ['en-US', 'eee cccc eeeee', 'Fri Friday F'],
    ['en-US', 'G GGGG GGGGG', 'AD Anno Domini A'],
    ['de', "EEEE, d. MMMM yyyy 'um' HH:mm 'Uhr'", 'Freitag, 4. September 2026 um 15:04 Uhr'],
    ['fr', 'EEEE d MMMM yyyy', 'vendredi 4 septembre 2026'],
    ['ja', 'yyyy年MMMMd日(E)', '2026年9月4日(金)'],
    ['zh', 'MMMM', '九月'],
    ['ar-EG', 'EEEE، d MMMM yyyy', 'الجمعة، ٤ سبتمبر ٢٠٢٦'],
    ['ru', 'd MMMM, LLLL', '4 сентября, сентябрь'],
    ['fi', 'EEEE, cccc, MMMM, LLLL', 'perjantaina, perjantai, syyskuuta, syyskuu'],
    ['pl', 'd MMMM, LLLL', '4 września, wrzesień'],
  ])('[FM17] %s writes %s as %s', (locale, pattern, expected) => {
    expect(shown(AFTERNOON, pattern, reader(locale))).toBe(expected);
  });

  test('[FM17] no month name is a bare number in a language that has names', () => {
    for (const locale of [
      'en-US',
      'de',
      'fr',
      'es',
      'pt',
      'it',
      'nl',
      'pl',
      'cs',
      'ru',
      'uk',
      'bg',
      'lt',
      'el',
      'tr',
      'ar',
      'he',
      'hi',
      'th',
      'vi',
      'ko',
      'ja',
      'zh',
    ]) {
      for (let month = 1; month <= 12; month++) {
        for (const pattern of ['MMM', 'MMMM', 'LLL', 'LLLL']) {
          const name = shown(`2026-${String(month).padStart(2, '0')}-15`, pattern, reader(locale));
          expect(name, `${locale} ${pattern} ${month}`).toMatch(/\p{L}/u);
        }
      }
    }
  });

  test.each([
    ['09:00', 'h a', '9 AM'],
    ['15:00', 'h a', '3 PM'],
    ['00:00', 'h:mm a', '12:00 AM'],
    ['12:00', 'h:mm b', '12:00 noon'],
    ['12:01', 'h:mm b', '12:01 PM'],
    ['00:00', 'h:mm b', '12:00 AM'],
    ['12:00', 'h:mm B', '12:00 noon'],
    ['12:30', 'h:mm B', '12:30 in the afternoon'],
    ['09:30', 'h:mm BBBB', '9:30 in the morning'],
    ['19:30', 'h BBBBB', '7 in the evening'],
  ])('[FM18] %s as %s is %s', (value, pattern, expected) => {
    expect(shown(value, pattern)).toBe(expected);
  });

  test.each([
    ['ja', 'ah時', '午後3時'],
    ['de', 'h BBBB', '3 nachmittags'],
  ])('[FM18] %s writes %s as %s', (locale, pattern, expected) => {
    expect(shown('15:04', pattern, reader(locale))).toBe(expected);
  });
});

describe('zone fields', () => {
  test.each([
    ['America/New_York', 'z|zzzz|v|vvvv|VV', 'EDT|Eastern Daylight Time|ET|Eastern Time|America/New_York'],
    ['America/New_York', 'Z|ZZZ|ZZZZ|ZZZZZ', '-0400|-0400|GMT-04:00|-04:00'],
    ['America/New_York', 'X|XX|XXX|XXXX|XXXXX', '-04|-0400|-04:00|-0400|-04:00'],
    ['America/New_York', 'O|OOOO', 'GMT-4|GMT-04:00'],
    ['Asia/Kathmandu', 'X|XX|XXX|x|xx|xxx', '+0545|+0545|+05:45|+0545|+0545|+05:45'],
    ['Asia/Kathmandu', 'z|O|OOOO|Z|ZZZZZ', 'GMT+5:45|GMT+5:45|GMT+05:45|+0545|+05:45'],
    ['UTC', 'X|XXX|x|xx|xxx|Z|ZZZZZ', 'Z|Z|+00|+0000|+00:00|+0000|Z'],
    ['UTC', 'z|VV', 'UTC|UTC'],
  ])('[FM19] in %s %s is %s', (zone, pattern, expected) => {
    expect(shown(AFTERNOON, pattern, reader('en-US', zone))).toBe(expected);
  });

  test('[FM19] the zone follows the season, and its names the language', () => {
    expect(shown('2026-01-15T12:00Z', 'z xxx', reader('en-US', 'America/New_York'))).toBe('EST -05:00');
    expect(shown('2026-07-15T12:00Z', 'zzzz', reader('de', 'Europe/Berlin'))).toBe('Mitteleuropäische Sommerzeit');
    expect(shown('2026-07-15T12:00Z', 'xxx', reader('ar-EG', 'Europe/Berlin'))).toBe('+02:00');
  });

  test('[FM19] offsets with seconds are shown where the field has room', () => {
    const old = '1850-01-01T12:00Z';
    expect(shown(old, 'XXX XXXX XXXXX', reader('en-US', 'America/New_York'))).toBe('-04:56 -045602 -04:56:02');
  });
});

describe('weeks and quarters', () => {
  test.each([
    ['2026-09-04', 'w ww Q QQ QQQ QQQQ QQQQQ q', '36 36 3 03 Q3 Q3 3 3'],
    ['2021-01-03', "YYYY-'W'ww yyyy", '2020-W53 2021'],
    ['2024-12-30', "YY-'W'w", '25-W1'],
  ])('[FM20] %s as %s is %s', (value, pattern, expected) => {
    expect(shown(value, pattern)).toBe(expected);
  });

  test.each([
    ['en-US', '6'],
    ['de', '5'],
    ['ar-EG', '7'],
    ['qq', '6'],
  ])('[FM20] in %s Friday is day %s of the week', (locale, expected) => {
    expect(shown('2026-09-04', 'e', reader(`${locale}-u-nu-latn`))).toBe(expected);
    expect(shown('2026-09-04', 'c', reader(`${locale}-u-nu-latn`))).toBe(expected);
  });
});

describe('patterns', () => {
  test.each([
    ["h 'o''clock' a", "3 o'clock PM"],
    ["''yy''", "'26'"],
    ["''''", "''"],
    ["'''yy'''", "'yy'"],
    ["yyyy-MM-dd'T'HH:mm:ss'Z'", '2026-09-04T15:04:05Z'],
    ['', ''],
    ['年 – 4.7 😀', '年 – 4.7 😀'],
  ])('[FM21] %s gives %s', (pattern, expected) => {
    expect(shown(AFTERNOON, pattern)).toBe(expected);
  });

  test('[FM21] a quote that is never closed is refused', () => {
    expect(refusal("yyyy 'at")).toContain('VITRINE_FUNCTION_ARGS The quote at character 6');
    expect(refusal("'")).toContain('character 1');
    expect(refusal("'a''")).toContain('never closed');
  });

  test.each([
    'yyyy-MM-ddTHH:mm',
    'do',
    'MMMMMM',
    'EEEEEE',
    'ddd',
    'HHH',
    'OO',
    'V',
    'VVV',
    'W',
    'g',
    'U',
    'j',
    'J',
    'C',
    'l',
    'n',
    'iso',
    'ISOx',
    'R',
    'y'.repeat(21),
  ])('[FM22] %s is refused', (pattern) => {
    expect(refusal(pattern)).toMatch(/^VITRINE_FUNCTION_ARGS .*single quotes/);
  });

  test('[FM22] every letter either prints or is refused', () => {
    for (const letter of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ') {
      const lengths = [1, 2, 3, 4, 5].map((length) => formatDate(AFTERNOON, letter.repeat(length)));
      for (const outcome of lengths) if (outcome.ok) expect(outcome.value).not.toBe('');
    }
  });

  test('[FM22] a pattern of more than 1024 characters is refused', () => {
    expect(shown(AFTERNOON, '-'.repeat(1024))).toHaveLength(1024);
    expect(refusal('-'.repeat(1025))).toContain('VITRINE_LIMIT_TEXT');
  });

  test.each([
    ['YYYY-MM-DD', '2026-01-03', '2026-01-03', 2],
    ['DD/MM/YYYY', '2026-01-03', '03/01/2026', 2],
    ['MMM D, YYYY', '2026-01-03', 'Jan 3, 2026', 2],
    ['YYYY', '2021-01-03', '2021', 1],
    ['MM/DD/yyyy', '2026-02-03', '02/03/2026', 1],
  ])('[FM23] %s is read as meant, with a warning', (pattern, value, expected, warnings) => {
    const outcome = formatDate(value, pattern);
    expect(outcome).toMatchObject({ ok: true, value: expected });
    expect(outcome.issues).toHaveLength(warnings);
    for (const found of outcome.issues)
      expect(found).toMatchObject({ code: 'VITRINE_FUNCTION_ARGS', severity: 'warning' });
  });

  test.each([
    ['yyyy-DDD', '2026-247'],
    ['D', '247'],
    ['MM-dd D', '09-04 247'],
    ['MM DDD', '09 247'],
  ])('[FM23] in %s D is the day of the year', (pattern, expected) => {
    expect(shown('2026-09-04', pattern)).toBe(expected);
  });

  test.each<[Json, string, string]>([
    ['2026-08-26T12:00:00.000Z', 'UTC', '2026-08-26T12:00:00.000Z'],
    ['2026-08-26T12:00:00+02:00', 'Asia/Tokyo', '2026-08-26T10:00:00.000Z'],
    ['2026-08-26T12:00', 'Asia/Tokyo', '2026-08-26T03:00:00.000Z'],
    ['2026-08-26', 'Asia/Tokyo', '2026-08-26T00:00:00.000Z'],
    [1, 'Asia/Tokyo', '1970-01-01T00:00:00.001Z'],
    ['0050-01-01T00:00Z', 'UTC', '0050-01-01T00:00:00.000Z'],
  ])('[FM24] ISO of %j in %s is %s', (value, zone, expected) => {
    expect(shown(value, 'ISO', reader('ar-EG', zone))).toBe(expected);
  });
});

describe('properties', () => {
  const zones = fc.constantFrom(
    'UTC',
    'America/New_York',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'Europe/Berlin',
    'Australia/Lord_Howe',
  );
  const instants = fc.integer({ min: Date.parse('0001-01-03T00:00Z'), max: Date.parse('9999-12-29T00:00Z') });
  const modern = fc.integer({ min: Date.parse('1975-01-01T00:00Z'), max: Date.parse('2037-12-31T00:00Z') });

  test('[FM24] ISO text is a fixed point and keeps the instant', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const text = shown(instant, 'ISO', reader('de', zone));
        expect(Date.parse(text)).toBe(instant);
        expect(shown(text, 'ISO', reader('ja', zone))).toBe(text);
      }),
    );
  });

  test('[FM19] what is formatted with its offset is the same instant when read again', () => {
    fc.assert(
      fc.property(modern, zones, (instant, zone) => {
        const text = shown(instant, "yyyy-MM-dd'T'HH:mm:ss.SSSxxx", reader('en-US', zone));
        expect(shown(text, 'ISO')).toBe(new Date(instant).toISOString());
      }),
    );
  });

  test('[FM12] what is formatted without offset comes back as the same wall time', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const pattern = "yyyy-MM-dd'T'HH:mm:ss.SSS";
        const text = shown(instant, pattern, reader('en-US', zone));
        expect(shown(text, pattern, reader('en-US', zone))).toBe(text);
      }),
    );
  });

  test('[FM25] no value, pattern or locale throws', () => {
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom<Json>(AFTERNOON, '2026-09-04', '12:00', 0));
    const letters = fc.array(
      fc.oneof(
        fc.constantFrom(...'GyYurQqMLwdDFEecabBhHKkmsSAzZOvVXx', "'", ' '),
        fc.string({ unit: 'binary', maxLength: 2 }),
      ),
      { maxLength: 12 },
    );
    const locale = fc.constantFrom(
      reader(),
      reader('ar-EG', 'Asia/Kathmandu'),
      reader('no such', 'tag'),
      reader('ja', 'Pacific/Apia'),
    );
    fc.assert(
      fc.property(value, letters, locale, (input, pattern, where) => {
        const outcome = formatDate(input as Json, pattern.join(''), where);
        expect(outcome.ok ? typeof outcome.value === 'string' : outcome.issues.length === 1).toBe(true);
      }),
      { numRuns: runs(2000) },
    );
  });
});

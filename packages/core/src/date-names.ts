// Names and digits of dates in one language, taken from Intl and kept: months, weekdays, eras, parts of the day, zones.
// The Gregorian calendar is asked for in every language, because the fields of a pattern are Gregorian.

import { daysOf, MS_PER_DAY } from './civil.ts';
import { BoundedMap, type UsableLocale } from './locale.ts';

export type Width = 'long' | 'short' | 'narrow';
export type ZoneStyle = NonNullable<Intl.DateTimeFormatOptions['timeZoneName']>;
type Names = readonly string[];

const HOUR = 3_600_000;
const ONLY_DIGITS = /^\p{N}+$/u;
const languages = new BoundedMap<DateNames>(32);

export function dateNames(locale: UsableLocale): DateNames {
  return languages.getOrCreate(locale.language, () => new DateNames(locale));
}

export class DateNames {
  readonly #tags: string[];
  readonly #tables = new Map<string, Names>();
  readonly #zoneFormats = new BoundedMap<Intl.DateTimeFormat>(32);
  /** Undefined where the digits are 0 to 9. */
  readonly #digits: Names | undefined;

  constructor(locale: UsableLocale) {
    this.#tags = locale.tags;
    const format = new Intl.NumberFormat(this.#tags, { useGrouping: false });
    const digits = Array.from({ length: 10 }, (_, digit) => format.format(digit));
    this.#digits = digits[0] === '0' ? undefined : digits;
  }

  /** The number in the digits of the language, with leading zeros up to the length. */
  number(value: number, length: number): string {
    return this.digits(String(value).padStart(length, '0'));
  }

  digits(ascii: string): string {
    const digits = this.#digits;
    return digits === undefined ? ascii : ascii.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit);
  }

  /** `alone`: the form without a day beside it, where the language has two (январь, января). `month` is 1 to 12. */
  month(month: number, width: Width, alone: boolean): string {
    return this.#table(`month ${width} ${alone}`, () => this.#monthTable(width, alone))[month - 1] ?? '';
  }

  /** `weekday` is 1, Monday, to 7. */
  weekday(weekday: number, width: Width, alone: boolean): string {
    return this.#table(`weekday ${width} ${alone}`, () => this.#weekdayTable(width, alone))[weekday - 1] ?? '';
  }

  /** The era of our years; what lies before the year 1 is never formatted. */
  era(width: Width): string {
    const create = () => [partOf(this.#format({ era: width, year: 'numeric' }), 0, 'era')];
    return this.#table(`era ${width}`, create)[0] ?? '';
  }

  /** AM or PM. Intl has one width. */
  halfDay(hour: number): string {
    const options = { hour: 'numeric', minute: 'numeric', hourCycle: 'h12' } as const;
    const create = () => [9, 15].map((at) => partOf(this.#format(options), at * HOUR, 'dayPeriod'));
    return this.#table('half day', create)[hour < 12 ? 0 : 1] ?? '';
  }

  /** "in the morning", "at night". CLDR changes them on full hours; `sharp` is the full hour itself, where noon differs. */
  dayPeriod(hour: number, sharp: boolean, width: Width): string {
    const options = { hour: 'numeric', minute: 'numeric', hourCycle: 'h12', dayPeriod: width } as const;
    const create = () => {
      const format = this.#format(options);
      return Array.from({ length: 48 }, (_, half) => partOf(format, (half * HOUR) / 2, 'dayPeriod'));
    };
    return this.#table(`day period ${width}`, create)[hour * 2 + (sharp ? 0 : 1)] ?? '';
  }

  zone(instant: number, zone: string, style: ZoneStyle): string {
    const options = { timeZone: zone, timeZoneName: style, hour: 'numeric' } as const;
    const format = this.#zoneFormats.getOrCreate(`${style} ${zone}`, () => this.#format(options));
    return partOf(format, instant, 'timeZoneName');
  }

  /** 1, Monday, to 7; Monday where the engine does not tell. */
  firstWeekday(): number {
    const create = () => [String(firstWeekdayOf(this.#format({}).resolvedOptions().locale))];
    return Number(this.#table('first weekday', create)[0]);
  }

  #table(key: string, create: () => Names): Names {
    const known = this.#tables.get(key);
    if (known !== undefined) return known;
    const names = create();
    this.#tables.set(key, names);
    return names;
  }

  // A month by itself is the form for standing alone, in a full date the form for dates. Where one of the two patterns
  // has a number instead of a name (ja, zh, bg, lt), the other has the name.
  #monthTable(width: Width, alone: boolean): Names {
    const single = this.#format({ month: width });
    const full = this.#format({ weekday: 'long', year: 'numeric', month: width, day: 'numeric' });
    return Array.from({ length: 12 }, (_, index) => {
      const at = daysOf(2026, index + 1, 15) * MS_PER_DAY;
      const forms = [single.format(at), partOf(full, at, 'month')];
      if (!alone) forms.reverse();
      return forms.find((form) => form !== '' && !ONLY_DIGITS.test(form)) ?? single.format(at);
    });
  }

  #weekdayTable(width: Width, alone: boolean): Names {
    const single = this.#format({ weekday: width });
    const month = width === 'long' ? 'long' : 'short';
    const full = this.#format({ weekday: width, year: 'numeric', month, day: 'numeric' });
    return Array.from({ length: 7 }, (_, index) => {
      const monday = daysOf(2026, 9, 7);
      const at = (monday + index) * MS_PER_DAY;
      return (alone ? '' : partOf(full, at, 'weekday')) || single.format(at);
    });
  }

  #format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    return new Intl.DateTimeFormat(this.#tags, { timeZone: 'UTC', calendar: 'gregory', ...options });
  }
}

function partOf(format: Intl.DateTimeFormat, at: number, type: Intl.DateTimeFormatPartTypes): string {
  return format.formatToParts(at).find((part) => part.type === type)?.value ?? '';
}

interface WeekInfo {
  readonly weekInfo?: { readonly firstDay: number };
  readonly getWeekInfo?: () => { readonly firstDay: number };
}

// Older engines have a property, newer ones a method; the library of types has neither.
function firstWeekdayOf(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & WeekInfo;
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

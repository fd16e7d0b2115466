// Names and digits of dates in one language, taken from Intl and kept: months, weekdays, eras, parts of the day, zones.
// The Gregorian calendar is asked for in every language, because the fields of a pattern are Gregorian.

import { daysOf, MS_PER_DAY } from './civil.ts';
import { BoundedMap, type UsableLocale } from './locale.ts';

export type Width = 'long' | 'short' | 'narrow';
export type ZoneStyle = NonNullable<Intl.DateTimeFormatOptions['timeZoneName']>;
type NameList = readonly string[];

const HOUR = 3_600_000;
const ONLY_DIGITS = /^\p{N}+$/u;
const languages = new BoundedMap<DateNames>(32);

export function dateNames(locale: UsableLocale): DateNames {
  return languages.getOrCreate(locale.language, () => new DateNames(locale));
}

export class DateNames {
  readonly #tags: string[];
  readonly #names = new BoundedMap<string>(256);
  readonly #formats = new BoundedMap<Intl.DateTimeFormat>(64);
  readonly #digits: NameList;

  constructor(locale: UsableLocale) {
    this.#tags = locale.tags;
    const format = new Intl.NumberFormat(this.#tags);
    this.#digits = Array.from({ length: 10 }, (_, digit) => format.format(digit));
  }

  /** The number in the digits of the language, with leading zeros up to the length. */
  number(value: number, length: number): string {
    return this.digits(String(value).padStart(length, '0'));
  }

  digits(ascii: string): string {
    return this.#digits[0] === '0' ? ascii : ascii.replace(/\d/g, (digit) => this.#digits[Number(digit)] as string);
  }

  // A month by itself is the form for standing alone, in a full date the form for dates. Where one of the two patterns
  // has a number instead of a name (ja, zh, bg, lt), the other has the name.
  /** `alone`: the form without a day beside it, where the language has two (январь, января). `month` is 1 to 12. */
  month(month: number, width: Width, alone: boolean): string {
    return this.#names.getOrCreate(`month ${month} ${width} ${alone}`, () => {
      const at = daysOf(2026, month, 15) * MS_PER_DAY;
      const single = this.#format({ month: width }).format(at);
      const forms = [single, this.#part('month', at, { ...FULL, month: width })];
      if (!alone) forms.reverse();
      return forms.find((form) => form !== '' && !ONLY_DIGITS.test(form)) ?? single;
    });
  }

  /** `weekday` is 1, Monday, to 7. */
  weekday(weekday: number, width: Width, alone: boolean): string {
    return this.#names.getOrCreate(`weekday ${weekday} ${width} ${alone}`, () => {
      const at = daysOf(2026, 9, 6 + weekday) * MS_PER_DAY;
      const month = width === 'long' ? 'long' : 'short';
      const inDate = alone ? '' : this.#part('weekday', at, { ...FULL, weekday: width, month });
      return inDate || this.#format({ weekday: width }).format(at);
    });
  }

  /** The era of our years; what lies before the year 1 is never formatted. */
  era(width: Width): string {
    return this.#names.getOrCreate(`era ${width}`, () => this.#part('era', 0, { era: width, year: 'numeric' }));
  }

  /** AM or PM. Intl has one width. */
  halfDay(hour: number): string {
    const at = hour < 12 ? 9 : 15;
    return this.#names.getOrCreate(`half ${at}`, () => this.#part('dayPeriod', at * HOUR, CLOCK));
  }

  /** "in the morning", "at night". CLDR changes them on full hours; `sharp` is the full hour itself, where noon differs. */
  dayPeriod(hour: number, sharp: boolean, width: Width): string {
    const at = hour + (sharp ? 0 : 0.5);
    return this.#names.getOrCreate(`period ${at} ${width}`, () =>
      this.#part('dayPeriod', at * HOUR, { ...CLOCK, dayPeriod: width }),
    );
  }

  zone(instant: number, zone: string, style: ZoneStyle): string {
    return this.#part('timeZoneName', instant, { timeZone: zone, timeZoneName: style, hour: 'numeric' });
  }

  /** 1, Monday, to 7; Monday where the engine does not tell. */
  firstWeekday(): number {
    const { locale } = this.#format({}).resolvedOptions();
    const language = new Intl.Locale(locale) as Intl.Locale & WeekInfo;
    return (language.getWeekInfo?.() ?? language.weekInfo)?.firstDay ?? 1;
  }

  #part(type: Intl.DateTimeFormatPartTypes, at: number, options: Intl.DateTimeFormatOptions): string {
    const parts = this.#format(options).formatToParts(at);
    return parts.find((part) => part.type === type)?.value ?? '';
  }

  #format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    return this.#formats.getOrCreate(JSON.stringify(options), () => {
      return new Intl.DateTimeFormat(this.#tags, { timeZone: 'UTC', calendar: 'gregory', ...options });
    });
  }
}

const FULL = { weekday: 'long', year: 'numeric', day: 'numeric' } as const;
const CLOCK = { hour: 'numeric', minute: 'numeric', hourCycle: 'h12' } as const;

// Older engines have a property, newer ones a method; the library of types has neither.
interface WeekInfo {
  readonly weekInfo?: { readonly firstDay: number };
  readonly getWeekInfo?: () => { readonly firstDay: number };
}

// Days, calendar dates and clock faces of the proleptic Gregorian calendar.

export const MS_PER_DAY = 86_400_000;
/** The calendar repeats after 400 years. */
const DAYS_PER_ERA = 146_097;

export interface CivilDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/** Days since 1970-01-01; what lies outside its month or year is counted on. */
export function daysOf(year: number, month: number, day: number): number {
  // An era later, because Date reads the years 0 to 99 as 1900 to 1999.
  return Date.UTC(year + 400, month - 1, day) / MS_PER_DAY - DAYS_PER_ERA;
}

export function dateOf(days: number): CivilDate {
  const date = new Date(days * MS_PER_DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(days: number): number {
  return new Date(days * MS_PER_DAY).getUTCDay() || 7;
}

/** The week of ISO 8601 and the year it belongs to: weeks begin on Monday, and the first holds a Thursday. */
export function isoWeekOf(days: number): { readonly year: number; readonly week: number } {
  const thursday = days + 4 - weekdayOf(days);
  const { year } = dateOf(thursday);
  return { year, week: Math.floor((thursday - daysOf(year, 1, 1)) / 7) + 1 };
}

/** Milliseconds since midnight of `hh:mm`, `hh:mm:ss` or `hh:mm:ss.s…`; 24:00 is the end of the day (ISO 8601). */
export function clockTime(clock: string): number {
  // Behind the twelfth character no millisecond is left.
  return Date.parse(`1970-01-01T${clock.slice(0, 12).replace(',', '.')}Z`);
}

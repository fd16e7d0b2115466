// Days and calendar dates of the proleptic Gregorian calendar, as plain arithmetic.
// Date is not used: it reads the years 0 to 99 as 1900 to 1999, and every object costs more than the sums.

export const MS_PER_DAY = 86_400_000;
const DAYS_PER_ERA = 146_097;
/** Days from 0000-03-01, where the eras below begin, to 1970-01-01. */
const EPOCH_SHIFT = 719_468;

export interface CivilDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

// Years are counted from March, so that the leap day is the last of its year; 400 of them are one era.

/** Days since 1970-01-01. */
export function daysOf(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - EPOCH_SHIFT;
}

export function dateOf(days: number): CivilDate {
  const shifted = days + EPOCH_SHIFT;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const march = Math.floor((5 * dayOfYear + 2) / 153);
  const month = march < 10 ? march + 3 : march - 9;
  return {
    year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * march + 2) / 5) + 1,
  };
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(days: number): number {
  return ((((days + 3) % 7) + 7) % 7) + 1;
}

/** The week of ISO 8601 and the year it belongs to: weeks begin on Monday, and the first holds a Thursday. */
export function isoWeekOf(days: number): { readonly year: number; readonly week: number } {
  const thursday = days + 4 - weekdayOf(days);
  const { year } = dateOf(thursday);
  return { year, week: Math.floor((thursday - daysOf(year, 1, 1)) / 7) + 1 };
}

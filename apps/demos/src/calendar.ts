// Days as texts, 2026-12-05, counted in UTC: a demo needs no time zone to suggest a day.

const DAY_MS = 86_400_000;

export function dayAfter(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

/** 0 is Sunday; undefined: no such day. */
export function weekdayOf(day: string): number | undefined {
  const time = /^\d{4}-\d\d-\d\d/.test(day) ? Date.parse(day.slice(0, 10)) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).getUTCDay();
}

/** `Saturday, 5 December`. */
export function inWords(day: string): string {
  if (weekdayOf(day) === undefined) return day;
  const words = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
  const part = new Map(words.formatToParts(Date.parse(day.slice(0, 10))).map(({ type, value }) => [type, value]));
  return `${part.get('weekday')}, ${part.get('day')} ${part.get('month')}`;
}

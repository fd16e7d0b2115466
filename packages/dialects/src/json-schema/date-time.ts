// `date-time` of JSON Schema: RFC 3339 §5.6, with days that exist and the leap second where it may stand.

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt\s](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-]\d\d)(?::?(\d\d))?)$/;
const MINUTES_A_DAY = 1440;

export function isDateTime(text: string): boolean {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return false;
  const number = (group: number): number => Number(parts[group] ?? 0);
  const [hour, minute, second] = [number(4), number(5), number(6)];
  const [zoneHour, zoneMinute] = [number(7), number(8)];
  if (!isDay(number(1), number(2), number(3)) || Math.abs(zoneHour) > 23 || zoneMinute > 59) return false;
  if (hour > 23 || minute > 59 || second > 60) return false;
  if (second < 60) return true;
  // RFC 3339 §5.7: a leap second ends a day of UTC.
  const behind = (parts[7] ?? '').startsWith('-') ? -1 : 1;
  const utc = hour * 60 + minute - behind * (Math.abs(zoneHour) * 60 + zoneMinute);
  return (utc + MINUTES_A_DAY) % MINUTES_A_DAY === MINUTES_A_DAY - 1;
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

// formatDate of the basic catalogs: a value and a pattern of Unicode TR35 to text in the reader's language and zone.
// Reading the value is parse-date.ts, the pattern date-pattern.ts, names date-names.ts, zones zone.ts.

import { type CivilDate, dateOf, daysOf, isoWeekOf, MS_PER_DAY, weekdayOf } from './civil.ts';
import { type DateNames, dateNames, type Width } from './date-names.ts';
import { compilePattern, type DatePattern, type PatternField } from './date-pattern.ts';
import { accepted, type Issue, type Outcome } from './issue.ts';
import type { Json } from './json.ts';
import { DEFAULT_LOCALE, type Locale, type UsableLocale, usableLocale } from './locale.ts';
import { FIRST_MOMENT, LAST_MOMENT, type ParsedDate, parseDate } from './parse-date.ts';
import { instantOf, offsetAt } from './zone.ts';

/** Everything a field may print of one moment. */
interface Moment extends CivilDate {
  readonly days: number;
  /** Milliseconds since midnight. */
  readonly time: number;
  readonly instant: number;
  /** Milliseconds; set only where the pattern shows the zone. */
  readonly offset: number;
  readonly zone: string;
  readonly names: DateNames;
}

type FieldWriter = (moment: Moment, length: number) => string;

/** An absent value, an unreadable one and one that lacks what the pattern shows all give the empty text. */
export function formatDate(value: Json | undefined, pattern: string, locale: Locale = DEFAULT_LOCALE): Outcome<string> {
  const usable = usableLocale(locale);
  if (pattern === 'ISO') return accepted(formatIso(parseDate(value), usable.zone), usable.issues);
  const compiled = compilePattern(pattern);
  if (!compiled.ok) return compiled;
  const issues = joinIssues(compiled.issues, usable.issues);
  const parsed = parseDate(value);
  const moment = parsed && momentOf(parsed, compiled.value, usable);
  return accepted(moment === undefined ? '' : write(compiled.value, moment), issues);
}

function joinIssues(first: readonly Issue[], second: readonly Issue[]): readonly Issue[] {
  return second.length === 0 ? first : [...first, ...second];
}

function write(pattern: DatePattern, moment: Moment): string {
  let text = '';
  for (const part of pattern.parts) text += typeof part === 'string' ? part : writeField(part, moment);
  return text;
}

function writeField({ letter, length }: PatternField, moment: Moment): string {
  return WRITERS[letter]?.(moment, length) ?? '';
}

function momentOf(parsed: ParsedDate, pattern: DatePattern, usable: UsableLocale): Moment | undefined {
  const { zone } = usable;
  if (parsed.kind === 'time' && pattern.needsDate) return undefined;
  let instant = 0;
  let wall = 0;
  if (parsed.kind === 'instant') {
    instant = parsed.instant;
    wall = instant + offsetAt(instant, zone);
  } else {
    wall = parsed.wall;
    // A calendar date is never moved, even where its midnight does not exist.
    if (parsed.kind === 'wall' || pattern.showsZone) instant = instantOf(wall, zone);
    if (parsed.kind === 'wall') wall = instant + offsetAt(instant, zone);
  }
  if (wall < FIRST_MOMENT || wall > LAST_MOMENT) return undefined;
  const days = Math.floor(wall / MS_PER_DAY);
  const { year, month, day } = dateOf(days);
  const offset = pattern.showsZone ? offsetAt(instant, zone) : 0;
  return { year, month, day, days, time: wall - days * MS_PER_DAY, instant, offset, zone, names: dateNames(usable) };
}

function formatIso(parsed: ParsedDate | undefined, zone: string): string {
  if (parsed === undefined || parsed.kind === 'time') return '';
  const instant =
    parsed.kind === 'instant' ? parsed.instant : parsed.kind === 'date' ? parsed.wall : instantOf(parsed.wall, zone);
  return instant < FIRST_MOMENT || instant > LAST_MOMENT ? '' : new Date(instant).toISOString();
}

function widthOf(length: number): Width {
  return length === 4 ? 'long' : length === 5 ? 'narrow' : 'short';
}

const yearWriter: FieldWriter = ({ year, names }, length) => names.number(length === 2 ? year % 100 : year, length);
const fullYearWriter: FieldWriter = ({ year, names }, length) => names.number(year, length);

function monthWriter(alone: boolean): FieldWriter {
  return ({ month, names }, length) =>
    length <= 2 ? names.number(month, length) : names.month(month, widthOf(length), alone);
}

// Intl has no names of quarters: Q1 to Q4 is the root form of CLDR.
const quarterWriter: FieldWriter = ({ month, names }, length) => {
  const quarter = Math.ceil(month / 3);
  return length <= 2 || length === 5 ? names.number(quarter, length === 2 ? 2 : 1) : `Q${quarter}`;
};

const weekYearWriter: FieldWriter = ({ days, names }, length) => {
  const { year } = isoWeekOf(days);
  return names.number(length === 2 ? year % 100 : year, length);
};

function localWeekdayWriter(alone: boolean): FieldWriter {
  return ({ days, names }, length) => {
    const weekday = weekdayOf(days);
    if (length > 2) return names.weekday(weekday, widthOf(length), alone);
    return names.number(((weekday - names.firstWeekday() + 7) % 7) + 1, length);
  };
}

function hourWriter(convert: (hour: number) => number): FieldWriter {
  return ({ time, names }, length) => names.number(convert(hourOf(time)), length);
}

function hourOf(time: number): number {
  return Math.floor(time / 3_600_000);
}

const dayPeriodWriter: FieldWriter = ({ time, names }, length) =>
  names.dayPeriod(hourOf(time), time % 3_600_000 < 60_000, widthOf(length));

// Noon where the language has a word of its own for it, else as a. Intl never says midnight.
const noonWriter: FieldWriter = ({ time, names }, length) => {
  const width = widthOf(length);
  const noon = names.dayPeriod(12, true, width);
  const isNoon = hourOf(time) === 12 && time % 3_600_000 < 60_000;
  return isNoon && noon !== names.dayPeriod(12, false, width) ? noon : names.halfDay(hourOf(time));
};

const fractionWriter: FieldWriter = ({ time, names }, length) =>
  names.digits(
    String(time % 1000)
      .padStart(3, '0')
      .padEnd(length, '0')
      .slice(0, length),
  );

/** ISO 8601 offsets: always ASCII, seconds only where the field has room for them. */
function writeOffset(offset: number, colon: string, minutes: 'always' | 'if any', seconds: boolean): string {
  const total = Math.trunc(Math.abs(offset) / 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const minute = Math.floor(total / 60) % 60;
  let text = `${offset < 0 ? '-' : '+'}${two(total / 3600)}`;
  if (minutes === 'always' || minute > 0) text += colon + two(minute);
  return seconds && total % 60 > 0 ? text + colon + two(total % 60) : text;
}

function isoOffsetWriter(zulu: boolean): FieldWriter {
  return ({ offset }, length) => {
    if (zulu && offset === 0) return 'Z';
    return writeOffset(offset, length === 3 || length === 5 ? ':' : '', length === 1 ? 'if any' : 'always', length > 3);
  };
}

const zoneOffsetWriter: FieldWriter = (moment, length) => {
  const { offset, names, instant, zone } = moment;
  if (length === 4) return names.zone(instant, zone, 'longOffset');
  if (length === 5) return offset === 0 ? 'Z' : writeOffset(offset, ':', 'always', true);
  return writeOffset(offset, '', 'always', true);
};

const WRITERS: { readonly [letter: string]: FieldWriter } = {
  G: ({ names }, length) => names.era(widthOf(length)),
  y: yearWriter,
  Y: weekYearWriter,
  u: fullYearWriter,
  r: fullYearWriter,
  Q: quarterWriter,
  q: quarterWriter,
  M: monthWriter(false),
  L: monthWriter(true),
  w: ({ days, names }, length) => names.number(isoWeekOf(days).week, length),
  d: ({ day, names }, length) => names.number(day, length),
  D: ({ days, year, names }, length) => names.number(days - daysOf(year, 1, 1) + 1, length),
  F: ({ day, names }, length) => names.number(Math.ceil(day / 7), length),
  E: ({ days, names }, length) => names.weekday(weekdayOf(days), widthOf(length), false),
  e: localWeekdayWriter(false),
  c: localWeekdayWriter(true),
  a: ({ time, names }) => names.halfDay(hourOf(time)),
  b: noonWriter,
  B: dayPeriodWriter,
  h: hourWriter((hour) => hour % 12 || 12),
  H: hourWriter((hour) => hour),
  K: hourWriter((hour) => hour % 12),
  k: hourWriter((hour) => hour || 24),
  m: ({ time, names }, length) => names.number(Math.floor(time / 60_000) % 60, length),
  s: ({ time, names }, length) => names.number(Math.floor(time / 1000) % 60, length),
  S: fractionWriter,
  A: ({ time, names }, length) => names.number(time, length),
  z: ({ instant, zone, names }, length) => names.zone(instant, zone, length === 4 ? 'long' : 'short'),
  v: ({ instant, zone, names }, length) => names.zone(instant, zone, length === 4 ? 'longGeneric' : 'shortGeneric'),
  V: ({ zone }) => zone,
  O: ({ instant, zone, names }, length) => names.zone(instant, zone, length === 4 ? 'longOffset' : 'shortOffset'),
  Z: zoneOffsetWriter,
  X: isoOffsetWriter(true),
  x: isoOffsetWriter(false),
};

// formatDate of the basic catalogs: a value and a pattern of Unicode TR35 to text in the reader's language and zone.
// Reading the value is parse-date.ts, the pattern date-pattern.ts, names date-names.ts, zones zone.ts.

import { type CivilDate, dateOf, daysOf, isoWeekOf, MS_PER_DAY, weekdayOf } from './civil.ts';
import { type DateNames, dateNames, type Width } from './date-names.ts';
import { compilePattern, type DatePattern, type PatternField } from './date-pattern.ts';
import { STEP_COSTS } from './evaluation-budget.ts';
import type { Reader } from './format.ts';
import { accepted, type Outcome, refused } from './issue.ts';
import type { Json } from './json.ts';
import { DEFAULT_LOCALE, type UsableLocale, usableLocale } from './locale.ts';
import { FIRST_MOMENT, LAST_MOMENT, type ParsedDate, parseDate } from './parse-date.ts';
import { instantOf, offsetAt } from './zone.ts';

const HOUR = 3_600_000;

/** Everything a field may print of one moment. */
interface DateParts {
  readonly date: CivilDate;
  readonly days: number;
  /** Milliseconds since midnight. */
  readonly time: number;
  readonly hour: number;
  readonly instant: number;
  /** Milliseconds; set only where the pattern shows the zone. */
  readonly offset: number;
  readonly zone: string;
  readonly names: DateNames;
}

type FieldWriter = (moment: DateParts, length: number) => string;

/** An absent value, an unreadable one and one that lacks what the pattern shows all give the empty text. */
export function formatDate(value: Json | undefined, pattern: string, locale: Reader = DEFAULT_LOCALE): Outcome<string> {
  const usable = usableLocale(locale);
  if (pattern === 'ISO') return accepted(formatIso(parseDate(value), usable.zone), usable.issues);
  const { budget } = locale;
  if (budget?.build(`date ${pattern}`, STEP_COSTS.dateChar * pattern.length) === false)
    return refused([budget.problem()]);
  const compiled = compilePattern(pattern);
  if (!compiled.ok) return compiled;
  const { fields, asked } = compiled.value;
  if (budget?.work(STEP_COSTS.dateField * fields + STEP_COSTS.askedField * asked) === false)
    return refused([budget.problem()]);
  const parsed = parseDate(value);
  const moment = parsed && momentOf(parsed, compiled.value, usable);
  const text = compiled.value.parts.map((part) => (typeof part === 'string' ? part : moment && write(part, moment)));
  return accepted(moment === undefined ? '' : text.join(''), [...compiled.issues, ...usable.issues]);
}

function write({ letter, length }: PatternField, moment: DateParts): string {
  const count = NUMBERS[letter];
  return count === undefined ? (WRITERS[letter]?.(moment, length) ?? '') : moment.names.number(count(moment), length);
}

function momentOf(parsed: ParsedDate, pattern: DatePattern, usable: UsableLocale): DateParts | undefined {
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
  const offset = pattern.showsZone ? offsetAt(instant, zone) : 0;
  const time = wall - days * MS_PER_DAY;
  const hour = Math.floor(time / HOUR);
  return { date: dateOf(days), days, time, hour, instant, offset, zone, names: dateNames(usable) };
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

/** Fields that are a number whatever their length. */
const NUMBERS: { readonly [letter: string]: (moment: DateParts) => number } = {
  u: ({ date }) => date.year,
  r: ({ date }) => date.year,
  w: ({ days }) => isoWeekOf(days).week,
  d: ({ date }) => date.day,
  D: ({ days, date }) => days - daysOf(date.year, 1, 1) + 1,
  F: ({ date }) => Math.ceil(date.day / 7),
  h: ({ hour }) => hour % 12 || 12,
  H: ({ hour }) => hour,
  K: ({ hour }) => hour % 12,
  k: ({ hour }) => hour || 24,
  m: ({ time }) => Math.floor(time / 60_000) % 60,
  s: ({ time }) => Math.floor(time / 1000) % 60,
  A: ({ time }) => time,
};

function writeYear(year: number, names: DateNames, length: number): string {
  return names.number(length === 2 ? year % 100 : year, length);
}

function monthWriter(alone: boolean): FieldWriter {
  return ({ date, names }, length) =>
    length <= 2 ? names.number(date.month, length) : names.month(date.month, widthOf(length), alone);
}

// Intl has no names of quarters: Q1 to Q4 is the root form of CLDR.
const quarterWriter: FieldWriter = ({ date, names }, length) => {
  const quarter = Math.ceil(date.month / 3);
  return length <= 2 || length === 5 ? names.number(quarter, length === 2 ? 2 : 1) : `Q${quarter}`;
};

function localWeekdayWriter(alone: boolean): FieldWriter {
  return ({ days, names }, length) => {
    const weekday = weekdayOf(days);
    if (length > 2) return names.weekday(weekday, widthOf(length), alone);
    return names.number(((weekday - names.firstWeekday() + 7) % 7) + 1, length);
  };
}

/** Whether it is the first minute of its hour. */
function isSharp(time: number): boolean {
  return time % HOUR < 60_000;
}

// Noon where the language has a word of its own for it, else as a. Intl never says midnight.
const noonWriter: FieldWriter = ({ time, hour, names }, length) => {
  const width = widthOf(length);
  const noon = names.dayPeriod(12, true, width);
  return hour === 12 && isSharp(time) && noon !== names.dayPeriod(12, false, width) ? noon : names.halfDay(hour);
};

const fractionWriter: FieldWriter = ({ time, names }, length) => {
  const digits = String(time % 1000).padStart(3, '0');
  return names.digits(digits.padEnd(length, '0').slice(0, length));
};

/** ISO 8601 offsets: always ASCII, seconds only where the field has room for them. */
function isoOffset(offset: number, length: number, zulu: boolean): string {
  if (zulu && offset === 0) return 'Z';
  let clock = new Date(Math.abs(offset)).toISOString().slice(11, 19);
  if (length < 4 || clock.endsWith(':00')) clock = clock.slice(0, 5);
  if (length === 1) clock = clock.replace(':00', '');
  if (length !== 3 && length !== 5) clock = clock.replaceAll(':', '');
  return (offset < 0 ? '-' : '+') + clock;
}

const WRITERS: { readonly [letter: string]: FieldWriter } = {
  G: ({ names }, length) => names.era(widthOf(length)),
  y: ({ date, names }, length) => writeYear(date.year, names, length),
  Y: ({ days, names }, length) => writeYear(isoWeekOf(days).year, names, length),
  Q: quarterWriter,
  q: quarterWriter,
  M: monthWriter(false),
  L: monthWriter(true),
  E: ({ days, names }, length) => names.weekday(weekdayOf(days), widthOf(length), false),
  e: localWeekdayWriter(false),
  c: localWeekdayWriter(true),
  a: ({ hour, names }) => names.halfDay(hour),
  b: noonWriter,
  B: ({ time, hour, names }, length) => names.dayPeriod(hour, isSharp(time), widthOf(length)),
  S: fractionWriter,
  z: ({ instant, zone, names }, length) => names.zone(instant, zone, length === 4 ? 'long' : 'short'),
  v: ({ instant, zone, names }, length) => names.zone(instant, zone, length === 4 ? 'longGeneric' : 'shortGeneric'),
  V: ({ zone }) => zone,
  O: ({ instant, zone, names }, length) => names.zone(instant, zone, length === 4 ? 'longOffset' : 'shortOffset'),
  Z: ({ instant, zone, offset, names }, length) =>
    length === 4 ? names.zone(instant, zone, 'longOffset') : isoOffset(offset, length === 5 ? 5 : 4, length === 5),
  X: ({ offset }, length) => isoOffset(offset, length, true),
  x: ({ offset }, length) => isoOffset(offset, length, false),
};

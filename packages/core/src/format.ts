// Numbers, amounts of money and plural forms in the reader's language, through Intl.
// Coercion of arguments to numbers is left to the functions of the catalog; dates to format-date.ts.

import { accepted, issue, type Outcome, quote, refused } from './issue.ts';
import { BoundedMap, DEFAULT_LOCALE, type Locale, type UsableLocale, usableLocale } from './locale.ts';

export interface NumberShape {
  /** Exactly so many digits behind the decimal mark, 0 to 20; absent: what the language or the currency has. */
  readonly decimals?: number | undefined;
  /** Marks between groups of digits, where the language sets them. True when absent. */
  readonly grouping?: boolean | undefined;
}

export interface PluralForms {
  readonly zero?: string | undefined;
  readonly one?: string | undefined;
  readonly two?: string | undefined;
  readonly few?: string | undefined;
  readonly many?: string | undefined;
  readonly other: string;
}

const MAX_DECIMALS = 20;
const numberFormats = new BoundedMap<Intl.NumberFormat>(256);
const pluralRules = new BoundedMap<Intl.PluralRules>(64);

export function formatNumber(value: number, shape: NumberShape = {}, locale: Locale = DEFAULT_LOCALE): Outcome<string> {
  return format(value, shape, locale);
}

/** `currency` is a code of ISO 4217 in either case; a code that nobody uses is shown as the code. */
export function formatCurrency(
  value: number,
  currency: string,
  shape: NumberShape = {},
  locale: Locale = DEFAULT_LOCALE,
): Outcome<string> {
  if (!/^[A-Za-z]{3}$/.test(currency)) {
    return wrongArgument(`The currency ${quote(currency)} is not a three-letter code of ISO 4217.`);
  }
  return format(value, shape, locale, currency.toUpperCase());
}

/** A form given for exactly 0, 1 or 2 wins over the category that the language puts that number in. */
export function pluralize(value: number, forms: PluralForms, locale: Locale = DEFAULT_LOCALE): Outcome<string> {
  if (!Number.isFinite(value)) return wrongArgument('The value is not a finite number.');
  const usable = usableLocale(locale);
  const exact = value === 0 ? forms.zero : value === 1 ? forms.one : value === 2 ? forms.two : undefined;
  if (exact !== undefined) return accepted(exact, usable.issues);
  const rules = pluralRules.getOrCreate(usable.language, () => new Intl.PluralRules(usable.tags));
  return accepted(forms[rules.select(value)] ?? forms.other, usable.issues);
}

function format(value: number, shape: NumberShape, locale: Locale, currency?: string): Outcome<string> {
  const { decimals, grouping = true } = shape;
  if (!Number.isFinite(value)) return wrongArgument('The value is not a finite number.');
  if (decimals !== undefined && !(Number.isInteger(decimals) && decimals >= 0 && decimals <= MAX_DECIMALS)) {
    return wrongArgument(`The decimals must be a whole number from 0 to ${MAX_DECIMALS}, not ${decimals}.`);
  }
  const usable = usableLocale(locale);
  const key = `${usable.language} ${currency ?? ''} ${decimals ?? ''} ${grouping}`;
  const formatter = numberFormats.getOrCreate(key, () => createNumberFormat(usable, decimals, grouping, currency));
  return accepted(formatter.format(value), usable.issues);
}

function createNumberFormat(
  usable: UsableLocale,
  decimals: number | undefined,
  grouping: boolean,
  currency: string | undefined,
): Intl.NumberFormat {
  return new Intl.NumberFormat(usable.tags, {
    ...(currency === undefined ? {} : { style: 'currency', currency }),
    ...(decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
    // Not `true`, which would set marks where the language leaves them out (1234 in Spanish).
    useGrouping: grouping ? 'auto' : false,
    // What rounds to zero is shown without a sign.
    signDisplay: 'negative',
  });
}

function wrongArgument(message: string): Outcome<string> {
  return refused([issue('VITRINE_FUNCTION_ARGS', 'error', message)]);
}

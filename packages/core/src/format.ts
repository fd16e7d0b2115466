// Numbers, amounts of money and plural forms in the reader's language, through Intl.
// Coercion of arguments to numbers is left to the functions of the catalog; dates to format-date.ts.

import { type EvaluationBudget, STEP_COSTS } from './evaluation-budget.ts';
import { accepted, type Outcome, quote, refusal, refused } from './issue.ts';
import { BoundedMap, DEFAULT_LOCALE, type Locale, usableLocale } from './locale.ts';

export interface NumberShape {
  /** Exactly so many digits behind the decimal mark, 0 to 20; absent: what the language or the currency has. */
  readonly decimals?: number | undefined;
  /** Marks between groups of digits, where the language sets them. True when absent. */
  readonly grouping?: boolean | undefined;
}

/** Whoever reads it, and what it may cost. */
export interface Reader extends Locale {
  readonly budget?: EvaluationBudget | undefined;
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

export function formatNumber(value: number, shape: NumberShape = {}, locale: Reader = DEFAULT_LOCALE): Outcome<string> {
  return format(value, shape, locale);
}

/** `currency` is a code of ISO 4217 in either case; a code that nobody uses is shown as the code. */
export function formatCurrency(
  value: number,
  currency: string,
  shape: NumberShape = {},
  locale: Reader = DEFAULT_LOCALE,
): Outcome<string> {
  if (!/^[a-z]{3}$/i.test(currency)) {
    return wrongArgument(`The currency ${quote(currency)} is not a three-letter code of ISO 4217.`);
  }
  return format(value, shape, locale, currency.toUpperCase());
}

/** A form given for exactly 0, 1 or 2 wins over the category that the language puts that number in. */
export function pluralize(value: number, forms: PluralForms, locale: Locale = DEFAULT_LOCALE): Outcome<string> {
  if (!Number.isFinite(value)) return notFinite();
  const { language, tags, issues } = usableLocale(locale);
  const rules = pluralRules.getOrCreate(language, () => new Intl.PluralRules(tags));
  return accepted([forms.zero, forms.one, forms.two][value] ?? forms[rules.select(value)] ?? forms.other, issues);
}

function format(value: number, shape: NumberShape, locale: Reader, currency?: string): Outcome<string> {
  const { decimals, grouping = true } = shape;
  if (!Number.isFinite(value)) return notFinite();
  if (decimals !== undefined && !(Number.isInteger(decimals) && decimals >= 0 && decimals <= MAX_DECIMALS)) {
    return wrongArgument(`The decimals must be a whole number from 0 to ${MAX_DECIMALS}, not ${decimals}.`);
  }
  const { language, tags, issues } = usableLocale(locale);
  const create = () =>
    new Intl.NumberFormat(tags, {
      style: currency === undefined ? 'decimal' : 'currency',
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      // Not `true`, which would set marks where the language leaves them out (1234 in Spanish).
      useGrouping: grouping ? 'auto' : false,
      // What rounds to zero is shown without a sign.
      signDisplay: 'negative',
    });
  const name = `${language} ${currency} ${decimals} ${grouping}`;
  if (locale.budget?.build(name, STEP_COSTS.formatter) === false) return refused([locale.budget.problem()]);
  const formatter = numberFormats.getOrCreate(name, create);
  return accepted(formatter.format(value), issues);
}

function notFinite(): Outcome<string> {
  return wrongArgument('The value is not a finite number.');
}

function wrongArgument(message: string): Outcome<string> {
  return refusal('VITRINE_FUNCTION_ARGS', message);
}

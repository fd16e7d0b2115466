// Secrets out of values: where one stands its marker stands instead, `[REDACTED:<id>]`. It works on values and never on
// their serialized text, so that what comes out can be written and read again. Which secrets there are is left to the host.

import { escapeSegment } from './pointer.ts';

export interface Secret {
  /** Stands in its place. */
  readonly id: string;
  readonly value: string;
}

export interface Redaction<T> {
  /** The same value where nothing had to be hidden. */
  readonly value: T;
  /** How many places were replaced. */
  readonly count: number;
}

export interface Redactor {
  /** In keys too. A number that holds a secret is a text from then on. */
  redact<T>(value: T): Redaction<T>;
  text(text: string): string;
}

export const NO_SECRETS: Redactor = {
  redact: (value) => ({ value, count: 0 }),
  text: (text) => text,
};

/** Fewer letters of a secret that was cut off say nothing. */
const TELLING = 6;
/** How `quote` ends what it cuts, and what it leaves of it at most. */
const CUT = '..."';
const LONGEST_CUT = 61;

export function createRedactor(secrets: readonly Secret[]): Redactor {
  const ids = new Map<string, string>();
  for (const { id, value } of secrets) for (const spelled of spellingsOf(value)) ids.set(spelled, id);
  // As it is it goes by its own name, whatever else is spelled like it.
  for (const { id, value } of secrets) if (value !== '') ids.set(value, id);
  return ids.size === 0 ? NO_SECRETS : redactorOf(ids);
}

function redactorOf(ids: ReadonlyMap<string, string>): Redactor {
  // The longest first: one may be a part of another. In one pass, so that no marker is looked into.
  const spelled = [...ids.keys()].toSorted((a, b) => b.length - a.length);
  const whole = new RegExp(spelled.map(literal).join('|'), 'g');
  const begun = new RegExp(spelled.map((one) => `(${beginningOf(one)})`).join('|'), 'g');
  const isInNumbers = spelled.some((one) => /^[-\d.]+$/.test(one));
  let count = 0;
  const marker = (secret: string): string => {
    count++;
    return `[REDACTED:${ids.get(secret)}]`;
  };
  const text = (given: string): string => {
    const hidden = given.replace(whole, marker);
    if (!hidden.includes(CUT)) return hidden;
    return hidden.replace(begun, (_part, ...groups: unknown[]) =>
      marker(spelled[groups.findIndex((group) => group !== undefined)] as string),
    );
  };
  const leaf = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'number' || !isInNumbers) return value;
    const digits = decimal(value);
    const hidden = text(digits);
    return hidden === digits ? value : hidden;
  };
  return {
    text,
    redact: (value) => {
      count = 0;
      const hidden = mapped(value, text, leaf) as typeof value;
      return { value: hidden, count };
    },
  };
}

function mapped(value: unknown, key: (key: string) => string, leaf: (value: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return leaf(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => mapped(item, key, leaf));
    return items.every((item, i) => Object.is(item, value[i])) ? value : items;
  }
  let isSame = true;
  const members = Object.entries(value).map(([name, item]): [string, unknown] => {
    const [newName, newItem] = [key(name), mapped(item, key, leaf)];
    isSame &&= newName === name && Object.is(newItem, item);
    return [newName, newItem];
  });
  return isSame ? value : Object.fromEntries(members);
}

/** As it stands in a text, in the quotes of a message, in a pointer, and in the quotes of a message about a pointer. */
function spellingsOf(value: string): readonly string[] {
  if (value === '') return [];
  return [value, escapeSegment(value)].flatMap((one) => [one, JSON.stringify(one).slice(1, -1)]);
}

/** The beginning of a secret, where the end was cut off. */
function beginningOf(secret: string): string {
  const rest = [...secret.slice(TELLING, LONGEST_CUT * 2)];
  const more = rest.reduceRight((after, character) => `(?:${literal(character)}${after})?`, '');
  return `${literal(secret.slice(0, TELLING))}${more}(?=${literal(CUT)})`;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Without an exponent: that would take the digits apart. */
function decimal(number: number): string {
  const [mantissa = '', exponent] = String(number).split('e');
  if (exponent === undefined) return mantissa;
  const [sign, digits] = [number < 0 ? '-' : '', mantissa.replace(/[-.]/g, '')];
  const places = Number(exponent);
  return places < 0 ? `${sign}0.${'0'.repeat(-places - 1)}${digits}` : `${sign}${digits.padEnd(places + 1, '0')}`;
}

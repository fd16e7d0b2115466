// Secrets out of values: where one stands its marker stands instead, `[REDACTED:<id>]`. It works on values and never on
// their serialized text, so that what comes out can be written and read again. Which secrets there are is left to the host,
// how one is found among letters that nobody sees to secret-index.ts.

import { foldText, STEP_UNITS, visibleText } from './folded-text.ts';
import type { Json } from './json.ts';
import { isHeavy } from './json-weight.ts';
import { escapeSegment } from './pointer.ts';
import { type Found, SecretIndex, SLACK, type Spelling, seenUnits } from './secret-index.ts';
import { oneStep, type Steps, takeAll } from './steps.ts';

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

/** Of texts that grow. */
export interface StreamRedactor extends Redactor {
  /** What `redact` gives, for values that are long. */
  redactSteps<T>(value: T): Steps<Redaction<T>>;
  /** The end of a text that may be the beginning of a secret, which what is appended would complete. */
  tail(text: string): string;
  /** Told a long text piece by piece, it says whether a secret is in what came so far. */
  stream(): (piece: string) => boolean;
}

export const NO_SECRETS: StreamRedactor = {
  redact: (value) => ({ value, count: 0 }),
  redactSteps: (value) => oneStep(() => ({ value, count: 0 })),
  text: (text) => text,
  tail: () => '',
  stream: () => () => false,
};

interface RedactionCount {
  count: number;
}
interface Members {
  readonly [name: string]: unknown;
}
type Leaf = (value: unknown, tally: RedactionCount) => unknown;
type LongTextRedactor = (text: string, tally: RedactionCount) => Steps<string>;

/** A secret of which less is seen is looked for as it is. */
const MIN_SEEN = 6;
/** In capitals too from here on: shorter ones may be ordinary words. */
const MIN_ANY_CASE = 12;
/** Shorter texts of base64 would be found in others. */
const MIN_ENCODED = 12;
const MAX_KNOWN = 4;

export function createRedactor(secrets: readonly Secret[]): StreamRedactor {
  const known = secrets.filter(({ value }) => value !== '');
  return known.length === 0 ? NO_SECRETS : redactorOf(known);
}

function redactorOf(secrets: readonly Secret[]): StreamRedactor {
  // As it is a secret goes by its own name, whatever else is spelled like it.
  const own = new Map(secrets.map(({ id, value }) => [value, id]));
  const areAlike = new Set(secrets.map(({ value }) => visibleText(value).toLowerCase())).size < own.size;
  const spelled = secrets.flatMap(spellingsOf);
  const isSeen = ({ text }: Spelling) => seenUnits(text) >= Math.min(MIN_SEEN, text.length);
  const index = new SecretIndex(spelled.filter(isSeen));
  // Of these hardly anything is seen: they are looked for as they are.
  const unseen = spelled.filter((one) => !isSeen(one)).toSorted((a, b) => b.text.length - a.text.length);
  const unseenIds = new Map(unseen.map(({ id, text }) => [text, id]));
  const asTheyAre =
    unseen.length === 0 ? undefined : new RegExp(unseen.map(({ text }) => literal(text)).join('|'), 'g');
  const isInNumbers = secrets.some(({ value }) => /^[-\d.]+$/.test(value));
  const marker = (id: string | undefined, tally: RedactionCount): string => {
    tally.count++;
    return `[REDACTED:${id}]`;
  };
  const replaced = (source: string, found: readonly Found[], tally: RedactionCount): string => {
    if (found.length === 0) return source;
    const parts: string[] = [];
    let end = 0;
    for (const { start, end: next, id } of found) {
      parts.push(source.slice(end, start), marker(areAlike ? (own.get(source.slice(start, next)) ?? id) : id, tally));
      end = next;
    }
    return `${parts.join('')}${source.slice(end)}`;
  };
  const written = (source: string, found: readonly Found[], tally: RedactionCount): string => {
    const seen = replaced(source, found, tally);
    return asTheyAre === undefined ? seen : seen.replace(asTheyAre, (one) => marker(unseenIds.get(one), tally));
  };
  // Long texts that were looked through, so that whoever cannot wait need not do it again.
  const known: { readonly text: string; readonly hidden: string; readonly count: number }[] = [];
  function* textSteps(text: string, tally: RedactionCount): Steps<string> {
    let one = known.find((before) => before.text === text);
    if (one === undefined) {
      const own: RedactionCount = { count: 0 };
      one = { text, hidden: written(text, yield* index.findSteps(text), own), count: own.count };
      known.unshift(one);
      known.length = Math.min(known.length, MAX_KNOWN);
    }
    tally.count += one.count;
    return one.hidden;
  }
  const text = (source: string, tally: RedactionCount): string =>
    source.length <= STEP_UNITS ? written(source, index.find(source), tally) : takeAll(textSteps(source, tally));
  const leaf: Leaf = (value, tally) => {
    if (typeof value === 'string') return text(value, tally);
    if (typeof value !== 'number' || !isInNumbers) return value;
    const digits = decimal(value);
    const hidden = text(digits, tally);
    return hidden === digits ? value : hidden;
  };
  return {
    text: (source) => text(source, { count: 0 }),
    *redactSteps<T>(value: T): Steps<Redaction<T>> {
      const tally: RedactionCount = { count: 0 };
      const hidden = yield* mappedSteps(value, leaf, textSteps, tally);
      return { value: hidden as T, count: tally.count };
    },
    tail: (source) => {
      const wanted = index.longest + SLACK;
      for (let size = 2 * wanted; size < source.length; size *= 2) {
        const end = source.slice(-size);
        if (foldText(end).length >= wanted) return end;
      }
      return source;
    },
    stream: () => index.stream(),
    redact: (value) => {
      const tally: RedactionCount = { count: 0 };
      const hidden = mapped(value, leaf, tally) as typeof value;
      return { value: hidden, count: tally.count };
    },
  };
}

function mapped(value: unknown, leaf: Leaf, tally: RedactionCount): unknown {
  if (typeof value !== 'object' || value === null) return leaf(value, tally);
  const names = Object.keys(value);
  const items = names.map((name) => mapped((value as Members)[name], leaf, tally));
  return rebuilt(value, names, items, leaf, tally);
}

function* mappedSteps(value: unknown, leaf: Leaf, longText: LongTextRedactor, tally: RedactionCount): Steps<unknown> {
  if (typeof value === 'string' && value.length > STEP_UNITS) return yield* longText(value, tally);
  if (typeof value !== 'object' || value === null || !isHeavy(value as Json)) return mapped(value, leaf, tally);
  const names = Object.keys(value);
  const items: unknown[] = [];
  for (const name of names) {
    items.push(yield* mappedSteps((value as Members)[name], leaf, longText, tally));
    yield;
  }
  return rebuilt(value, names, items, leaf, tally);
}

/** The same object or list where nothing had to be hidden. */
function rebuilt(
  before: object,
  names: readonly string[],
  items: readonly unknown[],
  leaf: Leaf,
  tally: RedactionCount,
): unknown {
  const isSame = names.every((name, i) => Object.is(items[i], (before as Members)[name]));
  if (Array.isArray(before)) return isSame ? before : items;
  const newNames = names.map((name) => leaf(name, tally) as string);
  if (isSame && names.every((name, i) => name === newNames[i])) return before;
  return Object.fromEntries(newNames.map((name, i) => [name, items[i]]));
}

/**
 * As it stands in a text, in the quotes of a message, in a pointer, in the quotes of a message about a pointer, and in the
 * query of an address; and what base64 makes of it, wherever it stands in what is encoded.
 */
function spellingsOf({ id, value }: Secret): readonly Spelling[] {
  const quoted = [value, escapeSegment(value)].flatMap((one) => [one, JSON.stringify(one).slice(1, -1)]);
  const bytes = utf8(value);
  // In a query of an address a plus is a blank.
  const plain = new Set([...quoted, value.replaceAll(' ', '+')]);
  const encoded = bytes === undefined ? [] : [0, 1, 2].flatMap((before) => base64Of(bytes, before));
  return [
    ...[...plain].map((text) => ({ id, text, anyCase: seenUnits(text) >= MIN_ANY_CASE, isEncoded: false })),
    ...encoded.map((text) => ({ id, text, anyCase: false, isEncoded: true })),
  ];
}

/** Undefined: it has half a pair of surrogates. */
function utf8(text: string): readonly number[] | undefined {
  if (/\p{Cs}/u.test(text)) return undefined;
  const escaped = encodeURIComponent(text).matchAll(/%([0-9A-F]{2})|./g);
  return Array.from(escaped, ([one, hex]) => (hex === undefined ? one.charCodeAt(0) : Number.parseInt(hex, 16)));
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The letters that it alone decides, behind so many bytes of something else; in both alphabets. */
function base64Of(bytes: readonly number[], before: number): readonly string[] {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const whole = bits.slice((6 - ((before * 8) % 6)) % 6);
  const letters = whole.match(/.{6}/g) ?? [];
  if (letters.length < MIN_ENCODED) return [];
  const text = letters.map((six) => BASE64[Number.parseInt(six, 2)]).join('');
  return [...new Set([text, text.replaceAll('+', '-').replaceAll('/', '_')])];
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

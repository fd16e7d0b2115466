// A text as a reader takes it in: without what cannot be seen, in the one compatibility form that full-width, composed and
// decomposed letters share, in lower case. Each unit of it knows where it came from, so that what is found in it can be
// replaced in the text as it was. Escapes of JSON, references of HTML and the percent signs of addresses count as the
// characters that they stand for: texts hold JSON, markup and links, and messages quote. Tags, and ends of lines with the
// blanks behind them, count as nothing.

import { type Steps, takeAll } from './steps.ts';

/** Units of UTF-16, each with the place in the text that it was made from. */
export interface FoldedText {
  readonly length: number;
  readonly units: Uint16Array;
  readonly starts: Uint32Array;
}

const ODD = /[^\t\x20-\x7e]|\\[unr]|&[#a-z]|<[a-z/!]|%[\da-f]{2}/i;
/** Seen by nobody: default ignorables (UAX #44), format characters, controls other than blanks, separators of lines, noncharacters, the empty pattern of Braille. */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u2800]|(?![\t\n\r])\p{Cc}/gu;
const MARK = /^\p{M}$/u;
/** Longer ones are no letters of a secret, and a text would grow eighteen times. */
const MAX_FORM = 4;
/** As many marks on one letter are put in order; more would cost their square. */
const MAX_MARKS = 8;
const BACKSLASH = 0x5c;
const LESS_THAN = 0x3c;
/** A percent sign; where an address stands in an address it is one of its own. */
const SIGN = '%(?:25){0,4}';
const NEXT = `${SIGN}[89ab][\\da-f]`;
/** One character of UTF-8 in an address (RFC 3986 §2.1). */
const IN_ADDRESS = `${SIGN}(?:[cd][\\da-f]|(?:e[\\da-f]|f[0-4]${NEXT})${NEXT})${NEXT}|${SIGN}[0-7][\\da-f]`;
/** What stands for something else. Where JSON stands in JSON there are more backslashes, in HTML in HTML more ampersands. */
const QUOTED =
  /\\+u(d[89ab][0-9a-f]{2})\\+u(d[c-f][0-9a-f]{2})|\\+u([0-9a-f]{4})|\\+[nr]|&(?:amp;){0,4}(?:#(\d{1,8});?|#x([0-9a-f]{1,8});?|(shy|nbsp|amp|lt|gt|quot);?|(apos|tab|newline|zwnj|zwj|lrm|rlm|zerowidthspace|nobreak|ic|invisiblecomma|it|invisibletimes|af|applyfunction);)|<[a-z/!][^<>]{0,62}>|[\r\n]\s*/;
const FORM = `${QUOTED.source}|(${IN_ADDRESS})`;
const FORM_HERE = new RegExp(FORM, 'iy');
const ALL_FORMS = new RegExp(FORM, 'gi');
const NESTED_SIGNS = /%(?:25)+(?=[\da-f]{2})/gi;
const ENDS_OF_LINES = /[\r\n]/g;
/** What is seen of a reference by name; of the others nothing is. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['tab', '\t'],
]);
/** Of a form, but for the row of backslashes before it and the blanks behind it. */
export const MAX_FORM_UNITS = 64;
/** Units of a text that are folded in one step. */
export const STEP_UNITS = 16 * 1024;

/** What a character is, learnt when it is first met. */
const UNKNOWN = 0;
const GONE = 1;
const SINGLE = 2;
const SEVERAL = 3;
const IS_MARK = 4;
const BEGINS_FORM = 5;
const PLANE = 0x10000;
const KINDS = new Uint8Array(PLANE);
const KINDS_BEYOND = new Map<number, number>();
/** What becomes of a character of the first plane that becomes one unit. */
const UNITS = new Uint16Array(PLANE);
/** What becomes of any other. */
const FORMS = new Map<number, string>();

/** What stands for something else begins with one of these. */
export const FORM_START = /[\\&<%\r\n]/;

for (const one of '\\&<%\r\n') KINDS[one.charCodeAt(0)] = BEGINS_FORM;

/** It is folded but for its case where it is not. */
export function isOdd(text: string): boolean {
  return ODD.test(text);
}

const TAG = /<[a-z/!]/i;

/** What it shows is not all that it says: tags hold names, addresses and comments. */
export function hasTags(text: string): boolean {
  return TAG.test(text);
}

export function foldText(text: string, keepsTags = false): FoldedText {
  return takeAll(foldSteps(text, keepsTags));
}

/** @param keepsTags they are letters, in the place of nothing */
export function foldSteps(text: string, keepsTags = false): Steps<FoldedText> {
  return new Folding(text, keepsTags).steps();
}

/** What is seen of a text, in its own case. */
export function visibleText(text: string): string {
  const meant = text.replace(ALL_FORMS, (_, ...groups: readonly (string | undefined)[]) => meaningOf(groups));
  return meant.normalize('NFKD').replace(INVISIBLE, '');
}

function meaningOf([high, low, unit, decimal, hex, name, other, address]: readonly (string | undefined)[]): string {
  if (address !== undefined) return inAddress(address);
  if (high !== undefined && low !== undefined) return characterOf(high) + characterOf(low);
  if (decimal !== undefined) return characterOf(decimal, 10);
  return unit === undefined && hex === undefined
    ? (NAMED.get((name ?? other ?? '').toLowerCase()) ?? '')
    : characterOf((unit ?? hex) as string);
}

/** Bytes that are no character stay as they are. */
function inAddress(signs: string): string {
  const plain = signs.replace(NESTED_SIGNS, '%');
  try {
    return decodeURIComponent(plain).replace(ENDS_OF_LINES, '');
  } catch {
    return plain;
  }
}

function characterOf(digits: string, base = 16): string {
  const point = Number.parseInt(digits, base);
  return point > 0x10ffff ? '' : String.fromCodePoint(point);
}

class Folding implements FoldedText {
  readonly #text: string;
  readonly #keepsTags: boolean;
  units: Uint16Array;
  starts: Uint32Array;
  length = 0;

  constructor(text: string, keepsTags: boolean) {
    this.#text = text;
    this.#keepsTags = keepsTags;
    const room = text.length + 32;
    this.units = new Uint16Array(room);
    this.starts = new Uint32Array(room);
  }

  *steps(): Steps<FoldedText> {
    for (let at = 0; at < this.#text.length; ) {
      if (at > 0) yield;
      at = this.#addAll(at, Math.min(this.#text.length, at + STEP_UNITS));
    }
    return this;
  }

  /** @returns where it ends, which may be a little behind `until` */
  #addAll(from: number, until: number): number {
    const text = this.#text;
    let at = from;
    for (at = this.#addSingles(at, until); at < until; at = this.#addSingles(at, until)) {
      if (KINDS[text.charCodeAt(at)] === BEGINS_FORM) at = this.#addForm(at);
      else {
        const point = text.codePointAt(at) as number;
        this.#add(point, at);
        at += point >= PLANE ? 2 : 1;
      }
    }
    return at;
  }

  /** The common case, in a loop of its own. @returns where it ends */
  #addSingles(from: number, until: number): number {
    const text = this.#text;
    const { units, starts } = this;
    let { length } = this;
    let at = from;
    for (; at < until && length < units.length; at++) {
      const unit = text.charCodeAt(at);
      if (KINDS[unit] !== SINGLE) break;
      units[length] = UNITS[unit] as number;
      starts[length++] = at;
    }
    this.length = length;
    return at;
  }

  #addForm(start: number): number {
    FORM_HERE.lastIndex = start;
    const isKept = this.#keepsTags && this.#text.charCodeAt(start) === LESS_THAN;
    const found = isKept ? null : FORM_HERE.exec(this.#text);
    if (found !== null) {
      for (const character of meaningOf(found.slice(1))) this.#add(character.codePointAt(0) as number, start);
      return FORM_HERE.lastIndex;
    }
    let end = start;
    do this.#put(this.#text.charCodeAt(end), end++);
    while (
      // A row of backslashes is looked at once.
      this.#text.charCodeAt(end) === BACKSLASH &&
      this.#text.charCodeAt(start) === BACKSLASH
    );
    return end;
  }

  #add(point: number, start: number): void {
    const kind = kindOf(point);
    if (kind === GONE) return;
    if (kind === SINGLE) return this.#put(UNITS[point] as number, start);
    if (kind === BEGINS_FORM) return this.#put(point, start);
    const form = FORMS.get(point) as string;
    for (let i = 0; i < form.length; i++) this.#put(form.charCodeAt(i), start);
  }

  /** Marks on one letter go by their number: in which order they were written cannot always be seen. */
  #put(unit: number, start: number): void {
    const { length } = this;
    if (length === this.units.length) this.#grow();
    const { units } = this;
    let place = length;
    if (KINDS[unit] === IS_MARK) {
      const last = Math.max(0, length - MAX_MARKS);
      while (place > last && (units[place - 1] as number) > unit && KINDS[units[place - 1] as number] === IS_MARK) {
        units[place] = units[place - 1] as number;
        place--;
      }
    }
    units[place] = unit;
    this.starts[length] = start;
    this.length = length + 1;
  }

  #grow(): void {
    const { units, starts } = this;
    const room = units.length * 2;
    this.units = new Uint16Array(room);
    this.units.set(units);
    this.starts = new Uint32Array(room);
    this.starts.set(starts);
  }
}

function kindOf(point: number): number {
  const known = point < PLANE ? KINDS[point] : KINDS_BEYOND.get(point);
  return known === undefined || known === UNKNOWN ? learn(point) : known;
}

function learn(point: number): number {
  const character = String.fromCodePoint(point);
  const seen = character.normalize('NFKD').replace(INVISIBLE, '');
  // Letter by letter: the lower case of a whole text depends on where a letter stands in it.
  const folded = Array.from(seen, (one) => one.toLowerCase()).join('');
  const form = folded.length > MAX_FORM ? character : folded;
  const isWhole = form.length === 1 && point < PLANE && (point < 0xd800 || point > 0xdfff);
  const kind = form === '' ? GONE : MARK.test(character) ? IS_MARK : isWhole ? SINGLE : SEVERAL;
  if (point < PLANE) KINDS[point] = kind;
  else KINDS_BEYOND.set(point, kind);
  if (kind === SINGLE) UNITS[point] = form.charCodeAt(0);
  else if (kind !== GONE) FORMS.set(point, form);
  // The marks that a letter brings are put in order too.
  for (const one of form) if (one !== character) kindOf(one.codePointAt(0) as number);
  return kind;
}

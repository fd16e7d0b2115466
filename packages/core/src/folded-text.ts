// A text as a reader takes it in: without what cannot be seen, in the one compatibility form that full-width, composed and
// decomposed letters share, in lower case. Each unit of it knows where it came from, so that what is found in it can be
// replaced in the text as it was. `\uXXXX` counts as the character it stands for: texts hold JSON and messages quote.

/** Units of UTF-16, each with the place in the text that it was made from. */
export interface FoldedText {
  readonly length: number;
  readonly units: Uint16Array;
  readonly starts: Uint32Array;
}

const ODD = /[^\t\n\r\x20-\x7e]/;
/** Seen by nobody: default ignorables (UAX #44), format characters, controls other than blanks, separators of lines, noncharacters, the empty pattern of Braille. */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u2800]|(?![\t\n\r])\p{Cc}/gu;
const MARK = /^\p{M}$/u;
/** Longer ones are no letters of a secret, and a text would grow eighteen times. */
const MAX_FORM = 4;
/** As many marks on one letter are put in order; more would cost their square. */
const MAX_MARKS = 8;
const BACKSLASH = 0x5c;
const HEX = /^[0-9a-f]{4}$/i;

/** What a character is, learnt when it is first met. */
const UNKNOWN = 0;
const GONE = 1;
const SINGLE = 2;
const SEVERAL = 3;
const IS_MARK = 4;
const PLANE = 0x10000;
const KINDS = new Uint8Array(PLANE);
const KINDS_BEYOND = new Map<number, number>();
/** What becomes of a character of the first plane that becomes one unit. */
const UNITS = new Uint16Array(PLANE);
/** What becomes of any other. */
const FORMS = new Map<number, string>();

/** It is folded but for its case where it is not. */
export function isOdd(text: string): boolean {
  return ODD.test(text) || text.includes('\\u');
}

export function foldText(text: string): FoldedText {
  return new Folding(text).run();
}

/** What is seen of a text, in its own case. */
export function visibleText(text: string): string {
  const meant = text.replace(/\\+u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return meant.normalize('NFKD').replace(INVISIBLE, '');
}

class Folding implements FoldedText {
  readonly #text: string;
  units: Uint16Array;
  starts: Uint32Array;
  length = 0;

  constructor(text: string) {
    this.#text = text;
    const room = text.length + 32;
    this.units = new Uint16Array(room);
    this.starts = new Uint32Array(room);
  }

  run(): FoldedText {
    const text = this.#text;
    for (let at = 0; at < text.length; ) {
      at = this.#addSingles(at);
      if (at === text.length) break;
      const unit = text.charCodeAt(at);
      if (unit === BACKSLASH) at = this.#addBackslashes(at);
      else {
        const point = text.codePointAt(at) as number;
        this.#add(point, at);
        at += point >= PLANE ? 2 : 1;
      }
    }
    return this;
  }

  /** The common case, in a loop of its own. @returns where it ends */
  #addSingles(from: number): number {
    const text = this.#text;
    const { units, starts } = this;
    let { length } = this;
    let at = from;
    for (; at < text.length && length < units.length; at++) {
      const unit = text.charCodeAt(at);
      if (KINDS[unit] !== SINGLE || unit === BACKSLASH) break;
      units[length] = UNITS[unit] as number;
      starts[length++] = at;
    }
    this.length = length;
    return at;
  }

  /** A whole row of them: where JSON stands in JSON, the same character has more of them. */
  #addBackslashes(start: number): number {
    const { point, end } = escapeAt(this.#text, start);
    if (point !== undefined) this.#add(point, start);
    else for (let at = start; at < end; at++) this.#put(BACKSLASH, at);
    return end;
  }

  #add(point: number, start: number): void {
    const kind = kindOf(point);
    if (kind === GONE) return;
    if (kind === SINGLE) return this.#put(UNITS[point] as number, start);
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

/** The character that backslashes, `u` and four digits stand for, two of these where they are a pair of surrogates. */
function escapeAt(text: string, start: number): { readonly point: number | undefined; readonly end: number } {
  const first = unitAt(text, start);
  if (first.unit === undefined) return { point: undefined, end: first.end };
  const isHigh = first.unit >= 0xd800 && first.unit <= 0xdbff;
  const second = isHigh && text.charCodeAt(first.end) === BACKSLASH ? unitAt(text, first.end) : undefined;
  const isPair = second?.unit !== undefined && second.unit >= 0xdc00 && second.unit <= 0xdfff;
  if (!isPair) return { point: first.unit, end: first.end };
  return { point: PLANE + ((first.unit - 0xd800) << 10) + ((second.unit as number) - 0xdc00), end: second.end };
}

function unitAt(text: string, start: number): { readonly unit: number | undefined; readonly end: number } {
  let end = start;
  while (text.charCodeAt(end) === BACKSLASH) end++;
  const digits = text.charCodeAt(end) === 0x75 ? text.slice(end + 1, end + 5) : '';
  return HEX.test(digits) ? { unit: Number.parseInt(digits, 16), end: end + 5 } : { unit: undefined, end };
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

// Text from outside to JSON, the only way there is: length, depth, values and names of members are judged by one walk over
// the text before anything is built, because building is what costs. What the value means is left to whoever asked.

import { type Issue, issue } from './issue.ts';
import type { Json } from './json.ts';
import { JSON_CHARS, jsonStringEnd, PIECE_CHARS, parsePieces } from './json-pieces.ts';
import type { Limits } from './limits.ts';
import { stripControlChars } from './picture-text.ts';
import type { Steps } from './steps.ts';

export interface JsonBounds {
  /** UTF-16 units. */
  readonly maxLength: number;
  /** Containers inside each other. */
  readonly maxDepth: number;
  /** Leaves, and containers four times: so much dearer are they to build. */
  readonly maxValues: number;
  /** A text in which a value has so many characters on average may hold more. */
  readonly charsPerValue?: number;
  /** Different names of members, counted closely enough: the engine keeps a shape or a table for them. */
  readonly maxNames: number;
}

/** Where nobody knows better. */
export const JSON_BOUNDS: JsonBounds = {
  maxLength: 4 * 1024 * 1024,
  maxDepth: 256,
  maxValues: 250_000,
  maxNames: 10_000,
};

/** What somebody reads of a host of their own choice: whole states, which hold many messages. */
export const HOST_JSON_BOUNDS: JsonBounds = {
  maxLength: 64 * 1024 * 1024,
  maxDepth: 256,
  maxValues: Number.POSITIVE_INFINITY,
  maxNames: Number.POSITIVE_INFINITY,
};

export type ParsedJson = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly issue: Issue };

/** Never throws. */
export function parseJson(text: string, bounds: Partial<JsonBounds> = JSON_BOUNDS): ParsedJson {
  const problem = jsonProblem(text, bounds);
  return problem === undefined ? build(text) : { ok: false, issue: problem };
}

/** The same for texts that are long: judging one is a step, and each piece that is built of it. */
export function* parseJsonSteps(text: string, bounds: Partial<JsonBounds> = JSON_BOUNDS): Steps<ParsedJson> {
  const problem = text.length > STEP_CHARS ? yield* problemSteps(text, bounds) : jsonProblem(text, bounds);
  if (problem !== undefined) return { ok: false, issue: problem };
  if (text.length > PIECE_CHARS) yield;
  const built = yield* parsePieces(text);
  return built === undefined ? build(text) : { ok: true, ...built };
}

function build(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch (error) {
    // The engine's words quote the text, which may hold anything.
    const why =
      error instanceof Error
        ? stripControlChars(error.message.slice(0, 160)).replaceAll('\n', ' ')
        : 'it cannot be read';
    return { ok: false, issue: issue('VITRINE_JSON_MALFORMED', 'error', `This is not valid JSON: ${why}.`, '') };
  }
}

/** What forbids to parse the text at all. Linear, and builds nothing; that it is JSON is not said by it. */
export function jsonProblem(text: string, bounds: Partial<JsonBounds> = JSON_BOUNDS): Issue | undefined {
  const judgement = new TextJudgement(text, bounds);
  judgement.go(text.length);
  return judgement.problem;
}

function* problemSteps(text: string, bounds: Partial<JsonBounds>): Steps<Issue | undefined> {
  const judgement = new TextJudgement(text, bounds, new Uint32Array(NAME_TABLE.length));
  for (let to = STEP_CHARS; judgement.go(to); to += STEP_CHARS) yield;
  return judgement.problem;
}

/** Characters that are judged in one step: about a millisecond. */
const STEP_CHARS = 256 * 1024;

/** One text on the way. Who goes on later needs a table of names of its own. */
class TextJudgement {
  readonly #text: string;
  readonly #bounds: JsonBounds;
  readonly #count: JsonCount | undefined;

  constructor(text: string, bounds: Partial<JsonBounds>, table = NAME_TABLE) {
    const { length } = text;
    this.#text = text;
    // Member by member: every message passes here, and copies of objects cost as much as the walk.
    const { maxLength = JSON_BOUNDS.maxLength, maxDepth = JSON_BOUNDS.maxDepth } = bounds;
    const { maxNames = JSON_BOUNDS.maxNames, charsPerValue = Number.POSITIVE_INFINITY } = bounds;
    const maxValues = Math.max(bounds.maxValues ?? JSON_BOUNDS.maxValues, Math.floor(length / charsPerValue));
    this.#bounds = { maxLength, maxDepth, maxValues, maxNames };
    // A value takes a character at least, and so does each container.
    const isSmall = length <= maxDepth && CONTAINER_VALUES * length <= maxValues;
    if (length > maxLength || isSmall) return;
    const names = length > maxNames * MIN_MEMBER_LENGTH ? new NameCount(table) : undefined;
    this.#count = new JsonCount(text, this.#bounds, names);
  }

  /** As far as that; false when it is done. */
  go(to: number): boolean {
    return this.#count?.go(to) ?? false;
  }

  get problem(): Issue | undefined {
    const { maxLength, maxDepth, maxValues, maxNames } = this.#bounds;
    const { length } = this.#text;
    if (length > maxLength) {
      const message = `A text of ${length} characters is longer than ${maxLength}.`;
      return issue('VITRINE_LINE_SIZE', 'error', message, '');
    }
    const counted = this.#count;
    if (counted === undefined) return undefined;
    if (counted.depth > maxDepth) {
      const message = `The message is nested more deeply than ${maxDepth} levels.`;
      return issue('VITRINE_JSON_DEPTH', 'error', message, '');
    }
    if (counted.names > maxNames) {
      const message = `The objects of the message have more than ${maxNames} different names of members.`;
      return issue('VITRINE_JSON_NAMES', 'error', message, '');
    }
    if (counted.values <= maxValues) return undefined;
    return issue('VITRINE_JSON_VALUES', 'error', `The message holds more than ${maxValues} values.`, '');
  }
}

/**
 * Where the items of a list stand in its text, each from one number up to the next but one: `[from, to, from, to, …]`.
 * Undefined: the text is no list, or its brackets do not match. Of a list with more than `maxItems` all but those are
 * counted only. Whoever parses the items one by one must find each of them to be JSON.
 */
export function itemRanges(
  text: string,
  maxItems: number,
): { readonly count: number; readonly ranges: readonly number[] } | undefined {
  const ranges: number[] = [];
  let count = 0;
  const add = (from: number, to: number): void => {
    if (count++ < maxItems) ranges.push(from, to);
  };
  let depth = 0;
  let start = 0;
  let isEmpty = true;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code <= BLANK) continue;
    if (depth === 0 && (code !== LIST || start > 0)) return undefined;
    if (code === QUOTE) i = jsonStringEnd(text, i);
    else if (code === LIST || code === OBJECT) {
      if (++depth === 1) {
        start = i + 1;
        continue;
      }
    } else if (code === LIST_END || code === OBJECT_END) {
      if (--depth === 0) {
        if (code !== LIST_END) return undefined;
        if (!isEmpty || count > 0) add(start, i);
      }
    } else if (code === COMMA && depth === 1) {
      add(start, i);
      start = i + 1;
    }
    isEmpty = false;
  }
  return depth === 0 && start > 0 ? { count, ranges } : undefined;
}

/** How one message of these limits is bounded. What stands around it (a list, a frame) takes some levels more. */
export function messageBounds(limits: Limits): JsonBounds {
  return {
    maxLength: limits.lineLength,
    maxDepth: maxMessageDepth(limits) + AROUND_MESSAGE,
    maxValues: limits.messageValues,
    maxNames: limits.messageNames,
    charsPerValue: MESSAGE_CHARS_PER_VALUE,
  };
}

/** Typed contents take two levels for one of data, and data that may be kept is never too deep. */
export function maxMessageDepth({ messageDepth, dataDepth }: Limits): number {
  return Math.max(messageDepth, 2 * dataDepth + AROUND_DATA);
}

/** Of a message that holds more values than `messageValues`. */
export const MESSAGE_CHARS_PER_VALUE = 4;

/** The envelope and the payload around data. */
const AROUND_DATA = 8;
const AROUND_MESSAGE = 8;

const { QUOTE, COMMA, COLON, BLANK, LIST, LIST_END, OBJECT, OBJECT_END } = JSON_CHARS;

const CONTAINER_VALUES = 4;
/** `"":0,` */
const MIN_MEMBER_LENGTH = 5;

/** Exact for JSON, but for names; stops at the first that is past its maximum. Absent `names`: nobody counts them. */
class JsonCount {
  readonly #text: string;
  readonly #bounds: JsonBounds;
  readonly #names: NameCount | undefined;
  #at = 0;
  #previous = 0;
  /** Of the last string. */
  #start = 0;
  #end = 0;
  depth = 0;
  values = 1;

  constructor(text: string, bounds: JsonBounds, names: NameCount | undefined) {
    this.#text = text;
    this.#bounds = bounds;
    this.#names = names;
  }

  get names(): number {
    return this.#names?.count ?? 0;
  }

  /** As far as that, or behind the string that stands there; false when it is done. */
  go(to: number): boolean {
    const { maxDepth, maxValues, maxNames } = this.#bounds;
    const text = this.#text;
    const names = this.#names;
    const until = Math.min(to, text.length);
    let { depth, values } = this;
    let [previous, start, end] = [this.#previous, this.#start, this.#end];
    let isOver = false;
    let i = this.#at;
    for (; i < until; i++) {
      const code = text.charCodeAt(i);
      if (code === QUOTE) {
        start = i + 1;
        i = jsonStringEnd(text, i);
        end = i;
      } else if (code === LIST || code === OBJECT) {
        values += CONTAINER_VALUES;
        if (++depth > maxDepth || values > maxValues + 1) isOver = true;
      } else if (code === LIST_END || code === OBJECT_END) {
        depth--;
        // An empty one was counted as if it held a value.
        if (previous === LIST || previous === OBJECT) values--;
      } else if (code === COMMA) {
        if (++values > maxValues) isOver = true;
      } else if (code === COLON) {
        if (names !== undefined && names.add(text, start, end) > maxNames) isOver = true;
      } else if (code <= BLANK) continue;
      if (isOver) break;
      previous = code;
    }
    this.depth = depth;
    this.values = values;
    this.#previous = previous;
    this.#start = start;
    this.#end = end;
    this.#at = i;
    return !isOver && i < text.length;
  }
}

const NAME_BITS = 20;
const NAME_TABLE = new Uint32Array(2 ** (NAME_BITS - 5));
/** Nobody can know which names fall together. */
const NAME_FACTOR = (Math.floor(Math.random() * 2 ** 31) * 2 + 1) | 0;

/** How many different ones there are, or a few less. One at a time. */
class NameCount {
  count = 0;
  readonly #table: Uint32Array;

  constructor(table: Uint32Array) {
    this.#table = table;
    table.fill(0);
  }

  add(text: string, from: number, to: number): number {
    let hash = 0;
    for (let i = from; i < to; i++) hash = (Math.imul(hash, NAME_FACTOR) + text.charCodeAt(i) + 1) | 0;
    const place = (hash ^ (hash >>> 15)) >>> 0;
    const table = this.#table;
    const [at, bit] = [(place >>> 5) & (table.length - 1), 1 << (place & 31)];
    const word = table[at] as number;
    if ((word & bit) !== 0) return this.count;
    table[at] = word | bit;
    return ++this.count;
  }
}

// The reader of what a model writes: push text as it comes, take prose and complete messages as soon as they are there.
// Where messages stand is found by answer-scanner.ts; what is broken is mended by loose-json.ts and mend-message.ts.

import {
  DEFAULT_LIMITS,
  type Fold,
  type Issue,
  isObject,
  issue,
  type Json,
  type JsonObject,
  type Limits,
} from '@vitrine/core/internal';
import { type AnswerEnd, AnswerScanner, type AnswerSource, type ScanSink } from './answer-scanner.ts';
import { checkMessage } from './check-message.ts';
import { HeldMessages, isEarly, surfaceOf } from './held-messages.ts';
import { MessageMender } from './mend-message.ts';
import { beginsMessage, findNextStart, PAYLOAD_KEYS } from './message-start.ts';
import { type AnswerRead, NO_REPAIRS, readSource } from './read-source.ts';
import { type Repair, type RepairKind, repair } from './repair.ts';

export type AnswerPart =
  | { readonly part: 'text'; readonly text: string }
  | {
      readonly part: 'message';
      readonly message: JsonObject;
      readonly repairs: readonly Repair[];
      /** Warnings only. */
      readonly issues: readonly Issue[];
      /** A part of a message that is still being written. */
      readonly draft?: true;
    }
  /** Something that should have been a message; nothing of it is given on. */
  | {
      readonly part: 'refused';
      readonly issues: readonly Issue[];
      readonly repairs: readonly Repair[];
      /** The message, where it could be read; else the beginning of its text. */
      readonly message?: JsonObject;
      readonly source?: string;
    }
  /** What was mended between messages. */
  | { readonly part: 'repair'; readonly repair: Repair };

export interface AnswerOptions {
  /** The name of the tag around blocks. */
  readonly tag?: string;
  readonly limits?: Limits;
  /** Judges each message and takes it in, one that comes before its surface when that has come; without it only what can be known from the text is checked. */
  readonly fold?: Fold;
  /** `any`: every JSON object in a block is given, whether or not it is a message. */
  readonly values?: 'messages' | 'any';
}

export const DEFAULT_TAG = 'a2ui-json';

interface FoundMessage {
  readonly message: JsonObject;
  readonly repairs: readonly Repair[];
  readonly guessed: readonly Issue[];
}

const NOTHING: readonly AnswerPart[] = [];
const EXCERPT = 2000;
/** Each reads a part of the answer a second time, so they are few. */
const MAX_REREADINGS = 16;
/** Of what is no JSON: it begins as a message does, or speaks of what messages do. Many a JSON has a version. */
const KNOWN_WORDS = new RegExp(`^\\W*version\\b|\\b(?:surfaceId|${PAYLOAD_KEYS.join('|')})\\b`);
const GUESSES: ReadonlySet<RepairKind> = new Set([
  'truncated',
  'unclosed-quote',
  'unclosed-bracket',
  'unopened-bracket',
  'stray-bracket',
  'inner-quote',
  'missing-value',
  'ellipsis',
]);
/** What is behind it may have been read into it. */
const UNENDED: ReadonlySet<RepairKind> = new Set(['unclosed-bracket', 'unclosed-quote', 'truncated']);
/** A2UI's versions, as its messages name them. */
const VERSION = /^v(?:0\.\d{1,2}(?:\.\d)?|1\.0)$/;

export class AnswerReader {
  readonly #scanner: AnswerScanner;
  readonly #limits: Limits;
  readonly #fold: Fold | undefined;
  readonly #any: boolean;
  readonly #mender = new MessageMender();
  readonly #tag: string;
  readonly #held = new HeldMessages<FoundMessage>();
  #isEnded = false;
  #rereadings = 0;
  /** What is read again stood in something that was never closed: its brackets may have closed a message that lacks its own. */
  #isUnclosed = false;
  #parts: AnswerPart[] = [];
  /** Of a value that was read to tell that it is a message. */
  #read: AnswerRead | undefined;

  constructor(options: AnswerOptions = {}) {
    this.#limits = options.limits ?? options.fold?.limits ?? DEFAULT_LIMITS;
    this.#fold = options.fold;
    this.#any = options.values === 'any';
    this.#tag = options.tag ?? DEFAULT_TAG;
    this.#scanner = this.#createScanner();
  }

  /** `isWithin`: its block is no block of the answer. */
  #createScanner(isWithin = false): AnswerScanner {
    const sink: ScanSink = {
      text: (text) => this.#text(text),
      note: (kind, offset) => {
        if (!isWithin || kind !== 'unclosed-block') this.#tell([repair(kind, '', offset)]);
      },
      isMessage: (source) => this.#isMessage(source),
      value: (source) => this.#value(source),
      emptyBlock: (text) => this.#emptyBlock(text),
    };
    return new AnswerScanner(sink, { tag: this.#tag, lineLength: this.#limits.lineLength });
  }

  get limits(): Limits {
    return this.#limits;
  }

  /** The text of the message that is being written, as far as it has come. */
  get open(): string {
    return this.#scanner.open;
  }

  /** Its length; asking for the text costs as much as there is of it. */
  get openLength(): number {
    return this.#scanner.openLength;
  }

  push(chunk: string): readonly AnswerPart[] {
    this.#scanner.push(chunk);
    return this.#parts.length === 0 ? NOTHING : this.#take();
  }

  end(): readonly AnswerPart[] {
    this.#scanner.end();
    this.#isEnded = true;
    for (const held of this.#held.releaseAll()) this.#message(held);
    return this.#take();
  }

  #take(): readonly AnswerPart[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  #text(text: string): void {
    const last = this.#parts.at(-1);
    if (last?.part === 'text') this.#parts[this.#parts.length - 1] = { part: 'text', text: last.text + text };
    else this.#parts.push({ part: 'text', text });
  }

  #emptyBlock(text: string): void {
    const found =
      text === ''
        ? issue('VITRINE_MESSAGE_EMPTY', 'error', 'The block holds no message.', '')
        : issue('VITRINE_JSON_MALFORMED', 'error', 'The block holds words, but no JSON.', '');
    this.#parts.push({ part: 'refused', issues: [found], repairs: NO_REPAIRS, source: text.slice(0, EXCERPT) });
  }

  #isMessage(source: AnswerSource): boolean {
    const read = readSource(source, this.#limits);
    const isMessage =
      (read.ok &&
        (this.#mender.recognises(read.value) || isMeant(read.value) || (this.#any && isObject(read.value)))) ||
      (!beginsMessage(source.text) && findNextStart(source.text) > 0) ||
      // What is no JSON, but speaks of what messages do, was meant to be one.
      ((!read.ok || read.repairs.length > 0) && (source.oversize || KNOWN_WORDS.test(source.text.slice(0, EXCERPT))));
    if (isMessage) this.#read = read;
    return isMessage;
  }

  #value(source: AnswerSource): void {
    const read = this.#read ?? readSource(source, this.#limits);
    this.#read = undefined;
    if (beginsMessage(source.text)) {
      const next = this.#isUnclosed || !read.ok || isUnended(read.repairs) ? findNextStart(source.text) : -1;
      if (next > 0) {
        this.#value({ ...source, text: source.text.slice(0, next).trimEnd(), ending: 'block' });
        return this.#again(source.text.slice(next), source.ending);
      }
    } else if (!read.ok || !(this.#any || (read.repairs.length === 0 && this.#mender.recognises(read.value)))) {
      // Something around messages, of which one may be broken: each is read by itself.
      const first = findNextStart(source.text);
      if (first > 0) {
        this.#tell([repair('wrong-wrapper', '', source.offset)]);
        // The list that they stand in is read with them: it tells whether more was to come.
        const head = source.text.slice(0, first).trimEnd();
        const from = source.ending === 'input' && head.endsWith('[') ? head.length - 1 : first;
        return this.#again(source.text.slice(from), source.ending, !read.ok || isUnended(read.repairs));
      }
    }
    if (!read.ok) return this.#refuse([read.issue], NO_REPAIRS, { source: source.text.slice(0, EXCERPT) });
    this.#readValue(read, source);
    if (read.rest !== '') this.#again(read.rest, source.ending);
  }

  #readValue(read: AnswerRead & { readonly ok: true }, source: AnswerSource): void {
    const glue = source.glued ? [repair('glued-messages', '', source.offset), ...read.repairs] : read.repairs;
    const mended = this.#mender.mend(read.value);
    if (mended !== undefined) {
      const repairs = mended.repairs.length === 0 ? glue : [...glue, ...mended.repairs];
      if (mended.messages.length === 0) return this.#tell(repairs);
      const guessed = guessedIssues(read.repairs);
      for (const [i, message] of mended.messages.entries())
        this.#message(i === 0 ? { message, repairs, guessed } : { message, repairs: NO_REPAIRS, guessed: [] });
    } else if (this.#any && isObject(read.value)) this.#give(read.value, glue, guessedIssues(read.repairs));
    else this.#unknown(read.value, glue);
  }

  /** Reads what stands behind a value that ended earlier than its quotes made it seem. */
  #again(rest: string, ending: AnswerEnd, isUnclosed = this.#isUnclosed): void {
    if (!/[^\s,}\]]/.test(rest)) return;
    if (++this.#rereadings > MAX_REREADINGS) {
      const found = issue('VITRINE_JSON_MALFORMED', 'error', 'Quotes are missing or too many in too many places.', '');
      return this.#refuse([found], NO_REPAIRS, { source: rest.slice(0, EXCERPT) });
    }
    const before = this.#isUnclosed;
    this.#isUnclosed = isUnclosed;
    const isCut = ending === 'input';
    const scanner = this.#createScanner(isCut);
    scanner.push(`<${this.#tag}>${rest}${isCut ? '' : `</${this.#tag}>`}`);
    scanner.end();
    this.#isUnclosed = before;
  }

  #tell(repairs: readonly Repair[]): void {
    for (const one of repairs) this.#parts.push({ part: 'repair', repair: one });
  }

  #unknown(value: Json, repairs: readonly Repair[]): void {
    const keys = isObject(value)
      ? Object.keys(value)
          .slice(0, 5)
          .map((key) => JSON.stringify(key.slice(0, 40)))
      : [];
    const what = `Validation failed: no message is recognised in ${keys.length === 0 ? 'this value' : `an object with the keys ${keys.join(', ')}`}.`;
    const found = issue('VITRINE_DIALECT_UNKNOWN', 'error', what, '');
    this.#refuse([found], repairs, isObject(value) ? { message: value } : {});
  }

  #message(found: FoundMessage): void {
    const { message, repairs, guessed } = found;
    if (this.#fold === undefined) return this.#give(message, repairs, guessed);
    const surface = surfaceOf(message);
    const mayWait = !this.#isEnded && !this.#held.isFull;
    const checked = checkMessage(message, this.#fold);
    if (mayWait && !checked.ok && isEarly(checked.message, checked.issues, this.#fold)) return this.#held.hold(found);
    const all = checked.repairs.length === 0 ? repairs : [...repairs, ...checked.repairs];
    const issues = guessed.length === 0 ? checked.issues : [...guessed, ...checked.issues];
    if (!checked.ok) return this.#refuse(issues, all, { message: checked.message });
    this.#give(checked.message, all, issues);
    if (this.#fold.surfaces.has(surface)) for (const held of this.#held.release(surface)) this.#message(held);
  }

  #give(message: JsonObject, repairs: readonly Repair[], issues: readonly Issue[]): void {
    this.#parts.push({ part: 'message', message, repairs, issues });
  }

  #refuse(
    issues: readonly Issue[],
    repairs: readonly Repair[],
    about: { readonly message?: JsonObject; readonly source?: string },
  ): void {
    this.#parts.push({ part: 'refused', issues, repairs, ...about });
  }
}

/** What was left out, cut or put together by a guess is told as an issue too: the message may say less than was meant. */
function isUnended(repairs: readonly Repair[]): boolean {
  return repairs.some(({ kind }) => UNENDED.has(kind));
}

function guessedIssues(repairs: readonly Repair[]): readonly Issue[] {
  const first = repairs.find(({ kind }) => GUESSES.has(kind));
  if (first === undefined) return [];
  const { kind, at, offset } = first;
  const words = `The message is no JSON (${kind} at character ${offset ?? 0}) and was read by a guess.`;
  return [issue('VITRINE_JSON_MENDED', 'warning', words, at)];
}

/** No message, but nothing else either: it has the version of one, or a payload for a surface. */
function isMeant(value: Json): boolean {
  if (!isObject(value)) return false;
  const payloads = Object.values(value).filter(isObject);
  if (typeof value.version === 'string' && VERSION.test(value.version) && payloads.length > 0) return true;
  return payloads.some(({ surfaceId }) => typeof surfaceId === 'string');
}

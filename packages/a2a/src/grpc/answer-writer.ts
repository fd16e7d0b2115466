// An answer of gRPC to its bytes. The SDK writes an answer in one go, so its data is written in steps before, and a short
// mark stands in the place of each (`AnswerWriter.markSteps`); where the SDK wrote the mark, the bytes are put (`spliced`).

import { isArray, isObject, type Json, type JsonObject, type Steps } from '@vitrine/core/internal';
import type { A2aVersion } from '../parts.ts';
import { rawOf, rawPartsOf, rawValueSteps } from '../raw-json.ts';
import { partBytesSteps } from './part-bytes.ts';
import { ProtoReader, varintOf } from './proto-wire.ts';
import { writeJsonSteps } from './struct-writer.ts';

/** Nobody outside can write it. */
const MARK = `bytes-${crypto.randomUUID()}`;
const MARK_BYTES = Buffer.from(MARK);
const NUMBER_DIGITS = 8;
/** A mark is a struct of one member: two tags and lengths, the mark as its name, two tags and lengths, a number. */
const BEFORE_NAME = 4;
const BEFORE_NUMBER = BEFORE_NAME + MARK_BYTES.length + 4;
const STRUCT_BYTES = BEFORE_NUMBER + NUMBER_DIGITS;
/** Tags and lengths between the field that is replaced and the struct in it: itself, an item of a list, a part. */
const BEFORE_STRUCT = { struct: 0, items: 2, parts: 4 } as const;
const LENGTH_DELIMITED = 2;

/** Of items and of parts there are many: whole fields, which stand in the place of the one with the mark. */
interface WrittenBytes {
  readonly bytes: Buffer;
  readonly kind: keyof typeof BEFORE_STRUCT;
}

/** Of one call. */
export class AnswerWriter {
  /** By its number, until the SDK has written what is around it. */
  readonly #written = new Map<number, WrittenBytes>();
  readonly #version: A2aVersion;
  #count = 0;

  constructor(version: A2aVersion) {
    this.#version = version;
  }

  /** The answer with marks in the place of its data. What travelled as one text is JSON again. */
  *markSteps(value: Json): Steps<Json> {
    const raw = rawOf(value);
    if (raw !== undefined) return yield* this.#mark(yield* rawValueSteps(raw));
    if (isArray(value)) return yield* this.#markItems(value);
    // Bytes and dates have no fields of their own.
    if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
    const marked: { [name: string]: Json } = {};
    for (const [name, item] of Object.entries(value))
      marked[name] = yield* value.$case === 'data' && name === 'value' ? this.#markData(item) : this.markSteps(item);
    return marked;
  }

  *#markItems(list: readonly Json[]): Steps<Json> {
    const raw = list.length === 1 ? rawOf(list[0]) : undefined;
    if (raw !== undefined) return yield* this.#mark(yield* rawValueSteps(`[${raw}]`));
    const marked: Json[] = [];
    for (const item of list) marked.push(yield* this.markSteps(item));
    return marked;
  }

  /** Short ones too: there may be thousands of them. */
  *#markData(data: Json): Steps<Json> {
    const parts = rawPartsOf(data);
    if (parts !== undefined) {
      const all = (yield* rawValueSteps(`[${parts}]`)) as readonly JsonObject[];
      return this.#keep({ bytes: yield* partBytesSteps(this.#version, all), kind: 'parts' });
    }
    const isRaw = rawOf(isArray(data) ? data[0] : data) !== undefined;
    return yield* isRaw ? this.markSteps(data) : this.#mark(data);
  }

  *#mark(value: Json): Steps<Json> {
    const isList = isArray(value);
    if (!isObject(value) && !(isList && value.length > 0)) return value;
    const bytes = yield* writeJsonSteps(value as JsonObject | readonly Json[]);
    yield;
    const mark = this.#keep({ bytes, kind: isList ? 'items' : 'struct' });
    return isList ? [mark] : mark;
  }

  /** What stands in its place until it is written. */
  #keep(written: WrittenBytes): JsonObject {
    const number = this.#count++;
    this.#written.set(number, written);
    return { [MARK]: String(number).padStart(NUMBER_DIGITS, '0') };
  }

  /** What the SDK wrote, with everything in its place. */
  spliced(bytes: Buffer): Buffer {
    const marks: number[] = [];
    for (let at = bytes.indexOf(MARK_BYTES); at >= 0; at = bytes.indexOf(MARK_BYTES, at + STRUCT_BYTES)) marks.push(at);
    if (marks.length === 0) return bytes;
    const chunks: Buffer[] = [];
    this.#splice(new ProtoReader(bytes), bytes.length, marks.reverse(), chunks);
    return Buffer.concat(chunks);
  }

  /** The fields of one message, up to its end; `marks` are those that are left, the next one last. Gives the new length. */
  #splice(reader: ProtoReader, end: number, marks: number[], chunks: Buffer[]): number {
    let length = 0;
    const keep = (chunk: Buffer): void => {
      chunks.push(chunk);
      length += chunk.length;
    };
    let kept = reader.at;
    for (let mark = marks.at(-1); mark !== undefined && mark < end; mark = marks.at(-1)) {
      const start = reader.at;
      const tag = reader.tag();
      if ((tag & 7) !== LENGTH_DELIMITED) {
        reader.skip(tag, end);
        continue;
      }
      const tagEnd = reader.at;
      const to = reader.messageEnd(end);
      if (mark < to) {
        keep(reader.bytes.subarray(kept, start));
        const written = this.#writtenIn(reader, mark);
        if (written === undefined) {
          keep(reader.bytes.subarray(start, tagEnd));
          const place = chunks.push(Buffer.alloc(0)) - 1;
          const inside = this.#splice(reader, to, marks, chunks);
          const prefix = varintOf(inside);
          chunks[place] = prefix;
          length += prefix.length + inside;
        } else {
          marks.pop();
          if (written.kind === 'struct') {
            keep(reader.bytes.subarray(start, tagEnd));
            keep(varintOf(written.bytes.length));
          }
          keep(written.bytes);
        }
        kept = to;
      }
      reader.at = to;
    }
    keep(reader.bytes.subarray(kept, end));
    return length;
  }

  /** What goes into the place of the field whose content the reader stands before; undefined: the mark is deeper in it. */
  #writtenIn({ bytes, at }: ProtoReader, mark: number): WrittenBytes | undefined {
    const struct = mark - BEFORE_NAME;
    const number = Number(bytes.toString('latin1', struct + BEFORE_NUMBER, struct + STRUCT_BYTES));
    const written = this.#written.get(number);
    if (written === undefined || at !== struct - BEFORE_STRUCT[written.kind]) return undefined;
    this.#written.delete(number);
    return written;
  }
}

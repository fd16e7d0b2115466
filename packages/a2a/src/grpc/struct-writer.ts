// JSON as answers of gRPC carry it (google.protobuf.Struct, ListValue), written in steps: what an agent sent in a turn can be
// megabytes. It is written from its end, because a length stands before what it counts.

import { isArray, type Json, type JsonObject, type Steps } from '@vitrine/core/internal';
import { MAX_VARINT, TAGS, varintLength, writeVarint } from './proto-wire.ts';

const FIRST_BYTES = 4096;
/** Values that are written at once: about a millisecond. */
const VALUES_PER_STEP = 4000;

/** A list or an object that is written, from its last member to its first. */
interface OpenContainer {
  readonly content: JsonObject | readonly Json[];
  /** Of an object. */
  readonly names: readonly string[] | undefined;
  /** Members that are left. */
  left: number;
  /** Where it ends. */
  readonly end: number;
}

/** The content of a struct or of a list, without the length that stands before it. */
export function* writeJsonSteps(value: JsonObject | readonly Json[]): Steps<Buffer> {
  const writer = new JsonWriter(value);
  while (writer.go()) yield;
  return writer.written;
}

class JsonWriter {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  /** Behind it everything is written. */
  #at = FIRST_BYTES;
  readonly #open: OpenContainer[] = [];

  constructor(value: JsonObject | readonly Json[]) {
    this.#begin(value);
  }

  get written(): Buffer {
    return this.#bytes.subarray(this.#at);
  }

  /** Some values; false at the end. */
  go(): boolean {
    for (let count = 0; count < VALUES_PER_STEP; count++) {
      const open = this.#open[this.#open.length - 1] as OpenContainer;
      if (open.left === 0) {
        if (this.#open.length === 1) return false;
        this.#close(open);
        continue;
      }
      open.left--;
      const { content, names, left } = open;
      const value =
        names === undefined ? (content as readonly Json[])[left] : (content as JsonObject)[names[left] ?? ''];
      if (typeof value === 'object' && value !== null) this.#begin(value as JsonObject | readonly Json[]);
      else {
        const end = this.#bytes.length - this.#at;
        // A member that is undefined is none; in a list its place is kept.
        if (value === undefined && names !== undefined) continue;
        this.#scalar(value ?? null);
        this.#closeMember(open, end);
      }
    }
    return true;
  }

  #begin(content: JsonObject | readonly Json[]): void {
    const names = isArray(content) ? undefined : Object.keys(content);
    const left = names?.length ?? (content as readonly Json[]).length;
    this.#open.push({ content, names, left, end: this.#bytes.length - this.#at });
  }

  #close({ names, end }: OpenContainer): void {
    this.#open.pop();
    this.#length(end);
    this.#byte(names === undefined ? TAGS.list : TAGS.struct);
    this.#closeMember(this.#open[this.#open.length - 1] as OpenContainer, end);
  }

  /** What was written behind `end` is the value of its next member. */
  #closeMember({ names, left }: OpenContainer, end: number): void {
    this.#length(end);
    if (names === undefined) return this.#byte(TAGS.item);
    this.#byte(TAGS.memberValue);
    this.#text(names[left] ?? '');
    this.#byte(TAGS.name);
    this.#length(end);
    this.#byte(TAGS.member);
  }

  #scalar(value: Json): void {
    if (typeof value === 'string') {
      this.#text(value);
      this.#byte(TAGS.text);
    } else if (typeof value === 'number') {
      this.#room(8);
      this.#at = this.#bytes.writeDoubleLE(value, this.#at - 8) - 8;
      this.#byte(TAGS.number);
    } else {
      this.#byte(value === true ? 1 : 0);
      this.#byte(value === null ? TAGS.nothing : TAGS.truth);
    }
  }

  #text(text: string): void {
    const end = this.#bytes.length - this.#at;
    const length = Buffer.byteLength(text);
    this.#room(length);
    this.#at -= length;
    this.#bytes.write(text, this.#at);
    this.#length(end);
  }

  /** Of what was written behind `end`, counted from the end of all. */
  #length(end: number): void {
    const length = this.#bytes.length - this.#at - end;
    this.#room(MAX_VARINT);
    this.#at -= varintLength(length);
    writeVarint(this.#bytes, this.#at, length);
  }

  #byte(byte: number): void {
    this.#room(1);
    this.#bytes[--this.#at] = byte;
  }

  #room(length: number): void {
    if (this.#at >= length) return;
    const { written } = this;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, written.length + length));
    written.copy(larger, larger.length - written.length);
    this.#at = larger.length - written.length;
    this.#bytes = larger;
  }
}

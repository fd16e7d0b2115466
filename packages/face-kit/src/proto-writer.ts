// A message of protobuf to its bytes, from JSON and by its table, in steps: what an agent sent in a turn can be megabytes. Data in it is written as google.protobuf.Struct, Value and ListValue. It is written from its end, because a
// length stands before what it counts.

import { isArray, type Json, type JsonObject, type Steps } from '@vitrine/core/internal';
import { type ProtoField, type ProtoMessage, PROTO_JSON_TAGS as TAGS } from './proto-message.ts';

const FIRST_BYTES = 4096;
/** Of a number that is written here. */
const MAX_VARINT = 5;
/** Values that are written at once: about a millisecond. */
const VALUES_PER_STEP = 4000;

/** A list, an object or a message that is written, from its last member to its first. */
interface OpenMessage {
  readonly content: JsonObject | readonly Json[];
  /** Of an object. */
  readonly names: readonly string[] | undefined;
  /** Of a message. */
  readonly fields: readonly ProtoField[] | undefined;
  /** The field of a message whose items these are: nothing stands around them. */
  readonly item: ProtoField | undefined;
  /** It stands in a message of the type Value. */
  readonly isValue: boolean;
  /** Members that are left. */
  left: number;
  /** Where it ends. */
  readonly end: number;
}

export function* writeMessageSteps(message: ProtoMessage, json: JsonObject): Steps<Buffer> {
  const writer = new ProtoWriter(message, json);
  while (writer.go()) yield;
  return writer.written;
}

class ProtoWriter {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  /** Behind it everything is written. */
  #at = FIRST_BYTES;
  readonly #open: OpenMessage[] = [];

  constructor(message: ProtoMessage, json: JsonObject) {
    this.#beginMessage(message, json);
  }

  get written(): Buffer {
    return this.#bytes.subarray(this.#at);
  }

  /** Some values; false at the end. */
  go(): boolean {
    for (let count = 0; count < VALUES_PER_STEP; count++) {
      const open = this.#open[this.#open.length - 1] as OpenMessage;
      if (open.left === 0) {
        if (this.#open.length === 1) return false;
        this.#close(open);
        continue;
      }
      open.left--;
      const { content, names, fields, item, left } = open;
      const name = names === undefined ? fields?.[left]?.name : names[left];
      const value = name === undefined ? (content as readonly Json[])[left] : (content as JsonObject)[name];
      // A member that is undefined is none; in a list its place is kept.
      if (value === undefined && name !== undefined) continue;
      const field = item ?? fields?.[left];
      if (field === undefined) this.#value(open, value ?? null);
      else if (item === undefined && field.isList) this.#beginItems(field, value as readonly Json[]);
      else this.#field(open, field, value ?? null);
    }
    return true;
  }

  #field(open: OpenMessage, field: ProtoField, value: Json): void {
    const { type } = field;
    if (type === 'value') return this.#value(open, value);
    if (type === 'struct') return this.#begin(value as JsonObject, false);
    if (typeof type === 'object') return this.#beginMessage(type, value);
    if (type === 'text') this.#text(String(value));
    // One of an enumeration that nobody knows is -1.
    else this.#varint(Number(typeof value === 'string' ? field.numbers[value] : value) >>> 0);
    this.#varint(field.tag);
  }

  #value(open: OpenMessage, value: Json): void {
    if (typeof value === 'object' && value !== null) return this.#begin(value as JsonObject | readonly Json[], true);
    const end = this.#bytes.length - this.#at;
    this.#scalar(value);
    this.#closeMember(open, end);
  }

  #begin(content: JsonObject | readonly Json[], isValue: boolean): void {
    const names = isArray(content) ? undefined : Object.keys(content);
    const left = names?.length ?? (content as readonly Json[]).length;
    this.#push({ content, names, fields: undefined, item: undefined, isValue, left });
  }

  #beginMessage({ fields, fromJson }: ProtoMessage, json: Json): void {
    const content = fromJson === undefined ? (json as JsonObject) : fromJson(json);
    this.#push({ content, names: undefined, fields, item: undefined, isValue: false, left: fields.length });
  }

  #beginItems(item: ProtoField, content: readonly Json[]): void {
    this.#push({ content, names: undefined, fields: undefined, item, isValue: false, left: content.length });
  }

  #push(container: Omit<OpenMessage, 'end'>): void {
    this.#open.push({ ...container, end: this.#bytes.length - this.#at });
  }

  #close({ names, item, isValue, end }: OpenMessage): void {
    this.#open.pop();
    if (item !== undefined) return;
    if (isValue) {
      this.#length(end);
      this.#byte(names === undefined ? TAGS.list : TAGS.struct);
    }
    this.#closeMember(this.#open[this.#open.length - 1] as OpenMessage, end);
  }

  /** What was written behind `end` is its next member. */
  #closeMember({ names, fields, item, left }: OpenMessage, end: number): void {
    this.#length(end);
    if (names === undefined) return this.#varint((item ?? fields?.[left])?.tag ?? TAGS.item);
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
    this.#varint(this.#bytes.length - this.#at - end);
  }

  #varint(value: number): void {
    this.#room(MAX_VARINT);
    this.#at -= varintLength(value);
    let [to, rest] = [this.#at, value];
    for (; rest > 127; rest >>>= 7) this.#bytes[to++] = (rest & 127) | 128;
    this.#bytes[to] = rest;
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

function varintLength(value: number): number {
  return value < 2 ** 7 ? 1 : value < 2 ** 14 ? 2 : value < 2 ** 21 ? 3 : value < 2 ** 28 ? 4 : MAX_VARINT;
}

// A request of gRPC from its bytes as JSON, by the table of its message, in steps and under the bounds of JSON: the SDK
// would build all of it in one go, before anybody is asked who calls. Data in it (google.protobuf.Struct, Value, ListValue)
// is JSON of its own.

import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { JSON_BOUNDS, type Json, type JsonObject, type Steps, setMember } from '@vitrine/core/internal';
import { type ProtoField, type ProtoMessage, PROTO_JSON_TAGS as TAGS } from '@vitrine/face-kit';
import { malformed, ProtoBytes } from './proto-wire.ts';

const { maxDepth, maxValues, maxNames } = JSON_BOUNDS;

/** Fields of messages, those that nobody knows too: a thousand parts have not so many. */
const MAX_FIELDS = 20_000;
/** A list or an object counts so often, as in JSON. */
const CONTAINER_VALUES = 4;
/** Fields that are read at once: about a millisecond. */
const FIELDS_PER_STEP = 4000;

/** What is open where the walk is. */
interface FieldScope {
  readonly kind: 'message' | 'struct' | 'list' | 'member' | 'value';
  readonly end: number;
  /** Of a struct, a list or a message. */
  readonly made: Json[] | { [name: string]: Json } | undefined;
  /** Of a message. */
  readonly message: ProtoMessage | undefined;
  /** Where it is put in the message around it. */
  readonly field: ProtoField | undefined;
  /** Of a member. */
  name: string;
  /** Of a member or a value; undefined where it says none. */
  value: Json | undefined;
}

/** The last of a field that stands there twice counts. Throws an error of A2A. */
export function* readMessageSteps(message: ProtoMessage, bytes: Buffer): Steps<JsonObject> {
  const walk = new ProtoWalk(message, bytes);
  while (walk.go()) yield;
  return walk.value as JsonObject;
}

class ProtoWalk {
  readonly #reader: ProtoBytes;
  readonly #open: FieldScope[] = [];
  readonly #names = new Set<string>();
  #levels = 0;
  #fields = 0;
  #values = 0;
  value: Json | undefined;

  constructor(message: ProtoMessage, bytes: Buffer) {
    this.#reader = new ProtoBytes(bytes);
    this.#begin('message', bytes.length, undefined, message);
  }

  /** Some fields; false at the end. A loop in a generator would not be compiled while it runs. */
  go(): boolean {
    const reader = this.#reader;
    for (let count = 0; count < FIELDS_PER_STEP; count++) {
      const open = this.#open[this.#open.length - 1];
      if (open === undefined) return false;
      if (reader.at >= open.end) this.#close(open);
      else {
        this.#field(open, reader.tag());
        if (reader.at > open.end) throw malformed();
      }
    }
    return true;
  }

  #field(open: FieldScope, tag: number): void {
    const reader = this.#reader;
    switch (open.kind) {
      case 'struct':
        return tag === TAGS.member ? this.#begin('member', reader.messageEnd(open.end)) : reader.skip(tag, open.end);
      case 'list':
        return tag === TAGS.item ? this.#begin('value', reader.messageEnd(open.end)) : reader.skip(tag, open.end);
      case 'member':
        if (tag === TAGS.name) open.name = reader.text(open.end);
        else if (tag === TAGS.memberValue) this.#begin('value', reader.messageEnd(open.end));
        else reader.skip(tag, open.end);
        return;
      case 'value':
        return this.#valueField(open, tag);
      case 'message':
        return this.#messageField(open, tag);
    }
  }

  #messageField(open: FieldScope, tag: number): void {
    const reader = this.#reader;
    if (++this.#fields > MAX_FIELDS) throw tooMany();
    const field = open.message?.byTag.get(tag);
    if (field === undefined) return reader.skip(tag, open.end);
    const { type } = field;
    if (type === 'text') put(open, field, reader.text(open.end));
    else if (type === 'number') put(open, field, reader.varint() | 0);
    else if (type === 'flag') put(open, field, reader.varint() !== 0);
    else if (typeof type === 'string') this.#begin(type, reader.messageEnd(open.end), field);
    else this.#begin('message', reader.messageEnd(open.end), field, type);
  }

  #valueField(open: FieldScope, tag: number): void {
    const reader = this.#reader;
    if (tag === TAGS.struct) return this.#begin('struct', reader.messageEnd(open.end));
    if (tag === TAGS.list) return this.#begin('list', reader.messageEnd(open.end));
    if (tag === TAGS.text) open.value = reader.text(open.end);
    else if (tag === TAGS.number) open.value = reader.double();
    else if (tag === TAGS.truth) open.value = reader.varint() !== 0;
    else if (tag === TAGS.nothing) {
      reader.varint();
      open.value = null;
    } else return reader.skip(tag, open.end);
    this.#spend(1);
  }

  #spend(values: number): void {
    this.#values += values;
    if (this.#values > maxValues) throw tooMany();
  }

  #begin(kind: FieldScope['kind'], end: number, field?: ProtoField, message?: ProtoMessage): void {
    if (kind === 'struct' || kind === 'list') {
      this.#spend(CONTAINER_VALUES);
      if (++this.#levels > maxDepth)
        throw new RequestMalformedError(`A request is nested ${maxDepth} levels deep at most.`);
    }
    const made = kind === 'list' ? [] : kind === 'struct' || kind === 'message' ? {} : undefined;
    this.#open.push({ kind, end, made, message, field, name: '', value: undefined });
  }

  #close(closed: FieldScope): void {
    const { kind, message, made, name, field, value: own = made } = closed;
    const value = message?.toJson === undefined ? own : message.toJson(made as JsonObject);
    this.#open.pop();
    if (kind === 'struct' || kind === 'list') this.#levels--;
    const around = this.#open[this.#open.length - 1];
    if (around === undefined) this.value = value;
    else if (field !== undefined) put(around, field, value);
    // An item that says nothing stands in its place all the same.
    else if (around.kind === 'list') (around.made as Json[]).push(value ?? null);
    else if (kind !== 'member') around.value = value;
    else if (value !== undefined) this.#member(around, name, value);
  }

  #member({ made }: FieldScope, name: string, value: Json): void {
    if (this.#names.add(name).size > maxNames)
      throw new RequestMalformedError(`A request has ${maxNames} different names of members at most.`);
    setMember(made as { [name: string]: Json }, name, value);
  }
}

function put({ made }: FieldScope, { name, isList }: ProtoField, value: Json | undefined): void {
  const fields = made as { [name: string]: Json };
  if (value === undefined) return;
  if (!isList) fields[name] = value;
  else if (fields[name] === undefined) fields[name] = [value];
  else (fields[name] as Json[]).push(value);
}

function tooMany(): RequestMalformedError {
  return new RequestMalformedError(`A request holds more than ${maxValues} fields or values.`);
}

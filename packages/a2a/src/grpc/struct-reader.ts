// JSON as requests of gRPC carry it (google.protobuf.Struct, Value, ListValue), read in steps and under the bounds of JSON.
// The SDK would build all of it in one go, before anybody is asked who calls.

import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { JSON_BOUNDS, type Json, type Steps, setMember } from '@vitrine/core/internal';
import { malformed, type ProtoReader, TAGS } from './proto-wire.ts';

const { maxDepth, maxValues, maxNames } = JSON_BOUNDS;

/** A list or an object counts so often, as in JSON. */
const CONTAINER_VALUES = 4;
/** Fields that are read at once: about a millisecond. */
const FIELDS_PER_STEP = 4000;

type JsonKind = 'struct' | 'list' | 'member' | 'value';

/** A message of these types that is open where the walk is. */
interface OpenMessage {
  readonly kind: JsonKind;
  readonly end: number;
  /** Of a struct or a list. */
  readonly made?: Json[] | { [name: string]: Json };
  /** Of a member. */
  name: string;
  /** Of a member or a value; undefined where it says none. */
  value: Json | undefined;
}

/** What one request may hold, in all of its structs together. */
export class JsonBudget {
  #values: number = maxValues;
  readonly #names = new Set<string>();

  spend(values: number): void {
    this.#values -= values;
    if (this.#values < 0) throw tooMany();
  }

  name(name: string): void {
    if (this.#names.add(name).size > maxNames)
      throw new RequestMalformedError(`A request has ${maxNames} different names of members at most.`);
  }
}

export function tooMany(): RequestMalformedError {
  return new RequestMalformedError(`A request holds more than ${maxValues} fields or values.`);
}

/** Of a struct or a value whose content the reader stands before. The last of a field that stands there twice counts. */
export function* readJsonSteps(
  reader: ProtoReader,
  length: number,
  kind: 'struct' | 'value',
  budget: JsonBudget,
): Steps<Json | undefined> {
  const walk = new JsonWalk(reader, length, kind, budget);
  while (walk.go()) yield;
  return walk.value;
}

class JsonWalk {
  readonly #reader: ProtoReader;
  readonly #budget: JsonBudget;
  readonly #open: OpenMessage[] = [];
  #levels = 0;
  value: Json | undefined;

  constructor(reader: ProtoReader, length: number, kind: JsonKind, budget: JsonBudget) {
    this.#reader = reader;
    this.#budget = budget;
    this.#begin(kind, reader.at + length);
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

  #field(open: OpenMessage, tag: number): void {
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
    }
  }

  #valueField(open: OpenMessage, tag: number): void {
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
    this.#budget.spend(1);
  }

  #begin(kind: JsonKind, end: number): void {
    const isContainer = kind === 'struct' || kind === 'list';
    if (isContainer) {
      this.#budget.spend(CONTAINER_VALUES);
      if (++this.#levels > maxDepth)
        throw new RequestMalformedError(`A request is nested ${maxDepth} levels deep at most.`);
    }
    const made = isContainer ? { made: kind === 'list' ? [] : {} } : {};
    this.#open.push({ kind, end, ...made, name: '', value: undefined });
  }

  #close(closed: OpenMessage): void {
    const { kind, made, name, value = made } = closed;
    this.#open.pop();
    if (made !== undefined) this.#levels--;
    const around = this.#open[this.#open.length - 1];
    if (around === undefined) this.value = value;
    else if (kind !== 'member') this.#put(around, value);
    else if (value !== undefined) {
      this.#budget.name(name);
      setMember(around.made as { [name: string]: Json }, name, value);
    }
  }

  #put(around: OpenMessage, value: Json | undefined): void {
    // An item that says nothing stands in its place all the same.
    if (around.kind === 'list') (around.made as Json[]).push(value ?? null);
    else around.value = value;
  }
}

// A request of gRPC under the bounds of JSON. The SDK builds whatever the bytes say before anybody is asked who calls, so
// what it reads is counted while it reads; depth and values are judged in what it built, before anything is copied.

import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { JSON_BOUNDS } from '@vitrine/core/internal';

const { maxDepth, maxValues, maxNames } = JSON_BOUNDS;

/** Tags and lengths, 100 ns each: the SDK builds a request in one go, so it may hold less than JSON, which is built in slices. */
const MAX_READS = maxValues;
/** A field that nobody knows is so much dearer. */
const SKIP_READS = 8;
/** A list or an object counts so often, as in JSON. */
const CONTAINER_VALUES = 4;

/** Of the field that holds the name of a member, in the struct that JSON is on this wire. */
const NAME_TAG = 10;

const tooMany = () => new RequestMalformedError(`A request holds more than ${maxValues} fields or values.`);

class BoundedReader extends BinaryReader {
  #reads = 0;
  #last = 0;
  readonly #names = new Set<string>();

  constructor(bytes: Uint8Array) {
    super(bytes);
    const read = this.uint32;
    this.uint32 = () => {
      this.#count(1);
      this.#last = read.call(this);
      return this.#last;
    };
  }

  override string(): string {
    const isName = this.#last === NAME_TAG;
    const text = super.string();
    if (isName && this.#names.add(text).size > maxNames)
      throw new RequestMalformedError(`A request has ${maxNames} different names of members at most.`);
    return text;
  }

  override skip(...args: Parameters<BinaryReader['skip']>): Uint8Array {
    this.#count(SKIP_READS);
    return super.skip(...args);
  }

  #count(reads: number): void {
    this.#reads += reads;
    if (this.#reads > MAX_READS) throw tooMany();
  }
}

/** A service whose requests are what `assertReadable` takes. */
export function boundedService(service: ServiceDefinition): ServiceDefinition {
  const methods = Object.entries(service).map(([name, method]) => {
    const requestDeserialize = (bytes: Buffer): object => {
      try {
        return method.requestDeserialize(new BoundedReader(bytes) as never) as object;
      } catch (error) {
        // Thrown from here it would reach the caller without a name.
        if (error instanceof RequestMalformedError) return error;
        throw error;
      }
    };
    return [name, { ...method, requestDeserialize }] as const;
  });
  return Object.fromEntries(methods);
}

/** Throws an error of A2A. */
export function assertReadable(request: object): { readonly [name: string]: unknown } {
  if (request instanceof RequestMalformedError) throw request;
  assertFew(request, maxDepth, maxValues);
  return request as { readonly [name: string]: unknown };
}

/** How many more values there may be behind this one. */
function assertFew(value: unknown, levels: number, most: number): number {
  const isContainer = typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
  let rest = most - (isContainer ? CONTAINER_VALUES : 1);
  if (rest < 0) throw tooMany();
  if (!isContainer) return rest;
  if (levels === 0) throw new RequestMalformedError(`A request is nested ${maxDepth} levels deep at most.`);
  for (const item of Array.isArray(value) ? value : Object.values(value)) rest = assertFew(item, levels - 1, rest);
  return rest;
}

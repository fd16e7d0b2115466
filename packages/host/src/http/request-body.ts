// The body of a request, as a route may have it: within a limit, and asked again who sends when its last byte has come, since
// somebody may send one so slowly that a credential is taken back before. Routes are given no other way to it.

import { describeType, type JsonObject, own } from '@vitrine/core/internal';
import { invalidBody, readBytes, readObject, readText } from '@vitrine/face-kit';
import { assertJsonType, assertMessageType } from '../guards/content-type.ts';

const BODIES = new WeakMap<Request, RequestBody>();

/** @param recheck refuses with a HostError */
export function watchBody(request: Request, recheck: () => Promise<void>): void {
  BODIES.set(request, new RequestBody(request, recheck));
}

/** Of a request without a credential nothing is asked again. */
export function bodyOf(request: Request): RequestBody {
  return BODIES.get(request) ?? new RequestBody(request, async () => undefined);
}

export class RequestBody {
  readonly #request: Request;
  readonly #recheck: () => Promise<void>;

  constructor(request: Request, recheck: () => Promise<void>) {
    this.#request = request;
    this.#recheck = recheck;
  }

  bytes(maxBytes: number): Promise<Uint8Array> {
    return this.#checked(readBytes(this.#request, maxBytes));
  }

  text(maxBytes: number): Promise<string> {
    return this.#checked(readText(this.#request, maxBytes));
  }

  /** Messages or events as they came. */
  messages(maxBytes: number): Promise<string> {
    assertMessageType(this.#request.headers.get('content-type'));
    return this.text(maxBytes);
  }

  /** The fields of a body that orders something. No body at all is an order without fields. */
  async fields(maxBytes: number, names: readonly string[]): Promise<JsonObject> {
    const text = await this.text(maxBytes);
    if (text !== '') assertJsonType(this.#request.headers.get('content-type'));
    return readObject(text, { names });
  }

  async #checked<T>(reading: Promise<T>): Promise<T> {
    const read = await reading;
    await this.#recheck();
    return read;
  }
}

/** Absent, or text of at most so many characters. */
export function textField(order: JsonObject, name: string, maxLength: number): string | undefined {
  const value = own(order, name);
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw invalidBody(`${name} must be a string, not ${describeType(value)}.`);
  if (value.length > maxLength) throw invalidBody(`${name} must have at most ${maxLength} characters.`);
  if (!value.isWellFormed()) throw invalidBody(`${name} must be well-formed Unicode.`);
  return value;
}

export function booleanField(order: JsonObject, name: string): boolean | undefined {
  const value = own(order, name);
  if (value === undefined || typeof value === 'boolean') return value;
  throw invalidBody(`${name} must be true or false, not ${describeType(value)}.`);
}

// Bodies of requests: read up to a limit in bytes and in time, and never more of them held than the limit; then JSON within
// bounds. What the fields mean is left to the faces.

import {
  type Issue,
  isObject,
  type Json,
  type JsonBounds,
  type JsonObject,
  type ParsedJson,
  parseJson,
  parseJsonSteps,
  quote,
} from '@vitrine/core/internal';
import { HostError } from './host-error.ts';
import { nextTurn } from './slices.ts';

const FIRST_BYTES = 16 * 1024;
/** Bytes or characters; a longer one is decoded piece by piece, and parsed in turns. */
const SLICE_BYTES = 512 * 1024;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

export interface BodyTimes {
  /** Without a byte. */
  readonly idleMs: number;
  /** For all of it. Below the time after which the server cuts the connection without a word of the protocol. */
  readonly wholeMs: number;
}

export const BODY_TIMES: BodyTimes = { idleMs: 15_000, wholeMs: 50_000 };

/**
 * Text in UTF-8, empty where there is no body. Refuses with VITRINE_BODY_SIZE, VITRINE_BODY_TYPE, VITRINE_BODY_INVALID
 * (broken off) and VITRINE_CALL_TIME.
 */
export async function readText(request: Request, maxBytes: number, times?: BodyTimes): Promise<string> {
  const bytes = isDeclared(request.headers)
    ? await readDeclared(request, maxBytes, times)
    : await readBytes(request, maxBytes, times);
  try {
    return bytes.length <= SLICE_BYTES ? UTF8.decode(bytes) : await decodeInSlices(bytes);
  } catch {
    throw new HostError('VITRINE_BODY_TYPE', 'The body is not UTF-8.');
  }
}

async function decodeInSlices(bytes: Uint8Array): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    text += decoder.decode(bytes.subarray(at, at + SLICE_BYTES), { stream: true });
    await nextTurn();
  }
  return text + decoder.decode();
}

export async function readBytes(request: Request, maxBytes: number, times = BODY_TIMES): Promise<Uint8Array> {
  const { headers, body } = request;
  if (headers.has('content-encoding')) assertPlain(headers);
  // Number('') is 0 and a list is NaN: either way the bytes themselves are counted below.
  if (Number(headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
  return body === null ? new Uint8Array(0) : readPieces(body.getReader(), maxBytes, times);
}

function isDeclared(headers: Headers): boolean {
  return !headers.has('content-encoding') && /^\d{1,15}$/.test(headers.get('content-length') ?? '');
}

/**
 * 0.2 ms less of CPU for 3 KB than piece by piece. HTTP gives no more than was declared; one who lies in this process has
 * the bytes already.
 */
async function readDeclared(
  request: Request,
  maxBytes: number,
  { wholeMs }: BodyTimes = BODY_TIMES,
): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
  const bytes = await within(wholeMs, request.arrayBuffer().catch(brokenOff));
  if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
  return new Uint8Array(bytes);
}

/** Into one buffer that grows: a body of single bytes must not cost an object for each. */
async function readPieces(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
  { idleMs, wholeMs }: BodyTimes,
): Promise<Uint8Array> {
  let held = new Uint8Array(Math.min(FIRST_BYTES, maxBytes));
  let length = 0;
  const begun = performance.now();
  // Never cancelled: that would cut the connection off before its caller is told. The port discards what is left.
  for (;;) {
    const rest = begun + wholeMs - performance.now();
    const { done, value } = await within(Math.min(idleMs, rest), reader.read().catch(brokenOff));
    if (done) return held.subarray(0, length);
    if (length + value.byteLength > maxBytes) throw tooLarge(maxBytes);
    if (length + value.byteLength > held.length) held = grown(held, length + value.byteLength, maxBytes);
    held.set(value, length);
    length += value.byteLength;
  }
}

/** Refuses with VITRINE_CALL_TIME what does not come in time. */
function within<T>(ms: number, coming: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const late = (): void => reject(new HostError('VITRINE_CALL_TIME', 'The body did not come in time.'));
    const timer = setTimeout(late, Math.max(0, ms));
    coming.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function grown(held: Uint8Array, needed: number, maxBytes: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(maxBytes, Math.max(needed, held.length * 2)));
  larger.set(held);
  return larger;
}

/** A packed body can grow a thousandfold when it is unpacked; none is taken. */
function assertPlain(headers: Headers): void {
  if (headers.get('content-encoding')?.trim().toLowerCase() === 'identity') return;
  throw new HostError('VITRINE_BODY_TYPE', 'Send the body without a content encoding.');
}

function brokenOff(): never {
  throw new HostError('VITRINE_BODY_INVALID', 'The body broke off.');
}

function tooLarge(limit: number): HostError {
  return new HostError('VITRINE_BODY_SIZE', undefined, { limit });
}

/** Whether a value is what a field takes, and the sentence where it is not. One that is absent is asked too. */
export type BodyField = readonly [fits: (value: Json | undefined) => boolean, rule: string];
export type BodyFields = { readonly [name: string]: BodyField };

export const isText =
  (maxLength: number, minLength = 1) =>
  (value: Json | undefined): boolean =>
    typeof value === 'string' && value.length >= minLength && value.length <= maxLength;

export const optional =
  (fits: (value: Json) => boolean) =>
  (value: Json | undefined): boolean =>
    value === undefined || fits(value);

/** Refuses the first field that is not what it must be. */
export function assertFields(
  body: JsonObject,
  fields: BodyFields,
  refuse: (rule: string, field: string) => Error = invalidBody,
): void {
  for (const [name, [fits, rule]] of Object.entries(fields)) if (!fits(body[name])) throw refuse(rule, name);
}

export interface ObjectRules {
  readonly bounds?: Partial<JsonBounds>;
  /** The fields that there are; absent: any. */
  readonly names?: readonly string[];
  /** What is wrong with the text, in the protocol's words. */
  readonly problem?: (issue: Issue) => string;
  readonly refuse?: (message: string) => Error;
}

/** Never rejects. A long text is judged in one turn and built in another. */
export async function parseInTurns(text: string, bounds?: Partial<JsonBounds>): Promise<ParsedJson> {
  if (text.length <= SLICE_BYTES) return parseJson(text, bounds);
  const steps = parseJsonSteps(text, bounds);
  for (;;) {
    await nextTurn();
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The fields of a body; no body at all has none. Refuses with VITRINE_BODY_INVALID. */
export async function readObject(text: string, rules: ObjectRules = {}): Promise<JsonObject> {
  if (text === '') return {};
  const parsed = await parseInTurns(text, rules.bounds);
  const { names, problem = bodyProblem, refuse = invalidBody } = rules;
  if (!parsed.ok) throw refuse(problem(parsed.issue));
  const { value } = parsed;
  if (!isObject(value)) throw refuse('The body is one JSON object.');
  const unknown = names === undefined ? undefined : Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) throw refuse(`The body has no field ${quote(unknown)}.`);
  return value;
}

function bodyProblem({ code, message }: Issue): string {
  return code === 'VITRINE_JSON_MALFORMED' ? 'The body is not JSON.' : message;
}

export function invalidBody(message: string): HostError {
  return new HostError('VITRINE_BODY_INVALID', message);
}

// A call that is refused: the status, the code and the sentence, and the answer that says so. What the host and the kit
// refuse has codes of ours; a face names in one table what its protocol calls them.

import { defined, type JsonObject, type TransportPort } from '@vitrine/core/internal';
import { type HeaderTable, jsonAnswer } from './answer.ts';

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: JsonObject | undefined;
  readonly headers: HeaderTable | undefined;

  constructor(status: number, code: string, message: string, details?: JsonObject, headers?: HeaderTable) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

/** What a protocol calls a code of ours: in other words, or made of it. */
export type RefusalWord =
  | { readonly status?: number; readonly code?: string; readonly message?: string }
  | ((refusal: Refusal) => Refusal);

export interface RefusalWords {
  /** By code; `VITRINE_CREDENTIAL_*` stands for all that begin so, `413` for all of a status, `*` for what is left. */
  readonly [code: string]: RefusalWord | undefined;
}

/** Undefined: the fault is ours, and nothing of it may be told. */
export function toRefusal(error: unknown, words: RefusalWords = {}): Refusal | undefined {
  const known = refusalIn(error);
  return known && inWords(known, words);
}

/** What is told of whatever was thrown. A fault of ours is written down, as what `failed` says. */
export function toldRefusal(
  error: unknown,
  { transport, failed, words = {} }: { transport: Pick<TransportPort, 'failed'>; failed: string; words?: RefusalWords },
): Refusal {
  const refusal = toRefusal(error, words);
  if (refusal !== undefined) return refusal;
  transport.failed(failed, error);
  return inWords(new Refusal(500, 'VITRINE_HOST_FAILED', 'This is a fault of the host.'), words);
}

function inWords(known: Refusal, words: RefusalWords): Refusal {
  const word = wordFor(known, words);
  if (word === undefined) return known;
  if (typeof word === 'function') return word(known);
  const { status = known.status, code = known.code, message = known.message } = word;
  return new Refusal(status, code, message, known.details, known.headers);
}

/** A refusal of ours, or an error of the host, which has a code and a status. */
function refusalIn(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error.status === 500 && isOurs(error) ? undefined : error;
  const { code, status, message, details } = error as { readonly [name: string]: unknown };
  if (typeof code !== 'string' || typeof status !== 'number' || status === 500) return undefined;
  return new Refusal(status, code, String(message), details as JsonObject | undefined);
}

/** Not: it is the protocol's own word already. */
function isOurs({ code }: Pick<Refusal, 'code'>): boolean {
  return code.startsWith('VITRINE_');
}

function wordFor({ code, status }: Refusal, words: RefusalWords): RefusalWord | undefined {
  if (!isOurs({ code })) return undefined;
  const group = Object.keys(words).find((name) => name.endsWith('_*') && code.startsWith(name.slice(0, -1)));
  return words[code] ?? (group === undefined ? undefined : words[group]) ?? words[String(status)] ?? words['*'];
}

/** `{error, message, details?}`, as the host has it. */
export function refusalBody({ code, message, details }: Refusal): JsonObject {
  return { error: code, message, ...defined({ details }) };
}

/** With the headers that go with its status. */
export function refusalAnswer(
  refusal: Refusal,
  body: JsonObject = refusalBody(refusal),
  headers: HeaderTable = {},
): Response {
  return jsonAnswer(refusal.status, body, { ...headersOf(refusal), ...refusal.headers, ...headers });
}

export function headersOf({ status, details }: Pick<Refusal, 'status' | 'details'>): HeaderTable {
  if (status === 401) return { 'www-authenticate': 'Bearer' };
  if (status !== 429 && status !== 503) return {};
  const wait = details?.retryAfter;
  // Whole seconds, as the header wants them; at least one, since a caller that comes back at once is refused again.
  return { 'retry-after': String(typeof wait === 'number' && wait > 0 ? Math.ceil(wait) : 1) };
}

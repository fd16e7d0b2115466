// Takes out of a log line what must not stand there: credentials by the name of their field and by their look,
// fragments and secret parameters of addresses, and raw bytes, which may be any of these.

import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';

const GONE = '[redacted]';
const BYTES = '[bytes]';
const MAX_DEPTH = 12;
const MAX_TEXT = 8192;

const SECRET_FIELD = /authorization|cookie|token|secret|passw|credential|api[-_]?key|sec-websocket-protocol/i;
const SECRET_PARAMETER = /token|key|secret|code|passw|credential|auth|operator|signature/i;

/** In this order: what an earlier one leaves behind, a later one may still take. All of them run in linear time. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  // A fragment of an address, or one that carries a value by itself.
  [/(?<=[^\s"'(#])#[^\s"'<>]+|#[^\s"'=#]*=[^\s"'<>]+/g, `#${GONE}`],
  [/(?<=\/\/)[^\s/@?#]+@/g, `${GONE}@`],
  [/\b(authorization)["'\\]{0,8}\s{0,8}[:=]\s{0,8}["'\\]{0,8}(?:[a-z]{1,12}\s{1,8})?[^\s"',]{8,}/gi, `$1: ${GONE}`],
  [/\b(bearer)(?:\s|%20)[^\s"',]{8,}/gi, `$1 ${GONE}`],
  [/v[kco]_[A-Za-z0-9_-]+/g, GONE],
  // A JWT, or the beginning of one: base64url of `{"`.
  [/eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)*/g, GONE],
  // Bytes that were already made a text: a Buffer, then a typed array.
  [/\d{1,3}(?:,\d{1,3}){11,}/g, BYTES],
  [/(?:\\{0,8}"\d{1,9}\\{0,8}":\d{1,3},?){12,}/g, BYTES],
];
const PARAMETER = /([?&;])([^=&;\s?#]*)=([^&;\s"'#]*)/g;

/**
 * @param line one JSON object as pino wrote it
 * @param hide takes out what the host was told to hide
 */
export function redactLine(line: string, hide: (value: Json) => Json = (value) => value): string {
  try {
    return `${JSON.stringify(redact(hide(JSON.parse(line) as Json), 0))}\n`;
  } catch {
    return `${JSON.stringify({ level: 'error', msg: 'A log line could not be read.' })}\n`;
  }
}

export function redactText(text: string): string {
  let clean = text.replace(PARAMETER, (whole: string, mark: string, name: string) =>
    SECRET_PARAMETER.test(name) ? `${mark}${name}=${GONE}` : whole,
  );
  for (const [pattern, instead] of PATTERNS) clean = clean.replace(pattern, instead);
  return clean.length > MAX_TEXT ? `${clean.slice(0, MAX_TEXT)}…` : clean;
}

function redact(value: Json, depth: number): Json {
  if (typeof value === 'string') return redactText(value);
  if (!isArray(value) && !isObject(value)) return value;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (isArray(value)) return redactList(value, depth);
  if (isBytes(value)) return BYTES;
  const fields = Object.entries(value).map(([name, field]): [string, Json] => [
    redactText(name),
    SECRET_FIELD.test(name) ? GONE : redact(field, depth + 1),
  ]);
  return Object.fromEntries(fields);
}

/** Names and values of headers also come as a list, or as a list of pairs: a name takes its neighbour with it. */
function redactList(list: readonly Json[], depth: number): Json {
  return list.map((item, n) => {
    const before = n === 0 ? undefined : list[n - 1];
    const isValue = typeof before === 'string' && before.length < 64 && SECRET_FIELD.test(before);
    return isValue ? GONE : redact(item, depth + 1);
  });
}

/** As JSON shows a Buffer and a typed array. */
function isBytes(value: JsonObject): boolean {
  if (value.type === 'Buffer' && isArray(value.data)) return true;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name, n) => name === String(n) && typeof value[name] === 'number');
}

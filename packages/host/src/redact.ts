// Secrets that the host was told about: wherever one stands in what an agent or a viewer sends, its redaction is stored,
// shown, logged and replayed instead; bytes that hold one are found, so that they can be refused. How a value loses them
// is left to core.

import { createRedactor, type Redaction, type Secret, type Steps, type StreamRedactor } from '@vitrine/core/internal';
import { nextTurn } from '@vitrine/face-kit';

export type { Secret } from '@vitrine/core/internal';

/** Shorter ones would be found in ordinary words. */
const SHORTEST = 6;
const NAME = /^[\w.:-]{1,64}$/;

export interface Secrets {
  readonly size: number;
  /** From now on; what was stored before stays as it is. */
  add(secret: Secret | string): void;
  /** The same object where nothing had to be hidden. */
  redact<T>(value: T): T;
  redactSteps<T>(value: T): Steps<T>;
  counted<T>(value: T): Redaction<T>;
  /** The end of a text that may be the beginning of a secret. */
  tail(text: string): string;
  /** Whether one is in the bytes, as text of UTF-8 or UTF-16. Looks a slice at a time and lets others in between. */
  areIn(bytes: Uint8Array): Promise<boolean>;
}

/** So many bytes take a few milliseconds. */
const SLICE_BYTES = 128 * 1024;
/** In both orders, at even and at odd places: a text may stand anywhere in a file. */
const ENCODINGS = [
  ['utf-8', 0],
  ['utf-16le', 0],
  ['utf-16le', 1],
  ['utf-16be', 0],
  ['utf-16be', 1],
] as const;

/**
 * One secret a line, `name = value` or the value alone; blank lines and lines that begin with # are none. Throws when one
 * is too short.
 */
export function readSecrets(text: string): readonly Secret[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const found = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const secrets = found.map((line, index): Secret => {
    const [, id, value] = /^([\w.:-]{1,64})\s+=\s+(\S.*)$/.exec(line) ?? [];
    return id === undefined || value === undefined ? { id: nameOf(index), value: line } : { id, value };
  });
  const short = secrets.findIndex(({ value }) => value.length < SHORTEST);
  if (short >= 0) throw new RangeError(`Secret ${short + 1} of the file is shorter than ${SHORTEST} characters.`);
  return secrets;
}

export function createSecrets(first: readonly (Secret | string)[] = []): Secrets {
  let known: readonly Secret[] = [];
  let built: StreamRedactor | undefined;
  const redactor = (): StreamRedactor => {
    built ??= createRedactor(known);
    return built;
  };
  const named = (secret: Secret | string): Secret => {
    const { id, value } = typeof secret === 'string' ? { id: nameOf(known.length), value: secret } : secret;
    if (value.length < SHORTEST) throw new RangeError(`A secret has at least ${SHORTEST} characters.`);
    if (!NAME.test(id)) throw new RangeError('A secret is named with 1 to 64 letters, digits and . : _ -');
    return { id, value };
  };
  const add = (secret: Secret | string): void => {
    const one = named(secret);
    known = [...known.filter(({ value }) => value !== one.value), one];
    built = undefined;
  };
  for (const secret of first) add(secret);
  return {
    get size() {
      return known.length;
    },
    add,
    counted: (value) => redactor().redact(value),
    redact: (value) => redactor().redact(value).value,
    *redactSteps<T>(value: T): Steps<T> {
      return (yield* redactor().redactSteps(value)).value;
    },
    tail: (text) => redactor().tail(text),
    areIn: async (bytes) => {
      if (known.length === 0) return false;
      for (const [encoding, first] of ENCODINGS)
        if (await isInText(redactor().stream(), encoding, bytes.subarray(first))) return true;
      return false;
    },
  };
}

async function isInText(isIn: (piece: string) => boolean, encoding: string, bytes: Uint8Array): Promise<boolean> {
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    if (at > 0) await nextTurn();
    if (isIn(decoder.decode(bytes.subarray(at, at + SLICE_BYTES), { stream: true }))) return true;
  }
  return false;
}

function nameOf(index: number): string {
  return `secret-${index + 1}`;
}

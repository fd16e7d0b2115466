// Secrets that the host was told about: wherever one stands in what an agent or a viewer sends, its redaction is stored,
// shown, logged and replayed instead. How a value loses them is left to core.

import { createRedactor, NO_SECRETS, type Redaction, type Secret } from '@vitrine/core';

export type { Secret } from '@vitrine/core';

/** Shorter ones would be found in ordinary words. */
const SHORTEST = 6;
const NAME = /^[\w.:-]{1,64}$/;

export interface Secrets {
  readonly size: number;
  /** From now on; what was stored before stays as it is. */
  add(secret: Secret | string): void;
  /** The same object where nothing had to be hidden. */
  redact<T>(value: T): T;
  counted<T>(value: T): Redaction<T>;
}

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
  let redactor = NO_SECRETS;
  const named = (secret: Secret | string): Secret => {
    const { id, value } = typeof secret === 'string' ? { id: nameOf(known.length), value: secret } : secret;
    if (value.length < SHORTEST) throw new RangeError(`A secret has at least ${SHORTEST} characters.`);
    if (!NAME.test(id)) throw new RangeError('A secret is named with 1 to 64 letters, digits and . : _ -');
    return { id, value };
  };
  const add = (secret: Secret | string): void => {
    const one = named(secret);
    known = [...known.filter(({ value }) => value !== one.value), one];
    redactor = createRedactor(known);
  };
  for (const secret of first) add(secret);
  return {
    get size() {
      return known.length;
    },
    add,
    counted: (value) => redactor.redact(value),
    redact: (value) => redactor.redact(value).value,
  };
}

/** A text that a face keeps: where it is JSON its values lose their secrets, so that it stays JSON. */
export function redactKept(text: string, redact: <T>(value: T) => T): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return redact(text);
  }
  const hidden = redact(value);
  return hidden === value ? text : JSON.stringify(hidden);
}

function nameOf(index: number): string {
  return `secret-${index + 1}`;
}

// SR-1: what a host knows to be secret is replaced by `[REDACTED:<id>]` before anything is recorded or told. The host
// knows the secrets; admission is handed a redactor.

import type { Json } from '@vitrine/core';

export interface Secret {
  readonly id: string;
  readonly value: string;
}

export interface Redaction<T> {
  /** The same value where nothing had to be hidden. */
  readonly value: T;
  /** How many places were replaced. */
  readonly count: number;
}

export interface Redactor {
  /** In keys too. */
  redact<T extends Json>(value: T): Redaction<T>;
  text(text: string): string;
}

export const NO_SECRETS: Redactor = {
  redact: (value) => ({ value, count: 0 }),
  text: (text) => text,
};

export function createRedactor(secrets: readonly Secret[]): Redactor {
  const ids = new Map(secrets.filter(({ value }) => value !== '').map(({ value, id }) => [value, id]));
  if (ids.size === 0) return NO_SECRETS;
  // The longest first: one may be a part of another. In one pass, so that no marker is looked into.
  const values = [...ids.keys()].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(values.map((value) => value.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g');
  const tally = { count: 0 };
  const text = (given: string): string =>
    given.replace(pattern, (secret) => {
      tally.count++;
      return `[REDACTED:${ids.get(secret)}]`;
    });
  return {
    text,
    redact: (value) => {
      tally.count = 0;
      const hidden = redacted(value, text) as typeof value;
      return { value: hidden, count: tally.count };
    },
  };
}

function redacted(value: Json, text: (given: string) => string): Json {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => redacted(item, text));
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  const entries = Object.entries(value);
  const hidden = entries.map(([key, member]) => [text(key), redacted(member, text)] as const);
  const isSame = hidden.every(([key, member], i) => key === entries[i]?.[0] && member === entries[i]?.[1]);
  return isSame ? value : Object.fromEntries(hidden);
}

// Short words for tests of reading: one message through a dialect, and what came of it.

import type { Fold, Json, JsonObject, NewEntry } from '@vitrine/core';
import { expect } from 'vitest';
import type { Dialect, Sender } from '../src/dialect.ts';
import { Intake } from '../src/intake.ts';
import type { Receipt } from '../src/message-intake.ts';
import { createFold } from './fixtures.ts';

type Body = NewEntry['body'];

export class Reading {
  readonly fold: Fold;
  readonly dialect: Dialect;
  readonly from: Sender;

  constructor(dialect: Dialect, from: Sender = 'agent', options: Parameters<typeof createFold>[0] = {}) {
    this.dialect = dialect;
    this.from = from;
    this.fold = createFold(options);
  }

  /** Applies a message and tells what became of it. */
  send(wire: Json): Receipt {
    return new Intake(this.fold, { dialects: [this.dialect], from: this.from }).message(wire);
  }

  /** Reads a message that has nothing wrong with it, and applies it. */
  accept(wire: Json): Body {
    const receipt = this.send(wire);
    expect(receipt.issues).toEqual([]);
    return receipt.entry?.body ?? [];
  }

  /** Reads a message that is mended; `issues` are `CODE pointer`, all of them warnings. */
  mend(wire: Json, ...issues: readonly string[]): Body {
    const receipt = this.send(wire);
    expect(told(receipt)).toEqual(issues);
    expect(receipt.issues.every(({ severity }) => severity === 'warning')).toBe(true);
    return receipt.entry?.body ?? [];
  }

  /** Reads a message that is refused, and sees that nothing changed. */
  refuse(wire: Json, ...issues: readonly string[]): void {
    const before = JSON.stringify(this.fold.snapshot());
    const receipt = this.send(wire);
    expect(receipt.ok).toBe(false);
    expect(receipt.entry).toBeUndefined();
    expect(receipt.issues.filter(({ severity }) => severity === 'error').map(short)).toEqual(issues);
    expect(JSON.stringify(this.fold.snapshot())).toBe(before);
  }

  data(surface: string): Json | undefined {
    return this.fold.surfaces.get(surface)?.data.get('/');
  }
}

function told(receipt: Receipt): readonly string[] {
  return receipt.issues.map(short);
}

function short({ code, at = '' }: { readonly code: string; readonly at?: string }): string {
  return `${code.replace('VITRINE_', '')} ${at}`.trim();
}

/** `depth` objects inside one another. */
export function deep(depth: number, key = 'a'): Json {
  let value: JsonObject = { end: true };
  for (let i = 1; i < depth; i++) value = { [key]: value };
  return value;
}

// The real door with a witness beside it: text goes in, and after every message it is seen that the state before stands
// where it was refused, that what was accepted replays to the same bytes, that no prototype was touched and nothing hung.

import { type Entry, type Fold, type Json, Tree } from '@vitrine/core';
import { expect } from 'vitest';
import type { Dialect } from '../src/dialect.ts';
import { Intake } from '../src/intake.ts';
import type { Receipt } from '../src/message-intake.ts';
import { createFold } from './fixtures.ts';
import { judgeEntry, judgeIssue, judgePrototypes, judgeSame } from './mutation/judgements.ts';
import { parsed } from './mutation/pointers.ts';
import { walk } from './mutation/walk.ts';

type Options = Parameters<typeof createFold>[0];

/** Only against a hang: machines differ. */
const HANG_MS = 5000;

export class Door {
  readonly fold: Fold;
  readonly #replayed: Fold;
  readonly #intake: Intake;
  #seq = 0;

  constructor(dialect: Dialect, opening: readonly Json[], options: Options = {}) {
    this.fold = createFold(options);
    this.#replayed = createFold(options);
    this.#intake = new Intake(this.fold, { dialects: [dialect] });
    for (const message of opening) this.accepts(message);
  }

  /** Pushes one line. Issues come back as `CODE pointer`, warnings behind a `~`. */
  send(message: Json | { readonly text: string }): readonly string[] {
    const text = isText(message) ? message.text : JSON.stringify(message);
    const before = this.#state;
    const started = performance.now();
    const receipts = this.#intake.push(`${text}\n`);
    expect(performance.now() - started).toBeLessThan(HANG_MS);
    judgePrototypes();
    expect(receipts.length).toBeGreaterThan(0);
    const value = parsed(text);
    for (const receipt of receipts) this.#note(receipt, value);
    if (receipts.every(({ ok }) => !ok)) judgeSame(this.#state, before, 'state before and after');
    judgeSame(this.#state, JSON.stringify(this.#replayed.snapshot()), 'state');
    return receipts.flatMap(({ issues }) =>
      issues.map(({ code, severity, at }) =>
        `${severity === 'error' ? '' : '~'}${code.replace('VITRINE_', '')} ${at}`.trim(),
      ),
    );
  }

  /** Whether the last word on a message was a refusal is told by its issues alone. */
  refuses(message: Json | { readonly text: string }, ...issues: readonly string[]): void {
    expect(this.send(message)).toEqual(issues);
    expect(issues.some((told) => !told.startsWith('~'))).toBe(true);
  }

  accepts(message: Json | { readonly text: string }, ...warnings: readonly string[]): void {
    expect(this.send(message)).toEqual(warnings);
    expect(warnings.every((told) => told.startsWith('~'))).toBe(true);
  }

  /** Everything that the surface `s` shows, read as a renderer reads it, within the same time. */
  shown(): string {
    const surface = this.fold.surfaces.get('s');
    if (surface === undefined) throw new Error('The surface s is not there.');
    const started = performance.now();
    const said = walk(new Tree(surface, this.fold));
    expect(performance.now() - started).toBeLessThan(HANG_MS);
    judgePrototypes();
    return said;
  }

  get #state(): string {
    return JSON.stringify(this.fold.snapshot());
  }

  #note({ ok, entry, issues }: Receipt, value: Json | undefined): void {
    expect(ok).toBe(issues.every(({ severity }) => severity === 'warning'));
    expect(ok).toBe(entry !== undefined);
    for (const problem of issues) judgeIssue(problem, value);
    if (entry === undefined) return;
    judgeEntry(entry);
    const from = { role: 'agent', id: 'a', dialect: 'test' } as const;
    const stored: Entry = { ...entry, v: 2, seq: ++this.#seq, at: '2026-01-01T00:00:00.000Z', from, trust: 'trusted' };
    this.#replayed.apply(JSON.parse(JSON.stringify(stored)) as Entry);
  }
}

function isText(message: Json | { readonly text: string }): message is { readonly text: string } {
  return typeof message === 'object' && message !== null && 'text' in message && typeof message.text === 'string';
}

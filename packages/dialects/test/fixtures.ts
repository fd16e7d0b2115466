// Streams as data: NAME.jsonl is fed line by line, NAME.json beside it says which issues and which state come out.
// A new case is two files and no code.

import { readdirSync, readFileSync } from 'node:fs';
import { allCatalogs } from '@vitrine/core/catalogs/all';
import {
  Catalogs,
  type Entry,
  Fold,
  type FoldSnapshot,
  type Json,
  LIMIT_PROFILES,
  type LimitProfile,
} from '@vitrine/core/internal';
import { describe, expect, it } from 'vitest';
import type { Dialect, Sender } from '../src/dialect.ts';
import { Intake } from '../src/intake.ts';
import type { Receipt } from '../src/message-intake.ts';

/** line, code, severity, pointer */
type ExpectedIssue = readonly [number, string, 'error' | 'warning', string];

interface Expectation {
  /** The title, which begins with the rules it checks. */
  readonly says: string;
  readonly from?: Sender;
  readonly strict?: boolean;
  readonly limits?: LimitProfile;
  readonly issues: readonly ExpectedIssue[];
  /** What the accepted lines became, by line number. */
  readonly bodies?: { readonly [line: string]: Json };
  /** A part of the state at the end. */
  readonly state?: { readonly [field: string]: Json };
}

export function createFold(options: { strict?: boolean; limits?: LimitProfile } = {}): Fold {
  const { strict = false, limits = 'default' } = options;
  return new Fold({
    catalogs: new Catalogs(allCatalogs),
    limits: LIMIT_PROFILES[limits],
    strict,
  });
}

export function describeFixtures(dialect: Dialect, folder: URL): void {
  const names = readdirSync(folder).filter((file) => file.endsWith('.json'));
  describe(`streams of ${dialect.id}`, () => {
    for (const file of names) {
      const expected = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Expectation;
      const stream = readFileSync(new URL(`${file}l`, folder));
      it(expected.says, () => check(dialect, stream, expected));
    }
  });
}

function check(dialect: Dialect, stream: Uint8Array, expected: Expectation): void {
  const fold = createFold(expected);
  const intake = new Intake(fold, { dialects: [dialect], from: expected.from ?? 'agent' });
  const receipts = [...intake.push(stream), ...intake.end()];
  const issues = receipts.flatMap((receipt) =>
    receipt.issues.map(({ code, severity, at = '' }): ExpectedIssue => [receipt.line ?? 0, code, severity, at]),
  );
  expect(issues).toEqual(expected.issues);
  for (const [line, body] of Object.entries(expected.bodies ?? {})) {
    expect(receipts.filter((receipt) => receipt.line === Number(line)).map(({ entry }) => entry?.body)).toEqual([body]);
  }
  for (const receipt of receipts) {
    expect(receipt.ok).toBe(receipt.issues.every(({ severity }) => severity === 'warning'));
    for (const { message } of receipt.issues) expect(message).toMatch(/^.{10,400}$/);
  }
  if (expected.state !== undefined) expect(fold.snapshot()).toMatchObject(expected.state);
  expect(JSON.stringify(replay(receipts, expected))).toBe(JSON.stringify(fold.snapshot()));
}

/** The state that the accepted entries give when they are read back from text. */
function replay(receipts: readonly Receipt[], options: Expectation): FoldSnapshot {
  const fold = createFold(options);
  let seq = 0;
  for (const { entry } of receipts) {
    if (entry === undefined) continue;
    const stored: Entry = {
      ...entry,
      v: 2,
      seq: ++seq,
      at: '2026-01-01T00:00:00.000Z',
      from: { role: 'agent', id: 'a', dialect: 'test' },
      trust: 'trusted',
    };
    fold.apply(JSON.parse(JSON.stringify(stored)) as Entry);
  }
  return fold.snapshot();
}

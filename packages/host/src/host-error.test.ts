import { readFileSync } from 'node:fs';
import { ISSUE_CODES, type IssueCode } from '@vitrine/core/internal';
import { RPC_ERRORS, rpcErrorOf } from '@vitrine/dialects';
import { LogError } from '@vitrine/log';
import { describe, expect, it } from 'vitest';
import { HOST_CODES, HostError, toHostError } from './host-error.ts';

const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `(VITRINE_[A-Z_]+)` \| (\d*) ?\| (\d*) ?\| (-\d+) \|/gm)].map(
  ([, code, status, close, rpc]) => [code, status, close, rpc],
);

describe('the one table of errors', () => {
  it('[HT39] says of each code what it is to HTTP, to a WebSocket and to JSON-RPC', () => {
    const codes: { readonly [code: string]: { readonly status: number; readonly close: number } } = HOST_CODES;
    const expected = Object.keys(ISSUE_CODES).map((code) => [
      code,
      String(codes[code]?.status ?? ''),
      String(codes[code]?.close ?? ''),
      String(RPC_ERRORS[rpcErrorOf({ code: code as IssueCode, at: '/params' })]),
    ]);
    expect(rows).toEqual(expected);
  });
});

describe('an error', () => {
  it('[HT39] that is not ours is told as a failure of the host, without what it says', () => {
    const told = toHostError(new Error('secret'));
    expect([told.code, told.status, told.message.includes('secret')]).toEqual(['VITRINE_HOST_FAILED', 500, false]);
  });

  it('[HT39] of the log keeps its code where the table has it', () => {
    expect(toHostError(new LogError('VITRINE_LOG_SEQ', 'no', { head: 3 }))).toMatchObject({
      code: 'VITRINE_LOG_SEQ',
      status: 400,
      details: { head: 3 },
    });
    expect(new HostError('VITRINE_RATE').closeCode).toBe(4429);
  });
});

// One thing wrong with one input, and the result that every trust boundary returns.
// Codes and what to do about each stand in issue-codes.ts, which docs/errors.md mirrors.

import type { IssueCode } from './issue-codes.ts';

export type Severity = 'error' | 'warning';
export type Fault = 'agent' | 'viewer' | 'host';

/** `error` = the message was refused whole; `warning` = it was accepted and something in it was mended or ignored. */
export interface Issue {
  readonly code: IssueCode;
  readonly severity: Severity;
  readonly fault: Fault;
  /** One sentence that the author of the input can act on. */
  readonly message: string;
  /** JSON pointer into the input. */
  readonly at?: string;
  /** Line of a JSONL stream, from 1. */
  readonly line?: number;
}

/** What a fold finds: of an entry of several parts it says also which part it is about, from 0. */
export interface PartIssue extends Issue {
  readonly part?: number;
}

export type Outcome<T, Found extends Issue = Issue> =
  | { readonly ok: true; readonly value: T; readonly issues: readonly Found[] }
  | { readonly ok: false; readonly issues: readonly Found[] };

export const NO_ISSUES: readonly Issue[] = [];

export function accepted<T>(value: T, issues: readonly Issue[] = NO_ISSUES): Outcome<T> {
  return { ok: true, value, issues };
}

export function refused(issues: readonly Issue[]): { readonly ok: false; readonly issues: readonly Issue[] } {
  return { ok: false, issues };
}

/** Refused for one reason. */
export function refusal(code: IssueCode, message: string): { readonly ok: false; readonly issues: readonly Issue[] } {
  return refused([issue(code, 'error', message)]);
}

export function issue(code: IssueCode, severity: Severity, message: string, at?: string): Issue {
  return at === undefined
    ? { code, severity, fault: 'agent', message }
    : { code, severity, fault: 'agent', message, at };
}

/** Line breaks, controls and marks that turn the direction of writing, as far as JSON leaves them as they are. */
const UNRULY = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** An untrusted string in a sentence: quoted, one line, never long. */
export function quote(text: string): string {
  const line = text.length > 64 ? `${text.slice(0, 61)}...` : text;
  return JSON.stringify(line).replace(UNRULY, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

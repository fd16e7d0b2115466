// What the clients of a run know: every acknowledgement, answer, event and view. The checker holds it against the log.

import type { Seq } from '@vitrine/core';

/**
 * One line of calls, each made only when the one before it was acknowledged. Every message of it carries a mark,
 * `m:NAME:N;` with N from 0, wherever its dialect has room for a text.
 */
export interface WriterAccount {
  readonly name: string;
  /** Empty until it is found, where the protocol tells none. */
  session: string;
  /** The mark that the last message of a call bore, and the seq that the call was answered, where it was told one. */
  readonly acknowledged: { readonly mark: number; readonly seq?: Seq }[];
  /** How many marks were sent at all, acknowledged or not. */
  sent: number;
  /** Marks of which it was told that they failed: they are there once or not at all. */
  readonly failed?: Set<number>;
}

export interface AskAccount {
  readonly ask: string;
  readonly session: string;
  /** What each viewer tried to answer, and whether it was told that this was taken. */
  readonly answers: { readonly viewer: string; readonly value: string; readonly isTaken: boolean }[];
  /** What the agent was given. */
  readonly heard: string[];
}

/** What one reader of an agent's events was given, in its order. */
export interface FeedAccount {
  readonly reader: string;
  readonly agent: string;
  /** Over all sessions, and not only in each. */
  readonly isInOrder: boolean;
  readonly events: { readonly session: string; readonly seq: Seq }[];
}

/** What a viewer shows at the end. */
export interface ViewAccount {
  readonly viewer: string;
  readonly session: string;
  /** Canonical. */
  readonly shown: string;
  readonly expected: string;
}

/** A refusal that a client should not have met, or something that did not come in time. */
export interface Complaint {
  readonly by: string;
  readonly what: string;
}

export interface LeaseGrant {
  readonly session: string;
  readonly node: string;
  readonly epoch: number;
}

/** A row of entries as it was written: by which node, while who held the lease. */
export interface AuditedWrite {
  readonly session: string;
  /** Of the last entry of the row. */
  readonly seq: Seq;
  readonly writer: string;
  readonly holder: string;
  readonly epoch: number;
}

export class Ledger {
  readonly writers: WriterAccount[] = [];
  readonly asks: AskAccount[] = [];
  readonly feeds: FeedAccount[] = [];
  readonly views: ViewAccount[] = [];
  readonly complaints: Complaint[] = [];

  complain(by: string, what: string): void {
    this.complaints.push({ by, what });
  }
}

export function markOf(name: string, n: number): string {
  return `m:${name}:${n};`;
}

/** The marks in a text, in their order. */
export function* marksIn(text: string): Generator<{ readonly name: string; readonly n: number }> {
  for (const [, name = '', n] of text.matchAll(/m:([\w.-]+):(\d+);/g)) yield { name, n: Number(n) };
}

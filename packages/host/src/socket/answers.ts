// What is still to be answered on one socket, in the order in which it was sent. A viewer hears of its own entry where
// the entry stands in the stream, so an answer may have to wait until the stream has come that far.

import type { Issue, Seq } from '@vitrine/core';
import type { HostError } from '../host-error.ts';
import type { IngestAnswer } from '../live.ts';
import type { SentEntry } from '../outlet.ts';
import { replyText } from './frames.ts';

/** One frame that was sent up. Without `reply` the session has not decided yet. */
export interface PendingAnswer {
  readonly key?: string | undefined;
  readonly session?: string | undefined;
  /** Of the neutral form of one event: the message around it is ours, and no pointer names it. */
  readonly isEvent?: boolean;
  /** Roles make it with the rest, so that it has its place: thousands of these are waiting. */
  reply?: { readonly issues: readonly Issue[]; readonly seq: Seq | undefined } | undefined;
}

const NO_ISSUES: readonly Issue[] = [];

export class Answers {
  readonly #queue: PendingAnswer[] = [];

  get size(): number {
    return this.#queue.length;
  }

  /** The session may tell of an entry before it answers the call that made it: the answer is to stand in its place. */
  isAwaited({ author, key }: SentEntry, viewer: string): boolean {
    if (author !== viewer) return false;
    const undecided = this.#queue.find(({ reply }) => reply === undefined);
    return undecided !== undefined && (undecided.key === undefined || undecided.key === key);
  }

  add(pending: PendingAnswer): void {
    this.#queue.push(pending);
  }

  /** All that may be told when the stream stands at `reached`. */
  tell(reached: Seq, texts: string[]): void {
    let count = 0;
    for (const pending of this.#queue) {
      const { reply } = pending;
      if (reply === undefined || (reply.seq !== undefined && reply.seq > reached)) break;
      texts.push(replyText(pending, reply.issues, reply.seq));
      count++;
    }
    if (count > 0) this.#queue.splice(0, count);
  }

  /** The answer that stands in the place of an entry: only the socket that sent it gets one, not every one of its viewer. */
  takePlaceOf(sent: SentEntry, viewer: string): string | undefined {
    const [head] = this.#queue;
    if (sent.author !== viewer || head?.reply?.seq === undefined) return undefined;
    const isIts = head.key === undefined ? head.reply.seq === sent.seq : head.key === sent.key;
    if (!isIts) return undefined;
    this.#queue.shift();
    return replyText(head, head.reply.issues, sent.seq);
  }
}

/** What the session answered to one message. */
export function decide(pending: PendingAnswer, { accepted, seq, issues }: IngestAnswer): void {
  const found = pending.isEvent === true ? issues.map(unwrap) : issues;
  pending.reply = { issues: found, seq: accepted === 0 && issues.length > 0 ? undefined : seq };
}

/** What the session answered to several messages in one call. Pointers of issues begin with the place in the list. */
export function decideAll(pendings: readonly PendingAnswer[], { seq, seqs, issues }: IngestAnswer): void {
  const found = issues.length === 0 ? undefined : apart(issues, pendings.length);
  for (const [i, pending] of pendings.entries()) {
    const own = found?.[i] ?? NO_ISSUES;
    pending.reply = { issues: own, seq: seqs === undefined ? seqUnlessRefused(seq, own) : seqs[i] };
  }
}

function apart(issues: readonly Issue[], messages: number): readonly (readonly Issue[])[] {
  const found = Array.from({ length: messages }, (): Issue[] => []);
  for (const problem of issues) {
    const [, place, at = ''] = /^\/(\d+)(.*)$/s.exec(problem.at ?? '') ?? [];
    if (place !== undefined) found[Number(place)]?.push({ ...problem, at });
    else found.at(-1)?.push(problem);
  }
  return found;
}

/** An answer that was kept from before may not say which entry is which. */
function seqUnlessRefused(seq: Seq, issues: readonly Issue[]): Seq | undefined {
  return issues.some(({ severity }) => severity === 'error') ? undefined : seq;
}

export function refuse(pending: PendingAnswer, error: HostError, sender: 'viewer' | 'agent'): void {
  pending.reply = { issues: [issueOf(error, sender)], seq: undefined };
}

export function issueOf({ code, message, status }: HostError, sender: 'viewer' | 'agent'): Issue {
  return { code, severity: 'error', fault: status >= 500 ? 'host' : sender, message };
}

function unwrap(issue: Issue): Issue {
  return issue.at?.startsWith('/body/0') === true ? { ...issue, at: issue.at.slice('/body/0'.length) } : issue;
}

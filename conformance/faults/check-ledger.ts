// The judge of a run: what the clients know against what the log has. Pure, so that it can be tested with violations that
// are planted.

import type { Entry } from '@vitrine/core';
import {
  type AskAccount,
  type AuditedWrite,
  type FeedAccount,
  type LeaseGrant,
  type Ledger,
  marksIn,
  type WriterAccount,
} from './ledger.ts';

/** What is in the database when all is over. */
export interface StoredFacts {
  readonly sessions: ReadonlyMap<string, readonly Entry[]>;
  /** By agent, in the order of the feed. */
  readonly feeds: ReadonlyMap<string, readonly { readonly session: string; readonly seq: number }[]>;
  readonly grants: readonly LeaseGrant[];
  readonly writes: readonly AuditedWrite[];
  /** Rows of entries that were changed or taken away. */
  readonly removals: number;
}

export type ViolationKind =
  | 'lost'
  | 'doubled'
  | 'reordered'
  | 'made up'
  | 'misnumbered'
  | 'ask'
  | 'feed'
  | 'view'
  | 'writers'
  | 'complaint';

export interface Violation {
  readonly kind: ViolationKind;
  readonly what: string;
}

type Report = (kind: ViolationKind, what: string) => void;

export function checkLedger(ledger: Ledger, facts: StoredFacts): readonly Violation[] {
  const violations: Violation[] = [];
  const report: Report = (kind, what) => violations.push({ kind, what });
  for (const [session, entries] of facts.sessions) checkNumbers(session, entries, report);
  for (const writer of ledger.writers) checkWriter(writer, facts.sessions.get(writer.session) ?? [], report);
  for (const ask of ledger.asks) checkAsk(ask, facts.sessions.get(ask.session) ?? [], report);
  checkFed(facts, report);
  for (const feed of ledger.feeds) checkFeed(feed, facts.feeds.get(feed.agent) ?? [], report);
  for (const { viewer, session, shown, expected } of ledger.views)
    if (shown !== expected) report('view', `${viewer} shows of ${session}: ${difference(shown, expected)}`);
  checkGrants(facts, report);
  checkWrites(facts, report);
  for (const { by, what } of ledger.complaints) report('complaint', `${by}: ${what}`);
  return violations;
}

function checkNumbers(session: string, entries: readonly Entry[], report: Report): void {
  for (const [index, { seq }] of entries.entries())
    if (seq !== index + 1) {
      report('misnumbered', `${session} has seq ${seq} in the place of ${index + 1}`);
      return;
    }
}

function checkWriter(writer: WriterAccount, entries: readonly Entry[], report: Report): void {
  const { name, sent, acknowledged, failed } = writer;
  const seqOf = new Map<number, number>();
  let last = -1;
  for (const entry of entries) {
    // An entry may repeat its mark, as components and data may both bear it.
    const own = new Set([...marksIn(JSON.stringify(entry))].filter((mark) => mark.name === name).map(({ n }) => n));
    for (const n of own) {
      if (seqOf.has(n)) report('doubled', `${name}: message ${n} is entry ${seqOf.get(n)} and entry ${entry.seq}`);
      else if (n < last) report('reordered', `${name}: message ${n} is entry ${entry.seq}, behind message ${last}`);
      if (n >= sent) report('made up', `${name}: message ${n} is entry ${entry.seq} and was never sent`);
      if (!seqOf.has(n)) seqOf.set(n, entry.seq);
      last = Math.max(last, n);
    }
  }
  const highest = Math.max(-1, ...acknowledged.map(({ mark }) => mark));
  for (let n = 0; n <= highest; n++)
    if (!seqOf.has(n) && failed?.has(n) !== true) report('lost', `${name}: message ${n} was acknowledged`);
  for (const { mark, seq } of acknowledged) {
    const stored = seqOf.get(mark);
    if (stored !== undefined && seq !== undefined && stored !== seq)
      report('misnumbered', `${name}: message ${mark} was acknowledged as entry ${seq} and is entry ${stored}`);
  }
}

function checkAsk({ ask, session, answers, heard }: AskAccount, entries: readonly Entry[], report: Report): void {
  const stored = entries.flatMap(({ body }) =>
    body.flatMap((part) => ('event' in part && part.event === 'answer' && part.ask === ask ? [part.value] : [])),
  );
  const taken = answers.filter(({ isTaken }) => isTaken).map(({ value }) => value);
  const name = `ask ${ask} of ${session}`;
  if (stored.length > 1) report('ask', `${name} has ${stored.length} answers in the log`);
  if (new Set(taken).size > 1) report('ask', `${name}: ${taken.join(' and ')} were both taken`);
  for (const value of taken)
    if (!stored.includes(value)) report('ask', `${name}: ${value} was taken and is not stored`);
  if (stored.length === 1 && heard.length !== 1) report('ask', `${name} was answered, and heard ${heard.length} times`);
  for (const value of heard) if (!stored.includes(value)) report('ask', `${name}: the agent heard ${value}`);
}

/** Everything that a viewer did which its agent hears is in the feed, once. */
function checkFed({ sessions, feeds }: StoredFacts, report: Report): void {
  const fed = new Map<string, number>();
  for (const feed of feeds.values())
    for (const { session, seq } of feed) fed.set(`${session} ${seq}`, (fed.get(`${session} ${seq}`) ?? 0) + 1);
  for (const [place, count] of fed) if (count > 1) report('feed', `entry ${place} stands ${count} times in its feed`);
  for (const [session, entries] of sessions)
    for (const { seq, from, body } of entries) {
      const isHeard = from.role === 'viewer' && body.some((part) => 'event' in part && HEARD.has(part.event));
      if (isHeard && !fed.has(`${session} ${seq}`)) report('feed', `entry ${session} ${seq} is in no feed`);
    }
}

const HEARD: ReadonlySet<string> = new Set(['action', 'answer']);

/** At least once and in order: what comes anew is the next one that there is. */
function checkFeed(
  { reader, isInOrder, events }: FeedAccount,
  stored: readonly { readonly session: string; readonly seq: number }[],
  report: Report,
): void {
  const lineOf = (session: string): string => (isInOrder ? '' : session);
  const counts = new Map<string, number>();
  const placeOf = new Map<string, number>();
  for (const { session, seq } of stored) {
    const place = counts.get(lineOf(session)) ?? 0;
    placeOf.set(`${session} ${seq}`, place);
    counts.set(lineOf(session), place + 1);
  }
  const given = new Map<string, number>();
  for (const { session, seq } of events) {
    const place = placeOf.get(`${session} ${seq}`);
    const next = given.get(lineOf(session)) ?? 0;
    if (place === undefined) report('feed', `${reader} was given ${session} ${seq}, which is in no feed`);
    else if (place > next) report('feed', `${reader} was given ${session} ${seq} before ${place - next} others`);
    if (place !== undefined) given.set(lineOf(session), Math.max(next, place + 1));
  }
  for (const [line, count] of counts)
    if ((given.get(line) ?? 0) < count)
      report('feed', `${reader} was not given the last ${count - (given.get(line) ?? 0)} of ${line || 'all'}`);
}

function checkGrants({ grants }: StoredFacts, report: Report): void {
  const owner = new Map<number, LeaseGrant>();
  const last = new Map<string, number>();
  for (const grant of grants) {
    const { session, node, epoch } = grant;
    const before = owner.get(epoch);
    if (before !== undefined && (before.session !== session || before.node !== node))
      report('writers', `epoch ${epoch} was given to ${before.node} and to ${node}`);
    if (epoch < (last.get(session) ?? 0)) report('writers', `${session} went back to epoch ${epoch}`);
    owner.set(epoch, grant);
    last.set(session, Math.max(epoch, last.get(session) ?? 0));
  }
}

function checkWrites({ grants, writes, removals }: StoredFacts, report: Report): void {
  const nodeOf = new Map(grants.map(({ session, epoch, node }) => [`${session} ${epoch}`, node]));
  const last = new Map<string, number>();
  for (const { session, seq, writer, holder, epoch } of [...writes].sort((a, b) => a.seq - b.seq)) {
    const granted = nodeOf.get(`${session} ${epoch}`);
    if (writer !== holder)
      report('writers', `${session} ${seq} was written by ${writer} while ${holder} had the lease`);
    else if (granted !== writer)
      report('writers', `${session} ${seq} was written by ${writer} in the epoch of ${granted}`);
    if (epoch < (last.get(session) ?? 0))
      report('writers', `${session} ${seq} was written in epoch ${epoch}, behind a later one`);
    last.set(session, Math.max(epoch, last.get(session) ?? 0));
  }
  if (removals > 0) report('lost', `${removals} rows of entries were changed or removed`);
}

function difference(shown: string, expected: string): string {
  let at = 0;
  while (at < shown.length && shown[at] === expected[at]) at++;
  const part = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 40), at + 60));
  return `${part(shown)}, and the log ${part(expected)}`;
}

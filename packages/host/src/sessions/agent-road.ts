// From an agent's messages to entries: decoded, judged, committed. One that is refused does not stop the next.

import type { Issue, Op, OpenOp, Origin, PortTaker, Seq, ViewerEvent } from '@vitrine/core';
import { issue, quote } from '@vitrine/core';
import { type DialectId, Intake, type Receipt } from '@vitrine/dialects';
import type { Answer, Incoming } from '../live.ts';
import { HOST, timeOf } from './context.ts';
import { type Keep, type KeyedCall, Repeats } from './repeats.ts';
import { readOnce, saidText } from './said-text.ts';
import { dialectOfFirst, foreignTo, giveMessages, takerFor } from './taken.ts';
import type { Draft, WritableSession } from './writable.ts';

const repeats = new Repeats();
const NO_ISSUES: readonly Issue[] = [];

interface Taken {
  readonly answer: Answer;
  readonly dialect: DialectId | undefined;
}

export function takeMessages(session: WritableSession, input: Incoming): Promise<Answer> {
  const { context, id } = session;
  const text = input.key === undefined ? input.text : readOnce(input.text, context.limits.lineLength);
  const read = { ...input, text };
  const taker = takerFor(session, read);
  const call: KeyedCall = { session: id, from: 'agent', key: input.key, said: (add) => saidText(read, add) };
  return repeats.once(context, call, async (keep, before) => {
    if (before !== undefined) return before;
    return taker === undefined ? store(session, read, keep) : give(session, taker, read, keep);
  });
}

/** Does not wait itself: while the disk is busy nobody needs the messages, and thousands may be under way. */
function store(session: WritableSession, input: Incoming, keep: Keep): Promise<Answer> {
  const { result, durable } = session.write((draft) => {
    const taken = take(session, draft, input);
    noteRefusals(session, draft, taken.answer.issues);
    const { seqs: _seqs, ...answer } = taken.answer;
    keep(answer, draft);
    return taken;
  });
  return stored(session, durable, result.answer, claim(session, result.dialect));
}

async function stored(
  session: WritableSession,
  durable: Promise<void>,
  answer: Answer,
  claimed: string | undefined,
): Promise<Answer> {
  await durable;
  if (claimed !== undefined) await noteDialect(session, claimed);
  tell(session, answer.issues);
  return answer;
}

async function give(session: WritableSession, taker: PortTaker, input: Incoming, keep: Keep): Promise<Answer> {
  const { dialect: own } = session.row;
  const claimed = claim(session, input.dialect?.id ?? dialectOfFirst(input.text));
  let given: Awaited<ReturnType<typeof giveMessages>> | undefined;
  try {
    given = await giveMessages(session, taker, input, own);
  } finally {
    if (claimed !== undefined) await noteDialect(session, given?.dialect);
  }
  const { dialect: _dialect, ...answer } = given;
  const { seqs: _seqs, ...kept } = answer;
  if (input.key !== undefined) await session.write((draft) => keep(kept, draft)).durable;
  tell(session, answer.issues);
  return answer;
}

function take(session: WritableSession, draft: Draft, input: Incoming): Taken {
  const { agent } = session.row;
  let dialect: DialectId | undefined;
  let from: Origin | undefined;
  const taken: Seq[] = [];
  const intake = new Intake(session.fold, {
    ...(input.dialect === undefined ? {} : { dialect: input.dialect }),
    now: timeOf(session.context),
    accept: (entry, _trust, id) => {
      const problem = foreignTo(session, id);
      if (problem !== undefined) return { ok: false, issues: [problem] };
      if (from?.dialect !== id) from = { role: 'agent', id: agent, dialect: id };
      const outcome = session.add(draft, input.trust === undefined ? entry : { ...entry, trust: input.trust }, from);
      if (outcome.ok) {
        if (input.dialect !== undefined || !isTalk(entry.body)) dialect ??= id;
        taken.push(session.head);
      }
      return outcome;
    },
  });
  const receipts = typeof input.text === 'string' ? intake.document(input.text) : intake.value(input.text.value);
  return { answer: answerOf(session, receipts, taken), dialect };
}

function answerOf(session: WritableSession, receipts: readonly Receipt[], taken: readonly Seq[]): Answer {
  let accepted = 0;
  let isRead = false;
  const issues: Issue[] = [];
  for (const receipt of receipts) {
    if (receipt.ok) accepted++;
    if (receipt.ok || receipt.wire !== undefined) isRead = true;
    for (const problem of receipt.issues) issues.push(problem);
    if (receipt.entry !== undefined) for (const problem of unshown(session, receipt.entry.body)) issues.push(problem);
  }
  let next = 0;
  const seqs = receipts.map(({ ok }) => (ok ? taken[next++] : undefined));
  const answer = { accepted, seq: taken.at(-1) ?? session.head, issues: told(issues), seqs };
  return isRead ? answer : { ...answer, unreadable: true };
}

/** Nothing but words and turns, for which most dialects have none of their own: it says nothing of the agent's. */
function isTalk(body: readonly (Op | ViewerEvent)[]): boolean {
  return body.every((part) => 'op' in part && (part.op === 'say' || part.op === 'turn'));
}

/** So many of one call are listed, errors first: an answer must not outgrow by far what was sent. */
const MOST_TOLD = 1000;

function told(issues: Issue[]): readonly Issue[] {
  if (issues.length <= MOST_TOLD) return issues;
  const [errors, others] = [issues.filter(isError), issues.filter((one) => !isError(one))];
  const rest = issues.length - MOST_TOLD;
  const severity = errors.length > MOST_TOLD ? 'error' : 'warning';
  const message = `${rest} further issues of these messages are not listed.`;
  return [...[...errors, ...others].slice(0, MOST_TOLD), issue('VITRINE_LIMIT_MESSAGES', severity, message)];
}

function isError({ severity }: Issue): boolean {
  return severity === 'error';
}

/** A surface that none of those who look on can show as it is. */
function unshown(session: WritableSession, body: readonly (Op | ViewerEvent)[]): readonly Issue[] {
  if (!body.some(isOpen)) return NO_ISSUES;
  return body.filter(isOpen).flatMap(({ catalog, surface }) => {
    if (catalog === undefined || session.presence.canShow(catalog)) return [];
    const message = `No viewer that is there says that it can show the catalog ${quote(catalog)} of ${quote(surface)}; it is put into the words of one they know.`;
    return [issue('VITRINE_CATALOG_UNKNOWN', 'warning', message)];
  });
}

function isOpen(part: Op | ViewerEvent): part is OpenOp {
  return 'op' in part && part.op === 'open';
}

/** So many of one call are kept; the answer has more of them. */
const MOST_NOTED = 20;

/** What was refused is an entry too: the agent's stream of events and the inspector show it, not the answer alone. */
function noteRefusals(session: WritableSession, draft: Draft, issues: readonly Issue[]): void {
  const errors = issues.filter(({ severity }) => severity === 'error').slice(0, MOST_NOTED);
  if (errors.length === 0) return;
  const body = errors.map((problem) => ({ event: 'issue', issue: problem }) as const);
  session.add(draft, { body }, HOST);
}

/** The dialect, if the session had none until now. At once: what comes meanwhile belongs to it or is refused. */
function claim(session: WritableSession, dialect: string | undefined): string | undefined {
  if (dialect === undefined || session.row.dialect !== undefined) return undefined;
  session.rename({ ...session.row, dialect });
  return dialect;
}

/** The agent's dialect is that of the first message that shows something, unless it said which; of nothing, it is none. */
async function noteDialect(session: WritableSession, dialect: string | undefined): Promise<void> {
  if (dialect === undefined) {
    const { dialect: _claimed, ...row } = session.row;
    session.rename(row);
  } else session.rename(await session.context.log.changeSession(session.id, { dialect }));
}

function tell(session: WritableSession, issues: readonly Issue[]): void {
  const errors = issues.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  session.context.meter.refused(errors.length);
  session.context.notes.refusal(session.id, 'agent', issues);
}

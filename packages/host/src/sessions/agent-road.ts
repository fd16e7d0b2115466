// From an agent's messages to entries: decoded, judged, committed. One that is refused does not stop the next.

import type {
  Issue,
  NewEntry,
  Op,
  OpenOp,
  Origin,
  Outcome,
  PartIssue,
  PortTaker,
  Seq,
  Steps,
  ViewerEvent,
} from '@vitrine/core';
import { defined, IssueList, issue, quote } from '@vitrine/core';
import { type DialectId, Intake, type Receipt, SKIPPED } from '@vitrine/dialects';
import { KeyQueue, nextTurn, type QueuedTurn, SLICE_MS, Slices } from '@vitrine/face-kit';
import type { Answer, Incoming } from '../live.ts';
import { HOST, timeOf } from './context.ts';
import { type Keep, type Kept, type KeyedCall, KeyedCalls } from './replies.ts';
import { readOnce, saidText } from './said-text.ts';
import { dialectOfFirst, foreignTo, giveMessages, takerFor } from './taken.ts';
import type { Draft, PreparedEntry, WritableSession } from './writable.ts';

const calls = new KeyedCalls();
const order = new KeyQueue<object>();
const NOTHING = (): void => undefined;
/** Characters of a body beyond which a message is worth several steps. */
const LONG_TEXT = 64 * 1024;
const NO_ISSUES: readonly Issue[] = [];
/** Of one call: an answer must not outgrow by far what was sent. */
const MAX_ISSUES = 1000;

export function takeMessages(session: WritableSession, input: Incoming): Promise<Answer> {
  return input.key === undefined ? takeOnce(session, input) : takeKeyed(session, input);
}

async function takeKeyed(session: WritableSession, input: Incoming): Promise<Answer> {
  const read = await new Slices().takeAll(readOnce(input.text, session.context.limits.lineLength));
  return takeOnce(session, { ...input, ...read });
}

function takeOnce(session: WritableSession, read: Incoming): Promise<Answer> {
  const { context, id } = session;
  const taker = takerFor(session, read);
  const call: KeyedCall = { session: id, from: 'agent', key: read.key, said: () => saidText(read) };
  return calls.once(context, call, async (keep, before) => {
    if (before !== undefined && before.done === undefined) return before;
    if (taker !== undefined) return give(session, taker, read, keep);
    return order.begin(session, () => store(session, read, keep, before));
  });
}

/**
 * Whole messages as long as a slice lasts, then everybody else has a turn. Each slice is committed by itself; a key
 * remembers behind which message it stood, so that a repeat after a crash goes on there. What fits one slice is taken at
 * once: while the disk is busy nobody needs the messages, and thousands of calls may be under way.
 */
function store(session: WritableSession, input: Incoming, keep: Keep, before: Kept | undefined): QueuedTurn<Answer> {
  const taking = new Taking(session, input, before);
  const durables: Promise<void>[] = [];
  let claimed: string | undefined;
  const takeSlice = (): Answer | undefined => {
    const { result: answer, durable } = session.write((draft) => {
      if (taking.take(draft, SLICE_MS)) return taking.end(draft, keep);
      if (draft.entries.length > 0) keep(taking.partial(), draft);
      return undefined;
    });
    // Looked at when all of them are awaited; one that fails ends the session, and the next slice with it.
    durable.catch(NOTHING);
    durables.push(durable);
    claimed ??= claim(session, taking.dialect);
    return answer;
  };
  const first = session.whenEncoded === undefined ? takeSlice() : undefined;
  const finish = (answer: Answer): Promise<Answer> =>
    stored(session, durables.length === 1 ? (durables[0] as Promise<void>) : Promise.all(durables), answer, claimed);
  if (first !== undefined) return { answer: finish(first) };
  const uncork = session.cork();
  const rest = (async () => {
    try {
      for (;;) {
        await (session.whenEncoded ?? nextTurn());
        const answer = takeSlice();
        if (answer !== undefined) return answer;
      }
    } finally {
      uncork();
    }
  })();
  return { released: rest, answer: rest.then(finish) };
}

async function stored(
  session: WritableSession,
  durable: Promise<unknown>,
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

/** The messages of one call on their way into the session, all at once or slice by slice. */
class Taking {
  readonly #session: WritableSession;
  readonly #steps: ReturnType<Intake['steps']>;
  readonly #before: Kept | undefined;
  readonly #issues = new IssueList(MAX_ISSUES);
  readonly #seqs: (Seq | undefined)[] = [];
  #draft: Draft | undefined;
  #accepted = 0;
  #last: Seq | undefined;
  #isRead = false;
  dialect: DialectId | undefined;

  constructor(session: WritableSession, input: Incoming, before?: Kept) {
    this.#session = session;
    this.#before = before;
    const intake = new Intake(session.fold, {
      ...defined({ dialect: input.dialect, skip: before?.done }),
      now: timeOf(session.context),
      prepare: (entry, id) => this.#prepare(entry, id, input),
      prepareSteps: (entry, id) => this.#prepareSteps(entry, id, input),
      accept: (_entry, _trust, _id, prepared) => this.#accept(prepared as Prepared, input),
    });
    this.#steps = intake.steps(input.text, (input.length ?? 0) > LONG_TEXT);
  }

  /** True: there is no more. */
  take(draft: Draft, milliseconds: number): boolean {
    this.#draft = draft;
    const until = performance.now() + milliseconds;
    for (;;) {
      const { done, value = [] } = this.#steps.next();
      for (const receipt of value) this.#note(receipt);
      if (done === true) return true;
      if (performance.now() >= until) return false;
    }
  }

  /** What a repeat goes on from. */
  partial(): Kept {
    return { accepted: this.#sum(), seq: this.#last ?? this.#session.head, issues: [], done: this.#done() };
  }

  end(draft: Draft, keep: Keep): Answer {
    const seq = this.#last ?? this.#before?.seq ?? this.#session.head;
    const answer: Answer = { accepted: this.#sum(), seq, issues: this.#issues.all() };
    noteRefusals(this.#session, draft, answer.issues);
    const whole = this.#isRead || this.#before !== undefined ? answer : { ...answer, unreadable: true as const };
    keep(whole, draft);
    return { ...whole, seqs: this.#seqs };
  }

  #sum(): number {
    return (this.#before?.accepted ?? 0) + this.#accepted;
  }

  #done(): number {
    return (this.#before?.done ?? 0) + this.#seqs.length;
  }

  #note(receipt: Receipt): void {
    if (receipt === SKIPPED) return;
    if (receipt.ok || receipt.wire !== undefined) this.#isRead = true;
    for (const problem of receipt.issues) this.#issues.add(problem);
    if (receipt.entry !== undefined)
      for (const problem of unshown(this.#session, receipt.entry.body)) this.#issues.add(problem);
    if (receipt.ok) this.#accepted++;
    this.#seqs.push(receipt.ok ? this.#last : undefined);
  }

  #from: Origin | undefined;

  /** All that can be done before the session's turn: of a long message this is most of the work. */
  #prepare(entry: NewEntry, id: DialectId, { trust }: Incoming): Prepared {
    const problem = foreignTo(this.#session, id);
    if (problem !== undefined) return { problem };
    const written = this.#session.prepare(withTrust(entry, trust), this.#originIn(id));
    return { written, dialect: id, isTalk: isTalk(entry.body) };
  }

  *#prepareSteps(entry: NewEntry, id: DialectId, { trust }: Incoming): Steps<Prepared> {
    const problem = foreignTo(this.#session, id);
    if (problem !== undefined) return { problem };
    const written = yield* this.#session.prepareSteps(withTrust(entry, trust), this.#originIn(id));
    return { written, dialect: id, isTalk: isTalk(entry.body) };
  }

  #originIn(dialect: DialectId): Origin {
    if (this.#from?.dialect !== dialect) this.#from = { role: 'agent', id: this.#session.row.agent, dialect };
    return this.#from;
  }

  #accept(prepared: Prepared, { dialect }: Incoming): Outcome<NewEntry, PartIssue> {
    if ('problem' in prepared) return { ok: false, issues: [prepared.problem] };
    const outcome = this.#session.addPrepared(this.#draft as Draft, prepared.written);
    if (!outcome.ok) return outcome;
    if (dialect !== undefined || !prepared.isTalk) this.dialect ??= prepared.dialect;
    this.#last = this.#session.head;
    return outcome;
  }
}

type Prepared =
  | { readonly problem: Issue }
  | { readonly written: PreparedEntry; readonly dialect: DialectId; readonly isTalk: boolean };

function withTrust(entry: NewEntry, trust: Incoming['trust']): NewEntry {
  return trust === undefined ? entry : { ...entry, trust };
}

/** Nothing but words and turns, for which most dialects have none of their own: it says nothing of the agent's. */
function isTalk(body: readonly (Op | ViewerEvent)[]): boolean {
  return body.every((part) => 'op' in part && (part.op === 'say' || part.op === 'turn'));
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

// From an agent's messages to entries, a straight walk: the document is read once, its first message says who takes it, each
// message is decoded, then judged, applied and committed by the session. One that is refused does not stop the next.

import {
  type DialectHandler,
  defined,
  type Issue,
  IssueList,
  issue,
  type NewEntry,
  type Op,
  type OpenOp,
  type Origin,
  quote,
  type Seq,
  type Steps,
  type ViewerEvent,
} from '@vitrine/core/internal';
import {
  type DecodedMessage,
  DIALECTS,
  type DialectId,
  decodeItem,
  type MessageDocument,
  messagesOf,
  type Receipt,
  readDocument,
  receiptOf,
} from '@vitrine/dialects';
import { KeyQueue, nextTurn, type QueuedTurn, SLICE_MS, Slices } from '@vitrine/face-kit';
import type { Incoming, IngestAnswer } from '../live.ts';
import { callText, contentOf } from './call-text.ts';
import { HOST, timeOf } from './context.ts';
import { dialectOfFirst, faceFor, foreignTo, sendToFace } from './face-routing.ts';
import { type Keep, type KeptReply, type KeyedCall, KeyedCalls } from './replies.ts';
import { traceCall } from './trace-call.ts';
import type { CommitDraft, WritableSession } from './writable.ts';

const calls = new KeyedCalls();
const order = new KeyQueue<object>();
const NOTHING = (): void => undefined;
const NO_ISSUES: readonly Issue[] = [];
/** Of one call: an answer must not outgrow by far what was sent. */
const MAX_ISSUES = 1000;

export function ingestMessages(session: WritableSession, input: Incoming): Promise<IngestAnswer> {
  return traceCall(session, 'vitrine.messages', input, (call) => ingest(session, call));
}

async function ingest(session: WritableSession, input: Incoming): Promise<IngestAnswer> {
  const { context, id, view } = session;
  const source = typeof input.text === 'string' ? input.text : { ...input.text, ...defined({ length: input.length }) };
  const reading = readDocument(source, { limits: view.limits, dialects: DIALECTS });
  // What a call says under its key is known before its turn; any other is read when its turn comes.
  const read = input.key === undefined ? undefined : await new Slices().takeAll(reading);
  const content = (): Steps<readonly string[]> =>
    callText({ text: read === undefined ? input.text : contentOf(read, input.text) });
  const call: KeyedCall = { session: id, from: 'agent', key: input.key, content };
  return calls.once(context, call, async (keep, before) => {
    if (before !== undefined && before.done === undefined) return before;
    return order.begin(session, () => {
      const document = read ?? new Slices().take(reading);
      if (!(document instanceof Promise)) return route(session, input, document, keep, before);
      const routed = document.then((all) => route(session, input, all, keep, before));
      return { released: routed.then(({ released }) => released), answer: routed.then(({ answer }) => answer) };
    });
  });
}

/** To the face that speaks the dialect, else into the session. */
function route(
  session: WritableSession,
  input: Incoming,
  document: MessageDocument,
  keep: Keep,
  before: KeptReply | undefined,
): QueuedTurn<IngestAnswer> {
  const face = faceFor(session, input, document);
  if (face !== undefined) return { answer: passOn(session, face, input, document, keep) };
  return store(session, new Ingest(session, input, document, before), keep);
}

/**
 * Whole messages as long as a slice lasts, then everybody else has a turn. Each slice is committed by itself; a key
 * remembers behind which message it stood, so that a repeat after a crash goes on there. What fits one slice is taken at
 * once: while the disk is busy nobody needs the messages, and thousands of calls may be under way.
 */
function store(session: WritableSession, ingest: Ingest, keep: Keep): QueuedTurn<IngestAnswer> {
  const durables: Promise<void>[] = [];
  let claimed: string | undefined;
  const takeSlice = (): IngestAnswer | undefined => {
    const { result: answer, durable } = session.write((draft) => {
      if (ingest.run(draft, SLICE_MS)) return ingest.end(draft, keep);
      if (draft.entries.length > 0) keep(ingest.partial(), draft);
      return undefined;
    });
    // Looked at when all of them are awaited; one that fails ends the session, and the next slice with it.
    durable.catch(NOTHING);
    durables.push(durable);
    claimed ??= claim(session, ingest.dialect);
    return answer;
  };
  const first = session.whenEncoded === undefined ? takeSlice() : undefined;
  const finish = (answer: IngestAnswer): Promise<IngestAnswer> =>
    stored(session, durables.length === 1 ? (durables[0] as Promise<void>) : Promise.all(durables), answer, claimed);
  if (first !== undefined) return { answer: finish(first) };
  const uncork = session.cork();
  const rest = (async () => {
    try {
      for (;;) {
        await (session.whenEncoded ?? nextTurn());
        // Somebody joined in that turn: who is being told of this state would be told of it at once.
        if (session.whenEncoded !== undefined) continue;
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
  answer: IngestAnswer,
  claimed: string | undefined,
): Promise<IngestAnswer> {
  await durable;
  if (claimed !== undefined) await noteDialect(session, claimed);
  report(session, answer.issues);
  return answer;
}

async function passOn(
  session: WritableSession,
  face: DialectHandler,
  input: Incoming,
  document: MessageDocument,
  keep: Keep,
): Promise<IngestAnswer> {
  const { dialect: own } = session.row;
  const claimed = claim(session, input.dialect?.id ?? dialectOfFirst(document));
  let sent: Awaited<ReturnType<typeof sendToFace>> | undefined;
  try {
    sent = await sendToFace(session, face, input, document, own);
  } finally {
    if (claimed !== undefined) await noteDialect(session, sent?.dialect);
  }
  const { dialect: _dialect, ...answer } = sent;
  const { seqs: _seqs, ...kept } = answer;
  if (input.key !== undefined) await session.write((draft) => keep(kept, draft)).durable;
  report(session, answer.issues);
  return answer;
}

/** The messages of one call on their way into the session, all at once or slice by slice. */
class Ingest {
  readonly #session: WritableSession;
  readonly #input: Incoming;
  readonly #before: KeptReply | undefined;
  readonly #steps: Steps<void>;
  readonly #issues = new IssueList(MAX_ISSUES);
  readonly #seqs: (Seq | undefined)[] = [];
  #from: Origin | undefined;
  #draft: CommitDraft | undefined;
  #accepted = 0;
  #last: Seq | undefined;
  #isRead = false;
  dialect: DialectId | undefined;

  constructor(session: WritableSession, input: Incoming, document: MessageDocument, before: KeptReply | undefined) {
    this.#session = session;
    this.#input = input;
    this.#before = before;
    this.#steps = this.#walk(document);
  }

  /** True: there is no more. */
  run(draft: CommitDraft, milliseconds: number): boolean {
    this.#draft = draft;
    const until = performance.now() + milliseconds;
    for (;;) {
      if (this.#steps.next().done === true) return true;
      if (performance.now() >= until) return false;
    }
  }

  /** A step a message, and more where it is long. A message is decoded against what those before it have left. */
  *#walk(document: MessageDocument): Steps<void> {
    const { fold, context } = this.#session;
    const { dialect } = this.#input;
    const options = { dialects: dialect === undefined ? DIALECTS : [dialect], now: timeOf(context) };
    let skipped = this.#before?.done ?? 0;
    let isFirst = true;
    for (const item of messagesOf(document, { limits: fold.limits, dialects: DIALECTS })) {
      if (item === undefined) yield;
      else if (skipped > 0) skipped--;
      else {
        if (!isFirst) yield;
        isFirst = false;
        const decoded = decodeItem(item, fold, options);
        this.#note('noted' in decoded ? yield* this.#add(decoded) : decoded);
      }
    }
  }

  *#add(decoded: DecodedMessage): Steps<Receipt> {
    const session = this.#session;
    const { message, dialect, entry } = decoded;
    const problem = foreignTo(session, dialect.id);
    if (problem !== undefined) return receiptOf(decoded, { ok: false, issues: [problem] }, session.fold);
    const { trust, trace } = this.#input;
    const sent: NewEntry = (trust ?? trace) === undefined ? entry : { ...entry, ...defined({ trust, trace }) };
    const from = this.#originIn(dialect.id);
    if (message.isLong) yield;
    // Most of the work on a long message is done before the session's turn; the draft is that of the slice it ends in.
    const prepared = message.isLong ? yield* session.prepareSteps(sent, from) : session.prepare(sent, from);
    if (message.isLong) yield;
    const outcome = session.addPrepared(this.#draft as CommitDraft, prepared);
    if (outcome.ok) {
      if (this.#input.dialect !== undefined || !isTalk(entry.body)) this.dialect ??= dialect.id;
      this.#last = session.head;
    }
    return receiptOf(decoded, outcome, session.fold);
  }

  /** What a repeat goes on from. */
  partial(): KeptReply {
    return { accepted: this.#sum(), seq: this.#last ?? this.#session.head, issues: [], done: this.#done() };
  }

  end(draft: CommitDraft, keep: Keep): IngestAnswer {
    const seq = this.#last ?? this.#before?.seq ?? this.#session.head;
    const answer: IngestAnswer = { accepted: this.#sum(), seq, issues: this.#issues.all() };
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
    if (receipt.ok || receipt.wire !== undefined) this.#isRead = true;
    for (const problem of receipt.issues) this.#issues.add(problem);
    if (receipt.entry !== undefined)
      for (const problem of unshown(this.#session, receipt.entry.body)) this.#issues.add(problem);
    if (receipt.ok) this.#accepted++;
    this.#seqs.push(receipt.ok ? this.#last : undefined);
  }

  #originIn(dialect: DialectId): Origin {
    if (this.#from?.dialect !== dialect) this.#from = { role: 'agent', id: this.#session.row.agent, dialect };
    return this.#from;
  }
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
const MAX_NOTED = 20;

/** What was refused is an entry too: the agent's stream of events and the inspector show it, not the answer alone. */
function noteRefusals(session: WritableSession, draft: CommitDraft, issues: readonly Issue[]): void {
  const errors = issues.filter(({ severity }) => severity === 'error').slice(0, MAX_NOTED);
  if (errors.length === 0) return;
  const body = errors.map((problem) => ({ event: 'issue', issue: problem }) as const);
  session.add(draft, { body }, HOST);
}

/** The dialect, if the session had none until now. At once: what comes meanwhile belongs to it or is refused. */
function claim(session: WritableSession, dialect: string | undefined): string | undefined {
  if (dialect === undefined || session.row.dialect !== undefined) return undefined;
  session.setRow({ ...session.row, dialect });
  return dialect;
}

/** The agent's dialect is that of the first message that shows something, unless it said which; of nothing, it is none. */
async function noteDialect(session: WritableSession, dialect: string | undefined): Promise<void> {
  if (dialect === undefined) {
    const { dialect: _claimed, ...row } = session.row;
    session.setRow(row);
  } else session.setRow(await session.context.log.changeSession(session.id, { dialect }));
}

function report(session: WritableSession, issues: readonly Issue[]): void {
  const errors = issues.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  session.context.meter.refused(errors.length);
  session.context.notes.refusal(session.id, 'agent', issues);
}

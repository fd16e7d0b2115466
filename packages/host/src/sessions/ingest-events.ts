// From what a viewer sends to entries: read, admitted against what it is shown, its secrets sealed, committed. What is
// refused goes back to the viewer with the reason, and is counted.

import {
  capIssues,
  defined,
  EvaluationBudget,
  type Issue,
  isArray,
  isObject,
  issue,
  JSON_STEPS,
  type Json,
  type Outcome,
  parseJsonSteps,
  type Seq,
  type Steps,
  takeAll,
  type View,
  type ViewerEvent,
} from '@vitrine/core/internal';
import { Slices } from '@vitrine/face-kit';
import { type Admitted, admitSteps, mayRetryAtBasis, surfacesIn } from '../admission/admit.ts';
import { HostError } from '../host-error.ts';
import type { FileRow, IncomingEvents, IngestAnswer } from '../live.ts';
import { VIEWER_JSON_BOUNDS } from '../viewer-bounds.ts';
import { callText } from './call-text.ts';
import { timeOf } from './context.ts';
import { offerToFace } from './face-routing.ts';
import { findFile } from './files.ts';
import { type Judgement, judgeRecent, mayHaveShown, recallRecent } from './judge-recent.ts';
import { type Keep, type KeptReply, type KeyedCall, KeyedCalls } from './replies.ts';
import { sealBody } from './seals.ts';
import { traceCall } from './trace-call.ts';
import { readViewerMessage, type ViewerMessage } from './viewer-message.ts';
import type { WritableSession } from './writable.ts';

const MAX_MESSAGES = 100;
const MAX_ISSUES = 100;
/** Files in one message, and how deep in it they are looked for. */
const MAX_FILES = 50;
const MAX_FILE_DEPTH = 6;
const calls = new KeyedCalls();

export function ingestEvents(session: WritableSession, input: IncomingEvents): Promise<IngestAnswer> {
  return traceCall(session, 'vitrine.events', input, (call) => ingest(session, call));
}

async function ingest(session: WritableSession, input: IncomingEvents): Promise<IngestAnswer> {
  const messages = await messagesIn(input.text);
  if ('code' in messages) return { accepted: 0, seq: session.seq, issues: [messages], unreadable: true };
  const { viewer, key } = input;
  const content = () => callText({ ...input, text: { value: messages } });
  const call: KeyedCall = { session: session.id, from: `viewer/${viewer}`, key, content };
  return calls.once(session.context, call, (keep, before) => {
    const keepAll: Keep = (answer, draft) => {
      keep(answer, draft);
      input.commit?.(answer, draft);
    };
    return takeEach(session, messages, input, keepAll, before);
  });
}

/** One after the other, each committed by itself; those that were done before are not done again. */
async function takeEach(
  session: WritableSession,
  messages: readonly Json[],
  input: IncomingEvents,
  keep: Keep,
  before: KeptReply | undefined,
): Promise<IngestAnswer> {
  if (before !== undefined && before.done === undefined) return before;
  let whole: IngestAnswer = before ?? { accepted: 0, seq: session.seq, issues: [] };
  let isKept = true;
  const slices = new Slices();
  const counted = { ...input, made: { bytes: 0 } };
  for (let next = (before?.done ?? 0) + 1; next <= messages.length; next++) {
    isKept = false;
    const keepOne: Keep = (answer, draft) => {
      isKept = true;
      const sum = together(whole, answer);
      // The issues once, with the last: a list must not be written as often as it has messages.
      keep(next === messages.length ? listed(sum) : { ...sum, issues: [], done: next }, draft);
    };
    whole = together(whole, await takeOne(session, messages[next - 1] as Json, counted, keepOne));
    if (slices.isOver) await slices.next();
  }
  const answer = listed(whole);
  if (input.key !== undefined && answer.accepted > 0 && !isKept)
    await session.write((draft) => keep(answer, draft)).durable;
  return answer;
}

function together(one: IngestAnswer, next: IngestAnswer): IngestAnswer {
  const { seq } = next.accepted > 0 || one.accepted === 0 ? next : one;
  return { accepted: one.accepted + next.accepted, seq, issues: [...one.issues, ...next.issues] };
}

/** An answer must not outgrow by far what was sent. */
function listed(answer: IngestAnswer): IngestAnswer {
  return { ...answer, issues: capIssues(answer.issues, MAX_ISSUES) };
}

async function takeOne(session: WritableSession, wire: Json, input: IncomingEvents, keep: Keep): Promise<IngestAnswer> {
  const confirmed = confirmIn(wire);
  if (confirmed !== undefined) return takeConfirm(session, input, confirmed);
  const read = readMessage(session.view, wire, input);
  if (!read.ok) return refusal(session, read.issues);
  const message = read.value;
  // What is long is looked through here: between judging and writing there is no waiting, and it is known by then.
  if (session.context.hidesAnything && JSON_STEPS.isHeavy(wire))
    await new Slices().takeAll(session.context.redactSteps(message));
  await session.whenEncoded;
  await describeViewer(session, message, input);
  if (message.events.length === 0) return { accepted: 1, seq: session.seq, issues: read.issues };
  if (message.basis !== undefined && message.basis > session.head) return refusal(session, [unreached('/basis')]);
  const files = await filesOf(session, message);
  if (message.basis !== undefined) await recallRecent(session);
  const before = session.head;
  const atHead = (): Steps<JudgedAct> => judgeAtHead(session, message, input, files);
  // Others may come while it waits; what is judged once more is judged at once.
  const still = (judged: JudgedAct): JudgedAct => (session.head === before ? judged : takeAll(atHead()));
  const reading = session.read(atHead());
  let judged = reading instanceof Promise ? still(await reading) : reading;
  const isOfClosed = actsOnClosed(session, message);
  if (isOfClosed || !isSettled(judged, message)) {
    const found = await judgeInPast(session, wire, input, message, files);
    if (found === undefined && isOfClosed && judged.admission.ok) return refusal(session, [goneIssue()]);
    judged = found ?? still(judged);
  }
  const { admission, ...at } = judged;
  if (!admission.ok) return refusal(session, withAskOutcome(session, admission.issues, message.events));
  const offer = offerToFace(session, admission.value, input, message.dialect);
  // Between judging and writing nobody else may come, so there is no waiting where nobody takes it.
  const answer = offer === undefined ? undefined : await offer;
  if (answer !== undefined && !isArray(answer)) return keepFaceAnswer(session, answer as IngestAnswer, keep);
  const admitted =
    answer === undefined ? admission.value : { ...admission.value, body: answer as readonly ViewerEvent[] };
  return write(
    session,
    admitted,
    [...read.issues, ...admitted.issues],
    { dialect: message.dialect, ...at },
    input,
    keep,
  );
}

function readMessage(view: View, wire: Json, input: IncomingEvents): Outcome<ViewerMessage> {
  const read = readViewerMessage(wire, view, input.dialect);
  if (!read.ok) return read;
  const value = {
    ...read.value,
    ...defined({ basis: input.basis, writes: input.writes }),
  };
  return { ...read, value };
}

/** Where a person acted, as far as it is known, and whether it was judged there instead of at the head. */
interface ActedAt {
  readonly basis: Seq | undefined;
  readonly isPast: boolean;
}

type JudgedAct = ActedAt & Pick<Judgement, 'admission'>;

function* judgeAtHead(
  session: WritableSession,
  message: ViewerMessage,
  input: IncomingEvents,
  files: ReadonlyMap<string, FileRow>,
): Steps<JudgedAct> {
  const { admission } = yield* judge(session, session.view, message, input, files);
  const { basis } = message;
  const isKnown = basis !== undefined && mayHaveShown(session, { ...input, basis });
  return { admission, basis: isKnown ? basis : undefined, isPast: false };
}

/** What a host that only reports would refuse may be right at another state; what costs too much is not tried again. */
function isSettled({ admission }: JudgedAct, { events }: ViewerMessage): boolean {
  if (admission.ok) return admission.value.outcome !== 'reported' || !mayRetryAtBasis(events);
  return !mayRetryAtBasis(events) || admission.issues.some(({ code }) => code === 'VITRINE_LIMIT_EVALUATION');
}

/** At what the viewer was shown: an agent that has changed it since does not make an act wrong. */
async function judgeInPast(
  session: WritableSession,
  wire: Json,
  input: IncomingEvents,
  { basis }: ViewerMessage,
  files: ReadonlyMap<string, FileRow>,
): Promise<JudgedAct | undefined> {
  const { viewer, confirmed, elsewhere } = input;
  const act = { viewer, ...defined({ basis, confirmed, elsewhere }) };
  const found = await judgeRecent(session, act, function* (view) {
    // What a message says may depend on what is shown, in some dialects.
    const read = readMessage(view, wire, input);
    if (!read.ok) return undefined;
    return { message: read.value, ...(yield* judge(session, view, read.value, input, files, 'enforce')) };
  });
  return found === undefined ? undefined : { admission: found.admission, basis: found.basis, isPast: true };
}

/** `{"confirm": seq}` where a message may stand: all up to it was shown. */
function confirmIn(wire: Json): Json | undefined {
  return isObject(wire) && Object.keys(wire).length === 1 ? wire.confirm : undefined;
}

function takeConfirm(
  session: WritableSession,
  { viewer, elsewhere, confirm }: IncomingEvents,
  seq: Json,
): IngestAnswer {
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 0) {
    const message = 'confirm is the seq that was shown, a whole number.';
    return refusal(session, [{ ...issue('VITRINE_MESSAGE_SHAPE', 'error', message, '/confirm'), fault: 'viewer' }]);
  }
  const isSent = seq <= (elsewhere?.ranges.at(-1)?.to ?? -1);
  if (!session.confirmShown(viewer, seq) && !isSent) return refusal(session, [unreached('/confirm')]);
  confirm?.(seq);
  return { accepted: 1, seq: session.seq, issues: [] };
}

function unreached(at: string): Issue {
  const { message } = new HostError('VITRINE_LOG_SEQ');
  return { ...issue('VITRINE_LOG_SEQ', 'error', message, at), fault: 'viewer' };
}

/** A face has done it; a repeat is answered the same. */
async function keepFaceAnswer(session: WritableSession, answer: IngestAnswer, keep: Keep): Promise<IngestAnswer> {
  // Warnings alone say that there is nothing to do, not that something is wrong.
  if (answer.accepted === 0)
    return answer.issues.some(({ severity }) => severity === 'error') ? refusal(session, answer.issues) : answer;
  await session.write((draft) => keep(answer, draft)).durable;
  session.context.meter.event('checked');
  return answer;
}

async function write(
  session: WritableSession,
  admitted: Admitted,
  noted: readonly Issue[],
  { dialect, basis, isPast }: ActedAt & { readonly dialect: string },
  input: IncomingEvents,
  keep: Keep,
): Promise<IngestAnswer> {
  const { body: sealed, records } = sealBody(session.context, session.id, admitted.body, admitted.secrets);
  const body = sealed.filter((event) => !isGone(session, event, basis ?? (isPast ? 0 : session.head)));
  if (body.length === 0 && sealed.length > 0) return refusal(session, [goneIssue()]);
  const { result, durable } = session.write((draft) => {
    const entry = {
      body,
      ...defined({ key: input.key, basis, trace: input.trace }),
    };
    draft.credential = input.credential;
    const outcome = session.add(draft, entry, { role: 'viewer', id: input.viewer, dialect });
    if (!outcome.ok) return { accepted: 0, seq: session.head, issues: outcome.issues };
    const answer: IngestAnswer = { accepted: 1, seq: session.head, issues: [...noted, ...outcome.issues] };
    draft.records.push(...records);
    keep(answer, draft);
    return answer;
  });
  if (input.made !== undefined) input.made.bytes += admitted.bytes;
  await durable;
  if (result.accepted === 0) return refusal(session, result.issues);
  session.context.meter.event(admitted.outcome);
  return result;
}

/** Whether a message names a state, and a surface of it was closed since: what bears its name now is another one. */
function actsOnClosed({ recent }: WritableSession, { events, writes = [], basis }: ViewerMessage): boolean {
  if (basis === undefined || !mayRetryAtBasis(events)) return false;
  const isClosed = (surface: string): boolean => recent.wasClosedSince(surface, basis);
  if (writes.some(({ surface }) => isClosed(surface))) return true;
  return events.flatMap(surfacesIn).some(isClosed);
}

/** What was entered on a surface that was closed since has no place to stand, whatever bears its name now. */
function isGone({ view, recent }: WritableSession, event: ViewerEvent, basis: Seq): boolean {
  if (event.event !== 'input') return false;
  return !view.surfaces.has(event.surface) || recent.wasClosedSince(event.surface, basis);
}

function goneIssue(): Issue {
  const message = 'The surface on which this was entered was closed.';
  return { ...issue('VITRINE_SURFACE_UNKNOWN', 'error', message, '/surface'), fault: 'viewer' };
}

function* judge(
  session: WritableSession,
  view: View,
  { events, writes, dialect, basis }: ViewerMessage,
  { viewer, made, elsewhere }: IncomingEvents,
  files: ReadonlyMap<string, FileRow>,
  mode = session.context.admission,
): Steps<Pick<Judgement, 'admission' | 'steps'>> {
  const hello = session.presence.of(viewer) ?? elsewhere?.hello;
  const budget = new EvaluationBudget(view.limits);
  // All messages of a call share the bytes: a hundred small ones must not store a hundred times as much.
  budget.make(made?.bytes ?? 0);
  const admission = yield* admitSteps(view, {
    events,
    ...defined({ writes }),
    dialect,
    viewer,
    ...defined({ locale: hello?.locale, zone: hello?.zone }),
    mode,
    trust: session.row.trust,
    now: timeOf(session.context),
    ...defined({ basis }),
    askedAt: (ask) => session.ended.askedAt(ask),
    file: (ref) => files.get(ref),
    budget,
  });
  return { admission, steps: budget.steps };
}

/** The files that a message names, wherever in it. */
async function filesOf(
  session: WritableSession,
  { events, writes = [] }: ViewerMessage,
): Promise<ReadonlyMap<string, FileRow>> {
  const refs = new Set<string>();
  for (const event of events) if (event.event === 'answer' || event.event === 'input') refsIn(event.value, refs);
  for (const event of events) if (event.event === 'action') refsIn(event.context, refs);
  for (const { value } of writes) refsIn(value, refs);
  const files = new Map<string, FileRow>();
  for (const ref of refs) {
    const file = await findFile(session, ref);
    if (file !== undefined) files.set(ref, file);
  }
  return files;
}

function refsIn(value: Json | undefined, refs: Set<string>, depth = 0): void {
  if (refs.size >= MAX_FILES || depth > MAX_FILE_DEPTH) return;
  if (isArray(value)) for (const item of value) refsIn(item, refs, depth + 1);
  else if (isObject(value)) {
    if (typeof value.ref === 'string') refs.add(value.ref);
    else for (const item of Object.values(value)) refsIn(item, refs, depth + 1);
  }
}

async function describeViewer(
  session: WritableSession,
  { capabilities }: ViewerMessage,
  { viewer, elsewhere }: IncomingEvents,
): Promise<void> {
  if (capabilities.length === 0) return;
  const catalogs = [...new Set(capabilities.flatMap((one) => one.catalogs))];
  const known = session.presence.of(viewer) ?? elsewhere?.hello;
  if (JSON.stringify(known?.catalogs) === JSON.stringify(catalogs)) return;
  await session.presence.describe({ ...known, viewer, catalogs });
}

/** Of an ask that is no longer open: why. */
function withAskOutcome(
  session: WritableSession,
  issues: readonly Issue[],
  events: readonly ViewerEvent[],
): readonly Issue[] {
  const answer = events.find((event) => event.event === 'answer');
  const end = answer === undefined ? undefined : session.ended.get(answer.ask);
  if (end === undefined) return issues;
  const [code, message] =
    end === 'answered'
      ? (['VITRINE_ASK_ANSWERED', 'This was answered before.'] as const)
      : end === 'lapsed'
        ? (['VITRINE_ASK_LAPSED', 'The time for an answer is over.'] as const)
        : (['VITRINE_ASK_UNKNOWN', 'The agent has taken the question back.'] as const);
  return issues.map((problem) => (problem.code === 'VITRINE_ASK_UNKNOWN' ? { ...problem, code, message } : problem));
}

function refusal(session: WritableSession, issues: readonly Issue[]): IngestAnswer {
  session.context.meter.event('refused');
  session.context.notes.refusal(session.id, 'viewer', issues);
  return { accepted: 0, seq: session.seq, issues };
}

async function messagesIn(text: IncomingEvents['text']): Promise<readonly Json[] | Issue> {
  const parsed =
    typeof text === 'string'
      ? await new Slices().takeAll(parseJsonSteps(text, VIEWER_JSON_BOUNDS))
      : { ok: true as const, ...text };
  if (!parsed.ok) return { ...parsed.issue, fault: 'viewer' };
  const { value } = parsed;
  const messages = isArray(value) ? value : [value];
  if (messages.length <= MAX_MESSAGES) return messages;
  const message = `${messages.length} messages came at once; the maximum is ${MAX_MESSAGES}.`;
  return { ...issue('VITRINE_LIMIT_MESSAGES', 'error', message, ''), fault: 'viewer' };
}

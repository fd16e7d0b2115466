// The one way in which an interrupt is resolved, by whomever: over HTTP, by a token, by a press on a surface, by an answer
// in the chrome of a page. It is open and in time, whoever answers may decide it, the value fits; then it is recorded.

import {
  defined,
  isObject,
  type Json,
  type PortReply,
  type SurfaceId,
  type Trust,
  type View,
  type ViewerEvent,
} from '@vitrine/core/internal';
import { assertFields, type BodyFields, optional, timeAt } from '@vitrine/face-kit';
import { judgeSubmission, type Submission } from '../admission/submission.ts';
import type { Answerer, QuestionAnswer } from '../admission/types.ts';
import { invalid, Refusal } from '../http/refusal.ts';
import type { Run } from '../runs/run.ts';
import { type RunEvent, trustOf, VENDOR } from '../runs/run-event.ts';
import type { Author } from '../runs/run-registry.ts';
import type { RunServices } from '../runs/run-services.ts';
import { tracedRun } from '../runs/trace-run.ts';
import { APPROVAL_REASON, type Interrupt } from './interrupt.ts';
import { declaredProblem, hiddenResume, judgeResume, kindOf, mayAdvance, resumeValueOf } from './resume-value.ts';

export interface Resolution {
  /** What came without a surface. */
  readonly resumeValue?: Json;
  /** What was pressed: `{surfaceId, sourceComponentId, values?}`. */
  readonly submission?: Json;
  readonly who: Answerer;
  readonly author: Author;
  /** What the call is answered, for the commit of the resolution. */
  readonly keep?: (after: Run, resolved: Omit<Resolved, 'seq'>) => PortReply | undefined;
  /** The answer of a viewer in the chrome of its page. */
  readonly answer?: Extract<ViewerEvent, { readonly event: 'answer' }>;
}

export interface Resolved {
  readonly interrupt: Interrupt;
  /** As it was recorded. */
  readonly resumeValue: Json;
  readonly sequence: number;
  readonly seq: number;
}

/** Inside `exclusive` of the run. */
export async function resolve(
  services: RunServices,
  run: Run,
  interrupt: Interrupt,
  by: Resolution,
): Promise<Resolved> {
  const { port } = services;
  assertOpen(run, interrupt, port.transport.now());
  const view = await port.sessions.view(run.session);
  const { value, trust, surface } = await judge(services, run, interrupt, by, view);
  const resumeValue = hiddenResume(port, interrupt, value, by.submission !== undefined);
  const { nodeId, kind, id } = interrupt;
  const event: RunEvent = {
    ...{ type: 'interrupt.resolved', nodeId, causationId: id, contentTrust: trust },
    payload: { nodeId, interruptId: run.interruptName(id), kind, resumeValue },
    own: { interrupt: id, state: 'resolved', who: by.who, ...defined({ surface }) },
  };
  const sequence = run.sequence;
  const resolved = { interrupt, resumeValue, sequence };
  const record = () => write(services, run, event, { ...by, view, keep: (after) => by.keep?.(after, resolved) });
  const seq = await tracedRun(services, run, 'openwop.interrupt.resolve', record, () => ({
    'openwop.interrupt.kind': kind,
    'openwop.interrupt.answerer': by.who,
    'openwop.event.sequence': sequence,
  }));
  return { ...resolved, seq };
}

/** Keeps the answer to one of several questions until the last of them resumes the interrupt. Inside `exclusive`. */
export async function recordAnswer(
  services: RunServices,
  run: Run,
  interrupt: Interrupt,
  by: Pick<Resolution, 'author' | 'answer'> & { readonly answered: QuestionAnswer },
): Promise<{ readonly seq: number }> {
  const { port } = services;
  assertOpen(run, interrupt, port.transport.now());
  // What the whole value must be is asked of the whole value.
  const { resumeSchema: _, ...open } = interrupt;
  const { nodeId, kind, id, answers = [] } = open;
  const { answered } = by;
  if (answers.some((one) => one.id === answered.id))
    throw new Refusal(409, 'interrupt_already_resolved', 'This question was answered before.');
  const value = { answers: [{ ...answered }] };
  const problem = declaredProblem(open, value);
  if (problem !== undefined) throw invalid(problem);
  const { answers: recorded } = hiddenResume(port, open, value, false) as typeof value;
  const event: RunEvent = {
    ...{ type: `${VENDOR}.question-answered`, nodeId, causationId: id, contentTrust: 'trusted' },
    payload: { nodeId, interruptId: run.interruptName(id), kind, question: answered.id },
    own: { interrupt: id, ...defined({ answered: recorded[0] }) },
  };
  return { seq: await write(services, run, event, { ...by, view: await port.sessions.view(run.session) }) };
}

/** With the answer of a page where the ask of it still stands. Gives the seq. */
async function write(
  { registry }: RunServices,
  run: Run,
  event: RunEvent,
  by: Pick<Resolution, 'author' | 'answer'> & {
    readonly view: View;
    readonly keep?: (after: Run) => PortReply | undefined;
  },
): Promise<number> {
  const { answer, view, author, keep } = by;
  const body = answer !== undefined && view.asks.has(answer.ask) ? [answer] : [];
  const { accepted, seq, issues } = await registry.write(run, [{ event, entry: { body } }], author, keep);
  if (accepted === 0) throw invalid(issues[0]?.message ?? 'The answer cannot be recorded.');
  return seq;
}

export function assertOpen(run: Run, { state, due }: Interrupt, now: number): void {
  if (state === 'expired' || (state === 'open' && due !== undefined && due <= now))
    throw new Refusal(410, 'interrupt_expired', 'The time for an answer is over.');
  if (state !== 'open' || run.isOver)
    throw new Refusal(409, 'interrupt_already_resolved', 'This was resolved before, or the run is over.');
}

interface ResumeJudgement {
  readonly value: Json;
  readonly trust: Trust;
  readonly surface?: SurfaceId;
}

async function judge(
  { port, settings }: RunServices,
  run: Run,
  interrupt: Interrupt,
  by: Resolution,
  view: View,
): Promise<ResumeJudgement> {
  const at = timeAt(port.transport.now());
  const assertMay = (isTainted: boolean): void => {
    if (!mayAdvance(kindOf(interrupt), isTainted, by.who, settings.taintedApprovals === 'nobody')) throw untrusted();
  };
  const tainted = run.isTaintedAt(interrupt);
  assertMay(tainted);
  if (by.submission === undefined) {
    const judged = judgeResume(interrupt, by.resumeValue, at);
    if ('problem' in judged) throw invalid(judged.problem);
    // A person who answers apart from every surface answers for themselves.
    return { value: judged.value, trust: trustOf(tainted && by.who !== 'person') };
  }
  const submission = readSubmission(by.submission);
  const { surfaceId: surface } = submission;
  const isUntrusted = view.surfaces.get(surface)?.trust === 'untrusted';
  assertMay(isUntrusted);
  const pressed = await judgeSubmission(port, run.session, view, submission);
  if (!pressed.ok) throw invalid(pressed.issues[0]?.message ?? 'This cannot be submitted.');
  const resumed = resumeValueOf(pressed.value, interrupt, at);
  if ('problem' in resumed) throw invalid(resumed.problem);
  if (!run.mayAnswer(surface, interrupt)) throw invalid('The surface belongs to another interrupt.');
  const problem = declaredProblem(interrupt, resumed.value);
  if (problem !== undefined) throw invalid(problem);
  return { value: resumed.value, trust: trustOf(tainted || isUntrusted), surface };
}

const SUBMISSION_FIELDS: BodyFields = {
  surfaceId: [(id) => typeof id === 'string', 'surfaceId must be a string.'],
  sourceComponentId: [(id) => typeof id === 'string', 'sourceComponentId must be a string.'],
  values: [optional(isObject), 'values must be an object.'],
};

function readSubmission(submission: Json): Submission {
  if (!isObject(submission)) throw invalid('A submission is an object.');
  if (!Object.keys(submission).every((name) => Object.hasOwn(SUBMISSION_FIELDS, name)))
    throw invalid('A submission has no such field.');
  // Not the field: it would stand among those of the body.
  assertFields(submission, SUBMISSION_FIELDS, (rule) => invalid(rule));
  return submission as object as Submission;
}

function untrusted(): Refusal {
  const message = 'What is shown for this approval is not trusted, so it cannot be advanced this way.';
  return new Refusal(403, 'forbidden', message, { reason: APPROVAL_REASON });
}

// The door for what viewers send: every event of one message is judged against what the session shows, and admitted again in
// the host's own words. Pure: nothing is read but the view, nothing is written at all. When to ask again at the seq that
// the viewer saw, and what to do with secrets, is left to the caller.

import {
  EvaluationBudget,
  type EventOf,
  escapeSegment,
  formatPointer,
  getAt,
  type Issue,
  inspect,
  isObject,
  type Json,
  type JsonObject,
  mayApprove,
  quote,
  STEP_COSTS,
  type Steps,
  takeAll,
  untracked,
  type View,
  type ViewerEvent,
} from '@vitrine/core/internal';
import { type AdmittedEvent, judgeAction } from './action.ts';
import type { Admission, AdmitInput, SecretPlace } from './admission.ts';
import { AdmissionContext } from './admission-context.ts';
import { judgeAnswer } from './answer.ts';
import { judgeCall, judgeReturn } from './remote-call.ts';

export type {
  Admission,
  AdmitInput,
  AdmitOutcome,
  Admitted,
  KnownFile,
  SecretPlace,
  ViewerWrite,
} from './admission.ts';

/** Questions, approvals and calls of the agent's are answered as things stand now. */
export function mayRetryAtBasis(events: readonly ViewerEvent[]): boolean {
  return events.every(({ event }) => event !== 'answer' && event !== 'return');
}

/** What is acted on is there; only values are others. */
export function isOnlyOfValues(issues: readonly Issue[]): boolean {
  const errors = issues.filter(({ severity }) => severity === 'error');
  return errors.every(({ code }) => code === 'VITRINE_EVENT_CONTEXT' || code === 'VITRINE_WRITE_VALUE');
}

export function admit(view: View, input: AdmitInput): Admission {
  return untracked(() => takeAll(admitSteps(view, input)));
}

/** The same for whoever may do something else between two steps, as long as nobody changes the view. Nobody watches meanwhile. */
export function* admitSteps(view: View, input: AdmitInput): Steps<Admission> {
  const { budget = new EvaluationBudget(view.limits) } = input;
  // What was made to be judged at another state is given up.
  const start = budget.mark();
  const outcome = budget.exceeded ? overBudget(budget) : yield* judge(new AdmissionContext(view, input, budget));
  const bytes = budget.bytes - start.bytes;
  budget.rewind(start);
  return outcome.ok ? { ok: true, value: { ...outcome.value, bytes } } : outcome;
}

/** Refused whatever else was found: that may be wrong for want of what was not evaluated. */
function overBudget(budget: EvaluationBudget): Admission {
  return { ok: false, issues: [{ ...budget.problem(''), fault: 'viewer' }] };
}

function* judge(context: AdmissionContext): Steps<Admission> {
  const { events, writes = [] } = context.input;
  yield* findInputs(context, [...writes.map(({ surface }) => surface), ...events.flatMap(surfacesIn)]);
  for (const [i, { surface, path, value }] of writes.entries()) {
    yield;
    if (!(yield* write(context, surface, path, value, `/writes/${i}`))) break;
  }
  // What a viewer's copy of the data tells comes before what is done with it, wherever in the message it stands.
  for (const event of events) if (event.event === 'sync' && !context.refused) yield* syncAll(event, context);
  if (events.some(({ event }) => event === 'action' || event === 'call'))
    for (const draft of context.drafts) yield* draft.findUntold();
  const admitted: AdmittedEvent<ViewerEvent>[] = [];
  for (const event of events) {
    if (context.refused || context.budget.exceeded) break;
    const one = yield* judgeEvent(event, context);
    if (one !== undefined) admitted.push(one);
  }
  if (context.budget.exceeded) return overBudget(context.budget);
  if (context.refused) return { ok: false, issues: context.issues };
  const inputs = inputsOf(context);
  const secrets = admitted.flatMap(({ secrets: own }, i) =>
    own.map(({ path, value }): SecretPlace => ({ path: [inputs.length + i, ...path], value })),
  );
  const body = [...inputs, ...admitted.map(({ event }) => event)];
  return { ok: true, value: { body, issues: context.issues, secrets, outcome: context.outcome, bytes: 0 } };
}

/** The surfaces that an event acts on. */
export function surfacesIn(event: ViewerEvent): readonly string[] {
  if (event.event === 'sync') return Object.keys(event.surfaces);
  return event.event === 'action' || event.event === 'input' || event.event === 'call' ? [event.surface] : [];
}

/** Which inputs these surfaces show is known from now on. */
function* findInputs(context: AdmissionContext, surfaces: Iterable<string>): Steps<void> {
  for (const surface of new Set(surfaces)) {
    const index = context.draft(surface)?.index;
    if (index !== undefined) yield* index.findInputs();
  }
}

function inputsOf({ drafts }: AdmissionContext): readonly EventOf<'input'>[] {
  return drafts.flatMap(({ inputs }) => inputs);
}

function* syncAll(event: EventOf<'sync'>, context: AdmissionContext): Steps<void> {
  for (const [surface, copy] of Object.entries(event.surfaces)) {
    if (isObject(copy)) yield* sync(surface, copy, context);
    if (context.refused) return;
  }
}

/** The viewer's copy of a surface's data: what differs where an input writes was entered there. */
function* sync(surface: string, copy: JsonObject, context: AdmissionContext): Steps<void> {
  const draft = context.draft(surface);
  if (draft === undefined) {
    context.note('VITRINE_SURFACE_UNKNOWN', `There is no surface ${quote(surface)} to sync.`, '/surfaces');
    return;
  }
  const { budget } = context;
  for (const { path } of draft.index.written()) {
    yield;
    if (!budget.work(STEP_COSTS.read)) return;
    const value = getAt(copy, path);
    const isNothing = value === undefined || value === null;
    if (isNothing && draft.data.read(path) === undefined) draft.markKnown(path);
    if (isNothing) continue;
    const at = `/surfaces/${escapeSegment(surface)}${formatPointer(path)}`;
    if (!draft.writeIfNew(path, value, at) || budget.exceeded) return;
  }
}

/** Undefined where nothing is left to tell: it became inputs, or was refused. */
function* judgeEvent(event: ViewerEvent, context: AdmissionContext): Steps<AdmittedEvent<ViewerEvent> | undefined> {
  switch (event.event) {
    case 'action':
      return yield* judgeAction(event, context);
    case 'call':
      return yield* judgeCall(event, context);
    case 'input':
      yield* judgeInputEvent(event, context);
      return undefined;
    case 'sync':
      return undefined;
    default:
      judgePlain(event, context);
      return asAdmitted(event, context);
  }
}

function asAdmitted(event: ViewerEvent, { input }: AdmissionContext): AdmittedEvent<ViewerEvent> {
  // Whose client it is says the credential; what the host finds, it says itself.
  if (event.event === 'join' || event.event === 'leave')
    return { event: { ...event, viewer: input.viewer }, secrets: [] };
  return { event: event.event === 'issue' ? { ...event, issue: asViewers(event.issue) } : event, secrets: [] };
}

/** Codes that only the host has a reason to say. */
const OF_THE_HOST = /^VITRINE_(?:ASK|LOG|CREDENTIAL|HOST|EVENT|WRITE|RATE|BUSY|STOPPING|AGENT)(?:_|$)/;

function asViewers(issue: Issue): Issue {
  const code = OF_THE_HOST.test(issue.code) ? 'VITRINE_VIEWER_ERROR' : issue.code;
  return { ...issue, code, fault: issue.fault === 'host' ? 'viewer' : issue.fault };
}

function judgePlain(event: ViewerEvent, context: AdmissionContext): void {
  const { limits, tasks } = context.view;
  const problem = inspect(event as unknown as Json, { limits, depth: limits.messageDepth, count: 0 }, '');
  if (problem !== undefined) return void context.add(problem);
  if (event.event === 'answer') judgeAnswerEvent(event, context);
  else if (event.event === 'return') judgeReturn(event, context);
  else if (event.event === 'cancel' && !tasks.has(event.task))
    context.refuse('VITRINE_TASK_UNKNOWN', `No task ${quote(event.task)} is running.`, '/task');
}

function* judgeInputEvent(event: EventOf<'input'>, context: AdmissionContext): Steps<void> {
  const { path, surface, value } = event;
  const before = inputsOf(context).length;
  if (!(yield* write(context, surface, path, value, '/value')) || inputsOf(context).length > before) return;
  context.refuse('VITRINE_WRITE_REFUSED', 'What is typed here unseen is sent with an action only.', '/path');
}

function* write(context: AdmissionContext, surface: string, path: string, value: Json, at: string): Steps<boolean> {
  const draft = context.draft(surface);
  if (draft !== undefined) return yield* draft.write(path, value, at);
  return context.refuse('VITRINE_SURFACE_UNKNOWN', `There is no surface ${quote(surface)}.`, at);
}

function judgeAnswerEvent({ ask, value }: EventOf<'answer'>, context: AdmissionContext): void {
  const { asks, limits } = context.view;
  const { file, now, trust, basis, askedAt } = context.input;
  const op = asks.get(ask);
  if (op === undefined) return void context.refuse('VITRINE_ASK_UNKNOWN', `No ask ${quote(ask)} is open.`, '/ask');
  if (basis !== undefined && basis < (askedAt?.(ask) ?? 0)) {
    const message = `Since ${basis}, which this answers, something else is asked under ${quote(ask)}.`;
    return void context.refuse('VITRINE_ASK_REPLACED', message, '/ask');
  }
  if (op.until !== undefined && Date.parse(op.until) <= Date.parse(now))
    return void context.refuse('VITRINE_ASK_LAPSED', `The time for ${quote(ask)} ended at ${op.until}.`, '/ask');
  if (!mayApprove(op, trust) && value !== false) {
    const message = `The ask ${quote(ask)} wants an approval, and is not trusted.`;
    return void context.refuse('VITRINE_ASK_UNTRUSTED', message, '/ask');
  }
  const problem = judgeAnswer(op, value, limits, file, context.budget);
  if (problem !== undefined) context.refuse('VITRINE_ASK_VALUE', problem, '/value');
}

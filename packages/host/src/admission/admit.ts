// The door for what viewers send: every event of one message is judged against what the session shows, and told again in
// the host's own words. Pure: nothing is read but the view, nothing is written at all. When to ask again at the seq that
// the viewer saw, and what to do with secrets, is left to the caller.

import {
  EvaluationBudget,
  type Issue,
  inspect,
  type Json,
  mayApprove,
  quote,
  type Steps,
  takeAll,
  untracked,
  type View,
  type ViewerEvent,
} from '@vitrine/core';
import { judgeAction, type Told } from './action.ts';
import type { Admission, AdmitInput, EventOf, SecretPlace } from './admission.ts';
import { judgeAnswer } from './answer.ts';
import { Desk } from './desk.ts';
import { judgeCall, judgeReturn } from './remote-call.ts';
import { Verdict } from './verdict.ts';

export type { Admission, AdmitInput, AdmitOutcome, Admitted, KnownFile, SecretPlace, Write } from './admission.ts';

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
  const outcome = budget.exceeded
    ? overBudget(budget)
    : yield* judge(new Desk(view, input, budget), new Verdict(input.mode));
  const bytes = budget.bytes - start.bytes;
  budget.rewind(start);
  return outcome.ok ? { ok: true, value: { ...outcome.value, bytes } } : outcome;
}

/** Refused whatever else was found: that may be wrong for want of what was not evaluated. */
function overBudget(budget: EvaluationBudget): Admission {
  return { ok: false, issues: [{ ...budget.problem(''), fault: 'viewer' }] };
}

function* judge(desk: Desk, verdict: Verdict): Steps<Admission> {
  const { events, writes = [] } = desk.input;
  yield* desk.findInputs([...writes.map(({ surface }) => surface), ...events.flatMap(surfacesIn)]);
  for (const [i, { surface, path, value }] of writes.entries()) {
    if (!(yield* write(desk, surface, path, value, `/writes/${i}`, verdict))) break;
  }
  // What a viewer's copy of the data tells comes before what is done with it, wherever in the message it stands.
  for (const event of events) if (event.event === 'sync' && !verdict.refused) yield* desk.syncAll(event, verdict);
  if (events.some(({ event }) => event === 'action' || event === 'call')) yield* desk.findUntold();
  const told: Told<ViewerEvent>[] = [];
  for (const event of events) {
    if (verdict.refused || desk.budget.exceeded) break;
    const one = yield* judgeEvent(event, desk, verdict);
    if (one !== undefined) told.push(one);
  }
  if (desk.budget.exceeded) return overBudget(desk.budget);
  if (verdict.refused) return { ok: false, issues: verdict.issues };
  const { inputs } = desk;
  const secrets = told.flatMap(({ secrets: own }, i) =>
    own.map(({ path, value }): SecretPlace => ({ path: [inputs.length + i, ...path], value })),
  );
  const body = [...inputs, ...told.map(({ event }) => event)];
  return { ok: true, value: { body, issues: verdict.issues, secrets, outcome: verdict.outcome, bytes: 0 } };
}

/** The surfaces that an event acts on. */
export function surfacesIn(event: ViewerEvent): readonly string[] {
  if (event.event === 'sync') return Object.keys(event.surfaces);
  return event.event === 'action' || event.event === 'input' || event.event === 'call' ? [event.surface] : [];
}

/** Undefined where nothing is left to tell: it became inputs, or was refused. */
function* judgeEvent(event: ViewerEvent, desk: Desk, verdict: Verdict): Steps<Told<ViewerEvent> | undefined> {
  switch (event.event) {
    case 'action':
      return yield* judgeAction(event, desk, verdict);
    case 'call':
      return yield* judgeCall(event, desk, verdict);
    case 'input':
      yield* judgeInputEvent(event, desk, verdict);
      return undefined;
    case 'sync':
      return undefined;
    default:
      judgePlain(event, desk, verdict);
      return asTold(event, desk);
  }
}

function asTold(event: ViewerEvent, { input }: Desk): Told<ViewerEvent> {
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

function judgePlain(event: ViewerEvent, desk: Desk, verdict: Verdict): void {
  const { limits, tasks } = desk.view;
  const problem = inspect(event as unknown as Json, { limits, depth: limits.messageDepth, count: 0 }, '');
  if (problem !== undefined) return void verdict.add(problem);
  if (event.event === 'answer') judgeAnswerEvent(event, desk, verdict);
  else if (event.event === 'return') judgeReturn(event, desk, verdict);
  else if (event.event === 'cancel' && !tasks.has(event.task))
    verdict.refuse('VITRINE_TASK_UNKNOWN', `No task ${quote(event.task)} is running.`, '/task');
}

function* judgeInputEvent(event: EventOf<'input'>, desk: Desk, verdict: Verdict): Steps<void> {
  const { path, surface, value } = event;
  const before = desk.inputCount;
  if (!(yield* write(desk, surface, path, value, '/value', verdict)) || desk.inputCount > before) return;
  verdict.refuse('VITRINE_WRITE_REFUSED', 'What is typed here unseen is sent with an action only.', '/path');
}

function* write(desk: Desk, surface: string, path: string, value: Json, at: string, verdict: Verdict): Steps<boolean> {
  const trial = desk.trial(surface);
  if (trial !== undefined) return yield* trial.write(path, value, at, verdict);
  return verdict.refuse('VITRINE_SURFACE_UNKNOWN', `There is no surface ${quote(surface)}.`, at);
}

function judgeAnswerEvent({ ask, value }: EventOf<'answer'>, desk: Desk, verdict: Verdict): void {
  const { asks, limits } = desk.view;
  const { file, now, trust, basis, askedAt } = desk.input;
  const op = asks.get(ask);
  if (op === undefined) return void verdict.refuse('VITRINE_ASK_UNKNOWN', `No ask ${quote(ask)} is open.`, '/ask');
  if (basis !== undefined && basis < (askedAt?.(ask) ?? 0)) {
    const message = `Since ${basis}, which this answers, something else is asked under ${quote(ask)}.`;
    return void verdict.refuse('VITRINE_ASK_REPLACED', message, '/ask');
  }
  if (op.until !== undefined && Date.parse(op.until) <= Date.parse(now))
    return void verdict.refuse('VITRINE_ASK_LAPSED', `The time for ${quote(ask)} ended at ${op.until}.`, '/ask');
  if (!mayApprove(op, trust) && value !== false) {
    const message = `The ask ${quote(ask)} wants an approval, and is not trusted.`;
    return void verdict.refuse('VITRINE_ASK_UNTRUSTED', message, '/ask');
  }
  const problem = judgeAnswer(op, value, limits, file, desk.budget);
  if (problem !== undefined) verdict.refuse('VITRINE_ASK_VALUE', problem, '/value');
}

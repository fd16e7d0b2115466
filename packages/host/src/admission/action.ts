// An action: found where the surface shows it, judged with the viewer's edits, and told again in the host's own words.

import {
  type EvaluationBudget,
  evaluate,
  formatPointer,
  inspect,
  isObject,
  isPathBinding,
  isPending,
  type Json,
  type JsonObject,
  parsePointer,
  quote,
  Scope,
  type Segments,
  STEP_COSTS,
} from '@vitrine/core';
import type { AdmitInput, EventOf, SecretPlace } from './admission.ts';
import { ContextReader } from './context.ts';
import type { Desk } from './desk.ts';
import { takeEntered } from './entered.ts';
import { judgeFitness } from './fitness.ts';
import { hasManyPlaces, nodesFor, type Press, pressesOf, scopeOf } from './press.ts';
import type { Trial } from './trial.ts';
import { Verdict } from './verdict.ts';

export interface Told<Event> {
  readonly event: Event;
  /** Steps from the event. */
  readonly secrets: readonly SecretPlace[];
}

type ActionEvent = EventOf<'action'>;

export function judgeAction(event: ActionEvent, desk: Desk, verdict: Verdict): Told<ActionEvent> | undefined {
  const trial = surfaceOf(event, desk, verdict);
  if (trial === undefined) return undefined;
  const { budget } = desk;
  const scope = event.scope === undefined ? undefined : formatPointer(parsePointer(event.scope));
  const isLikely = (context: JsonObject, at: Scope): boolean => mayBeSaid(context, at.segments, at.index, event, trial);
  const presses = nodesFor(event, trial.shown, desk.isOwn, isLikely).flatMap((node) => {
    const isElsewhere = scope !== undefined && !hasManyPlaces(node) && node.dataPath !== scope;
    return isElsewhere || budget.exceeded ? [] : paidFor(pressesOf(node), budget);
  });
  const here = presses.filter((press) => isAt(press, scope, desk.isOwn));
  if (here.length === 0) {
    const message = `The surface shows nothing named ${quote(event.source)} that can be pressed there.`;
    return verdict.object('VITRINE_EVENT_SOURCE', message, '/source') ? asSaid(event, trial, verdict) : undefined;
  }
  const named = here.filter(({ name }) => name === event.name);
  if (named.length === 0) {
    const message = `${quote(event.source)} has no action named ${quote(event.name)}.`;
    return verdict.object('VITRINE_EVENT_NAME', message, '/name') ? asSaid(event, trial, verdict) : undefined;
  }
  const likely = named.length > FEW ? mayBeMeant(named, event, trial) : named;
  return firstFitting(likely, trial, desk, verdict, (press, way, said) => judgePress(press, event, way, desk, said));
}

/** To find something that can be pressed, in steps. */
const PRESS_COST = 40;

function paidFor(presses: readonly Press[], budget: EvaluationBudget): readonly Press[] {
  budget.work(PRESS_COST * presses.length);
  return presses;
}

/** More instances of one button than these are looked through before each is judged with all that it takes. */
const FEW = 16;

/** Those whose context says nothing else than the event where only the agent writes; the first where there is none. */
function mayBeMeant(presses: readonly Press[], event: ActionEvent, trial: Trial): readonly Press[] {
  const likely = presses.filter(({ context, segments, index }) => mayBeSaid(context, segments, index, event, trial));
  return likely.length > 0 ? likely : presses.slice(0, 1);
}

/** Whether a press with this context, seen from there, may have sent the event. */
function mayBeSaid(
  declaredContext: JsonObject,
  segments: Segments,
  index: number | undefined,
  { context }: ActionEvent,
  trial: Trial,
): boolean {
  const { unknown } = trial;
  const { budget } = trial.env;
  const keys = Object.keys(declaredContext);
  if (!budget.work(STEP_COSTS.value * keys.length)) return false;
  return keys.every((key) => {
    const [declared, said] = [declaredContext[key] as Json, Object.hasOwn(context, key) ? context[key] : undefined];
    if (said === undefined || said === null || !isObject(declared) || !isPathBinding(declared)) return true;
    let last: Segments = [];
    const reading = trial.reading((path) => {
      last = path;
    });
    const value = evaluate(declared, new Scope(reading, trial.env, segments, index));
    if (unknown.touches(last) || unknown.isBelow(last)) return true;
    return isPending(value) || budget.isEqual(value, said);
  });
}

function surfaceOf(event: ActionEvent, desk: Desk, verdict: Verdict): Trial | undefined {
  const trial = desk.trial(event.surface);
  if (trial === undefined) {
    verdict.refuse('VITRINE_SURFACE_UNKNOWN', `There is no surface ${quote(event.surface)}.`, '/surface');
    return undefined;
  }
  if (trial.surface.partial) {
    verdict.refuse('VITRINE_SURFACE_PARTIAL', `${quote(event.surface)} is not complete yet.`, '/surface');
    return undefined;
  }
  const { limits } = desk.view;
  if (!isObject(event.context)) verdict.refuse('VITRINE_MESSAGE_SHAPE', 'A context is an object.', '/context');
  const problem = inspect(event.context, { limits, depth: limits.dataDepth, count: 0 }, '/context');
  if (problem !== undefined) verdict.add(problem);
  return verdict.refused ? undefined : trial;
}

/** Other viewers do not say which item of a template they mean. */
function isAt(press: Press, scope: string | undefined, isOwn: boolean): boolean {
  if (scope === undefined) return !isOwn || press.segments.length === 0;
  return formatPointer(press.segments) === scope;
}

/** For a host that only reports. What cannot be looked into may hold a secret, where there are any. */
function asSaid(event: ActionEvent, trial: Trial, verdict: Verdict): Told<ActionEvent> | undefined {
  if (trial.shown.secrets.isEmpty) return { event: { ...event, checked: false }, secrets: [] };
  verdict.refuse('VITRINE_EVENT_SOURCE', 'The surface has secrets, and what this holds is not known.', '/source');
  return undefined;
}

/**
 * Of several ways to understand a message, the first that is true, else the first that may be true. Where none is, the
 * first one says why not.
 */
export function firstFitting<Way, Result>(
  ways: readonly Way[],
  trial: Trial,
  desk: Desk,
  verdict: Verdict,
  judge: (way: Way, trial: Trial, verdict: Verdict) => Result,
): Result | undefined {
  const { budget } = desk;
  const start = budget.mark();
  const tryWay = (way: Way, mode: AdmitInput['mode']) => {
    // What the way before has made is given up, or kept as the best; its steps were taken.
    budget.rewind(start);
    const [attempt, said] = [trial.fork(), new Verdict(mode)];
    const result = judge(way, attempt, said);
    if (budget.exceeded) said.add(budget.problem());
    return { result, trial: attempt, said, made: budget.mark() };
  };
  let best: ReturnType<typeof tryWay> | undefined;
  for (const way of ways) {
    const one = tryWay(way, 'enforce');
    if (best === undefined || (best.said.refused && !one.said.refused)) best = one;
    if (one.said.outcome === 'checked' && !one.said.refused) {
      best = one;
      break;
    }
    if (budget.stepsLeft <= 0) break;
  }
  if (best === undefined) return undefined;
  if (best.said.refused && verdict.mode === 'report') best = tryWay(ways[0] as Way, 'report');
  budget.rewind(best.made);
  verdict.join(best.said);
  desk.keep(best.trial);
  return best.said.refused ? undefined : best.result;
}

function judgePress(press: Press, event: ActionEvent, trial: Trial, desk: Desk, verdict: Verdict): Told<ActionEvent> {
  const { context, index, segments } = press;
  const from = desk.viewpoint(trial, segments, index);
  takeEntered(context, event.context, from, verdict);
  judgeFitness(press, from, verdict);
  const reader = new ContextReader(from, verdict);
  const told = reader.object(context, event.context, ['context'], true);
  const message = messageOf(press, event, reader, verdict);
  // Which item it was is known only where it was said.
  const scope = event.scope === undefined ? undefined : scopeOf(press);
  const { name, surface, at } = event;
  const source = press.node.id;
  return {
    event: {
      ...{ event: 'action', surface, source },
      ...(scope === undefined ? {} : { scope }),
      ...{ name, context: told },
      ...(message === undefined ? {} : { message }),
      ...(at === undefined ? {} : { at }),
      checked: verdict.outcome === 'checked',
    },
    secrets: reader.secrets,
  };
}

function messageOf(press: Press, event: ActionEvent, reader: ContextReader, verdict: Verdict): string | undefined {
  if (press.message !== undefined) return reader.message(press.message, event.message);
  if (event.message === undefined) return undefined;
  return verdict.object('VITRINE_EVENT_CONTEXT', 'The action declares no message.', '/message')
    ? event.message
    : undefined;
}

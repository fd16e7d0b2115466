// An action: found where the surface shows it, judged with the viewer's edits, and told again in the host's own words.

import {
  defined,
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
  type Steps,
} from '@vitrine/core';
import type { AdmitInput, EventOf, SecretPlace } from './admission.ts';
import { ContextReader } from './context.ts';
import type { Desk } from './desk.ts';
import { takeEntered } from './entered.ts';
import { judgeFitness } from './fitness.ts';
import { hasManyPlaces, nodesFor, type Press, Presses, scopeOf, sends } from './press.ts';
import type { Search } from './shown.ts';
import type { Trial } from './trial.ts';
import { Verdict } from './verdict.ts';

export interface Told<Event> {
  readonly event: Event;
  /** Steps from the event. */
  readonly secrets: readonly SecretPlace[];
}

type ActionEvent = EventOf<'action'>;

export function* judgeAction(event: ActionEvent, desk: Desk, verdict: Verdict): Steps<Told<ActionEvent> | undefined> {
  const trial = surfaceOf(event, desk, verdict);
  if (trial === undefined) return undefined;
  const here = pressesAt(event, trial, desk);
  const first = yield* nextOf(here);
  if (first === undefined) {
    const message = `The surface shows nothing named ${quote(event.source)} that can be pressed there.`;
    return verdict.object('VITRINE_EVENT_SOURCE', message, '/source') ? asSaid(event, trial, verdict) : undefined;
  }
  const named = pressesNamed(event, first, here, trial.shown, desk.isOwn);
  const next = yield* nextOf(named);
  if (next === undefined) {
    const message = `${quote(event.source)} has no action named ${quote(event.name)}.`;
    return verdict.object('VITRINE_EVENT_NAME', message, '/name') ? asSaid(event, trial, verdict) : undefined;
  }
  const likely = mayBeMeant(next, named, event, trial);
  return yield* firstFitting(likely, trial, desk, verdict, (press, way, said) =>
    judgePress(press, event, way, desk, said),
  );
}

function* nextOf<T>(search: Search<T>): Steps<T | undefined> {
  for (;;) {
    const { done, value } = search.next();
    if (done === true || value !== undefined) return value;
    yield;
  }
}

/** What can be pressed there under the name of the source, as it is asked for: there may be thousands, and one is meant. */
function* pressesAt(event: ActionEvent, trial: Trial, { budget, isOwn }: Desk): Search<Press> {
  const scope = event.scope === undefined ? undefined : formatPointer(parsePointer(event.scope));
  const likely = (context: JsonObject): ((at: Scope) => boolean) => {
    const mayBe = mayBeSaid(context, event, trial);
    return ({ segments, index }) => mayBe(segments, index);
  };
  const presses = new Presses();
  for (const node of nodesFor(event, trial.shown, isOwn, likely)) {
    if (budget.exceeded) return undefined;
    if (node === undefined) {
      yield undefined;
      continue;
    }
    if (scope !== undefined && !hasManyPlaces(node) && node.dataPath !== scope) continue;
    for (const press of paidFor(presses.of(node), budget)) if (isAt(press, scope, isOwn)) yield press;
  }
  return undefined;
}

function* pressesNamed(
  event: ActionEvent,
  first: Press,
  rest: Search<Press>,
  shown: Trial['shown'],
  isOwn: boolean,
): Search<Press> {
  if (first.name === event.name) yield first;
  if (!sends(event, shown, isOwn)) return undefined;
  for (const press of rest) yield press?.name === event.name ? press : undefined;
  return undefined;
}

/** To find something that can be pressed, in steps. */
const PRESS_COST = 40;

function paidFor(presses: readonly Press[], budget: EvaluationBudget): readonly Press[] {
  budget.work(PRESS_COST * presses.length);
  return presses;
}

/** More instances of one button than these are looked through before each is judged with all that it takes. */
const FEW = 16;

/** A few are all meant. Of many, those whose context says nothing else than the event where only the agent writes; the first where there is none. */
function* mayBeMeant(first: Press, rest: Search<Press>, event: ActionEvent, trial: Trial): Search<Press> {
  const few: Press[] = [first];
  const byContext = new Map<JsonObject, ReturnType<typeof mayBeSaid>>();
  const mayBe = ({ context, segments, index }: Press): boolean => {
    const known = byContext.get(context) ?? mayBeSaid(context, event, trial);
    byContext.set(context, known);
    return known(segments, index);
  };
  let isAny = false;
  const likely = function* (presses: Iterable<Press | undefined>): Search<Press> {
    for (const press of presses) {
      const isLikely = press !== undefined && mayBe(press);
      isAny ||= isLikely;
      yield isLikely ? press : undefined;
    }
    return undefined;
  };
  for (const press of rest) {
    if (press === undefined) yield undefined;
    else few.push(press);
    if (few.length <= FEW) continue;
    yield* likely(few);
    yield* likely(rest);
    if (!isAny) yield first;
    return undefined;
  }
  yield* few;
  return undefined;
}

/** Tells whether a press with this context, seen from some place, may have sent the event. */
function mayBeSaid(
  declaredContext: JsonObject,
  { context }: ActionEvent,
  trial: Trial,
): (segments: Segments, index: number | undefined) => boolean {
  const { unknown } = trial;
  const { budget } = trial.env;
  const keys = Object.keys(declaredContext);
  const compared = keys.flatMap((key) => {
    const [declared, said] = [declaredContext[key] as Json, Object.hasOwn(context, key) ? context[key] : undefined];
    if (said === undefined || said === null || !isObject(declared) || !isPathBinding(declared)) return [];
    return [{ declared, said, own: declared.path.startsWith('/') ? undefined : parsePointer(declared.path) }];
  });
  let last: Segments = [];
  const reading = trial.reading((path) => {
    last = path;
  });
  return (segments, index) => {
    if (!budget.work(STEP_COSTS.value * keys.length)) return false;
    return compared.every(({ declared, said, own }) => {
      // The usual case, asked of thousands of items: a member of the item, which says something else.
      if (own !== undefined) {
        if (!budget.work(STEP_COSTS.read + declared.path.length)) return false;
        if (budget.isEqual(trial.data.readFrom(segments, own), said)) return true;
        const path = [...segments, ...own];
        return unknown.touches(path) || unknown.isBelow(path);
      }
      last = [];
      const value = evaluate(declared, new Scope(reading, trial.env, segments, index));
      if (unknown.touches(last) || unknown.isBelow(last)) return true;
      return isPending(value) || budget.isEqual(value, said);
    });
  };
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
export function* firstFitting<Way, Result>(
  ways: Search<Way>,
  trial: Trial,
  desk: Desk,
  verdict: Verdict,
  judge: (way: Way, trial: Trial, verdict: Verdict) => Result,
): Steps<Result | undefined> {
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
  let first: { readonly way: Way } | undefined;
  for (const way of ways) {
    yield;
    if (way === undefined) continue;
    first ??= { way };
    const one = tryWay(way, 'enforce');
    if (best === undefined || (best.said.refused && !one.said.refused)) best = one;
    if (one.said.outcome === 'checked' && !one.said.refused) {
      best = one;
      break;
    }
    if (budget.stepsLeft <= 0) break;
  }
  if (best === undefined || first === undefined) return undefined;
  if (best.said.refused && verdict.mode === 'report') best = tryWay(first.way, 'report');
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
      ...defined({ scope }),
      ...{ name, context: told },
      ...defined({ message, ext: event.ext, at }),
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

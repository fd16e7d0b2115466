// An action: found where the surface shows it, judged with the viewer's edits, and told again in the host's own words.

import {
  type ActionEvent,
  type BudgetMark,
  defined,
  evaluate,
  evaluateChecks,
  firstFailure,
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
  type TreeNode,
} from '@vitrine/core/internal';
import { type ActionCandidate, CandidateReader, hasManyPlaces, nodesFor, scopeOf, sends } from './action-candidate.ts';
import type { AdmitInput, SecretPlace } from './admission.ts';
import type { AdmissionContext, AdmissionDraft } from './admission-context.ts';
import { ContextReader, pointerOf, takeEntered } from './context-reader.ts';
import { isEnabled } from './inputs.ts';
import type { Search, SurfaceIndex } from './surface-index.ts';

/** An event in the host's own words. */
export interface AdmittedEvent<Event> {
  readonly event: Event;
  /** Steps from the event. */
  readonly secrets: readonly SecretPlace[];
}

export function* judgeAction(
  event: ActionEvent,
  context: AdmissionContext,
): Steps<AdmittedEvent<ActionEvent> | undefined> {
  const draft = draftOf(event, context);
  if (draft === undefined) return undefined;
  const here = candidatesAt(event, draft);
  const first = yield* nextOf(here);
  if (first === undefined) {
    const message = `The surface shows nothing named ${quote(event.source)} that can be pressed there.`;
    return context.object('VITRINE_EVENT_SOURCE', message, '/source') ? asClaimed(event, draft) : undefined;
  }
  const named = candidatesNamed(event, first, here, draft.index, context.isOwn);
  const next = yield* nextOf(named);
  if (next === undefined) {
    const message = `${quote(event.source)} has no action named ${quote(event.name)}.`;
    return context.object('VITRINE_EVENT_NAME', message, '/name') ? asClaimed(event, draft) : undefined;
  }
  const likely = mayBeMeant(next, named, event, draft);
  return yield* firstFitting(likely, draft, (candidate, attempt) => judgeCandidate(candidate, event, attempt));
}

function* nextOf<T>(search: Search<T>): Steps<T | undefined> {
  for (;;) {
    const { done, value } = search.next();
    if (done === true || value !== undefined) return value;
    yield;
  }
}

/** What can be pressed there under the name of the source, as it is asked for: there may be thousands, and one is meant. */
function* candidatesAt(event: ActionEvent, draft: AdmissionDraft): Search<ActionCandidate> {
  const { budget, isOwn } = draft.context;
  const scope = event.scope === undefined ? undefined : formatPointer(parsePointer(event.scope));
  const likely = (context: JsonObject): ((at: Scope) => boolean) => {
    const mayBe = mayBeClaimed(context, event, draft);
    return ({ segments, index }) => mayBe(segments, index);
  };
  const reader = new CandidateReader();
  for (const node of nodesFor(event, draft.index, isOwn, likely)) {
    if (budget.exceeded) return undefined;
    if (node === undefined) {
      yield undefined;
      continue;
    }
    if (scope !== undefined && !hasManyPlaces(node) && node.dataPath !== scope) continue;
    const candidates = reader.of(node);
    budget.work(CANDIDATE_COST * candidates.length);
    for (const candidate of candidates) if (isAt(candidate, scope, isOwn)) yield candidate;
  }
  return undefined;
}

function* candidatesNamed(
  event: ActionEvent,
  first: ActionCandidate,
  rest: Search<ActionCandidate>,
  index: SurfaceIndex,
  isOwn: boolean,
): Search<ActionCandidate> {
  if (first.name === event.name) yield first;
  if (!sends(event, index, isOwn)) return undefined;
  for (const candidate of rest) yield candidate?.name === event.name ? candidate : undefined;
  return undefined;
}

/** To find something that can be pressed, in steps. */
const CANDIDATE_COST = 40;

/** More instances of one button than these are looked through before each is judged with all that it takes. */
const PREFILTER_ABOVE = 16;

/** A few are all meant. Of many, those whose context says nothing else than the event where only the agent writes; the first where there is none. */
function* mayBeMeant(
  first: ActionCandidate,
  rest: Search<ActionCandidate>,
  event: ActionEvent,
  draft: AdmissionDraft,
): Search<ActionCandidate> {
  const few: ActionCandidate[] = [first];
  const byContext = new Map<JsonObject, ReturnType<typeof mayBeClaimed>>();
  const mayBe = ({ context, segments, index }: ActionCandidate): boolean => {
    const known = byContext.get(context) ?? mayBeClaimed(context, event, draft);
    byContext.set(context, known);
    return known(segments, index);
  };
  let isAny = false;
  const likely = function* (candidates: Iterable<ActionCandidate | undefined>): Search<ActionCandidate> {
    for (const candidate of candidates) {
      const isLikely = candidate !== undefined && mayBe(candidate);
      isAny ||= isLikely;
      yield isLikely ? candidate : undefined;
    }
    return undefined;
  };
  for (const candidate of rest) {
    if (candidate === undefined) yield undefined;
    else few.push(candidate);
    if (few.length <= PREFILTER_ABOVE) continue;
    yield* likely(few);
    yield* likely(rest);
    if (!isAny) yield first;
    return undefined;
  }
  yield* few;
  return undefined;
}

/** Tells whether a candidate with this context, seen from some place, may have sent the event. */
function mayBeClaimed(
  declaredContext: JsonObject,
  { context }: ActionEvent,
  draft: AdmissionDraft,
): (segments: Segments, index: number | undefined) => boolean {
  const { unknown } = draft;
  const { budget } = draft.env;
  const keys = Object.keys(declaredContext);
  const compared = keys.flatMap((key) => {
    const [declared, claimed] = [declaredContext[key] as Json, Object.hasOwn(context, key) ? context[key] : undefined];
    if (claimed === undefined || claimed === null || !isObject(declared) || !isPathBinding(declared)) return [];
    return [{ declared, claimed, own: declared.path.startsWith('/') ? undefined : parsePointer(declared.path) }];
  });
  let last: Segments = [];
  const reading = draft.reading((path) => {
    last = path;
  });
  return (segments, index) => {
    if (!budget.work(STEP_COSTS.value * keys.length)) return false;
    return compared.every(({ declared, claimed, own }) => {
      // The usual case, asked of thousands of items: a member of the item, which says something else.
      if (own !== undefined) {
        if (!budget.work(STEP_COSTS.read + declared.path.length)) return false;
        if (budget.isEqual(draft.data.readFrom(segments, own), claimed)) return true;
        const path = [...segments, ...own];
        return unknown.touches(path) || unknown.isBelow(path);
      }
      last = [];
      const value = evaluate(declared, new Scope(reading, draft.env, segments, index));
      if (unknown.touches(last) || unknown.isBelow(last)) return true;
      return isPending(value) || budget.isEqual(value, claimed);
    });
  };
}

function draftOf(event: ActionEvent, context: AdmissionContext): AdmissionDraft | undefined {
  const draft = context.draft(event.surface);
  if (draft === undefined) {
    context.refuse('VITRINE_SURFACE_UNKNOWN', `There is no surface ${quote(event.surface)}.`, '/surface');
    return undefined;
  }
  if (draft.surface.partial) {
    context.refuse('VITRINE_SURFACE_PARTIAL', `${quote(event.surface)} is not complete yet.`, '/surface');
    return undefined;
  }
  const { limits } = context.view;
  if (!isObject(event.context)) context.refuse('VITRINE_MESSAGE_SHAPE', 'A context is an object.', '/context');
  const problem = inspect(event.context, { limits, depth: limits.dataDepth, count: 0 }, '/context');
  if (problem !== undefined) context.add(problem);
  return context.refused ? undefined : draft;
}

/** Other viewers do not say which item of a template they mean. */
function isAt({ segments }: ActionCandidate, scope: string | undefined, isOwn: boolean): boolean {
  if (scope === undefined) return !isOwn || segments.length === 0;
  return formatPointer(segments) === scope;
}

/** For a host that only reports. What cannot be looked into may hold a secret, where there are any. */
function asClaimed(event: ActionEvent, { index, context }: AdmissionDraft): AdmittedEvent<ActionEvent> | undefined {
  if (index.secrets.isEmpty) return { event: { ...event, checked: false }, secrets: [] };
  context.refuse('VITRINE_EVENT_SOURCE', 'The surface has secrets, and what this holds is not known.', '/source');
  return undefined;
}

interface JudgedWay<Result> {
  readonly result: Result;
  readonly attempt: AdmissionDraft;
  readonly found: AdmissionContext;
  readonly made: BudgetMark;
}

/**
 * Of several ways to understand a message, the first that is true, else the first that may be true. Where none is, the
 * first one says why not.
 */
export function* firstFitting<Way, Result>(
  ways: Search<Way>,
  draft: AdmissionDraft,
  judge: (way: Way, attempt: AdmissionDraft) => Steps<Result>,
): Steps<Result | undefined> {
  const { context } = draft;
  const { budget } = context;
  const start = budget.mark();
  function* tryWay(way: Way, mode: AdmitInput['mode']): Steps<JudgedWay<Result>> {
    // What the way before has made is given up, or kept as the best; its steps were taken.
    budget.rewind(start);
    const attempt = context.attempt(draft, mode);
    const result = yield* judge(way, attempt);
    if (budget.exceeded) attempt.context.add(budget.problem());
    return { result, attempt, found: attempt.context, made: budget.mark() };
  }
  let best: JudgedWay<Result> | undefined;
  let first: { readonly way: Way } | undefined;
  for (const way of ways) {
    yield;
    if (way === undefined) continue;
    first ??= { way };
    const one = yield* tryWay(way, 'enforce');
    if (best === undefined || (best.found.refused && !one.found.refused)) best = one;
    if (one.found.outcome === 'checked' && !one.found.refused) {
      best = one;
      break;
    }
    if (budget.stepsLeft <= 0) break;
  }
  if (best === undefined || first === undefined) return undefined;
  if (best.found.refused && context.mode === 'report') best = yield* tryWay(first.way, 'report');
  budget.rewind(best.made);
  context.keep(best.attempt);
  return best.found.refused ? undefined : best.result;
}

function* judgeCandidate(
  candidate: ActionCandidate,
  event: ActionEvent,
  draft: AdmissionDraft,
): Steps<AdmittedEvent<ActionEvent>> {
  takeEntered(candidate.context, event.context, draft, candidate);
  yield* judgeEnabled(candidate, draft);
  const reader = new ContextReader(draft, candidate);
  const context = yield* reader.objectSteps(candidate.context, event.context, ['context'], true);
  const message = messageOf(candidate, event, reader, draft.context);
  // Which item it was is known only where it was said.
  const scope = event.scope === undefined ? undefined : scopeOf(candidate);
  const { name, surface, at } = event;
  const source = candidate.node.id;
  return {
    event: {
      ...{ event: 'action', surface, source },
      ...defined({ scope }),
      ...{ name, context },
      ...defined({ message, ext: event.ext, at }),
      checked: draft.context.outcome === 'checked',
    },
    secrets: reader.secrets,
  };
}

function messageOf(
  candidate: ActionCandidate,
  event: ActionEvent,
  reader: ContextReader,
  context: AdmissionContext,
): string | undefined {
  if (candidate.message !== undefined) return reader.message(candidate.message, event.message);
  if (event.message === undefined) return undefined;
  return context.object('VITRINE_EVENT_CONTEXT', 'The action declares no message.', '/message')
    ? event.message
    : undefined;
}

/** Whether it may be pressed now: it is enabled, its checks pass, and its catalog finds nothing wrong with what it sends. */
function* judgeEnabled({ node }: ActionCandidate, draft: AdmissionDraft): Steps<void> {
  if (!isEnabled(node)) {
    if (!draft.context.object('VITRINE_EVENT_SOURCE', `${quote(node.id)} is disabled.`, '/source')) return;
  }
  for (const [name, prop] of Object.entries(node.declaration?.props ?? {}))
    if (prop.kind === 'checks') judgeChecks(node, name, draft);
  for (const problem of node.declaration?.validate?.(node, scopeIn(draft, node, [])) ?? []) {
    yield;
    if (problem !== undefined) failCheck(problem.message, [problem.path], draft, pointerOf(['context', ...problem.at]));
  }
}

function judgeChecks(node: TreeNode, name: string, draft: AdmissionDraft): void {
  const reads: Segments[] = [];
  const failure = firstFailure(evaluateChecks(node.component?.props[name], scopeIn(draft, node, reads)));
  if (failure?.severity !== 'error') return;
  const words = failure.message === undefined ? '' : ` It says: ${quote(failure.message)}`;
  failCheck(`A check of ${quote(node.id)} does not pass.${words}`, reads, draft);
}

function scopeIn(draft: AdmissionDraft, { scope }: TreeNode, reads: Segments[]): Scope {
  const reading = draft.reading((path) => void reads.push(path));
  return new Scope(reading, draft.env, scope.segments, scope.index);
}

/** A check that depends on what only the page knows is left to the page. `at`: the field that it is about. */
function failCheck(message: string, reads: readonly Segments[], draft: AdmissionDraft, at = '/source'): void {
  if (draft.isOpen(reads)) draft.context.doubt('VITRINE_EVENT_CHECK', message, at);
  else draft.context.object('VITRINE_EVENT_CHECK', message, at);
}

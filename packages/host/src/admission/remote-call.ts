// Calls between a viewer and an agent: a viewer may call only what a component that is shown calls, with the arguments
// that it has there, and answer only a call that is open and meant for it.

import {
  type CallBinding,
  type EvaluationBudget,
  type EventOf,
  inspect,
  isAgentFunction,
  isArray,
  isCallBinding,
  isObject,
  type Json,
  type JsonObject,
  quote,
  STEP_COSTS,
  type Steps,
  type Surface,
  type TreeNode,
} from '@vitrine/core/internal';
import { type AdmittedEvent, firstFitting } from './action.ts';
import type { AdmissionContext } from './admission-context.ts';
import { hasType } from './alike.ts';
import { ContextReader } from './context-reader.ts';
import type { Search } from './surface-index.ts';

type CallEvent = EventOf<'call'>;

export function* judgeCall(event: CallEvent, context: AdmissionContext): Steps<AdmittedEvent<CallEvent> | undefined> {
  const draft = context.draft(event.surface);
  if (draft === undefined) {
    context.refuse('VITRINE_SURFACE_UNKNOWN', `There is no surface ${quote(event.surface)}.`, '/surface');
    return undefined;
  }
  const { limits } = context.view;
  const problem = inspect(event.args, { limits, depth: limits.dataDepth, count: 0 }, '/args');
  if (problem !== undefined) context.add(problem);
  if (problem !== undefined) return undefined;
  const { budget } = context;
  let isAny = false;
  const ways = (function* (): Search<{ readonly node: TreeNode; readonly call: CallBinding }> {
    for (const node of draft.index.allNodes()) {
      yield undefined;
      for (const call of node === undefined ? [] : callsOf(node, event, draft.surface, budget)) {
        isAny = true;
        yield { node: node as TreeNode, call };
      }
    }
    return undefined;
  })();
  const admitted = yield* firstFitting(ways, draft, function* ({ node, call }, attempt) {
    const reader = new ContextReader(attempt, node.scope);
    const args = yield* reader.objectSteps((call.args ?? {}) as JsonObject, event.args, ['args']);
    return { event: { ...event, args }, secrets: reader.secrets };
  });
  if (isAny) return admitted;
  context.refuse('VITRINE_EVENT_SOURCE', `Nothing that is shown calls ${quote(event.name)} of its agent.`, '/name');
  return undefined;
}

/** The calls of a node that its agent must answer. */
function callsOf(
  node: TreeNode,
  { name, catalog }: CallEvent,
  surface: Surface,
  budget: EvaluationBudget,
): readonly CallBinding[] {
  const found: CallBinding[] = [];
  collect(node.component?.props ?? {}, name, found, budget);
  return found.filter((call) => {
    const meant = surface.catalogFor(call.catalog);
    if ('code' in meant) return false;
    if (catalog !== undefined && catalog !== meant.id && !meant.aliases.includes(catalog)) return false;
    return isAgentFunction(meant, name);
  });
}

/** Components were judged at the door: they are not deeper than the limits say. */
function collect(value: Json, name: string, found: CallBinding[], budget: EvaluationBudget): void {
  if (!budget.work(STEP_COSTS.value)) return;
  if (isArray(value)) for (const item of value) collect(item, name, found, budget);
  else if (isObject(value)) {
    if (isCallBinding(value) && value.call === name) found.push(value);
    for (const item of Object.values(value)) collect(item, name, found, budget);
  }
}

export function judgeReturn(event: EventOf<'return'>, context: AdmissionContext): void {
  const call = context.view.calls.get(event.call);
  if (call === undefined || (call.to !== undefined && call.to !== context.input.viewer)) {
    context.refuse('VITRINE_CALL_UNKNOWN', `No call ${quote(event.call)} waits for an answer from here.`, '/call');
    return;
  }
  const returns = context.view.catalogs.get(call.catalog)?.functions.get(call.name)?.returns;
  const { value } = event;
  if (returns === undefined || returns === 'void' || value === undefined || hasType(returns, value)) return;
  context.object('VITRINE_EVENT_CONTEXT', `${quote(call.name)} returns a value of type ${returns}.`, '/value');
}

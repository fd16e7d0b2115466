// Whether a component may be pressed now: it is enabled, its checks pass, and so do the fields of a form that it sends. A
// check that depends on what only the page knows is left to the page.

import {
  evaluate,
  evaluateChecks,
  firstFailure,
  formatPointer,
  isArray,
  Place,
  quote,
  Scope,
  type Segments,
  STEP_COSTS,
  type TreeNode,
} from '@vitrine/core';
import { agentchains, judgeForm } from '@vitrine/core/catalogs/agentchains';
import { judgeOpenwopField, openwop1 } from '@vitrine/core/catalogs/openwop';
import { pointerOf } from './context.ts';
import { isEnabled } from './inputs.ts';
import type { Press } from './press.ts';
import type { Verdict } from './verdict.ts';
import type { Viewpoint } from './viewpoint.ts';

export function judgeFitness({ node }: Press, from: Viewpoint, verdict: Verdict): void {
  if (!isEnabled(node)) {
    if (!verdict.object('VITRINE_EVENT_SOURCE', `${quote(node.id)} is disabled.`, '/source')) return;
  }
  for (const [name, prop] of Object.entries(node.declaration?.props ?? {}))
    if (prop.kind === 'checks') judgeChecks(node, name, from, verdict);
  if (node.catalog === agentchains && node.type === 'form') judgeSubmit(node, from, verdict);
  if (node.catalog === openwop1) judgeBeside(node, from, verdict);
}

function judgeChecks(node: TreeNode, name: string, from: Viewpoint, verdict: Verdict): void {
  const reads: Segments[] = [];
  const failure = firstFailure(evaluateChecks(node.component?.props[name], scopeOf(node, from, reads)));
  if (failure?.severity !== 'error') return;
  const words = failure.message === undefined ? '' : ` It says: ${quote(failure.message)}`;
  fail(`A check of ${quote(node.id)} does not pass.${words}`, reads, from, verdict);
}

function judgeSubmit(node: TreeNode, from: Viewpoint, verdict: Verdict): void {
  const values = node.boundPath('values');
  const props = node.component?.props;
  if (values === undefined || props?.data === undefined) return;
  const { budget, limits } = from.trial.env;
  const data = evaluate(props.data, scopeOf(node, from, []));
  for (const [field, { message }] of judgeForm(data, from.trial.data.read(values), limits, budget)) {
    const words = `The field ${quote(field)} is not filled in rightly. ${message}`;
    fail(words, [[...values, field]], from, verdict, pointerOf(['context', 'values', field]));
  }
}

/** A button of OpenWOP sends the fields that stand beside it. */
function judgeBeside(node: TreeNode, from: Viewpoint, verdict: Verdict): void {
  const places = node.place.parent?.get('children');
  if (!isArray(places)) return;
  for (const place of places as readonly unknown[]) {
    if (!from.trial.env.budget.work(STEP_COSTS.call)) return;
    const field = place instanceof Place ? place.node : undefined;
    const path = field?.type?.startsWith('field.') === true ? field.boundPath('value') : undefined;
    if (field?.component === undefined || path === undefined) continue;
    const failure = judgeOpenwopField(field.component.type, field.component.props, from.trial.data.read(path));
    if (failure === undefined) continue;
    const words = `The field at ${quote(formatPointer(path))} is not filled in rightly.`;
    fail(words, [path], from, verdict, pointerOf(['context', ...path]));
  }
}

function scopeOf(node: TreeNode, { trial }: Viewpoint, reads: Segments[]): Scope {
  const { segments, index } = node.scope;
  return new Scope(
    trial.reading((path) => void reads.push(path)),
    trial.env,
    segments,
    index,
  );
}

/** `at`: the field in what the event sends, where it is about one. */
function fail(message: string, reads: readonly Segments[], from: Viewpoint, verdict: Verdict, at = '/source'): void {
  if (from.isOpen(reads)) verdict.doubt('VITRINE_EVENT_CHECK', message, at);
  else verdict.object('VITRINE_EVENT_CHECK', message, at);
}

// Whether a component may be pressed now: it is enabled, its checks pass, and its catalog finds nothing wrong with what it
// sends. A check that depends on what only the page knows is left to the page.

import { evaluateChecks, firstFailure, quote, Scope, type Segments, type TreeNode } from '@vitrine/core';
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
  for (const { path, at, message } of node.declaration?.validate?.(node, scopeOf(node, from, [])) ?? [])
    fail(message, [path], from, verdict, pointerOf(['context', ...at]));
}

function judgeChecks(node: TreeNode, name: string, from: Viewpoint, verdict: Verdict): void {
  const reads: Segments[] = [];
  const failure = firstFailure(evaluateChecks(node.component?.props[name], scopeOf(node, from, reads)));
  if (failure?.severity !== 'error') return;
  const words = failure.message === undefined ? '' : ` It says: ${quote(failure.message)}`;
  fail(`A check of ${quote(node.id)} does not pass.${words}`, reads, from, verdict);
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

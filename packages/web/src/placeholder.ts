// What stands where a component cannot: a quiet skeleton for what has not come yet, a sentence for what never will.

import { type Issue, issue, quote, type TreeNode } from '@vitrine/core';
import { make, modelled } from './dom.ts';
import { settlingOf } from './settling.ts';
import { shown } from './shown-text.ts';
import type { Stage } from './stage.ts';
import type { Drawing, Ui } from './widget.ts';

/** A drawing for a node that no widget draws. */
export function drawMissing(ui: Ui, node: TreeNode): Drawing {
  if (node.state === 'pending') return drawPending(ui, node);
  const problem = problemOf(node);
  if (problem !== undefined) reportOnce(ui.stage, problem);
  return { dom: note(ui.inline, sentenceOf(node)), draw: () => undefined };
}

/** Keeps the place of something that is on its way. */
export function skeleton(): Drawing {
  return { dom: bone(), draw: () => undefined };
}

const bone = modelled(() => {
  const dom = make('span', 'skeleton');
  dom.setAttribute('aria-hidden', 'true');
  return dom;
});

/** A skeleton while more may come. Once nothing will, it says so instead; the component still takes its place. */
function drawPending(ui: Ui, node: TreeNode): Drawing {
  const dom = bone();
  const { stage } = ui;
  const settling = settlingOf(stage);
  settling.wait();
  let waiting = true;
  const dispose = (): void => {
    if (waiting) settling.unwait();
    waiting = false;
  };
  const draw = (): void => {
    if (!waiting || !(stage.ended.value || settling.settled.value)) return;
    dispose();
    const at = `/components/${node.id}`;
    reportOnce(stage, issue('VITRINE_TREE_DANGLING', 'warning', `The component ${quote(node.id)} has not come.`, at));
    ui.swap(note(ui.inline, `A part is missing: ${quote(node.id)} was not sent.`));
  };
  return { dom, draw, dispose };
}

export function failedElement(type: string): Element {
  return note(false, `${quote(type)} cannot be shown: its widget failed.`);
}

/** A sentence in the place of something that is not shown. */
export function note(inline: boolean, text: string): HTMLElement {
  const element = make(inline ? 'span' : 'p', 'placeholder');
  // Our own words, whatever the direction of the page.
  element.dir = 'auto';
  element.textContent = shown(text);
  return element;
}

function sentenceOf(node: TreeNode): string {
  const type = quote(node.type ?? '');
  switch (node.state) {
    case 'cyclic':
      return `${quote(node.id)} would contain itself and is not shown again.`;
    case 'over-limit':
      return 'There is more here than can be shown.';
    case 'unknown':
      return `${type} is not part of the catalog and is not shown.`;
    default:
      return `${type} cannot be shown: this page has no widget for it.`;
  }
}

/** What the tree has not reported itself. */
function problemOf(node: TreeNode): Issue | undefined {
  const at = `/components/${node.id}`;
  if (node.state === 'cyclic') return issue('VITRINE_TREE_CYCLE', 'error', sentenceOf(node), at);
  if (node.state === 'unknown' || node.state === 'resolved')
    return issue('VITRINE_COMPONENT_UNKNOWN', 'error', sentenceOf(node), at);
  return undefined;
}

function reportOnce(stage: Stage, problem: Issue): void {
  const { said } = settlingOf(stage);
  const what = `${problem.code} ${problem.at}`;
  if (said.has(what)) return;
  said.add(what);
  stage.report(problem);
}

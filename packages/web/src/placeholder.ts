// What stands where a component cannot: a quiet skeleton for what has not come yet, a sentence for what never will.

import { type IssueCode, issue, quote, type TreeNode } from '@vitrine/core/page';
import { make, modelled, text } from './dom.ts';
import { type SurfaceWords, surfaceWords } from './english/surface.ts';
import { reportOnce } from './report-once.ts';
import { settlingOf } from './settling.ts';
import { shown } from './shown-text.ts';
import type { Drawing, Ui } from './widget.ts';

/** By the state of a node: what the tree has not reported itself. */
const CODES: { readonly [state in TreeNode['state']]?: IssueCode } = {
  cyclic: 'VITRINE_TREE_CYCLE',
  unknown: 'VITRINE_COMPONENT_UNKNOWN',
  resolved: 'VITRINE_COMPONENT_UNKNOWN',
};

/** A drawing for a node that no widget draws. */
export function drawMissing(ui: Ui, node: TreeNode): Drawing {
  if (node.state === 'pending') return drawPending(ui, node);
  const code = CODES[node.state];
  // Agents are told in English, whoever looks at their surface.
  if (code !== undefined)
    reportOnce(ui.stage, issue(code, 'error', sentenceOf(node, surfaceWords), `/components/${node.id}`));
  const dom = note(ui.inline);
  return { dom, draw: () => say(dom, sentenceOf(node, ui.stage.words)) };
}

/** Keeps the place of something that is on its way. */
export function skeleton(): Drawing {
  return { dom: bone(), draw: () => undefined };
}

const bone = modelled(() => {
  const dom = make('span', 'skeleton');
  dom.ariaHidden = 'true';
  return dom;
});

/** A skeleton while more may come. Once nothing will, it says so instead; the component still takes its place. */
function drawPending(ui: Ui, node: TreeNode): Drawing {
  let dom = bone();
  const { stage } = ui;
  const settling = settlingOf(stage);
  settling.wait();
  let waiting = true;
  const dispose = (): void => {
    if (waiting) settling.unwait();
    waiting = false;
  };
  const draw = (): void => {
    if (waiting && !(stage.ended.value || settling.settled.value)) return;
    const id = quote(node.id);
    if (waiting) {
      dispose();
      reportOnce(
        stage,
        issue('VITRINE_TREE_DANGLING', 'warning', `The component ${id} has not come.`, `/components/${node.id}`),
      );
      dom = note(ui.inline);
      ui.swap(dom);
    }
    say(dom, stage.words.missing(id));
  };
  return { dom, draw, dispose };
}

export function failedElement(type: string, { broken }: SurfaceWords): Element {
  return note(false, broken(quote(type)));
}

/** A sentence in the place of something that is not shown. */
export function note(inline: boolean, sentence = ''): HTMLElement {
  const element = make(inline ? 'span' : 'p', 'placeholder');
  // Our own words, whatever the direction of the page.
  element.dir = 'auto';
  say(element, sentence);
  return element;
}

export function say(element: Element, sentence: string): void {
  text(element, shown(sentence));
}

function sentenceOf({ id, state, type = '' }: TreeNode, words: SurfaceWords): string {
  return words[state === 'pending' ? 'resolved' : state](quote(id), quote(type));
}

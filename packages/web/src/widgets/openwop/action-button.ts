// action.button of OpenWOP: resumes an interrupt or takes a turn. While a field of its surface holds what may not stand
// there, a press sends nothing: it shows what is wrong and leads there.

import { Place, type TreeNode, toText, type Value } from '@vitrine/core';
import { text } from '../../dom.ts';
import { openwopWords } from '../../english/openwop.ts';
import { brief } from '../../shown-text.ts';
import type { Stage } from '../../stage.ts';
import type { Widget } from '../../widget.ts';
import { buttonWidget } from '../button.ts';
import { failureOf } from './judged.ts';

export const actionButton: Widget = buttonWidget(
  (node) => (targetOf(node) === 'resume' ? 'primary' : 'default'),
  (ui, button, node) => {
    const words = brief(toText(node.get('label') as Value));
    // A button needs a name, whatever was sent.
    text(button, words || nameOf(node, ui.stage));
  },
  (node) => fieldsBeside(node).every((field) => failureOf(field) === undefined),
);

function nameOf(node: TreeNode, stage: Stage): string {
  const { resume, exchange } = { ...openwopWords, ...stage.words };
  return targetOf(node) === 'resume' ? resume : exchange;
}

function targetOf(node: TreeNode): string | undefined {
  const action = node.get('action') as { readonly event?: { readonly name?: string } } | undefined;
  return action?.event?.name;
}

function fieldsBeside(node: TreeNode): readonly TreeNode[] {
  const places = node.place.parent?.get('children');
  if (!Array.isArray(places)) return [];
  const nodes = places.map((place) => (place instanceof Place ? place.node : undefined));
  return nodes.filter((one) => one?.type?.startsWith('field.') === true) as TreeNode[];
}

// heading of OpenWOP: plain words of a level from 1 to 6.

import { type TreeNode, toNumber, toText, type Value } from '@vitrine/core';
import { make } from '../../dom.ts';
import { oneText } from '../../markdown/basic-markdown.ts';
import { brief } from '../../shown-text.ts';
import type { Widget } from '../../widget.ts';

export const heading: Widget = (ui, node) => {
  let level = levelOf(node);
  const drawing = {
    dom: element(level),
    draw(): void {
      const now = levelOf(node);
      if (now !== level) {
        level = now;
        drawing.dom = element(level);
        ui.swap(drawing.dom);
      }
      oneText(drawing.dom, brief(toText(node.get('text') as Value)));
    },
  };
  return drawing;
};

function element(level: number): HTMLElement {
  return make(`h${level}` as 'h2', 'text');
}

function levelOf(node: TreeNode): number {
  const level = Math.round(toNumber(node.get('level') as Value));
  return level >= 1 && level <= 6 ? level : 2;
}

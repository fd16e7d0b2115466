// surface of OpenWOP's generation 1: its title, if it has one, and the flat list of its components.

import { type Place, toText, type Value } from '@vitrine/core';
import { make } from '../../dom.ts';
import { oneText } from '../../markdown/basic-markdown.ts';
import { brief } from '../../shown-text.ts';
import type { Widget } from '../../widget.ts';

export const surface: Widget = (ui, node) => {
  const dom = make('section', 'column');
  const list = make('div', 'column');
  dom.append(list);
  let title: HTMLElement | undefined;
  const draw = (): void => {
    const words = brief(toText(node.get('title') as Value));
    if (words === '') {
      title?.remove();
      title = undefined;
    } else {
      if (title === undefined) {
        title = make('h2', 'text');
        dom.prepend(title);
      }
      oneText(title, words);
    }
    ui.fill(list, node.get('children') as readonly Place[] | undefined);
  };
  return { dom, draw };
};

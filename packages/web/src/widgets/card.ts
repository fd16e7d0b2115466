// Card: a frame around one child.

import type { Place } from '@vitrine/core';
import { make } from '../dom.ts';
import type { Widget } from '../widget.ts';

export const card: Widget = (ui, node) => {
  const dom = make(ui.inline ? 'span' : 'div', 'card');
  return { dom, draw: () => ui.fill(dom, node.get('child') as Place | undefined) };
};

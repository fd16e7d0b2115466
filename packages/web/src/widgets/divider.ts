// Divider: a line between neighbours, lying in a column, standing in a row.

import { attribute, make } from '../dom.ts';
import type { Widget } from '../widget.ts';

export const divider: Widget = (ui, node) => {
  const dom = make(ui.inline ? 'span' : 'hr', 'divider');
  const draw = (): void => {
    const standing = node.get('axis') === 'vertical';
    dom.classList.toggle('standing', standing);
    attribute(dom, 'aria-orientation', standing ? 'vertical' : undefined);
    if (ui.inline) attribute(dom, 'role', 'separator');
  };
  return { dom, draw };
};

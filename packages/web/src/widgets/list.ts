// List: items below or beside one another. Each stands in an item of its own, which says so to assistive technology; that
// what is far from the screen is left out is the work of long-line.ts.

import type { Place } from '@vitrine/core/page';
import { attribute, cssClass, make } from '../dom.ts';
import type { Widget } from '../widget.ts';

/** `align`: the property that says how items stand across the list. */
export function listWidget(align: 'align' | 'alignment'): Widget {
  return (ui, node) => {
    const dom = make(ui.inline ? 'span' : 'div', 'list');
    // A role and no tag: between a list and its items there may be groups.
    if (!ui.inline) attribute(dom, 'role', 'list');
    let scrolls: ResizeObserver | undefined;
    const draw = (): void => {
      const places = node.get('children') as readonly Place[] | undefined;
      const sideways = node.get('direction') === 'horizontal';
      const name = `list${sideways ? ' sideways' : ''}${cssClass('align', node.get(align), 'stretch')}`;
      if (dom.className !== name) dom.className = name;
      ui.fill(dom, places);
      if (sideways || scrolls !== undefined) {
        scrolls ??= new ResizeObserver(() => makeReachable(dom));
        // Anew: what is in the list has changed, not its size.
        scrolls.unobserve(dom);
        scrolls.observe(dom);
      }
    };
    return { dom, draw, dispose: () => scrolls?.disconnect() };
  };
}

/** Something to scroll and nothing in it that could take the focus: then the list itself takes it. */
function makeReachable(list: HTMLElement): void {
  const needed =
    list.scrollWidth > list.clientWidth && list.querySelector('button, input, select, textarea, audio, video') === null;
  attribute(list, 'tabindex', needed ? '0' : undefined);
}

// Row and Column: children in a line, with their distribution along it and their alignment across it.

import type { Place } from '@vitrine/core';
import { make } from '../dom.ts';
import type { Widget } from '../widget.ts';

export interface LineNames {
  readonly justify: string;
  readonly align: string;
}

/** Which properties of the component say how its children are distributed and aligned. */
export const LINE: LineNames = { justify: 'justify', align: 'align' };

/** On a surface of so many nodes the browser leaves lines out while they are far from the screen: walking through 60,000 took it 35 ms a frame. */
const MANY = 5000;

export function lineWidget(kind: 'row' | 'column', names: LineNames = LINE): Widget {
  return (ui, node) => {
    const dom = make(ui.inline ? 'span' : 'div', kind);
    const look = ui.stage.tree.size > MANY ? `${kind} far` : kind;
    let last: string = kind;
    const draw = (): void => {
      const places = node.get('children') as readonly Place[] | undefined;
      const justify = node.get(names.justify);
      const align = node.get(names.align);
      const name =
        look + cssClass('justify', justify, 'start') + cssClass('align', align, 'stretch') + wrapping(kind, places);
      if (name !== last) {
        last = name;
        dom.className = name;
      }
      ui.fill(dom, places);
    };
    return { dom, draw };
  };
}

/** A row of more than a few is worth breaking; text beside a picture or two is not. */
function wrapping(kind: string, places: readonly Place[] | undefined): string {
  return kind === 'row' && places !== undefined && places.length > 4 ? ' wraps' : '';
}

/** Only names that the catalog lists get here as classes: values were judged, and others match no rule. */
export function cssClass(what: string, value: unknown, usual: string): string {
  return typeof value !== 'string' || value === usual || !/^[a-zA-Z]+$/.test(value) ? '' : ` ${what}-${value}`;
}

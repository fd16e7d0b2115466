// Makes `<vitrine-surface>` known to the page, with the widgets of A2UI's basic catalogs.

import { addLazyWidgets } from './catalogs/lazy-widgets.ts';
import {
  BASIC_08,
  BASIC_09,
  BASIC_10,
  content08,
  content09,
  content10,
  pageWidgets,
  VitrineSurface,
} from './first-load.ts';

/** `element`: a class of the page's own that extends `VitrineSurface`. */
export function defineElements(element: typeof VitrineSurface = VitrineSurface): void {
  if (customElements.get('vitrine-surface') !== undefined) return;
  pageWidgets.add({ id: BASIC_08 }, content08).add({ id: BASIC_09 }, content09).add({ id: BASIC_10 }, content10);
  addLazyWidgets(pageWidgets);
  customElements.define('vitrine-surface', element);
}

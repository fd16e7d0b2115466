// What @vitrine/web offers. `defineElements` makes `<vitrine-surface>` known to the page; `<vitrine-session>` is defined by
// @vitrine/embed, whose class extends the one here.

import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { basicWidgets08, basicWidgets09, basicWidgets10 } from './catalogs/basic.ts';
import { addLazyWidgets } from './catalogs/lazy-widgets.ts';
import { pageWidgets, VitrineSurface } from './surface-element.ts';

export type { NoticeKind } from './english/session.ts';
export { keepFocus } from './focus-keeper.ts';
export { VitrineSession } from './session-element.ts';
export type { UnseenWrite } from './stage.ts';
export { type CatalogWidgets, type Drawing, type SurfaceJudge, type Ui, type Widget, Widgets } from './widget.ts';
export type { Words } from './words.ts';
export { pageWidgets, VitrineSurface };

export function defineElements(): void {
  pageWidgets.add(basic08, basicWidgets08).add(basic09, basicWidgets09).add(basic10, basicWidgets10);
  addLazyWidgets(pageWidgets);
  if (customElements.get('vitrine-surface') === undefined) customElements.define('vitrine-surface', VitrineSurface);
}

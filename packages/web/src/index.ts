// What @vitrine/web offers. `defineElements` makes the tags known to the page.

import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { basicWidgets08, basicWidgets09, basicWidgets10 } from './catalogs/basic.ts';
import { addLazyWidgets } from './catalogs/lazy-widgets.ts';
import { VitrineSession } from './session-element.ts';
import { pageWidgets, VitrineSurface } from './surface-element.ts';

export { keepFocus } from './focus-keeper.ts';
export type { UnseenWrite } from './stage.ts';
export { type CatalogWidgets, type Drawing, type SurfaceJudge, type Ui, type Widget, Widgets } from './widget.ts';
export type { Words } from './words.ts';
export { pageWidgets, VitrineSession, VitrineSurface };

export function defineElements(): void {
  pageWidgets.add(basic08, basicWidgets08).add(basic09, basicWidgets09).add(basic10, basicWidgets10);
  addLazyWidgets(pageWidgets);
  if (customElements.get('vitrine-surface') === undefined) customElements.define('vitrine-surface', VitrineSurface);
  if (customElements.get('vitrine-session') === undefined) customElements.define('vitrine-session', VitrineSession);
}

// Makes `<vitrine-session>` and `<vitrine-surface>` known to the page. On a server, where there is none, it does nothing.

import { defineSurface, warnOfAnother } from './define-surface.ts';
import { VitrineSessionElement } from './session-element.ts';

export function defineElements(): void {
  if (!('customElements' in globalThis)) return;
  defineSurface();
  const defined = customElements.get('vitrine-session');
  if (defined === undefined) customElements.define('vitrine-session', VitrineSessionElement);
  else if (defined !== VitrineSessionElement) warnOfAnother('vitrine-session');
}

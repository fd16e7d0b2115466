// Makes `<vitrine-session>` and `<vitrine-surface>` known to the page.

import { defineElements as defineSurface } from '@vitrine/web';
import { VitrineSessionElement } from './session-element.ts';

export function defineElements(): void {
  defineSurface();
  const defined = customElements.get('vitrine-session');
  if (defined === undefined) customElements.define('vitrine-session', VitrineSessionElement);
  else if (defined !== VitrineSessionElement)
    console.warn(
      'vitrine: this page has another <vitrine-session> already, and keeps it. Load one version of Vitrine.',
    );
}

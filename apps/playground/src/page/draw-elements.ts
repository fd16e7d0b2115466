// The elements of a page that feeds them itself: they draw, and nothing that connects to a host comes with them.

import { VitrineSession } from '@vitrine/web';
import { defineElements } from '@vitrine/web/define-elements';

export function defineDrawElements(): void {
  defineElements();
  customElements.define('vitrine-session', VitrineSession);
}

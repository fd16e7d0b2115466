// Makes the elements known to the page, whose widgets come in chunks, and does what every page does for whoever uses a keyboard.

import { minimal09 } from '@vitrine/core/catalogs/minimal-0.9';
import { keepFocus, LazyCode, pageWidgets } from '@vitrine/web';
import { byId } from './element.ts';
import { fetchLaterChunks } from './later-chunks.ts';

/** `defineElements`: those of embed, which connect to a host, or those that only draw (draw-elements.ts). */
export function defineWidgets(defineElements: () => void): void {
  defineElements();
  document.addEventListener('focusout', keepFocus);
  pageWidgets.addLazy(minimal09, {
    code: new LazyCode(async () =>
      pageWidgets.add(minimal09, (await import('@vitrine/web/catalogs/basic')).basicWidgets09),
    ),
  });
  void fetchLaterChunks();
}

/** A link past what stands before the contents. Not by its address: that may say which session is shown. */
export function wireSkip(target: () => HTMLElement): void {
  byId('skip', HTMLAnchorElement).addEventListener('click', (event) => {
    event.preventDefault();
    const element = target();
    if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
    element.focus();
  });
}

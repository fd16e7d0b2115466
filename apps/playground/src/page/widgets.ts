// Makes the elements known to the page, with the widgets of every catalog that has some, and what every page does for whoever
// uses a keyboard.

import { agentchains } from '@vitrine/core/catalogs/agentchains';
import { minimal09 } from '@vitrine/core/catalogs/minimal-0.9';
import { defineElements } from '@vitrine/embed';
import { keepFocus, pageWidgets } from '@vitrine/web';
import { agentchainsWidgets } from '@vitrine/web/catalogs/agentchains';
import { basicWidgets09 } from '@vitrine/web/catalogs/basic';
import { addVitrine } from '@vitrine/web/catalogs/vitrine';
import { byId } from './element.ts';

export function defineWidgets(): void {
  defineElements();
  document.addEventListener('focusout', keepFocus);
  pageWidgets.add(minimal09, basicWidgets09).add(agentchains, agentchainsWidgets);
  addVitrine(pageWidgets);
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

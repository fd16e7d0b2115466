// `<vitrine-surface>` alone, for a page without a host: nothing that connects is loaded.

import { defineElements } from '@vitrine/web/define-elements';
import { MessageSource, type MessageSourceOptions } from './message-source.ts';
import { VitrineSurfaceElement } from './surface-element.ts';

/** On a server, where there is no page, it does nothing. */
export function defineSurface(): void {
  if (!('customElements' in globalThis)) return;
  defineElements(VitrineSurfaceElement);
  if (customElements.get('vitrine-surface') !== VitrineSurfaceElement) warnOfAnother('vitrine-surface');
}

/** A `<vitrine-surface>` that reads these dialects and shows these catalogs: put it on the page and push to it. */
export function createSurface(options: MessageSourceOptions): VitrineSurfaceElement {
  defineSurface();
  const element = document.createElement('vitrine-surface');
  if (!(element instanceof VitrineSurfaceElement))
    throw new Error('This page has another <vitrine-surface>: load @vitrine/embed alone, and once.');
  element.source = new MessageSource(options);
  return element;
}

export function warnOfAnother(tag: string): void {
  console.warn(`vitrine: this page has another <${tag}> already, and keeps it. Load one version of Vitrine.`);
}

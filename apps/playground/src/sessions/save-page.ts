// What a session shows, as one static HTML file. Fetched when somebody asks for it.

import type { UrlPolicy } from '@vitrine/core';
import { VitrineSurface } from '@vitrine/web';
import { renderShown } from '@vitrine/web/server';

export function pageOf(shown: Element, title: string, urls: UrlPolicy): Promise<string> {
  const surfaces = [...(shown.shadowRoot?.querySelectorAll('*') ?? [])].filter((one) => one instanceof VitrineSurface);
  return renderShown(surfaces, { title, urls, language: navigator.language });
}

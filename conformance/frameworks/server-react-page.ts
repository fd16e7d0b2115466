// The same page in React: what a server has rendered is hydrated in strict mode, from the messages that the server had.

import type { Json } from '@vitrine/core';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { vitrine10 } from '@vitrine/core/catalogs/vitrine';
import { a2ui10Reader } from '@vitrine/dialects/a2ui-1.0/reader';
import { MessageSource } from '@vitrine/embed';
import { VitrineSurface } from '@vitrine/react';
import { createElement as h, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { frames, type ServedPage, watchShifts } from './served.ts';

const served: ServedPage = {
  events: [],
  issues: [],
  shift: 0,
  async takeOver(messages) {
    const source = new MessageSource({ dialects: [a2ui10Reader], catalogs: [basic10, vitrine10] });
    source.push(JSON.parse(messages) as Json);
    const surface = h(VitrineSurface, {
      source,
      content: '<p>As a server that has gone on would write it.</p>',
      onEvent: (event) => void served.events.push(event),
      onIssue: (issue) => void served.issues.push(issue),
    });
    hydrateRoot(document.querySelector('main') as HTMLElement, h(StrictMode, null, surface));
    // React hydrates when it has time; the server's sheet goes with what the server has drawn.
    while (document.querySelector('vitrine-surface')?.shadowRoot?.querySelector('link') !== null) await frames();
    await frames();
  },
};
window.served = served;
watchShifts(served);

// A page whose surface a server has drawn: the element takes it over when the test says so, from the messages that the
// server had.

import { Catalogs, Fold, type Issue, type Json, type ViewerEvent } from '@vitrine/core';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { vitrine10 } from '@vitrine/core/catalogs/vitrine';
import { DIALECTS, Intake } from '@vitrine/dialects';
import { defineElements, type VitrineSurface } from '@vitrine/web';
import { frames, type ServedPage, watchShifts } from './served.ts';

const served: ServedPage = {
  events: [],
  issues: [],
  shift: 0,
  async takeOver(messages) {
    const fold = new Fold({ catalogs: new Catalogs([basic10, vitrine10]) });
    const intake = new Intake(fold, { dialects: DIALECTS, trust: 'trusted' });
    for (const message of JSON.parse(messages) as Json[]) intake.value(message);
    const element = document.querySelector('vitrine-surface') as VitrineSurface;
    element.addEventListener('vitrine-event', (event) =>
      served.events.push((event as CustomEvent<ViewerEvent>).detail),
    );
    element.addEventListener('vitrine-issue', (event) => served.issues.push((event as CustomEvent<Issue>).detail));
    defineElements();
    const [surface] = fold.surfaces.values();
    if (surface !== undefined) element.show(surface, fold);
    await element.idle;
    await frames();
  },
};
window.served = served;
watchShifts(served);

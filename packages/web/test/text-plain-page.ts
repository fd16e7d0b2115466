// A page whose basic catalog says that every text is plain, as OpenWOP's does.

import { Catalogs, Fold, type Issue, type ViewerEvent } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { DIALECTS, Intake } from '@vitrine/dialects';
import { defineElements, type VitrineSurface } from '@vitrine/web';
import type {} from './stage-page.ts';

defineElements();

window.startVitrine = () => {
  const fold = new Fold({ catalogs: new Catalogs([{ ...basic09, plainText: true }]) });
  const intake = new Intake(fold, { dialects: DIALECTS, trust: 'trusted' });
  const element = document.createElement('vitrine-surface') as VitrineSurface;
  const events: ViewerEvent[] = [];
  const issues: Issue[] = [];
  document.querySelector('main')?.append(element);
  Object.assign(window, {
    vitrine: {
      fold,
      events,
      issues,
      element: () => element,
      data: () => null,
      idle: () => element.idle,
      feed: (messages: readonly never[]) => {
        const receipts = messages.map((message) => intake.message(message)).map(({ ok, issues }) => ({ ok, issues }));
        for (const surface of fold.surfaces.values()) element.show(surface, fold);
        return receipts;
      },
    },
  });
};

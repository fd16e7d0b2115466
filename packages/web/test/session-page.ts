// The page that tests of <vitrine-session> drive: one session, fed with ops as a driver of the element would.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import {
  Catalogs,
  type EffectOp,
  Fold,
  type Issue,
  isOp,
  type Op,
  type UrlPolicy,
  type ViewerEvent,
} from '@vitrine/core/internal';
import { defineElements, pageWidgets, VitrineSession } from '@vitrine/web';
import { basicWidgets09 } from '@vitrine/web/catalogs/basic';
import { lazyChrome } from '../src/session/lazy-chrome.ts';

export interface SessionTestPage {
  readonly fold: Fold;
  readonly element: VitrineSession;
  readonly sent: ViewerEvent[];
  readonly found: Issue[];
  /** One entry of these parts, then drawn at once. */
  feed(body: readonly (Op | ViewerEvent)[], trust?: 'trusted' | 'untrusted'): readonly Issue[];
  /** A new element for the same view, where the old one stood. */
  reset(options: SessionTestOptions): void;
}

export interface SessionTestOptions {
  readonly trust?: 'trusted' | 'untrusted';
  readonly agentName?: string;
  readonly urls?: UrlPolicy;
}

declare global {
  interface Window {
    session: SessionTestPage;
  }
  interface DocumentEventMap {
    'vitrine-event': CustomEvent;
    'vitrine-issue': CustomEvent;
  }
}

defineElements();
// Their time is false and stands still: nothing is to come later.
pageWidgets.add(basic09, basicWidgets09);
customElements.define('vitrine-session', VitrineSession);
lazyChrome.fetch();

document.addEventListener('vitrine-event', ({ detail }) => window.session.sent.push(detail as ViewerEvent));
document.addEventListener('vitrine-issue', ({ detail }) => window.session.found.push(detail as Issue));

/** Each start is a new session in a new element. */
window.startVitrine = async () => {
  await lazyChrome.arrived;
  if (window.session !== undefined) window.session.element.view = undefined;
  const fold = new Fold({ catalogs: new Catalogs([basic09]) });
  const element = document.createElement('vitrine-session') as VitrineSession;
  const sent: ViewerEvent[] = [];
  const found: Issue[] = [];
  element.agentName = 'Ledger';
  document.querySelector('main')?.replaceChildren(element);
  element.view = fold;
  element.flush();
  window.session = {
    fold,
    element,
    sent,
    found,
    feed(body, trust) {
      const { issues } = fold.accept({ body }, trust);
      for (const part of body) if (isOp(part) && part.op === 'effect') element.happen(part as EffectOp);
      element.flush();
      return issues;
    },
    reset(options) {
      element.view = undefined;
      Object.assign(element, options);
      element.view = fold;
      element.flush();
    },
  };
};

// The page that browser tests drive: one <vitrine-surface> per surface of a fold, fed with messages of any dialect.
// Bundled by harness.ts; `window.vitrine` is what tests call.

import {
  type Catalog,
  Catalogs,
  Fold,
  type Issue,
  type Json,
  type UrlPolicy,
  type ViewerEvent,
  watch,
} from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { vitrine08, vitrine09, vitrine10 } from '@vitrine/core/catalogs/vitrine';
import { DIALECTS, Intake, type Receipt } from '@vitrine/dialects';
import { defineElements, type VitrineSurface } from '@vitrine/web';

export interface TestPage {
  readonly fold: Fold;
  readonly events: ViewerEvent[];
  readonly issues: Issue[];
  /** Messages of any dialect, as objects. */
  feed(messages: readonly Json[]): Pick<Receipt, 'ok' | 'issues'>[];
  element(surface?: string): VitrineSurface;
  data(surface?: string): Json;
  idle(): Promise<void>;
}

export interface TestOptions {
  readonly trust?: 'trusted' | 'untrusted';
  readonly urls?: UrlPolicy;
  readonly locale?: string;
  readonly zone?: string;
}

declare global {
  interface Window {
    vitrine: TestPage;
    startVitrine(options: TestOptions): void;
    /** Takes away all that the start and its messages have brought. A page without it serves one test. */
    stopVitrine?: () => void;
  }
}

defineElements();

/** What the page knows; a page of its own that a test names may know more. */
export const stageCatalogs: Catalog[] = [basic08, basic09, basic10, vitrine08, vitrine09, vitrine10];

window.startVitrine = (options) => {
  const fold = new Fold({
    catalogs: new Catalogs(stageCatalogs),
    ...(options.locale === undefined ? {} : { locale: options.locale }),
    ...(options.zone === undefined ? {} : { zone: options.zone }),
  });
  const intake = new Intake(fold, { dialects: DIALECTS, trust: options.trust ?? 'trusted' });
  const events: ViewerEvent[] = [];
  const issues: Issue[] = [];
  const elements = new Map<string, VitrineSurface>();
  const stopped = new AbortController();
  const { signal } = stopped;
  document.addEventListener('vitrine-event', (event) => events.push((event as CustomEvent<ViewerEvent>).detail), {
    signal,
  });
  document.addEventListener('vitrine-issue', (event) => issues.push((event as CustomEvent<Issue>).detail), { signal });
  const sync = (): void => {
    const open = fold.surfaces;
    for (const [id, element] of elements) {
      if (open.has(id)) continue;
      element.clear();
      element.remove();
      elements.delete(id);
    }
    for (const [id, surface] of open) {
      if (elements.has(id)) continue;
      const element = document.createElement('vitrine-surface') as VitrineSurface;
      element.id = id;
      if (options.urls !== undefined) element.urls = options.urls;
      document.querySelector('main')?.append(element);
      element.show(surface, fold);
      elements.set(id, element);
    }
  };
  const watcher = watch(sync);
  window.stopVitrine = () => {
    watcher.dispose();
    stopped.abort();
    for (const element of elements.values()) element.clear();
    // The focus may have been handed to it.
    document.querySelector('main')?.replaceWith(document.createElement('main'));
  };
  const first = (): string => fold.surfaces.keys().next().value ?? '';
  window.vitrine = {
    fold,
    events,
    issues,
    feed: (messages) => messages.map((message) => intake.message(message)).map(({ ok, issues }) => ({ ok, issues })),
    element: (surface = first()) => elements.get(surface) as VitrineSurface,
    data: (surface = first()) => fold.surfaces.get(surface)?.data.snapshot() ?? null,
    idle: async () => {
      for (const element of elements.values()) await element.idle;
    },
  };
};

// The page of the AgentChains tests: one <vitrine-surface> per rendered component, entries given as ops.

import { Catalogs, Fold, type Issue, type Json, type Op, type ViewerEvent, watch } from '@vitrine/core';
import { type AgentchainsType, agentchains, openAgentchains } from '@vitrine/core/catalogs/agentchains';
import { defineElements, pageWidgets, type VitrineSurface } from '@vitrine/web';
import { agentchainsWidgets } from '../src/catalogs/agentchains.ts';
import type { TestOptions } from './stage-page.ts';

export interface AgentchainsPage {
  /** Links that were opened. */
  readonly opened: string[];
  render(surface: string, type: AgentchainsType, data: Json): readonly Issue[];
  apply(ops: readonly Op[]): readonly Issue[];
  /** Tasks that begin from now on are measured. */
  mark(): void;
  /** The longest task that began since then, in milliseconds. */
  longest(): number;
}

declare global {
  interface Window {
    agentchains: AgentchainsPage;
  }
}

defineElements();
pageWidgets.add(agentchains, agentchainsWidgets);

window.startVitrine = (options: TestOptions) => {
  const { locale = 'en', trust = 'trusted', urls } = options;
  const fold = new Fold({ catalogs: new Catalogs([agentchains]), locale });
  const events: ViewerEvent[] = [];
  const issues: Issue[] = [];
  const opened: string[] = [];
  const elements = new Map<string, VitrineSurface>();
  const stopped = new AbortController();
  const { signal } = stopped;
  document.addEventListener('vitrine-event', (event) => events.push((event as CustomEvent<ViewerEvent>).detail), {
    signal,
  });
  document.addEventListener('vitrine-issue', (event) => issues.push((event as CustomEvent<Issue>).detail), { signal });
  const { open } = window;
  window.open = ((url: string) => {
    opened.push(url);
    return null;
  }) as typeof window.open;
  const watcher = watch(() => {
    for (const [id, surface] of fold.surfaces) {
      if (elements.has(id)) continue;
      const element = document.createElement('vitrine-surface') as VitrineSurface;
      element.id = id;
      if (urls !== undefined) element.urls = urls;
      document.querySelector('main')?.append(element);
      element.show(surface, fold);
      elements.set(id, element);
    }
  });
  let since = 0;
  const tasks: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
  observer.observe({ type: 'longtask' });
  window.stopVitrine = () => {
    watcher.dispose();
    stopped.abort();
    observer.disconnect();
    window.open = open;
    for (const element of elements.values()) element.clear();
    // The focus may have been handed to it.
    document.querySelector('main')?.replaceWith(document.createElement('main'));
  };
  const apply = (ops: readonly Op[]): readonly Issue[] => fold.accept({ body: ops }, trust).issues;
  const first = (): string => fold.surfaces.keys().next().value ?? '';
  window.agentchains = {
    opened,
    apply,
    render: (surface, type, data) => apply([openAgentchains(surface, type, data)]),
    mark: () => {
      since = performance.now();
    },
    longest: () => {
      tasks.push(...observer.takeRecords());
      return Math.max(0, ...tasks.filter(({ startTime }) => startTime >= since).map(({ duration }) => duration));
    },
  };
  window.vitrine = {
    fold,
    events,
    issues,
    feed: () => [],
    element: (surface = first()) => elements.get(surface) as VitrineSurface,
    data: (surface = first()) => fold.surfaces.get(surface)?.data.snapshot() ?? null,
    idle: async () => {
      for (const element of elements.values()) await element.idle;
    },
  };
};

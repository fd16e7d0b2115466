// The page of the suites that trust nothing: surfaces of every catalog, given as ops at the door (`accept`) or past it
// (`force`), as a host that forgot to judge would. `vitrine` is the same as in stage-page.ts.

import {
  Catalogs,
  DEFAULT_LIMITS,
  defineCatalog,
  defineComponent,
  Fold,
  type Issue,
  type Json,
  type Op,
  Replica,
  text,
  type UrlPolicy,
  type View,
  type ViewerEvent,
} from '@vitrine/core';
import { agentchains } from '@vitrine/core/catalogs/agentchains';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { openwop1, openwop2 } from '@vitrine/core/catalogs/openwop';
import { DIALECTS, Intake } from '@vitrine/dialects';
import { defineElements, pageWidgets, type VitrineSurface, type Widget } from '@vitrine/web';
import { agentchainsWidgets } from '../src/catalogs/agentchains.ts';
import type { TestOptions } from './stage-page.ts';

export interface HostilePage {
  readonly replica: Replica;
  /** Addresses that were opened. */
  readonly opened: string[];
  accept(ops: readonly Op[]): readonly Issue[];
  force(ops: readonly Op[]): void;
  /** Past the door, into a page whose trees hold 500 nodes at most. */
  forceSmall(ops: readonly Op[]): void;
  /** For the surfaces that are shown from now on. */
  urls: UrlPolicy | undefined;
  /** Closes every surface and forgets what was said. */
  clear(): void;
  /** What is observed in the data of all surfaces. */
  observers(): number;
}

declare global {
  interface Window {
    hostile: HostilePage;
  }
}

/** A catalog whose widget fails: at the first drawing or a later one. */
const faulty = defineCatalog({
  id: 'https://vitrine.test/faulty',
  components: { Faulty: defineComponent({ text: text() }), Sound: defineComponent({}) },
});
const faultyWidget: Widget = (_ui, node) => {
  const dom = document.createElement('p');
  const draw = (): void => {
    const words = String(node.get('text'));
    if (words === 'bad') throw new Error('It cannot be drawn.');
    dom.textContent = words;
  };
  return { dom, draw };
};

defineElements();
pageWidgets.add(agentchains, agentchainsWidgets).add(faulty, { Faulty: faultyWidget });

window.startVitrine = (options: TestOptions) => {
  const catalogs = new Catalogs([basic08, basic09, basic10, openwop1, openwop2, agentchains, faulty]);
  const trust = options.trust ?? 'trusted';
  const fold = new Fold({ catalogs });
  // More data than the door lets in.
  const replica = new Replica({ catalogs, limits: { ...DEFAULT_LIMITS, dataValues: 10_000_000, textLength: 1e9 } });
  const small = new Replica({ catalogs, limits: { ...DEFAULT_LIMITS, nodesPerTree: 500 } });
  const views = [fold, replica, small];
  const intake = new Intake(fold, { dialects: DIALECTS, trust });
  const events: ViewerEvent[] = [];
  const issues: Issue[] = [];
  const opened: string[] = [];
  const elements = new Map<string, VitrineSurface>();
  document.addEventListener('vitrine-event', (event) => events.push((event as CustomEvent<ViewerEvent>).detail));
  document.addEventListener('vitrine-issue', (event) => issues.push((event as CustomEvent<Issue>).detail));
  window.open = ((url: string) => {
    opened.push(url);
    return null;
  }) as typeof window.open;
  const show = (view: View): void => {
    for (const [id, surface] of view.surfaces) {
      if (elements.has(id)) continue;
      const element = document.createElement('vitrine-surface') as VitrineSurface;
      element.id = id;
      const { urls } = window.hostile;
      if (urls !== undefined) element.urls = urls;
      document.querySelector('main')?.append(element);
      element.show(surface, view);
      elements.set(id, element);
    }
    for (const [id, element] of elements) {
      if (views.some(({ surfaces }) => surfaces.has(id))) continue;
      element.clear();
      element.remove();
      elements.delete(id);
    }
  };
  const force = (ops: readonly Op[]): void => {
    replica.apply({ body: ops, trust });
    show(replica);
  };
  const forceSmall = (ops: readonly Op[]): void => {
    small.apply({ body: ops, trust });
    show(small);
  };
  const first = (): string => elements.keys().next().value ?? '';
  const surfaceOf = (id: string) => fold.surfaces.get(id) ?? replica.surfaces.get(id);
  window.hostile = {
    replica,
    opened,
    urls: options.urls,
    accept: (ops) => {
      const { issues } = fold.accept({ body: ops }, trust);
      show(fold);
      return issues;
    },
    force,
    forceSmall,
    clear: () => {
      for (const view of views)
        for (const surface of [...view.surfaces.keys()]) view.apply({ body: [{ op: 'close', surface }] });
      show(fold);
      events.length = issues.length = opened.length = 0;
    },
    observers: () => {
      let count = 0;
      for (const view of views) for (const { data } of view.surfaces.values()) count += data.observerCount;
      return count;
    },
  };
  window.vitrine = {
    fold,
    events,
    issues,
    feed: (messages) => {
      const receipts = messages.map((message) => intake.message(message)).map(({ ok, issues }) => ({ ok, issues }));
      show(fold);
      return receipts;
    },
    element: (surface = first()) => elements.get(surface) as VitrineSurface,
    data: (surface = first()): Json => surfaceOf(surface)?.data.snapshot() ?? null,
    idle: async () => {
      for (const element of elements.values()) await element.idle;
    },
  };
};

// What the tests of a page ask that a server has drawn.

import type { Issue, ViewerEvent } from '@vitrine/core';

export interface ServedPage {
  readonly events: ViewerEvent[];
  readonly issues: Issue[];
  /** How far anything has moved by itself since the page was opened. */
  shift: number;
  takeOver(messages: string): Promise<void>;
}

declare global {
  interface Window {
    served: ServedPage;
  }
}

export function watchShifts(served: ServedPage): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      served.shift += (entry as PerformanceEntry & { readonly value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

export function frames(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
}

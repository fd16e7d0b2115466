/// <reference lib="dom" />
// @copilotkit/a2ui-renderer, its web components. They take a list of operations as a property, so messages of one task
// are handed over together.

import { basicCatalog, type CpkA2uiSurface, defineA2UIWebComponents } from '@copilotkit/a2ui-renderer/web-components';
import { offer } from '../page.ts';
import { linesFor } from './other-catalog.ts';

defineA2UIWebComponents();

let element: CpkA2uiSurface;
let waiting: unknown[] = [];

function handOver(): void {
  element.operations = waiting as never;
  waiting = [];
}

offer({
  lines: linesFor(basicCatalog.id),
  open(host) {
    element = document.createElement('cpk-a2ui-surface') as CpkA2uiSurface;
    host.append(element);
  },
  take(line) {
    if (waiting.length === 0) queueMicrotask(handOver);
    waiting.push(JSON.parse(line));
  },
});

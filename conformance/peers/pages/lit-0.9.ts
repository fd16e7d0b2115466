/// <reference lib="dom" />
// @a2ui/lit with A2UI 0.9, without a markdown renderer.

import { A2uiSurface, basicCatalog } from '@a2ui/lit/v0_9';
import { createProcessor, feed } from './processor-0.9.ts';

const processor = createProcessor(basicCatalog);
const main = document.body.appendChild(document.createElement('main'));
const shown = new Map<string, A2uiSurface>();

processor.onSurfaceCreated((surface) => {
  const element = new A2uiSurface();
  element.surface = surface as never;
  shown.set(surface.id, element);
  main.append(element);
});
processor.onSurfaceDeleted((id) => {
  shown.get(id)?.remove();
  shown.delete(id);
});
void feed(processor);

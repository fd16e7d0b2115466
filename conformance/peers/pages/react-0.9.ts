/// <reference lib="dom" />
// @a2ui/react with A2UI 0.9, without a markdown renderer.

import { A2uiSurface, basicCatalog } from '@a2ui/react/v0_9';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createProcessor, feed } from './processor-0.9.ts';

const processor = createProcessor(basicCatalog);
const root = createRoot(document.body.appendChild(document.createElement('main')));

function render(): void {
  const surfaces = [...processor.model.surfacesMap.values()];
  root.render(surfaces.map((surface) => createElement(A2uiSurface, { key: surface.id, surface })));
}

processor.onSurfaceCreated(render);
processor.onSurfaceDeleted(render);
void feed(processor);

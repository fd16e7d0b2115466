/// <reference lib="dom" />
// @a2ui/lit, the official web components, without a markdown renderer.

import { type A2uiSurface, basicCatalog } from '@a2ui/lit/v0_9';
import { MessageProcessor } from '@a2ui/web_core/v0_9';
import { SURFACE } from '../../streams.ts';
import { offer } from '../page.ts';

const processor = new MessageProcessor([basicCatalog]);
let element: A2uiSurface;

offer({
  open(host) {
    element = document.createElement('a2ui-surface') as A2uiSurface;
    host.append(element);
    processor.onSurfaceCreated((surface) => {
      if (surface.id === SURFACE) element.surface = surface as never;
    });
  },
  take(line) {
    processor.processMessages([JSON.parse(line)]);
  },
});

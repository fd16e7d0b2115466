/// <reference lib="dom" />
// @a2ui/react, the official React renderer, without a markdown renderer.

import { A2uiSurface, basicCatalog } from '@a2ui/react/v0_9';
import { MessageProcessor } from '@a2ui/web_core/v0_9';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { offer } from '../page.ts';

const processor = new MessageProcessor([basicCatalog]);

offer({
  open(host) {
    const root = createRoot(host.appendChild(document.createElement('div')));
    processor.onSurfaceCreated((surface) => root.render(createElement(A2uiSurface, { surface })));
  },
  take(line) {
    processor.processMessages([JSON.parse(line)]);
  },
});

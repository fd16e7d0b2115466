/// <reference lib="dom" />
// @copilotkit/a2ui-renderer, its React half.

import { A2UIProvider, A2UIRenderer, basicCatalog, useA2UI } from '@copilotkit/a2ui-renderer';
import { createElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { SURFACE } from '../../streams.ts';
import { offer } from '../page.ts';
import { linesFor } from './other-catalog.ts';

let send: (messages: never[]) => void;

function Door(): ReactNode {
  send = useA2UI().processMessages as typeof send;
  return createElement(A2UIRenderer, { surfaceId: SURFACE });
}

offer({
  lines: linesFor(basicCatalog.id),
  open(host) {
    const root = createRoot(host.appendChild(document.createElement('div')));
    const provided = { catalog: basicCatalog, children: createElement(Door) };
    root.render(createElement(A2UIProvider, provided));
  },
  take(line) {
    send([JSON.parse(line) as never]);
  },
});

// CopilotKit's React renderer in a page: shows what it is given and keeps what a person does, for run.mjs to read.

import { A2UIProvider, A2UIRenderer, basicCatalog, useA2UI } from '@copilotkit/a2ui-renderer';
import { createElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';

const SURFACE = 'hello';
const outside = { actions: [], send: undefined, catalog: basicCatalog.id };
window.outside = outside;

function Door() {
  const { processMessages } = useA2UI();
  useEffect(() => {
    outside.send = processMessages;
  }, [processMessages]);
  return createElement(A2UIRenderer, { surfaceId: SURFACE });
}

const onAction = (action) => outside.actions.push(action);
createRoot(document.body.appendChild(document.createElement('div'))).render(
  createElement(A2UIProvider, { catalog: basicCatalog, onAction }, createElement(Door)),
);

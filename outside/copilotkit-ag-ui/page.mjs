// An application of CopilotKit as anybody writes it: the provider with the address of our face, its chat, and something to
// answer an interrupt with.

import { CopilotChat, CopilotKitProvider, useInterrupt } from '@copilotkit/react-core/v2';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

function App() {
  useInterrupt({
    agentId: 'default',
    render: ({ interrupt, resolve }) =>
      createElement(
        'button',
        { type: 'button', onClick: () => resolve({ approved: true }) },
        `Approve: ${interrupt?.message}`,
      ),
  });
  return createElement(CopilotChat, { agentId: 'default', threadId: 'mine' });
}

createRoot(document.body.appendChild(document.createElement('div'))).render(
  createElement(CopilotKitProvider, { runtimeUrl: `${location.origin}/ag-ui` }, createElement(App)),
);

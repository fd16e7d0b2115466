// The application: one session in strict mode.

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SessionPage } from '../session-page.mjs';

createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <SessionPage />
  </StrictMode>,
);

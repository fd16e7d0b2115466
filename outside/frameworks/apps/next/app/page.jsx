// A server component with a client leaf.

import { SessionPage } from '../session-page.mjs';

export default function Page() {
  return (
    <main>
      <SessionPage />
    </main>
  );
}

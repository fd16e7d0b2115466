// Where the demos' program stands. It is started by its file and never imported: the demos are agents, and agents are
// programs of their own.

import { existsSync } from 'node:fs';

/** `dist` stands beside `src`, so this holds from both. Undefined: it is not built. */
export function demoProgram(): URL | undefined {
  const program = new URL('../../../../apps/demos/dist/run.js', import.meta.url);
  return existsSync(program) ? program : undefined;
}

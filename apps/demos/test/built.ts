// The program as it is run: built.

import { fileURLToPath } from 'node:url';

export { ensureBuilt } from '../../../packages/cli/test/serving.ts';

export const PROGRAM = fileURLToPath(new URL('../dist/run.js', import.meta.url));

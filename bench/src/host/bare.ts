// Bare SQLite in a process of its own, as the bench of the log has it.

import { createBare } from '../log.ts';
import { answerParent } from './process.ts';

let rate: (() => Promise<number>) | undefined;

answerParent({
  open: async (path: string) => {
    rate = await createBare(path);
  },
  /** Rows in a second. */
  rate: () => rate?.(),
});

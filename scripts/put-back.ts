// Behind each test file: what it has spied on or stubbed is as it was. The next file in its process meets nothing of it.

import { afterAll, vi } from 'vitest';

// First to be said, last to be done: behind the hooks of the file.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

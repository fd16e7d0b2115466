// A real Chromium for the tests of the pages: this file's connection to the one of the run. Closing it ends every context
// that was made through it, and no other.

import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';

export function launchChromium(): Promise<Browser> {
  return chromium.connect(inject('browserEndpoint'));
}

// `npm run complete-lock`, after an `npm install` from a registry that does not carry every platform: see lock-file.mjs.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completed, LOCK_FILES, missingOptionals } from './lock-file.mjs';
import { ROOT } from './source-files.mjs';

for (const name of LOCK_FILES) {
  const path = join(ROOT, name);
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const missing = missingOptionals(lock);
  if (missing.length > 0) writeFileSync(path, `${JSON.stringify(completed(lock), null, 2)}\n`);
  console.log(`${name}: ${missing.length} optional packages added`);
}

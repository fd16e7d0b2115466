// Before a run of vitest: a temporary folder of its own, which goes with everything that tests and what they start have left
// in it, a killed process included. Names what was left: a test should have taken it away.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

const PREFIX = 'vitrine-run-';

export function setup(project: TestProject): (() => void) | undefined {
  // Every project of a run asks, the root in any case.
  if (!project.isRootProject()) return undefined;
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  // Workers are started later and inherit it, and so do their children.
  process.env.TMPDIR = folder;
  return () => {
    const left = readdirSync(folder);
    if (left.length > 0) console.log(`Left in the temporary folder of the run: ${left.join(', ')}`);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  };
}

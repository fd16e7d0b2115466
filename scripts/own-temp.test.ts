import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

it('tests and what they start have a temporary folder of their run', () => {
  const ask = "process.stdout.write(require('node:os').tmpdir())";
  expect(basename(tmpdir())).toMatch(/^vitrine-run-/);
  expect(spawnSync(process.execPath, ['-e', ask], { encoding: 'utf8' }).stdout).toBe(tmpdir());
});

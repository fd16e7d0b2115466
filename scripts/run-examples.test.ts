import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listExamples, runExample } from './run-examples.mjs';

const never = new AbortController().signal;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-examples-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, code: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'run.mjs'), code);
}

it('finds every folder with a run.mjs, and nothing else', () => {
  write('b', '');
  write('a', '');
  mkdirSync(join(folder, 'c'));
  writeFileSync(join(folder, 'package.json'), '{}');
  expect(listExamples(folder)).toEqual(['a', 'b']);
});

it('an example that ends with 0 holds', async () => {
  write('good', 'await 1;');
  expect(await runExample(folder, 'good', never)).toEqual({ name: 'good', seconds: expect.any(Number) });
});

it.each([
  ['process.exit(3)', 'ended with 3'],
  ['process.exitCode = 1', 'ended with 1'],
  ['process.kill(process.pid, "SIGKILL")', 'ended with SIGKILL'],
])('an example that does %s does not hold', async (code, problem) => {
  write('bad', `${code};`);
  expect(await runExample(folder, 'bad', never)).toMatchObject({ name: 'bad', problem });
});

it('an example that does not end is ended, with all that it has started', async () => {
  const note = join(folder, 'child');
  write(
    'slow',
    `import { spawn } from 'node:child_process';
     import { renameSync, writeFileSync } from 'node:fs';
     const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)']);
     writeFileSync(${JSON.stringify(`${note}.part`)}, String(child.pid));
     renameSync(${JSON.stringify(`${note}.part`)}, ${JSON.stringify(note)});
     setInterval(() => 0, 1000);`,
  );
  const over = new AbortController();
  const ran = runExample(folder, 'slow', over.signal);
  await expect.poll(() => existsSync(note), { timeout: 60_000 }).toBe(true);
  over.abort();
  expect(await ran).toMatchObject({ problem: 'not done in time' });
  const child = Number(readFileSync(note, 'utf8'));
  await expect.poll(() => isAlive(child), { timeout: 60_000 }).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that nobody has waited for yet is still in the table.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

// The two commands of INTEROP-MATRIX.md that make a host ready for the published suite, run as they are written there:
// only the folder and the port are others.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHost } from '@vitrine/host';
import { faceWith } from '@vitrine/openwop';
import { openwopSeams } from '@vitrine/openwop-seams';
import { afterAll, expect, test, vi } from 'vitest';
import { SERVE_FLAGS } from '../../packages/cli/src/serving/serve-flags.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const running: ChildProcess[] = [];
afterAll(() => {
  for (const program of running) program.kill();
});

async function recipe(): Promise<readonly string[]> {
  const matrix = await readFile(join(ROOT, 'INTEROP-MATRIX.md'), 'utf8');
  return /```sh\n(.*?)```/s.exec(matrix)?.[1]?.trim().split('\n') ?? [];
}

test('the flags of the host are there', async () => {
  const [serve = ''] = await recipe();
  expect(serve).toMatch(/^vitrine serve /);
  const known = SERVE_FLAGS.map(({ name }) => `--${name}`);
  expect(serve.split(' ').filter((word) => word.startsWith('--') && !known.includes(word))).toEqual([]);
});

test('the workflow of the suite is served', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openwop-recipe-'));
  const host = await createHost({ folder, faces: [faceWith({ seams: openwopSeams })] });
  const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
  const [, gate = ''] = await recipe();
  const [command, ...args] = gate.replaceAll('DIR', folder).replaceAll('http://127.0.0.1:8787', url).split(' ');
  expect(command).toBe('node');
  const program = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  running.push(program);
  await vi.waitFor(
    async () => {
      expect(program.exitCode).toBeNull();
      const { fixtures } = (await (await fetch(`${url}/.well-known/openwop`)).json()) as { fixtures?: unknown };
      expect(fixtures).toEqual(['conformance-approval']);
    },
    { timeout: 10_000 },
  );
  program.kill();
  await host.stop(1000);
  await rm(folder, { recursive: true, force: true });
});

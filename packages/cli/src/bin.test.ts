import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const bin = path('../bin/vitrine.js');
const example = path('../../../apps/playground/examples/booking.jsonl');

const run = (...args: string[]) => spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8' });

beforeAll(() => {
  if (existsSync(path('../dist/main.js')) && existsSync(path('../../../apps/playground/dist/www/index.html'))) return;
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  for (const command of [[tsc, '-b', path('..')], [path('../../../apps/playground/build.mjs')]]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the build failed: ${stdout}${stderr}`);
  }
}, 240_000);

describe('the command as a process', () => {
  it('checks a file and gives its exit code', () => {
    const good = run('validate', example);
    expect([good.status, good.stderr]).toEqual([0, '']);
    expect(good.stdout).toContain(': ok, 10 messages accepted (a2ui-0.9)');
    expect(run('validate', path('../../../apps/playground/examples/broken.jsonl')).status).toBe(1);
    expect(run('vaildate', example).status).toBe(2);
  });

  it('does not paint into a pipe', () => {
    expect(run('validate', example).stdout).not.toContain('\u001b');
  });

  it('reads standard input', () => {
    const { status, stdout } = spawnSync(process.execPath, [bin, 'render', '-', '--to', 'text'], {
      encoding: 'utf8',
      input:
        '{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}',
    });
    expect([status, stdout]).toEqual([0, '(nothing is shown yet: the surface waits for its root root)\n']);
  });

  it('does not fail when its reader leaves early', async () => {
    const child = spawn(process.execPath, [bin, 'validate', '-'], { stdio: ['pipe', 'pipe', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    // It stops reading as well, so writing to it may fail.
    child.stdin.on('error', () => {});
    child.stdout.once('data', () => child.stdout.destroy());
    const ended = once(child, 'exit');
    const write = () => {
      if (child.exitCode === null && !child.stdin.destroyed)
        child.stdin.write('{}\n'.repeat(1000), () => setImmediate(write));
    };
    write();
    const [code, signal] = await ended;
    expect([code, signal, said]).toEqual([1, null, '']);
  });

  it('serves until it is told to end', async () => {
    const child = spawn(process.execPath, [bin, 'serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const early = once(child, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}`)));
    const [said] = await Promise.race([once(child.stdout, 'data'), early]);
    const url = /http:\S+/.exec(String(said))?.[0] ?? '';
    expect((await fetch(`${url}healthz`)).status).toBe(200);
    early.catch(() => {});
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

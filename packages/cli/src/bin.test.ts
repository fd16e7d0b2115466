import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, newFolder, stopAll } from '../test/serving.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const bin = path('../bin/vitrine.js');
const example = path('../../../apps/playground/examples/booking.jsonl');

const run = (...args: string[]) => spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8' });

const children = new Set<ChildProcess>();
beforeAll(ensureBuilt, 240_000);
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});
afterEach(stopAll);

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
    const { child, url } = await serving('--data', newFolder());
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('leaves the folder to one process at a time', async () => {
    const folder = newFolder();
    const { child } = await serving('--data', folder);
    const second = run('serve', '--port', '0', '--data', folder);
    expect([second.status, second.stdout]).toEqual([1, '']);
    expect(second.stderr).toBe('vitrine: Another process has the log of this data folder open.\n');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { child: third } = await serving('--data', folder);
    third.kill('SIGTERM');
    await once(third, 'exit');
  });

  it('runs the demos as a process of their own, finds their sessions again, and takes them along', async () => {
    const folder = newFolder();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const { child, url } = await serving('--data', folder, '--demo');
      const list = async (key: string) => {
        const authorization = `Bearer ${readFileSync(join(folder, key), 'utf8').trim()}`;
        const response = await fetch(`${url}/sessions`, { headers: { authorization } });
        return ((await response.json()) as { sessions: { title: string; seq: number; agent: string }[] }).sessions;
      };
      let sessions = await list('demo.key');
      while (sessions.length < 6 || sessions.some(({ seq }) => seq === 0)) sessions = await list('demo.key');
      expect(statSync(join(folder, 'demo.key')).mode & 0o777).toBe(0o600);
      // The feed and the sealed values of the first agent stay its own.
      expect(new Set(sessions.map(({ agent }) => agent))).toEqual(new Set(['demo']));
      expect(await list('agent.key')).toEqual([]);
      expect(sessions.map(({ title }) => title).sort()).toEqual([
        'A berth in the harbour (OpenWOP)',
        'Approve a release (neutral form)',
        'Book a table (A2UI 0.9)',
        'Buy a data set (AgentChains)',
        'Live dashboard (A2UI 1.0)',
        'Plan a weekend (A2UI 0.8)',
      ]);
      // The demos hold the other end of this pipe: it closes when they are gone as well.
      const silent = once(child.stderr, 'close');
      child.kill(signal);
      await Promise.all([once(child, 'exit'), silent]);
    }
  });
});

async function serving(...args: string[]) {
  const child = spawn(process.execPath, [bin, 'serve', '--port', '0', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  const early = once(child, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}`)));
  early.catch(() => {});
  const [said] = await Promise.race([once(child.stdout, 'data'), early]);
  const url = /http:[^/]*\/\/[^/\s]+/.exec(String(said))?.[0] ?? '';
  return { child, url };
}

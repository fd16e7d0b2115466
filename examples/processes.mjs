// What examples start: a host of their own and agents, each a process. All of them are gone when the example is.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const VITRINE = fileURLToPath(new URL('../packages/cli/bin/vitrine.js', import.meta.url));

const started = new Set();
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** A program of Node; `line()` gives the next line that it prints. */
export function start(file, args = [], env = {}) {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.add(child);
  const ended = once(child, 'exit').then(() => started.delete(child));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async line() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${file} ended without a word.`);
      return value;
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
    },
  };
}

/** `vitrine serve` in a folder of its own, on a free port that it keeps over restarts. `flags`: more of them. */
export async function startHost(flags = []) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-example-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  let port = '0';
  let host;
  const serve = async () => {
    host = start(VITRINE, ['serve', '--data', folder, '--port', port, ...flags]);
    const [address] = /http:\/\/[^/\s#]+/.exec(await host.line()) ?? [];
    port = new URL(address).port;
    return address;
  };
  const url = await serve();
  return {
    url,
    key: readFileSync(join(folder, 'agent.key'), 'utf8').trim(),
    async restart() {
      await host.stop();
      await serve();
    },
  };
}

/** Resolves when `holds` does. What never comes is told as a failure. */
export async function until(holds) {
  const deadline = performance.now() + 60_000;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`It never came to this: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

// Where no page is and Node is not, either: Bun loads the packages as they are installed, workerd (what Cloudflare's edge runs)
// loads one bundle of them, without any of its flags for Node. Both draw the same HTML as Node does.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { draw } from './worker.mjs';

const HERE = import.meta.dirname;
const BIN = join(HERE, '../node_modules/.bin');
const expected = await draw();
assert.match(expected, /value="Ada"/);
const folder = mkdtempSync(join(tmpdir(), 'vitrine-runtimes-'));

function underBun() {
  const code = `process.stdout.write(await (await import(${JSON.stringify(join(HERE, 'worker.mjs'))})).draw());process.exit()`;
  const { stdout, stderr, status } = spawnSync(join(BIN, 'bun'), ['-e', code], { cwd: HERE, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.equal(stdout, expected);
  console.log('bun: loaded, and drew the same');
}

/** The port is told at file descriptor 3. */
const CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker", esModule = embed "worker.js")],
    compatibilityDate = "2026-01-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

async function underWorkerd() {
  const { outputFiles } = await build({
    entryPoints: [join(HERE, 'worker.mjs')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    // Whatever is imported is run.
    ignoreAnnotations: true,
    logLevel: 'error',
    conditions: ['worker'],
    target: 'es2023',
    // What only a compiler of Svelte can make is fetched when a page draws.
    external: ['*.svelte'],
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  writeFileSync(join(folder, 'worker.js'), outputFiles[0].contents);
  writeFileSync(join(folder, 'config.capnp'), CONFIG);
  const child = spawn(join(BIN, 'workerd'), ['serve', 'config.capnp', '--control-fd=3'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  try {
    const [told] = await Promise.race([once(child.stdio[3], 'data'), once(child, 'exit')]);
    const { port } = JSON.parse(String(told).split('\n', 1)[0]);
    const response = await fetch(`http://127.0.0.1:${port}/`);
    assert.equal(await response.text(), expected);
    console.log('workerd: loaded, and drew the same');
  } finally {
    child.kill();
  }
}

try {
  underBun();
  await underWorkerd();
} finally {
  rmSync(folder, { recursive: true });
}

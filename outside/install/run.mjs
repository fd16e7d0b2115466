// What a stranger does: `npx @vitrine/cli` from an empty cache, the MCP line, and `npm i` of each package alone into an empty
// folder, where every entry loads and its declarations compile. Packs what is built, and serves it from a registry of its own.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packPackages } from '../../scripts/pack-packages.mjs';
import { ROOT } from '../../scripts/source-files.mjs';
import { startRegistry } from './registry.mjs';

const MAX_START_MS = 20_000;
const MAX_INSTALL_BYTES = 60_000_000;
/** What a template says in a framework whose types have to be there, beside what must not compile. */
const TEMPLATES = {
  'react.tsx': { of: 'react', needs: '@types/react', tag: tagIn('onvitrine-state') },
  'preact.tsx': { of: 'preact', needs: 'preact', tag: tagIn('onvitrine-state') },
  'solid.tsx': { of: 'solid', runtime: 'solid-js', needs: 'solid-js', tag: tagIn('on:vitrine-state') },
  'vue.ts': {
    of: 'vue',
    needs: 'vue',
    tag: propsIn("InstanceType<import('vue').GlobalComponents['vitrine-session']>['$props']", 'onVitrineState'),
  },
  'svelte.ts': {
    of: 'svelte',
    needs: 'svelte',
    tag: propsIn("import('svelte/elements').SvelteHTMLElements['vitrine-session']", "'onvitrine-state'"),
  },
};

/** @param {string} handler */
function tagIn(handler) {
  return `export const tag = <vitrine-session src="x" ${handler}={(event) => event.detail.state.trim()} />;
// @ts-expect-error -- a number is no address.
export const wrong = <vitrine-session src={1} />;
`;
}

/** @param {string} type @param {string} handler */
function propsIn(type, handler) {
  return `export const tag: ${type} = { src: 'x', ${handler}: (event) => event.detail.state.trim() };
// @ts-expect-error -- a number is no address.
export const wrong: ${type} = { src: 1 };
`;
}

const folder = mkdtempSync(join(tmpdir(), 'vitrine-install-'));
const at = (/** @type {string} */ name) => {
  mkdirSync(join(folder, name), { recursive: true });
  return join(folder, name);
};
const packages = packPackages(at('tarballs'));
const registry = await startRegistry(packages);
const env = {
  ...process.env,
  'npm_config_@vitrine:registry': registry.url,
  npm_config_cache: at('cache'),
  npm_config_fund: 'false',
  npm_config_audit: 'false',
};
/** @type {import('node:child_process').ChildProcess[]} */
const running = [];

/** @param {readonly string[]} args @param {string} cwd */
function start(args, cwd) {
  const child = spawn('npx', args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  running.push(child);
  return child;
}

/** @param {import('node:child_process').ChildProcess} child @param {RegExp} pattern */
async function saidBy(child, pattern) {
  let said = '';
  for await (const chunk of child.stdout ?? []) {
    said += chunk;
    const found = pattern.exec(said);
    if (found !== null) return found;
  }
  throw new Error(`it ended and said only ${said}`);
}

/** @param {string} path @returns {number} as the disk counts it */
function sizeOf(path) {
  const stat = lstatSync(path);
  const own = (stat.blocks ?? 0) * 512;
  return stat.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), own) : own;
}

async function tryCommand() {
  const cwd = at('visitor');
  const taken = createServer().listen(8787, '127.0.0.1');
  await Promise.race([once(taken, 'listening'), once(taken, 'error')]);
  const begun = performance.now();
  const [, url = ''] = await saidBy(start(['--yes', '@vitrine/cli'], cwd), /Vitrine is at (http:\S+?)\/#operator=/);
  assert.equal((await fetch(url)).status, 200);
  const took = performance.now() - begun;
  console.log(`npx @vitrine/cli serves ${url} after ${(took / 1000).toFixed(1)} s from an empty cache`);
  assert.notEqual(new URL(url).port, '8787');
  await demosOf(url, cwd);
  taken.close();
  assert.ok(took < MAX_START_MS, `it took ${took} ms`);
}

/** @param {string} url @param {string} cwd */
async function demosOf(url, cwd) {
  const authorization = `Bearer ${readFileSync(join(cwd, '.vitrine/demo.key'), 'utf8').trim()}`;
  for (let count = 0; count < 5; await new Promise((done) => setTimeout(done, 200))) {
    const { sessions } = await (await fetch(`${url}/sessions`, { headers: { authorization } })).json();
    count = sessions.length;
  }
}

async function tryMcp() {
  const child = start(['-y', '@vitrine/cli', 'mcp'], at('mcp'));
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  await saidBy(child, /"serverInfo"/);
  console.log('npx -y @vitrine/cli mcp answers');
}

/** @param {readonly string[]} args @param {string} cwd */
async function run(args, cwd) {
  // Not spawnSync: the registry answers from this process.
  const child = spawn(args[0] ?? '', args.slice(1), { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {Buffer[]} */
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  const [status] = await once(child, 'close');
  assert.equal(status, 0, `${args.join(' ')}: ${Buffer.concat(said)}`);
}

/** @param {typeof packages[number]} one */
async function tryAlone({ manifest: { name = '', exports = {}, peerDependenciesMeta = {} } }) {
  const cwd = at(name.replace('/', '-'));
  writeFileSync(join(cwd, 'package.json'), '{"private":true,"type":"module"}');
  await run(['npm', 'install', name], cwd);
  const size = sizeOf(join(cwd, 'node_modules'));
  console.log(`${name}: ${(size / 1e6).toFixed(1)} MB installed`);
  if (name === '@vitrine/cli') assert.ok(size <= MAX_INSTALL_BYTES, `${size} bytes`);
  const entries = Object.keys(exports)
    .filter((path) => !/[*]|\.json$|^\.\/tags\//.test(path))
    .map((path) => JSON.stringify(name + path.slice(1)));
  if (entries.length === 0) return;
  writeFileSync(join(cwd, 'load.mjs'), entries.map((entry) => `await import(${entry});\n`).join(''));
  await run([process.execPath, 'load.mjs'], cwd);
  writeFileSync(join(cwd, 'types.ts'), entries.map((entry, i) => `export * as e${i} from ${entry};\n`).join(''));
  // What only a compiler needs.
  await run(['npm', 'install', '--no-save', '@types/node@20', ...Object.keys(peerDependenciesMeta)], cwd);
  await compile(cwd, ['--types', 'node', '--skipLibCheck', 'false', 'types.ts']);
  if (exports['./tags/react'] !== undefined) await tryTemplates(cwd);
}

/** @param {string} cwd */
async function tryTemplates(cwd) {
  await run(['npm', 'install', '--no-save', ...Object.values(TEMPLATES).map(({ needs }) => needs)], cwd);
  for (const [file, { of, runtime = of, tag }] of Object.entries(TEMPLATES))
    writeFileSync(join(cwd, file), `/** @jsxImportSource ${runtime} */\nimport '@vitrine/embed/tags/${of}';\n${tag}`);
  await compile(cwd, ['--types', '', '--skipLibCheck', '--jsx', 'preserve', ...Object.keys(TEMPLATES)]);
  console.log(
    `templates of ${Object.values(TEMPLATES)
      .map(({ of }) => of)
      .join(', ')} know the tags`,
  );
}

/** @param {string} cwd @param {readonly string[]} options */
async function compile(cwd, options) {
  const tsc = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  await run([process.execPath, tsc, '--noEmit', '--strict', '--module', 'nodenext', ...options], cwd);
}

try {
  await tryCommand();
  await tryMcp();
  for (const one of packages) await tryAlone(one);
} finally {
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  await Promise.all(
    running
      .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
      .map((child) => once(child, 'exit')),
  );
  registry.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

// What `vitrine new` writes, run as its README says: an agent whose form a person sends, and a page whose server opens a
// session. Exits with 0 only if both answer.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectViewer, redeemViewerCode } from '@vitrine/client';
import { Catalogs } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { start, startHost, until } from '../processes.mjs';

const VITRINE = fileURLToPath(new URL('../../packages/cli/bin/vitrine.js', import.meta.url));
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'vitrine-new-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const host = await startHost();
const env = { VITRINE_URL: host.url, VITRINE_KEY: host.key, PORT: '0' };

/** Started where it was written, as `npm start` does; the packages are those of this repository. */
async function startProject(kind, file) {
  const own = join(folder, kind);
  execFileSync(process.execPath, [VITRINE, 'new', kind, own]);
  symlinkSync(MODULES, join(own, 'node_modules'));
  const program = start(join(own, file), [], env);
  const [url] = /http:\S+/.exec(await program.line()) ?? [];
  return { program, url };
}

async function look(address) {
  const code = new URLSearchParams(new URL(address).hash.slice(1)).get('code');
  const access = await redeemViewerCode({ url: host.url, code });
  return connectViewer({ url: host.url, ...access, catalogs: new Catalogs([basic09]) });
}

const { program: agent, url: viewerUrl } = await startProject('agent', 'agent.mjs');
const viewer = await look(viewerUrl);
const order = () => viewer.view.surfaces.get('order');
await until(() => order() !== undefined);
const button = order()
  .components()
  .find(({ type }) => type === 'Button');
viewer.send({ event: 'input', surface: 'order', path: '/drink', value: 'Tea' });
const context = { drink: 'Tea', ice: true };
viewer.send({ event: 'action', surface: 'order', source: button.id, name: 'order', context, checked: true });
await until(() => order().data.get('/answer') === 'Tea with ice: on its way.');
viewer.close();
await agent.stop();

const { program: server, url: page } = await startProject('app', 'server.mjs');
const shown = await (await fetch(page)).text();
assert.match(shown, /<vitrine-session>/);
const script = await fetch(new URL('/vitrine/vitrine.js', page));
assert.equal(script.headers.get('content-type'), 'text/javascript; charset=utf-8');
assert.equal((await fetch(new URL('/vitrine/..%2f..%2fpackage.json', page))).status, 404);
const session = await (await fetch(new URL('/session.json', page))).json();
const visitor = await look(session.viewerUrl);
await until(() => visitor.view.surfaces.get('feedback') !== undefined);
visitor.close();
await server.stop();
console.log('new-projects: the order came back, and the page has a session of its own.');
process.exit(0);

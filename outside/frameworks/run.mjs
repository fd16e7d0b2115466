// Applications of the usual frameworks, built by their own builders from what we pack, each with a session of a real host: drawn,
// typed into, pressed, killed with the host and usable again behind its restart, with a widget of the framework's own.

import assert from 'node:assert/strict';
import { fork, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build as bundle } from 'esbuild';
import { chromium } from 'playwright-core';
import { LAYERS } from '../../scripts/layers.mjs';
import { packPackages } from '../../scripts/pack-packages.mjs';
import { ROOT } from '../../scripts/source-files.mjs';

const BASIC_10 = 'https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json';
const HERE = import.meta.dirname;
/** Beside the packages of others, where every builder finds them; git and the checks leave it alone. */
const WORK = join(HERE, 'dist');
const MODULES = join(HERE, '../node_modules');
const SHARED = ['catalog.mjs', 'shown.mjs', 'rating.mjs', 'session-page.mjs'];

/** What is built, by which command, into which folder; which component of its own it draws, and how somebody fills that in. */
const APPS = [
  { name: 'plain', out: '.', scripts: '@vitrine/embed/dist/browser', ours: 'embed' },
  {
    name: 'vite-react',
    out: 'dist',
    build: ['vite/bin/vite.js', 'build'],
    widget: 'Rating',
    fill: rate,
    entered: 4,
    ours: 'react',
  },
  {
    name: 'next',
    out: 'out',
    build: ['next/dist/bin/next', 'build'],
    widget: 'Rating',
    fill: rate,
    entered: 4,
    ours: 'react',
  },
  {
    name: 'nuxt',
    out: '.output/public',
    build: ['nuxt/bin/nuxt.mjs', 'generate'],
    widget: 'Place',
    fill: place,
    entered: '0 5',
    ours: 'vue',
  },
  {
    name: 'sveltekit',
    out: 'build',
    build: ['vite/bin/vite.js', 'build'],
    widget: 'Signature',
    fill: sign,
    entered: /^M\d+ \d+L/,
    ours: 'svelte',
  },
  { name: 'astro', out: 'dist', build: ['astro/bin/astro.mjs', 'build'], ours: 'embed' },
  {
    name: 'angular',
    out: 'out',
    build: ['@angular/cli/bin/ng.js', 'build'],
    widget: 'DateRange',
    fill: dates,
    entered: '2026-12-24/2027-01-06',
    ours: 'angular',
  },
];

/** @param {import('playwright-core').Page} page */
async function rate(page) {
  await page.getByRole('radio', { name: '4 of 5' }).click();
}

/** @param {import('playwright-core').Page} page */
async function place(page) {
  await page.getByRole('button', { name: 'Your own' }).focus();
  await page.keyboard.press('ArrowRight');
}

/** @param {import('playwright-core').Page} page */
async function sign(page) {
  const { x, y } = await page.getByRole('img', { name: 'Your own' }).boundingBox();
  await page.mouse.move(x + 20, y + 20);
  await page.mouse.down();
  await page.mouse.move(x + 90, y + 50, { steps: 3 });
  await page.mouse.up();
}

/** @param {import('playwright-core').Page} page */
async function dates(page) {
  await page.getByLabel('From').fill('2026-12-24');
  await page.getByLabel('To').fill('2027-01-06');
}

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** What was built, as any server of files gives it out. */
async function serveFiles(folder, scripts = '.') {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const file = [join(folder, path), join(WORK, 'node_modules', scripts, path)].find((one) => existsSync(one));
    if (file === undefined) return response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
      .end(readFileSync(file));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** What `npm i` would: our packages from their tarballs, and what they depend on. Links would lead out of what builders look at. */
function installOurs() {
  const tarballs = mkdtempSync(join(tmpdir(), 'vitrine-tarballs-'));
  for (const { folder, manifest, tarball } of packPackages(tarballs)) {
    if (!isForPages(folder)) continue;
    const to = join(WORK, 'node_modules', manifest.name ?? '');
    mkdirSync(to, { recursive: true });
    assert.equal(spawnSync('tar', ['-xzf', tarball, '-C', to, '--strip-components=1']).status, 0);
    installOthers(manifest);
  }
  rmSync(tarballs, { recursive: true });
}

/** @param {{ dependencies?: Record<string, string> }} manifest */
function installOthers({ dependencies = {} }) {
  for (const name of Object.keys(dependencies)) {
    const [from, to] = [ROOT, WORK].map((folder) => join(folder, 'node_modules', name));
    if (name.startsWith('@vitrine/') || existsSync(to)) continue;
    cpSync(from, to, { recursive: true });
    installOthers(JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')));
  }
}

/** What SvelteKit and Astro leave to be found beside their output; another package of others here wants an old one. */
function installCookie() {
  cpSync(join(MODULES, '@sveltejs/kit/node_modules/cookie'), join(WORK, 'node_modules/cookie'), { recursive: true });
}

/** @param {string} folder */
const isForPages = (folder) => Object.values(LAYERS).some((layer) => layer.folder === folder && layer.browser === true);

function buildApp({ name, build }) {
  const folder = join(WORK, name);
  cpSync(join(HERE, 'apps', name), folder, { recursive: true });
  for (const file of SHARED) cpSync(join(HERE, file), join(folder, file));
  cpSync(join(HERE, 'application.json'), join(folder, 'package.json'));
  if (build === undefined) return folder;
  const [program, ...args] = build;
  const env = {
    ...process.env,
    CI: '1',
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(MODULES, program), ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  assert.equal(status, 0, `${name}: ${stdout}${stderr}`);
  return folder;
}

/** A host that can be killed, and started again where it was. */
class KilledHost {
  #folder = mkdtempSync(join(tmpdir(), 'vitrine-outside-'));

  async start(origins, port = 0) {
    this.origins = origins;
    this.child = fork(join(HERE, 'host.mjs'), [this.#folder, String(port), ...origins]);
    const { url, key } = await new Promise((resolve) => this.child.once('message', resolve));
    this.url = url;
    this.headers = { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' };
  }

  async kill() {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }

  async restart() {
    const { port } = new URL(this.url);
    await this.kill();
    await this.start(this.origins, port);
  }

  async call(path, body) {
    const method = body === undefined ? 'GET' : 'POST';
    const response = await fetch(`${this.url}${path}`, { method, headers: this.headers, body: JSON.stringify(body) });
    assert.equal(response.ok, true, `${path}: ${response.status}`);
    return response.json();
  }

  remove() {
    this.child?.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function surfaceWith(widget) {
  const path = (name) => ({ path: `/${name}` });
  const components = [
    { id: 'root', component: 'Column', children: ['name', ...(widget ? ['own'] : []), 'go'] },
    { id: 'name', component: 'TextField', label: 'Your name', value: path('name') },
    { id: 'own', component: widget ?? 'Text', label: 'Your own', value: path('own') },
    {
      id: 'go',
      component: 'Button',
      child: 'word',
      action: { event: { name: 'go', context: { name: path('name'), own: path('own') } } },
    },
    { id: 'word', component: 'Text', text: 'Go on' },
  ].filter(({ id }) => widget !== undefined || id !== 'own');
  const catalogId = widget === undefined ? BASIC_10 : `urn:example:${widget.toLowerCase()}`;
  const dataModel = { name: 'Ada', own: widget === 'Rating' ? 0 : '' };
  return [{ version: 'v1.0', createSurface: { surfaceId: 'form', catalogId, components, dataModel } }];
}

/** Events of the agent, from the first. */
async function actionsOf(host, session, count) {
  for (;;) {
    const { events } = await host.call(`/sessions/${session}/events?after=0&wait=5&consumer=look-back`);
    const actions = events.map(({ event }) => event.action).filter((action) => action !== undefined);
    if (actions.length >= count) return actions;
  }
}

/** What each application uses of ours, by package. */
const IMPORTS = {
  embed: 'defineElements',
  react: 'VitrineSession, useSession, reactWidget',
  vue: 'VitrineSession, useSession, vueWidget',
  svelte: 'createSession, svelteWidget',
  angular: 'injectSession, provideVitrine, angularWidget',
};

/** What a page loads more because of us, at once and until it rests: minified, gzip, without what is its framework's own. */
async function addedByUs(ours) {
  const { outputFiles, metafile } = await bundle({
    stdin: { contents: `export { ${IMPORTS[ours]} } from '@vitrine/${ours}';`, resolveDir: WORK },
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    outdir: WORK,
    external: ['react', 'react-dom', 'vue', 'svelte', '*.svelte', '@angular/core'],
  });
  const sizes = new Map(
    outputFiles.map(({ path, contents }) => [relative(process.cwd(), path), gzipSync(contents).length]),
  );
  const [entry] = Object.keys(metafile.outputs).filter((path) => metafile.outputs[path].entryPoint === '<stdin>');
  const atOnce = new Set([entry]);
  for (const path of atOnce)
    for (const { path: next, kind } of metafile.outputs[path].imports)
      if (kind === 'import-statement' && sizes.has(next)) atOnce.add(next);
  const sum = (paths) => ([...paths].reduce((bytes, path) => bytes + sizes.get(path), 0) / 1024).toFixed(1);
  return `${sum(atOnce)} KiB at once, ${sum(sizes.keys())} KiB with all that is fetched when it is needed`;
}

async function drive(app, origin, host, browser) {
  const { session, viewerUrl } = await host.call('/sessions', { title: app.name });
  const { issues } = await host.call(`/sessions/${session}/messages`, surfaceWith(app.widget));
  assert.deepEqual(issues, []);
  const page = await browser.newPage();
  page.setDefaultTimeout(30_000);
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  // A page that lost its host says so, and so does the browser.
  page.on(
    'console',
    (line) =>
      /warning|error/.test(line.type()) &&
      !/ERR_CONNECTION|WebSocket/.test(line.text()) &&
      complaints.push(line.text()),
  );
  try {
    await page.goto(`${origin}/?session=${encodeURIComponent(viewerUrl)}`);
    await use(app, host, session, page);
  } catch (error) {
    throw new Error(`${error.message}\n${complaints.join('\n')}\n${await page.locator('body').textContent()}`);
  }
  assert.deepEqual(complaints, []);
  const added = await addedByUs(app.ours);
  console.log(
    `${app.name}: drawn, typed, pressed, accessible, again after a kill of the host; added by us, gzip: ${added}`,
  );
  await page.close();
}

/** What axe finds: none of WCAG 2.2 A and AA may be broken. */
async function judge(page) {
  await page.addScriptTag({ content: readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8') });
  const found = await page.evaluate(() =>
    window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }),
  );
  assert.deepEqual(
    found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target}`)),
    [],
  );
}

async function use(app, host, session, page) {
  await page.getByLabel('Your name').fill('Grace');
  await app.fill?.(page);
  await page.getByRole('button', { name: 'Go on' }).click();
  const [first] = await actionsOf(host, session, 1);
  check(app, first.context, 'Grace');
  await judge(page);
  await host.restart();
  await page.getByLabel('Your name').fill('Grace Hopper');
  await page.waitForFunction(() => document.querySelector('#status')?.textContent === 'live');
  await page.getByRole('button', { name: 'Go on' }).click();
  const [, second] = await actionsOf(host, session, 2);
  check(app, second.context, 'Grace Hopper');
}

function check({ entered }, context, name) {
  assert.equal(context.name, name);
  if (entered instanceof RegExp) assert.match(context.own, entered);
  else if (entered !== undefined) assert.deepEqual(context.own, entered);
}

const asked = process.argv.slice(2);
const apps = APPS.filter(({ name }) => asked.length === 0 || asked.includes(name));
const found = spawnSync(process.execPath, [join(ROOT, 'scripts/find-program.mjs'), 'headless'], { encoding: 'utf8' });
assert.equal(found.status, 0, found.stderr);
rmSync(WORK, { recursive: true, force: true });
installOurs();
installCookie();
const host = new KilledHost();
const browser = await chromium.launch({
  executablePath: found.stdout.trim(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const failed = [];

async function tryApp(app) {
  const site = await serveFiles(join(buildApp(app), app.out), app.scripts);
  await host.start([site.origin]);
  try {
    await drive(app, site.origin, host, browser);
  } finally {
    await host.kill();
    site.close();
  }
}

try {
  for (const app of apps) {
    try {
      await tryApp(app);
    } catch (error) {
      failed.push(`${app.name}: ${error.message}`);
      console.log(failed.at(-1));
    }
  }
} finally {
  await browser.close();
  host.remove();
}
assert.deepEqual(failed, []);

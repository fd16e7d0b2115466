// CopilotKit's renderer as a viewer of a host of ours: an agent speaks A2UI 1.0, the renderer is given the 0.9 that the host
// makes of it, draws it, and what a person presses there is taken by the host and told to the agent.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHost } from '@vitrine/host';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const BASIC_10 = 'https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json';
const BASIC_09 = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The messages of a stream up to the moment at which it is live. */
async function readState(response) {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    if (/^event: ready$/m.test(text)) break;
  }
  const blocks = text.split('\n\n').filter((block) => !/^event:/m.test(block));
  return blocks.flatMap((block) => [...block.matchAll(/^data: ?(.*)$/gm)].map(([, data]) => JSON.parse(data)));
}

const folder = mkdtempSync(join(tmpdir(), 'vitrine-outside-'));
const host = await createHost({ folder });
const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
const key = readFileSync(host.keyFile, 'utf8').trim();
const call = async (credential, path, body) => {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${credential}`, accept: 'application/json', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.equal(response.ok, true, `${path}: ${response.status}`);
  return response.json();
};

const found = spawnSync(process.execPath, [here('../../scripts/find-program.mjs'), 'headless'], { encoding: 'utf8' });
assert.equal(found.status, 0, found.stderr);
const browser = await chromium.launch({
  executablePath: found.stdout.trim(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const { session, viewerToken } = await call(key, '/sessions', { title: 'Outside' });
  const components = [
    { id: 'root', component: 'Column', children: ['words', 'ok'] },
    { id: 'words', component: 'Text', text: { path: '/words' } },
    { id: 'ok', component: 'Button', child: 'ok-words', action: { event: { name: 'go-on', context: {} } } },
    { id: 'ok-words', component: 'Text', text: 'Go on' },
  ];
  const createSurface = { surfaceId: 'hello', catalogId: BASIC_10, dataModel: { words: 'Shall we?' }, components };
  const sent = await call(key, `/sessions/${session}/messages`, [{ version: 'v1.0', createSurface }]);
  assert.deepEqual([sent.accepted, sent.issues], [1, []]);

  const over = new AbortController();
  const stream = await fetch(`${url}/sessions/${session}/stream?dialect=a2ui-0.9`, {
    headers: { authorization: `Bearer ${viewerToken}` },
    signal: over.signal,
  });
  const messages = await readState(stream);
  over.abort();
  assert.ok(messages.length > 0 && messages.every(({ version }) => version === 'v0.9'), JSON.stringify(messages));

  const { outputFiles } = await build({
    entryPoints: [here('./page.mjs')],
    bundle: true,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  const page = await browser.newPage();
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.setContent('<!doctype html><html lang="en"><title>Outside</title><body></body></html>');
  await page.addScriptTag({ content: outputFiles[0].text });
  await page.waitForFunction(() => window.outside.send !== undefined);
  await page.evaluate(
    ([given, basic]) => window.outside.send(JSON.parse(given.replaceAll(basic, window.outside.catalog))),
    [JSON.stringify(messages), BASIC_09],
  );
  await page.getByText('Shall we?').waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.waitForFunction(() => window.outside.actions.length > 0);
  const action = await page.evaluate(() => JSON.parse(JSON.stringify(window.outside.actions[0])));
  assert.deepEqual(complaints, []);

  const { userAction = action.action ?? action } = action;
  const { name, surfaceId, sourceComponentId, timestamp, context = {} } = userAction;
  const event = { version: 'v0.9', action: { name, surfaceId, sourceComponentId, timestamp, context } };
  const pressed = await call(viewerToken, `/sessions/${session}/events?dialect=a2ui-0.9`, event);
  assert.deepEqual([pressed.accepted, pressed.issues], [1, []]);
  const { events } = await call(key, `/sessions/${session}/events?consumer=outside`);
  assert.ok(JSON.stringify(events).includes('"go-on"'), JSON.stringify(events));
  console.log('CopilotKit 1.74 draws what the host makes of A2UI 1.0, and its press reaches the agent.');
} finally {
  await browser.close();
  await host.stop(0);
  rmSync(folder, { recursive: true, force: true });
}

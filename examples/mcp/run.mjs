// What an MCP host does with `vitrine mcp`: it starts it, lists its tools, shows a form, sees what the person sees, and reads
// that the button was pressed.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const vitrine = fileURLToPath(new URL('../../packages/cli/bin/vitrine.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'vitrine-mcp-'));
const client = new Client({ name: 'example', version: '1' });
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [vitrine, 'mcp', '--data', folder],
  env: { ...process.env, VITRINE_PORT: '0' },
  stderr: 'pipe',
});
let told = '';
transport.stderr?.on('data', (chunk) => {
  told += chunk;
});

/** @param {string} name @param {Record<string, unknown>} [args] */
async function call(name, args = {}) {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: args });
  assert.notEqual(isError, true, JSON.stringify(content));
  return /** @type {Record<string, any>} */ (structuredContent);
}

try {
  await client.connect(transport);
  const messages = [
    {
      version: 'v0.9',
      createSurface: {
        surfaceId: 'hello',
        catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json',
      },
    },
    {
      version: 'v0.9',
      updateComponents: {
        surfaceId: 'hello',
        components: [
          { id: 'root', component: 'Column', children: ['words', 'ok'] },
          { id: 'words', component: 'Text', text: 'Shall we go on?' },
          { id: 'ok', component: 'Button', child: 'ok-words', action: { event: { name: 'go-on', context: {} } } },
          { id: 'ok-words', component: 'Text', text: 'Go on' },
        ],
      },
    },
  ];
  const pushed = await call('a2ui_push', { messages });
  assert.deepEqual([pushed.accepted, pushed.issues], [2, []]);
  assert.match((await call('a2ui_picture')).text, /Shall we go on\?/);

  // The person, through the page's own interface.
  const url = /(http:\S+?)\/#/.exec(told)?.[1];
  const key = readFileSync(join(folder, 'agent.key'), 'utf8').trim();
  const post = async (/** @type {string} */ path, /** @type {string} */ credential, /** @type {unknown} */ body) =>
    (
      await fetch(`${url}/sessions/${pushed.session}/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json();
  const { token } = await post('viewer-token', key, {});
  const press = {
    name: 'go-on',
    surfaceId: 'hello',
    sourceComponentId: 'ok',
    timestamp: new Date().toISOString(),
    context: {},
  };
  const waiting = call('a2ui_events', { waitSeconds: 30, after: pushed.seq });
  assert.equal((await post('events', token, { version: 'v0.9', action: press })).accepted, 1);
  const { events } = await waiting;
  const later = await call('a2ui_events', { after: pushed.seq });
  assert.ok([...events, ...later.events].some(({ event }) => event.event === 'action' && event.name === 'go-on'));
  console.log('mcp: the form was shown, seen and pressed');
} finally {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
}

// The server scenarios of @modelcontextprotocol/conformance against /mcp, and clients of both generations of the SDK that list and
// call its tools. Scenarios that need tools, prompts or resources of the suite's own example server are not for ours.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request as requestTo } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createHost } from '@vitrine/host';
import { mcpFaceWith } from '@vitrine/mcp';

const EXAMPLE_TOOL = 'is tried with a tool of the example server';
/** Each scenario, and which of its checks ask for what is not there, and why. All others hold. */
const SCENARIOS = {
  'server-initialize': {},
  'server-stateless': {
    'sep-2575-server-rejects-undeclared-capability': EXAMPLE_TOOL,
    'sep-2575-missing-capability-http-400': EXAMPLE_TOOL,
    'sep-2575-http-server-no-independent-requests-on-stream': EXAMPLE_TOOL,
    'sep-2575-server-no-log-without-loglevel': EXAMPLE_TOOL,
  },
  ping: {},
  'tools-list': {},
  'resources-list': {},
  'sep-2164-resource-not-found': {},
  'http-header-validation': {},
  'input-required-result-unsupported-methods': {},
  caching: { 'sep-2549-prompts-list-caching-hints': 'there are no prompts' },
  'dns-rebinding-protection': { 'localhost-host-valid-accepted': 'no page calls /mcp, wherever it is from' },
};

const folder = mkdtempSync(join(tmpdir(), 'vitrine-outside-'));
const host = await createHost({ folder, faces: [mcpFaceWith({ view: '<!doctype html><title>View</title>' })] });
const { port, url } = await host.listen({ host: '127.0.0.1', port: 0 });
const key = readFileSync(host.keyFile, 'utf8').trim();

/** The suite has no credential: it is put into its calls, which else stay as they are. */
const door = createServer((request, response) => {
  const own = `127.0.0.1:${door.address().port}`;
  const named = request.headers.host === own ? `127.0.0.1:${port}` : request.headers.host;
  const on = requestTo(`http://127.0.0.1:${port}${request.url}`, {
    method: request.method,
    headers: { ...request.headers, host: named, authorization: `Bearer ${key}` },
  });
  on.on('response', (answer) =>
    pipeline(answer, response.writeHead(answer.statusCode, answer.headers), () => undefined),
  );
  on.on('error', () => response.writeHead(502).end());
  response.on('close', () => on.destroy());
  request.pipe(on);
});
await new Promise((resolve) => door.listen(0, '127.0.0.1', resolve));

const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);

async function checksOf(scenario) {
  const results = mkdtempSync(join(folder, 'results-'));
  const address = `http://127.0.0.1:${door.address().port}/mcp`;
  const args = [suite, 'server', '--url', address, '--scenario', scenario, '--output-dir', results];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  await new Promise((resolve) => child.on('close', resolve));
  const [made] = readdirSync(results);
  assert.ok(made, `${scenario} left no result`);
  return JSON.parse(readFileSync(join(results, made, 'checks.json'), 'utf8'));
}

async function tryScenario(scenario, excepted) {
  const checks = await checksOf(scenario);
  const failed = checks.filter(({ status }) => status === 'FAILURE');
  const wrong = failed.filter(({ id }) => excepted[id] === undefined);
  assert.deepEqual(
    wrong.map(({ id, errorMessage }) => `${id}: ${errorMessage}`),
    [],
    scenario,
  );
  for (const id of Object.keys(excepted))
    assert.ok(
      failed.some((one) => one.id === id),
      `${scenario}: ${id} holds, and is listed as one that does not`,
    );
  const held = checks.filter(({ status }) => status === 'SUCCESS').length;
  assert.ok(held > 0, `${scenario}: nothing was checked`);
  console.log(`${scenario}: ${held} checks hold${failed.length > 0 ? `, ${failed.length} not for this server` : ''}`);
}

const BASIC = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const messages = [
  { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: BASIC } },
  {
    version: 'v0.9',
    updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Text', text: 'Hi' }] },
  },
];

async function tryClient(name, client, transport) {
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.ok(tools.some((tool) => tool._meta?.ui?.resourceUri === 'ui://vitrine/view'));
  const shown = await client.callTool({ name: 'a2ui_push', arguments: { sessionKey: name, messages } });
  assert.equal(shown.structuredContent.accepted, 2);
  assert.deepEqual(
    shown.content.map(({ type }) => type),
    ['text', 'text', 'resource'],
  );
  const { contents } = await client.readResource({ uri: 'ui://vitrine/view' });
  assert.equal(contents[0].mimeType, 'text/html;profile=mcp-app');
  const { ticket, session } = shown._meta['vitrine/view'];
  const pass = { ticket, session, view: 'v' };
  const state = await client.callTool({ name: 'a2ui_view_state', arguments: pass });
  assert.equal(state.structuredContent.welcome.session, session);
  const refused = await client.callTool({ name: 'a2ui_view_state', arguments: { ...pass, ticket: 'none' } });
  assert.equal(refused.isError, true);
  await client.close();
  console.log(`${name}: lists, pushes, reads the view and its state`);
}

try {
  for (const [scenario, excepted] of Object.entries(SCENARIOS)) await tryScenario(scenario, excepted);
  const [info, at] = [{ name: 'outside', version: '1' }, new URL(`${url}/mcp`)];
  const options = { requestInit: { headers: { authorization: `Bearer ${key}` } } };
  await tryClient('sdk-1', new Client1(info), new Transport1(at, options));
  await tryClient('sdk-2', new Client(info), new StreamableHTTPClientTransport(at, options));
  const newest = new Client(info, { versionNegotiation: { mode: 'auto' } });
  await tryClient('sdk-2-of-2026', newest, new StreamableHTTPClientTransport(at, options));
} finally {
  door.closeAllConnections();
  door.close();
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log('conformance of MCP: ok');

// Holds messages of MCP Apps against the schema that ext-apps publishes: requests and notifications by their method, answers by
// what was asked under their id.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Ajv from 'ajv/dist/2020.js';

const path = createRequire(import.meta.url).resolve('@modelcontextprotocol/ext-apps/schema.json');
const ajv = new Ajv({ strict: false, validateFormats: false });
// Each is a schema of its own: they refer to definitions inside themselves.
const { $defs } = JSON.parse(readFileSync(path, 'utf8'));
for (const [name, schema] of Object.entries($defs)) ajv.addSchema(schema, name);

const MESSAGES = {
  'ui/initialize': 'McpUiInitializeRequest',
  'ui/open-link': 'McpUiOpenLinkRequest',
  'ui/message': 'McpUiMessageRequest',
  'ui/update-model-context': 'McpUiUpdateModelContextRequest',
  'ui/request-display-mode': 'McpUiRequestDisplayModeRequest',
  'ui/resource-teardown': 'McpUiResourceTeardownRequest',
  'ui/notifications/initialized': 'McpUiInitializedNotification',
  'ui/notifications/size-changed': 'McpUiSizeChangedNotification',
  'ui/notifications/tool-input': 'McpUiToolInputNotification',
  'ui/notifications/tool-result': 'McpUiToolResultNotification',
  'ui/notifications/host-context-changed': 'McpUiHostContextChangedNotification',
  'ui/notifications/sandbox-proxy-ready': 'McpUiSandboxProxyReadyNotification',
  'ui/notifications/sandbox-resource-ready': 'McpUiSandboxResourceReadyNotification',
};
const RESULTS = {
  'ui/initialize': 'McpUiInitializeResult',
  'ui/open-link': 'McpUiOpenLinkResult',
  'ui/message': 'McpUiMessageResult',
  'ui/request-display-mode': 'McpUiRequestDisplayModeResult',
  'ui/resource-teardown': 'McpUiResourceTeardownResult',
};
/** Of MCP itself, which the schema has only inside others. */
const OTHERS = {
  'tools/call': ({ name, arguments: args }) => typeof name === 'string' && typeof args === 'object' && args !== null,
  ping: () => true,
};

/**
 * @param {readonly object[]} said what one end said, whole
 * @param {readonly object[]} heard what it was sent, for what its answers are to
 * @returns {string[]} what is wrong, each once
 */
export function problemsOf(said, heard = []) {
  const asked = new Map(heard.flatMap(({ id, method }) => (method === undefined ? [] : [[id, method]])));
  return [...new Set(said.flatMap((message) => problemOf(message, asked) ?? []))];
}

function problemOf({ jsonrpc, id, result, error, ...message }, asked) {
  const { method, params = {} } = message;
  if (jsonrpc !== '2.0') return 'a message is not of JSON-RPC 2.0';
  if (method !== undefined)
    return OTHERS[method]?.(params) ? undefined : against(MESSAGES[method], message, `${method} of ${id}`);
  if (error !== undefined)
    return Number.isInteger(error.code) && typeof error.message === 'string' ? undefined : 'an error has no code';
  const to = asked.get(id);
  // The result of a tool is what its notification carries.
  if (to === 'tools/call')
    return against('McpUiToolResultNotification', { method: 'ui/notifications/tool-result', params: result }, to);
  if (to === 'ping') return undefined;
  return against(RESULTS[to], result, `the answer to ${to}`);
}

function against(name, value, what) {
  if (name === undefined) return `${what} is not of MCP Apps`;
  const check = ajv.getSchema(name);
  return check(value) ? undefined : `${what}: ${ajv.errorsText(check.errors)}`;
}

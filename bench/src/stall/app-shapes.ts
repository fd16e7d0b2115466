// Shapes of apps of MCP servers elsewhere: what a page sends for them, and what their servers answer to the host.

import type { Place } from './place.ts';
import { opened, ROWS, type Shape, summary } from './shape.ts';
import { deep, fill, KIB, keys, listOf, MIB } from './texts.ts';

const SURFACE = [
  '{"version":"v1.0","createSurface":{"surfaceId":"s","catalogId":"urn:vitrine:catalog:mcp-app:1.0"}}',
  '{"version":"v1.0","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"McpApp","server":"apps","resource":"ui://it/view"}]}}',
];
const TOOLS = '{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}';
const document = (more: string): string =>
  `{"contents":[{"uri":"ui://it/view","mimeType":"text/html;profile=mcp-app",${more}}]}`;
const SMALL = document('"text":"<p>It"');

interface AppAnswers {
  readonly [method: string]: string;
}

/** @param answers beside those of an app that is nothing special */
function app(
  name: string,
  expect: string,
  order: { readonly path: 'open' | 'call'; readonly arguments?: string; readonly tool?: string },
  answers: AppAnswers,
  isStreaming = false,
): Shape {
  const args = order.arguments ?? '{}';
  const body = `{"surface":"s","component":"root","tool":"${order.tool ?? 't'}","agreed":true,"arguments":${args}}`;
  return {
    name: `face: MCP app, ${name}`,
    bytes: Math.max(Buffer.byteLength(body), ...Object.values(answers).map((text) => Buffer.byteLength(text))),
    expect,
    prepare: async (place: Place) => {
      const { token: credential } = await opened(place, SURFACE);
      place.apps.isStreaming = false;
      place.apps.answer({ 'tools/list': TOOLS, 'resources/read': SMALL, 'tools/call': '{"content":[]}' });
      // The server is asked for its name when its first app is shown.
      await place.call('/mcp-apps/open', { credential, body });
      place.apps.isStreaming = isStreaming;
      place.apps.answer({ 'tools/list': TOOLS, 'resources/read': SMALL, 'tools/call': '{"content":[]}', ...answers });
      return async () => summary(await place.call(`/mcp-apps/${order.path}`, { credential, body }));
    },
  };
}

const REFUSED = '403 VITRINE_APP_REFUSED';
const call = (name: string, expect: string, result: string, isStreaming = false): Shape =>
  app(name, expect, { path: 'call' }, { 'tools/call': result }, isStreaming);
const open = (name: string, expect: string, result: string, isStreaming = false): Shape =>
  app(name, expect, { path: 'open' }, { 'resources/read': result }, isStreaming);
const structured = (value: string): string => `{"content":[],"structuredContent":{"v":${value}}}`;

export const APPS: readonly Shape[] = [
  app('arguments of rows', '200', { path: 'call', arguments: `{"rows":${ROWS(4000)}}` }, {}),
  app('arguments of brackets', '400', { path: 'call', arguments: fill('[', 200 * KIB) }, {}),
  open('a document of 2 MiB', '200', document(`"text":"${fill('<b>x', 2 * MIB - KIB)}"`)),
  open('a document of 1.5 MiB in base64', '200', document(`"blob":"${fill('QUJD', 2 * MIB)}"`)),
  open(
    'a document with zeros beside it, 8 MiB',
    REFUSED,
    document(`"text":"x","_meta":{"v":${listOf('0', 7.9 * MIB)}}`),
  ),
  open('documents without end', REFUSED, `{"contents":${listOf('{"uri":"ui://x"}', 7.9 * MIB)}}`),
  call('a result of rows', '200', structured(ROWS(12_000))),
  call('a result of one text', '200', `{"content":[{"type":"text","text":"${fill('x', MIB - KIB)}"}]}`),
  call('a result of parts', '200', `{"content":${listOf('{"type":"text","text":"Row of many"}', 0.9 * MIB)}}`),
  call('a result of zeros', REFUSED, structured(listOf('0', MIB))),
  call('a result of zeros, 8 MiB', REFUSED, structured(listOf('0', 7.9 * MIB))),
  call('a result of empty objects, 8 MiB', REFUSED, structured(listOf('{}', 7.9 * MIB))),
  call('a result of names, 8 MiB', REFUSED, structured(keys(7.9 * MIB, (i) => `k${i}`))),
  call('a result of brackets, 8 MiB', REFUSED, structured(deep(4 * MIB - KIB))),
  call('a result of parts, 8 MiB', REFUSED, `{"content":${listOf('{"type":"text","text":"Row"}', 7.9 * MIB)}}`),
  call('a result of one text, 8 MiB', REFUSED, `{"content":[{"type":"text","text":"${fill('x', 7.9 * MIB)}"}]}`),
  call('a result of rows as an event', '200', structured(ROWS(12_000)), true),
  call('a result of zeros as an event, 8 MiB', REFUSED, structured(listOf('0', 8 * MIB)), true),
  call('a result of rows as an event, 8 MiB', REFUSED, structured(ROWS(140_000)), true),
  app(
    'a list of tools, 8 MiB',
    REFUSED,
    // One that is not known is looked for anew.
    { path: 'call', tool: 'another' },
    {
      'tools/list': `{"tools":${listOf(`{"name":"u","inputSchema":{"type":"object","properties":${keys(KIB, (i) => `p${i}`, '{"type":"string"}')}}}`, 7.9 * MIB)}}`,
    },
  ),
];

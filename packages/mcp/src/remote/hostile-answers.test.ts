// A server of MCP that answers with far too much, as a body and as an event: what it costs is bounded, and whoever asked is told.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectMcp, type RemoteMcpServer } from './remote-server.ts';

const GREETING = '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}';
const LIMITS = { answerBytes: 1_000_000, streamBytes: 1_000_000 };

/** @param answer gives the message that answers a call; the greeting is that of any server */
async function connected(answer: (id: string) => string, type: string): Promise<RemoteMcpServer> {
  const port = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += String(piece);
    const { id, method } = JSON.parse(text === '' ? '{}' : text) as { id?: unknown; method?: string };
    if (request.method !== 'POST' || id === undefined)
      return void response.writeHead(request.method === 'POST' ? 202 : 405).end();
    const own = JSON.stringify(id);
    if (method === 'initialize' || method === 'server/discover') {
      const known = method === 'initialize' ? `"result":${GREETING}` : '"error":{"code":-32601,"message":"No."}';
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{"jsonrpc":"2.0","id":${own},${known}}`);
    }
    const body = answer(own);
    response.writeHead(200, { 'content-type': type });
    response.end(type === 'application/json' ? body : `event: message\ndata: ${body}\n\n`);
  });
  await new Promise<void>((resolve) => port.listen(0, '127.0.0.1', resolve));
  const { port: number } = port.address() as AddressInfo;
  const server = await connectMcp(new URL(`http://127.0.0.1:${number}/mcp`), { limits: LIMITS });
  onTestFinished(() => {
    server.close();
    port.closeAllConnections();
    port.close();
  });
  return server;
}

const many = (item: string, count: number): string => `[${Array.from({ length: count }, () => item)}]`;
const result = (json: string) => (id: string) => `{"jsonrpc":"2.0","id":${id},"result":${json}}`;

describe.each(['application/json', 'text/event-stream'])('[MR12] as %s', (type) => {
  it.each([
    ['too long', result(`{"contents":[{"uri":"ui://x","text":"${'x'.repeat(1_100_000)}"}]}`), '1000000 bytes'],
    ['of too many values', result(`{"contents":${many('0', 300_000)}}`), '250000 values'],
    ['nested without end', result(`{"contents":${'['.repeat(500)}`), '256 levels'],
    ['a message that answers nothing', result(`{"other":"${'x'.repeat(100_000)}"}`), 'no answer to what was asked'],
  ])('an answer that is %s is refused at once, in a sentence', async (_what, answer, words) => {
    const server = await connected(answer, type);
    await expect(server.resource('ui://x')).rejects.toThrow(words);
  });

  it('an answer that is wrong in 10,000 places is read liberally, and no place is told', async () => {
    const server = await connected(result(`{"contents":${many('{"uri":7,"mimeType":[],"text":{}}', 10_000)}}`), type);
    expect(await server.resource('ui://x')).toHaveLength(10_000);
    expect(await server.resource('ui://x')).toHaveLength(10_000);
  });
});

it('[MR12] a list of messages is no answer', async () => {
  const server = await connected((id) => many(result('{"contents":[]}')(id), 3), 'application/json');
  await expect(server.resource('ui://x')).rejects.toThrow('a list of messages');
});

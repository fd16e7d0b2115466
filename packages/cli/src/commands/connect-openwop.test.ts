import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchangeLink } from '../../test/exchange-link.ts';
import { memoryIo } from '../../test/memory-io.ts';
import { ensureBuilt, Serving, stopAll, withResolvers } from '../../test/serving.ts';
import { main } from '../main.ts';

let serving: Serving;
beforeAll(async () => {
  ensureBuilt();
  serving = await Serving.start();
}, 240_000);
afterAll(() => stopAll());

const envelope = {
  type: 'ui.a2ui-surface',
  schemaVersion: 1,
  envelopeId: 'e-1',
  correlationId: 'c-1',
  nodeId: 'berth',
  payload: { catalogVersion: '0.9.1', surface: { components: [{ component: 'text', text: 'The berth is free' }] } },
  meta: { source: 'ai-generation', ts: '2026-11-15T10:00:00Z', contentTrust: 'trusted' },
};

/** An agent elsewhere that answers every message with the envelope. */
async function agentElsewhere(): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      const url = `http://${request.headers.host}/rpc`;
      const supportedInterfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
      const capabilities = { streaming: true };
      return void response.end(JSON.stringify({ name: 'Harbour', capabilities, skills: [], supportedInterfaces }));
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { id } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { readonly id: unknown };
      const message = { messageId: 'm-1', role: 'ROLE_AGENT', parts: [{ data: envelope }] };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { message } })}\n\n`);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => void server.close() };
}

describe('connect --openwop', () => {
  it('takes envelopes of an agent elsewhere into a run, where they are not trusted', { timeout: 60_000 }, async () => {
    const agent = await agentElsewhere();
    const [stopped, told] = [withResolvers<void>(), withResolvers<string>()];
    const io = memoryIo({ cwd: serving.folder, stopped: stopped.promise, heard: told.resolve });
    const flags = ['--url', serving.url, '--data', serving.folder, '--json', '--openwop', '1'];
    const ended = main(['connect', agent.url, ...flags], io);
    const { session, viewerUrl } = JSON.parse(await told.promise) as { session: string; viewerUrl: string };
    const authorization = `Bearer ${await exchangeLink(viewerUrl)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ vitrine: 1, body: [{ event: 'say', text: 'Which berth?' }] });
    await fetch(`${serving.url}/sessions/${session}/events?dialect=vitrine`, { method: 'POST', headers, body });
    const events = async () =>
      (await (await fetch(`${serving.url}/v1/runs/${session}/events/poll?timeout=5`, { headers })).json()) as {
        readonly events: readonly { readonly type: string; readonly contentTrust: string }[];
      };
    await expect
      .poll(async () => (await events()).events, { timeout: 20_000 })
      .toMatchObject([{ type: 'ui.a2ui-surface', contentTrust: 'untrusted' }]);
    const snapshot = await (await fetch(`${serving.url}/sessions/${session}/snapshot`, { headers })).text();
    expect(snapshot).toContain('The berth is free');
    stopped.resolve();
    expect(await ended).toBe(0);
    expect(io.err()).toBe('');
    agent.close();
  });

  it('names a major that there is', async () => {
    const io = memoryIo({ cwd: serving.folder });
    expect(await main(['connect', 'https://agent.example', '--openwop', '3'], io)).toBe(2);
    expect(io.err()).toContain('--openwop is 1 or 2');
  });
});

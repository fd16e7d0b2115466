import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, newFolder, Serving, stopAll } from '../../test/serving.ts';

const bin = fileURLToPath(new URL('../../bin/vitrine.js', import.meta.url));
const SURFACE = {
  version: 'v0.9',
  createSurface: { surfaceId: 's', catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' },
};

beforeAll(ensureBuilt, 240_000);
afterEach(stopAll);

async function driven(args: string[], env: { [name: string]: string }): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp', ...args],
    env: { ...(process.env as { [name: string]: string }), ...env },
    stderr: 'ignore',
  });
  await client.connect(transport);
  return client;
}

async function callEverything(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(19);
  const call = async (name: string, args: { [key: string]: unknown } = {}) => {
    const { structuredContent, isError } = await client.callTool({ name, arguments: args });
    expect([name, isError ?? false]).toEqual([name, false]);
    return structuredContent as { [key: string]: unknown };
  };
  expect(await call('a2ui_push', { messages: SURFACE })).toMatchObject({ accepted: 1 });
  await call('a2ui_progress', { task: 't', value: 1 });
  await call('a2ui_picture');
  await call('a2ui_dump');
  await call('a2ui_events');
  await call('a2ui_capabilities');
  expect(await call('a2ui_ask', { prompt: 'Well?', waitSeconds: 0 })).toMatchObject({ answered: false });
  expect(await call('a2ui_confirm', { prompt: 'Sure?', waitSeconds: 0 })).toMatchObject({ answered: false });
  expect(await call('canvas.a2ui.push', { jsonl: '{"beginRendering":{"surfaceId":"c","root":"r"}}' })).toMatchObject({
    pushed: true,
  });
  await call('canvas.a2ui.pushJSONL', { jsonl: '{"beginRendering":{"surfaceId":"d","root":"r"}}' });
  await call('canvas.a2ui.dump');
  await call('canvas.caps');
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toContain('a2ui://main/s');
  const { contents } = await client.readResource({ uri: 'a2ui://main/s' });
  expect(contents).toMatchObject([{ mimeType: 'application/a2ui+json' }]);
  expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
  expect(await call('canvas.a2ui.reset')).toEqual({ reset: true });
  await call('a2ui_reset');
  const wrong = await client.callTool({ name: 'a2ui_push', arguments: {} }).catch(() => ({ isError: true }));
  expect(wrong.isError).toBe(true);
}

describe('mcp', () => {
  it('offers every tool of a running host over standard input and output', async () => {
    const serving = await Serving.start();
    const client = await driven(['--url', serving.url, '--key-file', `${serving.folder}/agent.key`], {});
    await callEverything(client);
    await client.close();
  });

  it('uses the host that holds its data folder, wherever that listens, and outlives it', async () => {
    const folder = newFolder();
    const clients = [await driven(['--data', folder], { VITRINE_PORT: '0' })];
    clients.push(await driven(['--data', folder], { VITRINE_PORT: '0' }));
    const answers = clients.map((client) => client.callTool({ name: 'a2ui_progress', arguments: { task: 't' } }));
    const [first, second] = (await Promise.all(answers)).map(({ structuredContent }) => structuredContent);
    expect((first as { session: string }).session).toBe((second as { session: string }).session);
    // The one whose host it was goes; the other one starts its own.
    await clients[0]?.close();
    const again = await clients[1]?.callTool({ name: 'a2ui_dump', arguments: {} });
    expect(again?.structuredContent).toMatchObject({ session: (first as { session: string }).session });
    await clients[1]?.close();
  });

  it('starts a host where none runs, and ends it', async () => {
    const folder = newFolder();
    const client = await driven(['--data', folder], { VITRINE_PORT: '0' });
    await callEverything(client);
    await client.close();
    // The folder is free again: a second process on it would be refused.
    const again = await Serving.start([], {}, folder);
    expect(again.url).toMatch(/^http:/);
  });
});

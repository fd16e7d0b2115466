// Clients that draw A2UI themselves, or views, and say so: by every request as of 2026, once in `initialize` before.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { JsonObject } from '@vitrine/core/internal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FORM, run, Stage } from '../../test/stage.ts';

let stage: Stage;
const clients: Client[] = [];

beforeAll(async () => {
  stage = await Stage.open({ view: '<!doctype html>' });
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await stage?.close();
});

async function connect(capabilities: JsonObject, isNew: boolean): Promise<Client> {
  const options = { capabilities, ...(isNew ? { versionNegotiation: { mode: 'auto' as const } } : {}) };
  const client = new Client({ name: 'test', version: '1' }, options as ConstructorParameters<typeof Client>[1]);
  const headers = { authorization: `Bearer ${stage.key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${stage.url}/mcp`), { requestInit: { headers } }));
  clients.push(client);
  return client;
}

const extension = (...mimeTypes: readonly string[]): JsonObject => ({
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [...mimeTypes] } },
});
const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
const press = (surfaceId: string, more: JsonObject = {}) => ({
  ...{ name: 'go', surfaceId, sourceComponentId: 'go', timestamp: '2026-11-18T12:00:00Z', context: {} },
  ...more,
});

it.each([true, false])(
  '[MA14] tools for clients that draw A2UI are offered to those alone (2026: %s)',
  async (isNew) => {
    const drawing = await connect(extension('application/a2ui+json'), isNew);
    expect(await names(drawing)).toEqual(expect.arrayContaining(['a2ui_action', 'a2ui_error']));
    const plain = await connect({}, isNew);
    expect(await names(plain)).not.toContain('a2ui_action');
  },
);

it('[MA14] a press by a2ui_action, and by a tool that is named like its event, is admitted; what was not shown is refused', async () => {
  const client = await connect(extension('application/a2ui+json'), true);
  await run(client, 'a2ui_push', { sessionKey: 'drawn', messages: FORM });
  expect(await run(client, 'a2ui_action', press('main'))).toMatchObject({ accepted: 1 });
  expect(await run(client, 'go', {})).toMatchObject({ accepted: 1 });
  await expect(run(client, 'a2ui_action', press('elsewhere'))).rejects.toThrow('nothing called "elsewhere" is shown');
  await expect(run(client, 'a2ui_action', press('main', { name: 'stop' }))).rejects.toThrow();
  await expect(run(client, 'stop', {})).rejects.toThrow('nothing shown sends an event');
  expect(await run(client, 'a2ui_error', { code: 'X', surfaceId: 'main', message: 'no' })).toMatchObject({
    accepted: 1,
  });
  const { events } = (await run(client, 'a2ui_events', { sessionKey: 'drawn' })) as {
    readonly events: readonly JsonObject[];
  };
  expect(events.filter(({ event }) => (event as JsonObject).event === 'action')).toHaveLength(2);
});

it('[MA14] a question lowered to a surface is not answered so', async () => {
  const client = await connect(extension('application/a2ui+json'), true);
  const asked = (await run(client, 'a2ui_confirm', {
    sessionKey: 'asks',
    prompt: 'Pay?',
    waitSeconds: 0,
  })) as JsonObject;
  const lowered = (asked.messages as readonly { readonly createSurface?: { readonly surfaceId: string } }[]).flatMap(
    ({ createSurface }) => createSurface?.surfaceId ?? [],
  );
  for (const surface of lowered)
    await expect(run(client, 'a2ui_action', press(surface, { sessionKey: 'asks' }))).rejects.toThrow(
      'is shown under the key',
    );
});

it('[MA15] a client that shows views is answered at once when it asks, so that the view can show the question', async () => {
  const client = await connect(extension('text/html;profile=mcp-app'), true);
  expect(await run(client, 'a2ui_ask', { sessionKey: 'quick', prompt: 'Well?' })).toMatchObject({ answered: false });
});

// A host with the face on a real port, real MCP clients, and a person who answers over the host's own interface.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { FacePorts, JsonObject } from '@vitrine/core/internal';
import { createHost, createLogger, type Host, type HostOptions } from '@vitrine/host';
import { type McpSettings, mcpFaceWith } from '../src/index.ts';

export class Stage {
  readonly host: Host;
  readonly url: string;
  readonly key: string;
  readonly folder: string;
  readonly #clients: Client[] = [];

  constructor(parts: Pick<Stage, 'host' | 'url' | 'key' | 'folder'>) {
    this.host = parts.host;
    this.url = parts.url;
    this.key = parts.key;
    this.folder = parts.folder;
  }

  static async open(
    settings: Partial<McpSettings> = {},
    given?: string,
    secrets: string[] = [],
    options: Partial<HostOptions> = {},
  ): Promise<Stage> {
    const folder = given ?? (await mkdtemp(join(tmpdir(), 'mcp-')));
    const host = await createHost({
      folder,
      faces: [mcpFaceWith(settings)],
      secrets: secrets.map((value) => ({ id: 'key', value })),
      logger: createLogger({ level: 'error', stream: { write: (line: string) => void process.stderr.write(line) } }),
      ...options,
    });
    const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
    const key = (await readFile(join(folder, 'agent.key'), 'utf8')).trim();
    return new Stage({ host, url, key, folder });
  }

  async client(key = this.key): Promise<Client> {
    const client = await mcpClient(this.url, key);
    this.#clients.push(client);
    return client;
  }

  /** A raw call, for what no client would send. */
  raw(body: string, headers: { readonly [name: string]: string } = {}, method = 'POST'): Promise<Response> {
    return fetch(`${this.url}/mcp`, {
      method,
      headers: {
        authorization: `Bearer ${this.key}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
      ...(method === 'POST' ? { body } : {}),
    });
  }

  /** What a person does in a session, in our neutral form. */
  async person(session: string, event: JsonObject): Promise<JsonObject> {
    const minted = await this.#post(`/sessions/${session}/viewer-token`, this.key, {});
    return this.#post(`/sessions/${session}/events`, String(minted.token), { vitrine: 1, body: [event] });
  }

  async snapshot(session: string, key = this.key): Promise<JsonObject> {
    const response = await fetch(`${this.url}/sessions/${session}/snapshot`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return (await response.json()) as JsonObject;
  }

  async close(keep = false): Promise<void> {
    for (const client of this.#clients) await client.close();
    await this.host.stop();
    if (!keep) await rm(this.folder, { recursive: true, force: true });
  }

  async #post(path: string, key: string, body: JsonObject): Promise<JsonObject> {
    const response = await fetch(`${this.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as JsonObject;
  }
}

/** A client of the SDK, of the host at an address. */
export async function mcpClient(url: string, key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  return client;
}

/** What a tool answered; a refusal is an error here. */
export async function run(client: Client, name: string, args: JsonObject = {}): Promise<JsonObject> {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: args });
  if (isError === true) throw new Error(textIn(content));
  return structuredContent as JsonObject;
}

export function textIn(content: unknown): string {
  return (content as { text: string }[]).map(({ text }) => text).join('');
}

export const FORM = [
  {
    version: 'v0.9',
    createSurface: { surfaceId: 'main', catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' },
  },
  {
    version: 'v0.9',
    updateComponents: {
      surfaceId: 'main',
      components: [
        { id: 'root', component: 'Column', children: ['hello', 'go'] },
        { id: 'hello', component: 'Text', text: 'Hello from MCP' },
        { id: 'go', component: 'Button', child: 'go-label', action: { event: { name: 'go', context: {} } } },
        { id: 'go-label', component: 'Text', text: 'Go' },
      ],
    },
  },
];

export const FORM_08 = [
  {
    surfaceUpdate: {
      surfaceId: 's',
      components: [{ id: 'r', component: { Text: { text: { literalString: 'Old words' } } } }],
    },
  },
  {
    dataModelUpdate: {
      surfaceId: 's',
      contents: [
        { key: 'name', valueString: 'Ada' },
        { key: 'apiToken', valueString: 'xyz' },
      ],
    },
  },
  { beginRendering: { surfaceId: 's', root: 'r' } },
];
export const lines = (messages: readonly unknown[]): string => messages.map((one) => JSON.stringify(one)).join('\n');

/** Leaves records of these names among those of the face, as another version may have written them. */
export async function spoilRecords(folder: string, keys: readonly string[]): Promise<void> {
  let port: FacePorts | undefined;
  const create = (given: FacePorts) => {
    port = given;
    return {};
  };
  const host = await createHost({ folder, faces: [{ name: 'mcp', create }] });
  await port?.records.write(keys.map((key) => ({ key, value: { session: 'none' } })));
  await host.stop();
}

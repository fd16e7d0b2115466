// A host of MCP Apps that does no more than the specification asks: one frame of one document, opaque and under the policy that
// hosts give by default; JSON-RPC with it; calls of its tools go to a server by a real client. It notes all that was said.

import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Json, JsonObject } from '@vitrine/core/internal';
import type { Browser, Frame, Page } from 'playwright-core';

const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";
const ADDRESS = 'http://mcp-host.test/';
const UI = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };

/** The part of the host that runs in its page. */
const SCRIPT = `
  const said = (window.said = []);
  const frame = document.querySelector('iframe');
  const post = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
  let last = 0;
  const waiting = new Map();
  window.tell = (method, params) => post({ method, params });
  window.ask = (method, params) => new Promise((resolve) => { waiting.set(++last, resolve); post({ id: last, method, params }); });
  addEventListener('message', async ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    if (data.method === undefined) return waiting.get(data.id)?.(data.result ?? data.error);
    said.push(data);
    if (data.method === 'ui/notifications/size-changed' && data.params.height && window.resizes) frame.style.height = data.params.height + 'px';
    if (data.id === undefined) return;
    try { post({ id: data.id, result: await window.hostAnswers(data.method, data.params) }); }
    catch (error) { post({ id: data.id, error: { code: -32000, message: String(error.message) } }); }
  });
`;

export interface FakeHostOptions {
  readonly url: string;
  readonly key: string;
  /** `none`: it refuses to say hello. */
  readonly capabilities?: JsonObject | 'none';
  readonly context?: JsonObject;
  readonly width?: number;
  /** Runs in each frame before anything else. */
  readonly beforeAll?: string;
  /** Where the policy of the frame lets it connect to; absent: nowhere. */
  readonly connect?: string;
  /** What the host asks its person before a call; false: refused. */
  readonly mayCall?: (name: string) => boolean;
}

export class FakeHost {
  readonly page: Page;
  readonly complaints: string[] = [];
  #client: Client | undefined;
  #server: Server | undefined;
  readonly #options: FakeHostOptions;

  constructor(page: Page, options: FakeHostOptions) {
    this.page = page;
    this.#options = options;
  }

  static async open(browser: Browser, options: FakeHostOptions): Promise<FakeHost> {
    const context = await browser.newContext({ viewport: { width: options.width ?? 800, height: 700 } });
    if (options.beforeAll !== undefined) await context.addInitScript(options.beforeAll);
    const page = await context.newPage();
    const host = new FakeHost(page, options);
    page.on('pageerror', (error) => host.complaints.push(error.message));
    page.on('console', (line) => line.type() === 'error' && host.complaints.push(line.text()));
    await page.exposeFunction('hostAnswers', (method: string, params: JsonObject) => host.#answer(method, params));
    return host;
  }

  async client(): Promise<Client> {
    this.#client ??= await connectClient(this.#options.url, this.#options.key);
    return this.#client;
  }

  /** Calls a tool as the model does, and shows its view. Gives the result. */
  async show(name: string, args: JsonObject): Promise<JsonObject> {
    const result = (await (await this.client()).callTool({ name, arguments: args })) as unknown as JsonObject;
    await this.replay(args, result);
    return result;
  }

  /** Makes a view of a result that was kept, as when a conversation is opened again. */
  async replay(args: JsonObject, result: JsonObject): Promise<void> {
    const { contents } = await (await this.client()).readResource({ uri: 'ui://vitrine/view' });
    const document = String((contents[0] as { text?: string }).text);
    await this.load(document);
    await this.page.waitForFunction('said.some((one) => one.method === "ui/notifications/initialized")');
    await this.tell('ui/notifications/tool-input', { arguments: args });
    await this.tell('ui/notifications/tool-result', result);
  }

  async load(document: string): Promise<void> {
    const { connect } = this.#options;
    const policy = connect === undefined ? POLICY : POLICY.replace("connect-src 'none'", `connect-src ${connect}`);
    const own = document.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`);
    const escaped = own.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const html = `<!doctype html><body><iframe title="app" sandbox="allow-scripts" style="width:100%;height:300px;border:0" srcdoc="${escaped}"></iframe><script>${SCRIPT}</script>`;
    // The answers of the first moments must find their listener.
    const ready = html.replace('<iframe', '<script>window.resizes = true</script><iframe');
    if (connect !== undefined) return void (await this.page.goto(await this.#serve(ready)));
    await this.page.route(ADDRESS, (route) => route.fulfill({ contentType: 'text/html', body: ready }));
    await this.page.goto(ADDRESS);
  }

  /** On this machine indeed: browsers let no page that came from elsewhere connect to it. */
  async #serve(html: string): Promise<string> {
    this.#server?.close();
    this.#server = createServer((_, answer) => void answer.setHeader('content-type', 'text/html').end(html));
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async frame(): Promise<Frame> {
    const found = await (await this.page.waitForSelector('iframe')).contentFrame();
    if (found === null) throw new Error('There is no frame.');
    return found;
  }

  async tell(method: string, params: JsonObject): Promise<void> {
    await this.page.evaluate(`tell(${JSON.stringify(method)}, ${JSON.stringify(params)})`);
  }

  ask(method: string, params: JsonObject): Promise<unknown> {
    return this.page.evaluate(`ask(${JSON.stringify(method)}, ${JSON.stringify(params)})`);
  }

  /** What the view has said so far. */
  async said(method?: string): Promise<readonly JsonObject[]> {
    const all = (await this.page.evaluate('said')) as readonly JsonObject[];
    return all.filter((one) => method === undefined || one.method === method);
  }

  async close(): Promise<void> {
    await this.page.context().close();
    await this.#client?.close();
    this.#server?.close();
  }

  async #answer(method: string, params: JsonObject): Promise<Json> {
    const { capabilities, context, mayCall } = this.#options;
    if (method === 'ui/request-display-mode') return { mode: params.mode ?? 'inline' };
    if (method === 'ui/initialize' && capabilities === 'none') throw new Error('No such version.');
    if (method === 'ui/initialize')
      return {
        protocolVersion: '2026-01-26',
        hostInfo: { name: 'fake', version: '1' },
        hostCapabilities: capabilities ?? { serverTools: {}, openLinks: {} },
        hostContext: context ?? { theme: 'light', locale: 'en-US', timeZone: 'UTC' },
      };
    if (method !== 'tools/call') return {};
    if (mayCall?.(String(params.name)) === false) throw new Error('The person did not allow this call.');
    const call = { name: String(params.name), arguments: params.arguments as JsonObject };
    return (await (await this.client()).callTool(call)) as unknown as Json;
  }
}

export async function connectClient(url: string, key: string): Promise<Client> {
  const client = new Client({ name: 'fake-host', version: '1' }, { capabilities: { extensions: UI } });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  return client;
}

/** As the build leaves it. */
export function readView(): Promise<string> {
  return readFile(new URL('../../apps/playground/dist/www/mcp-view.html', import.meta.url), 'utf8');
}

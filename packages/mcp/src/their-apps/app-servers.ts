// The servers whose apps may stand in sessions: those that the operator has named, and no others. Each is connected to when its first
// app is shown, on the guarded way to agents elsewhere.

import { type JsonObject, quote } from '@vitrine/core/internal';
import { HostError, nextTurn, RemoteError } from '@vitrine/face-kit';
import { connectMcp, type RemoteMcpServer } from '../remote/remote-server.ts';
import { objectIn, type RemoteTool } from '../remote/remote-tool.ts';
import { type AppPolicy, boundedPolicy } from './app-policy.ts';

export interface McpAppServer {
  readonly url: URL;
  /** The value of `Authorization`, sent to the origin of the address and to no other. */
  readonly authorization?: string;
  readonly allowPrivate?: readonly string[];
}

export interface AppDocument extends AppPolicy {
  readonly html: string;
}

const MIME = /^text\/html\s*;\s*profile=mcp-app\b/i;
const MAX_HTML = 2 * 1024 * 1024;
const MAX_RESULT = 1024 * 1024;
/** The SDK reads each message at once: more would keep everybody else of the host. */
const LIMITS = { answerBytes: 4 * 1024 * 1024, streamBytes: 4 * 1024 * 1024 };

interface Connected {
  readonly server: RemoteMcpServer;
  tools: Promise<ReadonlyMap<string, RemoteTool>> | undefined;
}

export class AppServers {
  readonly #named: ReadonlyMap<string, McpAppServer>;
  readonly #connected = new Map<string, { readonly named: McpAppServer; readonly coming: Promise<Connected> }>();

  constructor(named: ReadonlyMap<string, McpAppServer>) {
    this.#named = named;
  }

  has(name: string): boolean {
    return this.#named.has(name);
  }

  async document(name: string, uri: string): Promise<AppDocument> {
    const { server } = await this.#connect(name);
    const contents = await asked(server.resource(uri));
    const found = contents.find(({ mimeType }) => typeof mimeType === 'string' && MIME.test(mimeType));
    const { text, blob, _meta } = found ?? {};
    const html =
      typeof text === 'string' ? text : typeof blob === 'string' ? Buffer.from(blob, 'base64').toString() : '';
    if (html === '') throw refused(`The server ${quote(name)} has no app at ${quote(uri)}.`);
    if (html.length > MAX_HTML) throw refused(`The app has ${html.length} characters; ${MAX_HTML} are shown at most.`);
    return { html, ...boundedPolicy(objectIn(objectIn(objectIn(_meta).ui).csp)) };
  }

  /** As its server says it, for apps; refuses one that is not meant for them. */
  async tool(name: string, tool: string): Promise<RemoteTool> {
    const connected = await this.#connect(name);
    let found = (await this.#toolsOf(connected)).get(tool);
    // It may have come since.
    if (found === undefined) {
      connected.tools = undefined;
      found = (await this.#toolsOf(connected)).get(tool);
    }
    if (found?.forApps !== true)
      throw refused(`The app may not call ${quote(tool)}: its server has no such tool for apps.`);
    return found;
  }

  async call(name: string, tool: string, args: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const { server } = await this.#connect(name);
    const result = await asked(server.call(tool, args, { signal, onProgress: () => undefined }));
    await nextTurn();
    if (JSON.stringify(result).length > MAX_RESULT)
      throw refused(`${tool} answers with more than ${MAX_RESULT} characters.`);
    return result;
  }

  async close(): Promise<void> {
    const open = await Promise.allSettled([...this.#connected.values()].map(({ coming }) => coming));
    for (const one of open) if (one.status === 'fulfilled') one.value.server.close();
  }

  #connect(name: string): Promise<Connected> {
    const named = this.#named.get(name);
    if (named === undefined) return Promise.reject(refused(`The operator has named no server ${quote(name)}.`));
    const known = this.#connected.get(name);
    if (known?.named === named) return known.coming;
    // Named anew, with another token for example.
    known?.coming.then(({ server }) => server.close()).catch(() => undefined);
    const { url, ...options } = named;
    const coming = asked(connectMcp(url, { ...options, limits: LIMITS })).then((server): Connected => {
      const connected: Connected = { server, tools: undefined };
      server.onToolsChanged = () => {
        connected.tools = undefined;
      };
      return connected;
    });
    this.#connected.set(name, { named, coming });
    // One that failed is tried anew by the next app.
    coming.catch(() => this.#connected.get(name)?.coming === coming && this.#connected.delete(name));
    return coming;
  }

  #toolsOf(connected: Connected): Promise<ReadonlyMap<string, RemoteTool>> {
    connected.tools ??= asked(connected.server.tools()).then(
      ({ tools }) => new Map(tools.map((tool) => [tool.name, tool])),
    );
    connected.tools.catch(() => {
      connected.tools = undefined;
    });
    return connected.tools;
  }
}

export function refused(message: string): HostError {
  return new HostError('VITRINE_APP_REFUSED', message);
}

async function asked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RemoteError) throw refused(error.message);
    throw error;
  }
}

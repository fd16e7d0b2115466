// Somebody else's server of MCP, reached over HTTP within the bounds of the guard, or as a program that the operator named: its
// tools are listed, called and its resources read. What becomes of them is left to the bridge.

import {
  Client,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  ProtocolError,
  type RequestOptions,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { defined, isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import {
  GuardedFetch,
  NamedHosts,
  namedByTyping,
  RemoteError,
  type Resolve,
  remoteAgentName,
  remoteErrorIn,
} from '@vitrine/face-kit';
import { LIMIT_CODE, limitAsAnswer } from './limit-as-answer.ts';
import { MCP_REMOTE_LIMITS, type McpRemoteLimits } from './remote-limits.ts';
import { type RemoteTool, readTool } from './remote-tool.ts';
import { TakenResults } from './taken-results.ts';

export interface ConnectMcpOptions {
  /** Hosts, `host` or `host:port`, that may be at private addresses or speak plain HTTP, beside the one that is typed. */
  readonly allowPrivate?: readonly string[];
  /** The value of `Authorization`, sent to the origin of the address and to no other. */
  readonly authorization?: string;
  readonly limits?: Partial<McpRemoteLimits>;
  readonly resolve?: Resolve;
}

/** A program that speaks MCP over its standard input and output. */
export interface McpProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Beside the few that every program is given. */
  readonly env?: { readonly [name: string]: string };
}

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: {
    readonly progress: number;
    readonly total?: number;
    readonly message?: string;
  }) => void;
}

/** What can be drawn here: said to servers that leave out what nobody could see. */
const CAPABILITIES = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app', 'application/a2ui+json'] } },
};
const INFO = { name: 'vitrine', version: '0.1.0' };
/**
 * The SDK compiles output schemas into code and their patterns into backtracking expressions. Both come from the server, and what it
 * returns is judged where it is drawn.
 */
const UNJUDGED: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (data) => ({ valid: true, data: data as T, errorMessage: undefined });
  },
};

/** Asks who is there. Rejects with a RemoteError. */
export async function connectMcp(
  place: URL | McpProgram,
  { limits: given, ...options }: ConnectMcpOptions = {},
): Promise<RemoteMcpServer> {
  const limits = { ...MCP_REMOTE_LIMITS, ...given };
  const reach = place instanceof URL ? overHttp(place, limits, options) : overStdio(place);
  const server = new RemoteMcpServer(reach, limits);
  try {
    await server.reconnect();
  } catch (error) {
    server.close();
    throw error;
  }
  return server;
}

interface Reach {
  /** Its name as an agent of our host. */
  readonly agent: string;
  readonly place: string;
  open(): Transport;
  close(): void;
}

function overHttp(
  url: URL,
  limits: McpRemoteLimits,
  { allowPrivate = [], authorization, resolve }: ConnectMcpOptions,
): Reach {
  const named = new NamedHosts([...namedByTyping(url), ...allowPrivate]);
  named.assertMayAsk(url);
  const own = authorization === undefined ? undefined : { origin: url.origin, value: authorization };
  const guard = new GuardedFetch({ named, limits, isOneMessage: true, ...defined({ authorization: own, resolve }) });
  return {
    ...{ agent: remoteAgentName('mcp', url), place: url.host },
    open: () => new StreamableHTTPClientTransport(url, { fetch: limitAsAnswer(guard.fetch) }),
    close: () => guard.close(),
  };
}

function overStdio({ command, args, cwd, env }: McpProgram): Reach {
  const name = command.split(/[\\/]/).at(-1) ?? command;
  return {
    ...{ agent: remoteAgentName('mcp', { host: name, href: JSON.stringify([command, ...args, cwd]) }), place: name },
    open: () =>
      new StdioClientTransport({
        command,
        args: [...args],
        env: { ...getDefaultEnvironment(), ...env },
        stderr: 'ignore',
        ...defined({ cwd }),
      }),
    close: () => undefined,
  };
}

export class RemoteMcpServer {
  readonly agent: string;
  readonly limits: McpRemoteLimits;
  /** Called when it says that its tools have changed. */
  onToolsChanged: () => void = () => undefined;
  readonly #reach: Reach;
  readonly #taken = new TakenResults();
  #client = new Client(INFO);

  constructor(reach: Reach, limits: McpRemoteLimits) {
    this.agent = reach.agent;
    this.limits = limits;
    this.#reach = reach;
  }

  /** What it calls itself, and where it is: the one is its word, the other is not. */
  get title(): string {
    const { title, name } = this.#client.getServerVersion() ?? { name: '' };
    const words = (title ?? name).replace(/\s+/g, ' ').trim().slice(0, 100);
    return words === '' ? this.#reach.place : `${words} (${this.#reach.place})`;
  }

  get place(): string {
    return this.#reach.place;
  }

  get protocol(): string {
    return this.#client.getNegotiatedProtocolVersion() ?? '';
  }

  get instructions(): string {
    return (this.#client.getInstructions() ?? '').slice(0, 2000);
  }

  async reconnect(): Promise<void> {
    await this.#client.close().catch(() => undefined);
    this.#taken.clear();
    const client = new Client(INFO, {
      capabilities: CAPABILITIES,
      versionNegotiation: { mode: 'auto' },
      jsonSchemaValidator: UNJUDGED,
      listChanged: { tools: { autoRefresh: false, onChanged: () => this.onToolsChanged() } },
    });
    this.#client = client;
    await this.#asked(() => client.connect(this.#taken.on(this.#reach.open()), { timeout: this.limits.callMs }));
  }

  close(): void {
    void this.#client.close().catch(() => undefined);
    this.#reach.close();
  }

  /** As many as are shown, and how many there are beyond these. */
  async tools(): Promise<{ readonly tools: readonly RemoteTool[]; readonly more: boolean }> {
    const tools = new Map<string, RemoteTool>();
    let cursor: string | undefined;
    for (let page = 0; page < this.limits.toolPages; page++) {
      const answer = await this.#request('tools/list', defined({ cursor }));
      for (const one of isArray(answer.tools) ? answer.tools : []) {
        const tool = readTool(one, this.limits);
        if (tool === undefined || tools.has(tool.name)) continue;
        if (tools.size >= this.limits.tools) return { tools: [...tools.values()], more: true };
        tools.set(tool.name, tool);
      }
      const { nextCursor } = answer;
      if (typeof nextCursor !== 'string' || nextCursor === cursor) return { tools: [...tools.values()], more: false };
      cursor = nextCursor;
    }
    return { tools: [...tools.values()], more: true };
  }

  call(name: string, args: JsonObject, { signal, onProgress }: CallOptions): Promise<JsonObject> {
    const { callMs, totalCallMs } = this.limits;
    return this.#request(
      'tools/call',
      { name, arguments: args },
      {
        ...{ signal, timeout: callMs, maxTotalTimeout: totalCallMs, resetTimeoutOnProgress: true },
        onprogress: ({ progress, total, message }) => onProgress({ progress, ...defined({ total, message }) }),
      },
    );
  }

  async resource(uri: string, signal?: AbortSignal): Promise<readonly JsonObject[]> {
    const { contents } = await this.#request('resources/read', { uri }, defined({ signal }));
    return isArray(contents) ? contents.filter(isObject) : [];
  }

  async #request(
    method: 'tools/list' | 'tools/call' | 'resources/read',
    params: JsonObject,
    options: RequestOptions = {},
  ): Promise<JsonObject> {
    const ask = async (): Promise<JsonObject> => {
      const timeout = this.limits.callMs;
      const answer = await this.#client.request({ method, params }, { timeout, ...options });
      return this.#taken.of(answer as unknown as JsonObject);
    };
    try {
      return await ask();
    } catch (error) {
      // It was started anew and knows the session no more: it has done nothing of what it was asked.
      if (!isForgotten(error)) throw this.#inWords(error);
      await this.reconnect();
      return this.#asked(ask);
    }
  }

  async #asked<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#inWords(error);
    }
  }

  #inWords(error: unknown): RemoteError {
    const known = remoteErrorIn(error);
    if (known !== undefined) return known;
    const status = statusOf(error);
    const words = error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 300) : 'unknown';
    if (status === 401 || status === 403)
      return new RemoteError('refused', `${this.place} answers ${status}: it takes no call without a right token.`);
    if (error instanceof ProtocolError && error.code === LIMIT_CODE) return new RemoteError('limit', words, error);
    if (error instanceof ProtocolError) return new RemoteError('refused', `${this.place} says: ${words}`, error);
    return new RemoteError('silence', `${this.place} does not answer as a server of MCP does: ${words}`, error);
  }
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'UnauthorizedError') return 401;
  const { data } = error as { readonly data?: unknown };
  const status = isObject(data as Json) ? (data as JsonObject).status : undefined;
  return typeof status === 'number' ? status : undefined;
}

/** A session that is gone is answered with 404. */
function isForgotten(error: unknown): boolean {
  return statusOf(error) === 404;
}

// The face: one path, one call at a time through the guards of its own, in this order: where it comes from, what it is,
// who it is, whether there is room. There are no MCP sessions: each call bears its key, and nothing is kept between two.

import { type AuthInfo, createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { type Face, type FacePorts, jsonProblem, type PortCaller, type PortClient } from '@vitrine/core';
import type { Caller } from './call.ts';
import { Gate } from './gate.ts';
import { Rooms } from './rooms.ts';
import { createServer } from './server.ts';
import { MCP_SETTINGS, type McpSettings } from './settings.ts';

export type McpFace = Face<Request, Response, never[]>;

type Agent = Extract<PortCaller, { role: 'agent' }>;

/** A call that is under way. */
interface Running {
  readonly agent: string;
  /** Tells it to answer with what it has: its time is up, its agent was revoked, the host stops. */
  readonly late: AbortController;
  readonly ended: Promise<void>;
}

const PATH = '/mcp';
const LAST_WORD_MS = 1000;

export function createMcpFace(port: FacePorts, given: Partial<McpSettings> = {}): McpFace {
  return new FaceOnPort(port, { ...MCP_SETTINGS, ...given });
}

class FaceOnPort implements McpFace {
  readonly #port: FacePorts;
  readonly #settings: McpSettings;
  /** One an agent: who waits for many answers keeps nobody else out. */
  readonly #gates = new Map<string, Gate>();
  readonly #handler: McpHttpHandler;
  readonly #running = new Set<Running>();

  constructor(port: FacePorts, settings: McpSettings) {
    this.#port = port;
    this.#settings = settings;
    const rooms = new Rooms(port, settings.rooms);
    this.#handler = createMcpHandler(
      ({ authInfo }) =>
        createServer({
          ...{ port, rooms, settings },
          ...(authInfo?.extra as Pick<Caller, 'agent' | 'trust' | 'late'>),
        }),
      { maxRequestBodySize: settings.bodyBytes },
    );
    port.identity.onRevoked((what) => {
      if ('agent' in what) for (const { agent, late } of this.#running) if (agent === what.agent) late.abort();
    });
  }

  async fetch(request: Request, client: PortClient): Promise<Response | undefined> {
    if (new URL(request.url).pathname !== PATH) return undefined;
    const refusal = this.#refusal(request, client);
    if (refusal !== undefined) return refusal;
    const caller = await this.#identify(client);
    if (caller instanceof Response) return caller;
    const leave = await this.#gateOf(caller.agent).enter();
    if (leave === undefined) return refuse(503, 'VITRINE_BUSY', 'Too many calls at once; try again.');
    return this.#call(request, caller, leave);
  }

  /** Who waits is answered with what there is. */
  async stop(patienceMs = LAST_WORD_MS): Promise<void> {
    for (const { late } of this.#running) late.abort();
    const ended = Promise.all([...this.#running].map((call) => call.ended));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, patienceMs).unref())]);
    await this.#handler.close();
  }

  #gateOf(agent: string): Gate {
    const gate = this.#gates.get(agent) ?? new Gate(this.#settings.calls, this.#settings.patienceMs);
    this.#gates.set(agent, gate);
    return gate;
  }

  #refusal(request: Request, { isNear }: PortClient): Response | undefined {
    if (!this.#settings.remote && !isNear)
      return refuse(403, 'VITRINE_ORIGIN_REFUSED', 'MCP is served to programs of this machine only.');
    // A program has no origin; a page that has one is not to drive tools.
    if (request.headers.has('origin')) return refuse(403, 'VITRINE_ORIGIN_REFUSED', 'A page may not call MCP.');
    const type = request.headers.get('content-type') ?? '';
    if (request.method === 'POST' && !/^application\/json\s*(;|$)/i.test(type))
      return refuse(415, 'VITRINE_BODY_TYPE', 'The body is application/json.');
    if (Number(request.headers.get('content-length') ?? 0) > this.#settings.bodyBytes)
      // The rest of it is not read, so the connection cannot be used again.
      return refuse(413, 'VITRINE_BODY_SIZE', `The body may have ${this.#settings.bodyBytes} bytes.`, {
        connection: 'close',
      });
    return undefined;
  }

  async #identify({ credential }: PortClient): Promise<Agent | Response> {
    const caller = await this.#port.identity.identify(credential).catch(() => undefined);
    if (caller?.role === 'agent') return caller;
    return refuse(401, 'VITRINE_CREDENTIAL_MISSING', 'The key of an agent is required.', {
      'www-authenticate': 'Bearer',
    });
  }

  #begin(call: Pick<Running, 'agent' | 'late'>, then: () => void): () => void {
    let end = then;
    const ended = new Promise<void>((resolve) => {
      end = () => {
        this.#running.delete(running);
        then();
        resolve();
      };
    });
    const running = { ...call, ended };
    this.#running.add(running);
    return end;
  }

  /** The place is given back when the answer has been read to its end, or nobody reads it any more. */
  async #call(request: Request, { agent, trust }: Agent, leave: () => void): Promise<Response> {
    // First the tool is told, and answers with what it has; then whoever waits for it.
    const [late, over] = [new AbortController(), new AbortController()];
    const timers = [
      setTimeout(() => late.abort(), this.#settings.callMs),
      setTimeout(() => over.abort(), this.#settings.callMs + LAST_WORD_MS),
    ];
    const end = this.#begin({ agent, late }, () => {
      for (const timer of timers) clearTimeout(timer);
      leave();
    });
    const timeUp = new Promise<undefined>((resolve) => {
      over.signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    try {
      const authInfo = { token: '', clientId: agent, scopes: [], extra: { agent, trust, late: late.signal } };
      const signal = AbortSignal.any([request.signal, over.signal]);
      const answer = await Promise.race([this.#pass(request, signal, authInfo), timeUp]);
      return followed(answer ?? refuse(408, 'VITRINE_CALL_TIME', 'The call took too long.'), end);
    } catch (error) {
      end();
      this.#port.transport.failed('a call of MCP met a fault', error);
      return refuse(500, 'VITRINE_HOST_FAILED', 'The host met a fault.');
    }
  }

  /** The SDK parses whatever it is given, so depth and size are judged before. */
  async #pass(request: Request, signal: AbortSignal, authInfo: AuthInfo): Promise<Response> {
    const { url, method, headers } = request;
    if (request.body === null) return this.#handler.fetch(new Request(url, { method, headers, signal }), { authInfo });
    let text: string;
    try {
      text = await this.#port.transport.read(request, this.#settings.bodyBytes);
    } catch (error) {
      const told = refusalIn(error);
      if (told === undefined) throw error;
      return told;
    }
    const problem = jsonProblem(text, { maxLength: this.#settings.bodyBytes });
    if (problem !== undefined) return refuse(400, problem.code, problem.message);
    return this.#handler.fetch(new Request(url, { method, headers, signal, body: text }), { authInfo });
  }
}

/** Undefined: the fault is ours. */
function refusalIn(error: unknown): Response | undefined {
  const { code, status, message } = error as { readonly code?: unknown; readonly status?: unknown; message: string };
  return typeof code === 'string' && typeof status === 'number' && status < 500
    ? refuse(status, code, message)
    : undefined;
}

/** The same answer; `end` is called when its body has ended. */
function followed(answer: Response, end: () => void): Response {
  if (answer.body === null) {
    end();
    return answer;
  }
  const through = new TransformStream<Uint8Array, Uint8Array>();
  answer.body.pipeTo(through.writable).then(end, end);
  return new Response(through.readable, { status: answer.status, headers: answer.headers });
}

function refuse(
  status: number,
  error: string,
  message: string,
  headers: { readonly [name: string]: string } = {},
): Response {
  return new Response(JSON.stringify({ error, message }), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

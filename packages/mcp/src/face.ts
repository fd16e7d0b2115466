// The face: one path, one call at a time through the guards of its own, in this order: where it comes from, what it is,
// who it is, whether there is room. There are no MCP sessions: each call bears its key, and nothing is kept between two.

import { type AuthInfo, createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { type FacePorts, isObject, type Json } from '@vitrine/core/internal';
import type { Face, PortCaller, PortClient } from '@vitrine/core/port';
import {
  Guesses,
  HostError,
  holderOf,
  Idempotency,
  KeyQueue,
  parseInTurns,
  perMinute,
  Refusal,
  type RefusalWords,
  refusalAnswer,
  setTimer,
  takeSeat,
  toldRefusal,
  whenAborted,
} from '@vitrine/face-kit';
import { OpenViews, ViewTickets } from './apps/view-tickets.ts';
import { VIEW_WAIT_TOOL } from './apps/view-tools.ts';
import { answerWait, VIEW_WAIT_PATH } from './apps/view-wait.ts';
import type { McpCaller } from './call.ts';
import { KnownClients } from './client-abilities.ts';
import { createServer } from './server.ts';
import { SessionKeys } from './session-keys.ts';
import { MCP_SETTINGS, type McpSettings } from './settings.ts';

export type McpFace = Face<Request, Response, never[]>;

type OfCall = Pick<McpCaller, 'agent' | 'trust' | 'late' | 'client' | 'called'>;
type AgentCaller = Extract<PortCaller, { role: 'agent' }>;

const PATH = '/mcp';
const LAST_WORD_MS = 1000;
const NO_KEY = { status: 401, code: 'VITRINE_CREDENTIAL_MISSING', message: 'The key of an agent is required.' };
/** What is wrong with a credential is told to nobody. */
const WORDS: RefusalWords = { 'VITRINE_CREDENTIAL_*': NO_KEY };

export function createMcpFace(port: FacePorts, settings: Partial<McpSettings> = {}): McpFace {
  return new McpFaceOnPort(port, { ...MCP_SETTINGS, ...settings });
}

class McpFaceOnPort implements McpFace {
  readonly framePaths = [VIEW_WAIT_PATH];
  readonly #port: FacePorts;
  readonly #settings: McpSettings;
  readonly #guesses: Guesses;
  /** Of each agent so many calls at once: who waits for many answers keeps nobody else out. Views wait elsewhere: they are many and idle. */
  readonly #calls = new Map<string, KeyQueue<object>>();
  readonly #waits = new Map<string, KeyQueue<object>>();
  readonly #shared: Pick<McpCaller, 'port' | 'settings' | 'tickets' | 'openViews'>;
  readonly #handler: McpHttpHandler;
  readonly #clients = new KnownClients();
  /** When each call that is under way has ended. */
  readonly #underWay = new Set<Promise<void>>();
  #isStopped = false;

  constructor(port: FacePorts, settings: McpSettings) {
    this.#port = port;
    this.#settings = settings;
    this.#guesses = new Guesses(perMinute('guesses', settings.guessesPerMinute, port.transport));
    this.#shared = { port, settings, tickets: new ViewTickets(port, settings), openViews: new OpenViews() };
    const shared = {
      ...this.#shared,
      sessionKeys: new SessionKeys(port, settings.sessions),
      decisions: new Idempotency(port.records),
    };
    this.#handler = createMcpHandler(({ authInfo }) => createServer({ ...shared, ...(authInfo?.extra as OfCall) }));
  }

  async fetch(request: Request, client: PortClient): Promise<Response | undefined> {
    const { pathname } = new URL(request.url);
    if (pathname === VIEW_WAIT_PATH) return answerWait(request, client, this.#shared);
    if (pathname !== PATH) return undefined;
    try {
      if (this.#isStopped) throw new HostError('VITRINE_STOPPING');
      this.#assertProgram(request, client);
      const caller = await this.#guesses.identify(this.#port.identity, client);
      if (caller.role !== 'agent') throw new HostError('VITRINE_CREDENTIAL_PURPOSE');
      return await this.#call(request, client, caller);
    } catch (error) {
      const { transport } = this.#port;
      return refusalAnswer(toldRefusal(error, { transport, failed: 'a call of MCP met a fault', words: WORDS }));
    }
  }

  /** Who waits was told to answer with what there is, as everything that stays open on the host. */
  async stop(patienceMs = LAST_WORD_MS): Promise<void> {
    this.#isStopped = true;
    const late = new Promise((resolve) => setTimeout(resolve, patienceMs).unref());
    await Promise.race([Promise.all(this.#underWay), late]);
    await this.#handler.close();
  }

  #assertProgram({ method, headers }: Request, { isNear }: PortClient): void {
    if (!this.#settings.remote && !isNear)
      throw new HostError('VITRINE_ORIGIN_REFUSED', 'MCP is served to programs of this machine only.');
    // A program has no origin; a page that has one is not to drive tools.
    if (headers.has('origin')) throw new HostError('VITRINE_ORIGIN_REFUSED', 'A page may not call MCP.');
    if (method === 'POST' && !/^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? ''))
      throw new HostError('VITRINE_BODY_TYPE', 'The body is application/json.');
  }

  /** One more waits a moment for a place. Gives what gives it back. */
  #enter(agent: string, places: Map<string, KeyQueue<object>>, atOnce: number): Promise<() => void> {
    const calls = places.get(agent) ?? new KeyQueue<object>({ atOnce });
    places.set(agent, calls);
    return new Promise((enter, refuse) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        refuse(new HostError('VITRINE_BUSY', 'Too many calls at once; try again.'));
      }, this.#settings.patienceMs);
      const stay = async (): Promise<void> => {
        clearTimeout(timer);
        if (!isLate) await new Promise<void>((leave) => enter(leave));
      };
      void calls.run({}, stay);
    });
  }

  /** What it takes is given back when the answer has been read to its end, or nobody reads it any more. */
  async #call(request: Request, client: PortClient, caller: AgentCaller): Promise<Response> {
    const { agent, trust } = caller;
    const leaveCalls = await this.#enter(agent, this.#calls, this.#settings.calls);
    const leaving = [leaveCalls];
    const [late, over] = [new AbortController(), new AbortController()];
    const ended = whenAborted(over.signal).then(() => {
      for (const leave of leaving) leave();
      this.#underWay.delete(ended);
    });
    this.#underWay.add(ended);
    // First the tool is told, and answers with what it has; then whoever waits for it.
    const stop = (): void => {
      late.abort();
      leaving.push(setTimer(LAST_WORD_MS, () => over.abort()));
    };
    try {
      leaving.push(takeSeat(this.#port.transport, { client, holder: holderOf(caller) }, stop));
      leaving.push(setTimer(this.#settings.callMs, stop));
      const ofCall = { agent, trust, late: late.signal };
      const signal = AbortSignal.any([request.signal, over.signal]);
      const read = async (tool: string | undefined): Promise<void> => {
        if (tool !== VIEW_WAIT_TOOL) return;
        const leave = await this.#enter(agent, this.#waits, this.#settings.viewWaits);
        leaveCalls();
        if (over.signal.aborted) leave();
        else leaving.push(leave);
      };
      const answer = await Promise.race([this.#pass(request, signal, ofCall, read), whenAborted(over.signal)]);
      if (answer === undefined) throw new HostError('VITRINE_CALL_TIME', 'The call took too long.');
      return followed(answer, over);
    } catch (error) {
      over.abort();
      throw error;
    }
  }

  /** The SDK parses whatever it is given, in one turn; what is no JSON it refuses in the words of the protocol. */
  async #pass(
    request: Request,
    signal: AbortSignal,
    ofCall: Omit<OfCall, 'client' | 'called'>,
    read: (tool: string | undefined) => Promise<void>,
  ): Promise<Response> {
    const { url, method, headers } = request;
    const { bodyBytes } = this.#settings;
    const call = { method, headers, signal };
    const infoOf = (message?: Json): AuthInfo => {
      const client = this.#clients.read(ofCall.agent, message);
      const extra: OfCall = { ...ofCall, client, called: toolIn(message) };
      return { token: '', clientId: ofCall.agent, scopes: [], extra: { ...extra } };
    };
    if (request.body === null) return this.#handler.fetch(new Request(url, call), { authInfo: infoOf() });
    const text = await this.#port.transport.read(request, bodyBytes);
    const parsed = await parseInTurns(text, { maxLength: bodyBytes });
    if (parsed.ok) await read(toolIn(parsed.value));
    if (parsed.ok)
      return this.#handler.fetch(new Request(url, call), { authInfo: infoOf(parsed.value), parsedBody: parsed.value });
    const { code, message } = parsed.issue;
    if (code !== 'VITRINE_JSON_MALFORMED') throw new Refusal(400, code, message);
    return this.#handler.fetch(new Request(url, { ...call, body: text }), { authInfo: infoOf() });
  }
}

/** Which tool a message calls. */
function toolIn(message: Json | undefined): string | undefined {
  const { method, params } = isObject(message) ? message : {};
  const name = method === 'tools/call' && isObject(params) ? params.name : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** The same answer, until its body has ended or the call is over. */
function followed(answer: Response, over: AbortController): Response {
  const { body, status, headers } = answer;
  if (body === null) {
    over.abort();
    return answer;
  }
  const through = new TransformStream<Uint8Array, Uint8Array>();
  const end = (): void => over.abort();
  body.pipeTo(through.writable, { signal: over.signal }).then(end, end);
  return new Response(through.readable, { status, headers });
}

// The face, put together: the paths of AG-UI, those that CopilotKit asks for, credentials of clients, and one stream a run.

import type { Face, FacePorts, JsonObject, PortClient, PortEnd } from '@vitrine/core/internal';
import {
  assertMethod,
  ClientCredentials,
  HostError,
  jsonAnswer,
  KeyQueue,
  openStream,
  type Principal,
  perMinute,
  Rate,
  readObject,
  refusalAnswer,
  type SetTimer,
  type SseStream,
  STREAM_LIMITS,
  setTimer,
  streamAnswer,
  toldRefusal,
} from '@vitrine/face-kit';
import { EventWriter } from './event-writer.ts';
import { AG_UI_LIMITS, type AgUiBase, type AgUiLimits } from './limits.ts';
import { PROTO_MEDIA_TYPE, wantsProto } from './proto-events.ts';
import { cancelTasks, type RunEnd, ThreadRun } from './run.ts';
import { RunEvents } from './run-events.ts';
import { type RunInput, readRunInput } from './run-input.ts';
import { type Thread, Threads } from './threads.ts';

export type AgUiFace = Face<Request, Response, never>;

export interface AgUiOptions {
  readonly limits?: Partial<AgUiLimits>;
  /** Calls from this machine need no credential while the host is reached by a name of this machine alone. */
  readonly isOpen?: boolean;
  /** The agent that clients mean who name none: CopilotKit calls it `default`. */
  readonly defaultAgent?: string;
  readonly setTimer?: SetTimer;
}

const ROOT = '/ag-ui';
const PROTOCOL = { prefix: 'vg_', name: 'AG-UI', id: 'ag-ui' };
const STOPPING = { how: 'barred', message: 'The host stops.', code: 'VITRINE_STOPPING' } as const;
const BARRED: { readonly [why in PortEnd]: RunEnd } = {
  stopping: STOPPING,
  revoked: { how: 'barred', message: 'The credential was taken back.', code: 'VITRINE_CREDENTIAL_REVOKED' },
  expired: { how: 'barred', message: 'The credential has expired.', code: 'VITRINE_CREDENTIAL_EXPIRED' },
};
/** How long the end of a run may take to be told when its credential or the host ends. */
const LAST_WORDS_MS = 1000;

export function createAgUiFace(port: FacePorts, options: AgUiOptions = {}): AgUiFace {
  return new AgUiFaceOnPort(port, options);
}

interface Call {
  readonly request: Request;
  readonly client: PortClient;
  readonly agent: string;
  readonly principal: Principal;
}

interface OpenedRun {
  readonly stream: SseStream;
  readonly writer: EventWriter;
  readonly events: RunEvents;
  readonly answer: Response;
}

class AgUiFaceOnPort implements AgUiFace {
  readonly #base: AgUiBase;
  readonly #threads: Threads;
  readonly #calls: Rate;
  readonly #defaultAgent: string;
  /** What is under way in each thread. */
  readonly #running = new Map<string, Map<ThreadRun, Promise<void>>>();
  /** Of runs that come at once to one thread, each ends the one before it. */
  readonly #beginning = new KeyQueue<string>();
  #isStopping = false;

  constructor(port: FacePorts, { limits, isOpen = false, defaultAgent = 'dev', ...options }: AgUiOptions) {
    const own = { ...AG_UI_LIMITS, ...limits };
    const credentials = new ClientCredentials({ port, limits: own, isOpen, protocol: PROTOCOL });
    this.#base = { port, limits: own, credentials, setTimer: options.setTimer ?? setTimer };
    this.#threads = new Threads(this.#base);
    this.#calls = new Rate(perMinute('calls', own.callsPerMinute, port.transport));
    this.#defaultAgent = defaultAgent;
  }

  async fetch(request: Request, client: PortClient): Promise<Response | undefined> {
    const { pathname } = new URL(request.url);
    if (pathname !== ROOT && !pathname.startsWith(`${ROOT}/`)) return undefined;
    const { transport } = this.#base.port;
    return this.#route(request, client, pathname.slice(ROOT.length + 1).split('/')).catch((error: unknown) =>
      refusalAnswer(toldRefusal(error, { transport, failed: 'a call of AG-UI met a fault' })),
    );
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const ending = [...this.#running.values()].flatMap((runs) => [...runs]);
    for (const [run] of ending) run.end(STOPPING);
    await Promise.all(ending.map(([, done]) => done));
  }

  /** `meant`: the agent that `default` is. The address of an agent is the `runtimeUrl` of an application that uses it. */
  async #route(
    request: Request,
    client: PortClient,
    path: readonly string[],
    meant = this.#defaultAgent,
  ): Promise<Response> {
    const [first = '', name = '', verb = '', ...rest] = path;
    if (first === 'info' && path.length === 1) return this.#info(request, client, meant);
    const isRest = first === 'agent' && path.length >= 3;
    const agent = await this.#agentNamed(decoded(isRest ? name : first), meant);
    if (!isRest && name === 'credentials' && rest.length === 0)
      return this.#base.credentials.answer(request, client, { agent, id: verb, maxBytes: 16 * 1024 });
    if (!isRest && (name === 'info' || name === 'agent') && first !== 'agent')
      return this.#route(request, client, path.slice(1), agent);
    if (!isRest && path.length > 1) throw new HostError('VITRINE_PATH_UNKNOWN');
    assertMethod(request, ['POST']);
    if (this.#isStopping) throw new HostError('VITRINE_STOPPING', STOPPING.message);
    const principal = await this.#base.credentials.identify(client, agent, request);
    const call = { request, client, agent, principal };
    this.#count(call);
    if (!isRest || (verb === 'run' && rest.length === 0)) return this.#run(call);
    if (verb === 'connect' && rest.length === 0) return this.#connect(call);
    if (verb === 'stop' && rest.length === 1) return this.#stopThread(call, decoded(rest[0] ?? ''));
    throw new HostError('VITRINE_PATH_UNKNOWN');
  }

  async #agentNamed(name: string, meant: string): Promise<string> {
    const agent = name === 'default' || name === '' ? meant : name;
    if ((await this.#base.port.identity.agent(agent)) !== undefined) return agent;
    throw new HostError('VITRINE_AGENT_UNKNOWN', 'There is no such agent.');
  }

  /** What CopilotKit asks for first. Tells of the agent that clients mean who name none, to those who may call it. */
  async #info(request: Request, client: PortClient, meant: string): Promise<Response> {
    assertMethod(request, ['GET', 'HEAD']);
    const agent = await this.#agentNamed('default', meant);
    await this.#base.credentials.identify(client, agent, request);
    const described = { name: agent, description: `The agent ${agent} of this host` };
    return jsonAnswer(200, {
      ...{ version: '1.0', mode: 'sse', a2ui: { enabled: true }, a2uiEnabled: true },
      agents: { default: described, [agent]: described },
    });
  }

  #count({ agent, principal }: Call, calls = 1): void {
    this.#calls.assert(JSON.stringify([agent, principal.id]), calls);
  }

  async #run(call: Call): Promise<Response> {
    const input = await this.#read(call);
    if (input.said.length > 0) this.#count(call, input.said.length);
    // Its seat comes first: where there is none, nothing begins.
    const opened = this.#open(call, input);
    try {
      const place = { ...call, threadId: input.threadId };
      const thread = await this.#threads.findOrOpen(place, input.catalogs);
      return await this.#beginning.run(thread.key, async () => {
        await this.#endOlder(thread.key);
        // What the one before was sent is known by now.
        const current = (await this.#threads.find(place)) ?? thread;
        return this.#stream(call, input, current, opened, (run) => run.converse());
      });
    } catch (error) {
      opened.stream.end();
      throw error;
    }
  }

  async #connect(call: Call): Promise<Response> {
    const input = await this.#read(call);
    const thread = await this.#threads.find({ ...call, threadId: input.threadId });
    const opened = this.#open(call, input);
    if (thread !== undefined) return this.#stream(call, input, thread, opened, (run) => run.replay());
    const { writer, events, answer } = opened;
    events.start();
    events.finish();
    await writer.end();
    return answer;
  }

  async #stopThread(call: Call, threadId: string): Promise<Response> {
    const thread = await this.#threads.find({ ...call, threadId });
    if (thread === undefined) return jsonAnswer(200, { stopped: false });
    const runs = [...(this.#running.get(thread.key)?.keys() ?? [])];
    // Also where nobody listens any more, or at another host.
    const tasks = await cancelTasks(this.#base, thread.session, call.principal);
    for (const run of runs) run.end({ how: 'cancelled' });
    return jsonAnswer(200, { stopped: runs.length + tasks > 0 });
  }

  async #endOlder(key: string): Promise<void> {
    const older = [...(this.#running.get(key) ?? [])].filter(([run]) => !run.isLive);
    for (const [run] of older) run.end({ how: 'done' });
    await Promise.all(older.map(([, done]) => done));
    for (const [run, done] of this.#running.get(key) ?? []) await (run.isOver ? done : run.drawn());
  }

  #stream(
    call: Call,
    input: RunInput,
    thread: Thread,
    { stream, writer, events, answer }: OpenedRun,
    work: (run: ThreadRun) => Promise<void>,
  ): Response {
    const { credentials, port } = this.#base;
    const { agent, principal } = call;
    const drained = () => writer.drained;
    const run = new ThreadRun(this.#base, { agent, principal, thread, input, events, drained });
    const release = credentials.hold(principal.holder, (why) => {
      writer.bar();
      run.end(BARRED[why]);
    });
    stream.signal.addEventListener('abort', () => run.end({ how: 'gone' }));
    const done = work(run)
      .catch((error: unknown) => {
        const { message, code } = toldRefusal(error, { transport: port.transport, failed: 'a run of AG-UI' });
        events.fail(message, code);
      })
      .finally(async () => {
        await writer.end();
        release();
        const runs = this.#running.get(thread.key);
        runs?.delete(run);
        if (runs?.size === 0) this.#running.delete(thread.key);
      });
    const runs = this.#running.get(thread.key) ?? new Map<ThreadRun, Promise<void>>();
    this.#running.set(thread.key, runs.set(run, done));
    return answer;
  }

  #open({ request, client, principal }: Call, input: RunInput): OpenedRun {
    const seat = { request, client, holder: principal.holder, lastWordsMs: LAST_WORDS_MS };
    const isProto = wantsProto(request.headers.get('accept'), input);
    // Protobuf has nothing to send that clients would overlook.
    const options = isProto ? { queueBytes: STREAM_LIMITS.queueBytes } : STREAM_LIMITS;
    const stream = openStream(this.#base.credentials, seat, options);
    const writer = new EventWriter(stream, isProto);
    const events = new RunEvents(input, writer);
    return {
      stream,
      writer,
      events,
      answer: streamAnswer(stream, isProto ? { 'content-type': PROTO_MEDIA_TYPE } : {}),
    };
  }

  async #read({ request, agent, principal }: Call): Promise<RunInput> {
    const { credentials, limits } = this.#base;
    const { bodyBytes: maxLength } = limits;
    const text = await credentials.read(request, agent, principal, maxLength);
    const body: JsonObject = await readObject(text, { bounds: { maxLength } });
    return readRunInput(body, limits);
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new HostError('VITRINE_PATH_UNKNOWN');
  }
}

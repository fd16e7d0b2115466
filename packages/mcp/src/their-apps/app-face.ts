// Apps of MCP servers in sessions: the page asks for the app of a component that stands there, and for each call that the app makes.
// Whether it may stand, and whether it may call, is judged here on the state of the session; consent is the person's, and the page
// brings it with each call. What an app is made of is never stored.

import {
  bringsHtml,
  type FacePorts,
  isObject,
  issue,
  type JsonObject,
  MCP_APP,
  type NamedApp,
  namedApp,
  type Op,
  type PortGuard,
  quote,
} from '@vitrine/core/internal';
import type { Face, PortClient, PortEnd, PortHolder } from '@vitrine/core/port';
import {
  assertMethod,
  Guesses,
  HostError,
  holderOf,
  invalidBody,
  jsonAnswer,
  perMinute,
  Rate,
  readObject,
  refusalAnswer,
  toldRefusal,
} from '@vitrine/face-kit';
import { AppServers, type McpAppServer, refused } from './app-servers.ts';
import { SANDBOX_PATH, sandboxAddress, sandboxAnswer } from './sandbox-page.ts';

export interface AppFaceSettings {
  /** By the names that components call them by. */
  readonly servers: ReadonlyMap<string, McpAppServer>;
  /** Where apps stand. Absent: on the other one of `localhost` and `127.0.0.1`. */
  readonly sandboxOrigin?: string;
  readonly callsPerMinute?: number;
}

const BODY_BYTES = 256 * 1024;
const CALLS_PER_MINUTE = 60;
const GUESSES_PER_MINUTE = 60;
const ENDED = {
  revoked: 'VITRINE_CREDENTIAL_REVOKED',
  expired: 'VITRINE_CREDENTIAL_EXPIRED',
  stopping: 'VITRINE_STOPPING',
} as const;
const NEIGHBOURS: { readonly [host: string]: string } = { '127.0.0.1': 'localhost', localhost: '127.0.0.1' };

export function createAppFace(
  port: FacePorts,
  settings: AppFaceSettings = { servers: new Map() },
): Face<Request, Response, never[]> {
  port.sessions.guard(refuseInlineHtml);
  const face = new AppFace(port, settings);
  return { fetch: (request, client) => face.fetch(request, client), stop: () => face.stop() };
}

/** The origin that apps stand on, for the page at an address of this host; undefined where there is none of its own. */
export function sandboxOriginFor(page: URL, named: string | undefined): string | undefined {
  if (named !== undefined) return named === page.origin ? undefined : named;
  const neighbour = NEIGHBOURS[page.hostname];
  return neighbour === undefined
    ? undefined
    : `${page.protocol}//${neighbour}${page.port === '' ? '' : `:${page.port}`}`;
}

const refuseInlineHtml: PortGuard = (_session, body, from) => {
  if (from !== 'agent') return undefined;
  for (const op of body as readonly Op[]) {
    const components = op.op === 'open' || op.op === 'put' ? (op.components ?? []) : [];
    const found = components.find(bringsHtml);
    if (found === undefined) continue;
    const words = `The component ${quote(found.id)} brings its HTML with it (htmlContent), which is code: name a server and its ui:// resource.`;
    return issue('VITRINE_APP_REFUSED', 'error', words, `/components/${found.id}`);
  }
  return undefined;
};

interface AppPlace {
  readonly session: string;
  readonly viewer: string;
  readonly app: NamedApp;
  /** What a call of it rests on. */
  readonly holder: PortHolder;
}

class AppFace {
  readonly #port: FacePorts;
  readonly #settings: AppFaceSettings;
  readonly #servers: AppServers;
  readonly #guesses: Guesses;
  readonly #calls: Rate;

  constructor(port: FacePorts, settings: AppFaceSettings) {
    this.#port = port;
    this.#settings = settings;
    this.#servers = new AppServers(settings.servers);
    this.#guesses = new Guesses(perMinute('app-guesses', GUESSES_PER_MINUTE, port.transport));
    this.#calls = new Rate(perMinute('app-calls', settings.callsPerMinute ?? CALLS_PER_MINUTE, port.transport));
  }

  async stop(): Promise<void> {
    await this.#servers.close();
  }

  async fetch(request: Request, client: PortClient): Promise<Response | undefined> {
    const url = new URL(request.url);
    if (url.pathname === SANDBOX_PATH && request.method === 'GET') return sandboxAnswer(url);
    const answer = { '/mcp-apps/open': this.#open, '/mcp-apps/call': this.#call }[url.pathname];
    if (answer === undefined) return undefined;
    try {
      assertMethod(request, ['POST']);
      return jsonAnswer(200, await answer.call(this, request, client));
    } catch (error) {
      const { transport } = this.#port;
      return refusalAnswer(toldRefusal(error, { transport, failed: 'an app of an MCP server met a fault' }));
    }
  }

  /** The document of the app, and where its page is. */
  async #open(request: Request, client: PortClient): Promise<JsonObject> {
    const { place } = await this.#placeOf(request, client);
    const url = new URL(request.url);
    const here = new URL(`${url.protocol}//${request.headers.get('host') ?? url.host}`);
    const origin = sandboxOriginFor(here, this.#settings.sandboxOrigin);
    const page = request.headers.get('origin') ?? here.origin;
    if (origin === undefined || origin === page)
      throw refused('There is no origin of its own that an app could stand on (--sandbox-origin).');
    const { html, ...policy } = await this.#servers.document(place.app.server, place.app.resource);
    return { html, sandbox: sandboxAddress(origin, { page, ...policy }) };
  }

  async #call(request: Request, client: PortClient): Promise<JsonObject> {
    const { place, body } = await this.#placeOf(request, client);
    const { tool, arguments: args = {}, agreed } = body;
    if (typeof tool !== 'string' || !isObject(args)) throw invalidBody('A call has a tool and its arguments.');
    if (agreed !== true) throw refused(`Nobody has agreed to a call of ${quote(tool)}.`);
    const { server } = place.app;
    await this.#servers.tool(server, tool);
    const over = new AbortController();
    let why: PortEnd | undefined;
    const release = this.#port.transport.hold(place.holder, (end) => {
      why = end;
      over.abort();
    });
    try {
      const signal = AbortSignal.any([request.signal, over.signal]);
      return { result: await this.#servers.call(server, tool, args, signal) };
    } catch (error) {
      throw why === undefined ? error : new HostError(ENDED[why]);
    } finally {
      release();
    }
  }

  /** Refuses where the app may not stand. */
  async #placeOf(
    request: Request,
    client: PortClient,
  ): Promise<{ readonly place: AppPlace; readonly body: JsonObject }> {
    const caller = await this.#guesses.identify(this.#port.identity, client);
    if (caller.role !== 'viewer') throw new HostError('VITRINE_CREDENTIAL_PURPOSE');
    const { session, viewer } = caller;
    this.#calls.assert(`${session} ${viewer}`);
    const body = await readObject(await this.#port.transport.read(request, BODY_BYTES));
    const { surface: id, component } = body;
    if (typeof id !== 'string' || typeof component !== 'string')
      throw invalidBody('An app stands in a surface, as a component.');
    const [found, view] = [await this.#port.sessions.find(session), await this.#port.sessions.view(session)];
    if (found?.dialect?.startsWith('openwop') === true) throw refused('No app stands in a run of OpenWOP.');
    const surface = view.surfaces.get(id);
    const named = surface?.component(component);
    if (surface === undefined || named?.type !== MCP_APP) throw refused('There is no such app in this session.');
    if (found?.trust !== 'trusted' || surface.trust !== 'trusted')
      throw refused('No app stands in what is not trusted.');
    const app = namedApp(named);
    if (app === undefined) throw refused('The app is not named by a server and a resource.');
    return { place: { session, viewer, app, holder: holderOf(caller) }, body };
  }
}

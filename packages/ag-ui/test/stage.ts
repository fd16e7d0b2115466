// A host with the face on a real port, agents over HTTP, and the real clients of both generations.

import { HttpAgent } from '@ag-ui/client';
import type { JsonObject } from '@vitrine/core';
import { createHost, createLogger, type Host, type HostOptions } from '@vitrine/host';
import { HttpAgent as OldHttpAgent } from 'ag-ui-client-0.0';
import { onTestFinished } from 'vitest';
import { type AgUiOptions, agUiFaceWith } from '../src/index.ts';

export const ops = (...body: readonly JsonObject[]): JsonObject => ({ vitrine: 1, body });
export const say = (text: string): JsonObject => ops({ op: 'say', text });
export const done = (state = 'done'): JsonObject => ops({ op: 'turn', state });

export type AgentEvent = JsonObject & { readonly event?: string; readonly action?: JsonObject };
export type Script = (
  event: AgentEvent,
  send: (...messages: readonly JsonObject[]) => Promise<void>,
) => Promise<void> | void;

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';

/** A surface of 0.9 with a field, a line that the agent changes, and a button that sends what stands in the field. */
export function booking(surfaceId = 'booking', name = 'Ada'): readonly JsonObject[] {
  const version = 'v0.9';
  const components = [
    { id: 'root', component: 'Column', children: ['title', 'name', 'book'] },
    { id: 'title', component: 'Text', text: { path: '/title' } },
    { id: 'name', component: 'TextField', label: 'Name', value: { path: '/form/name' } },
    { id: 'word', component: 'Text', text: 'Book' },
    {
      ...{ id: 'book', component: 'Button', child: 'word' },
      action: { event: { name: 'book', context: { name: { path: '/form/name' } } } },
    },
  ];
  return [
    { version, createSurface: { surfaceId, catalogId: CATALOG } },
    { version, updateDataModel: { surfaceId, path: '/', value: { title: 'Book a table', form: { name, guests: 2 } } } },
    { version, updateComponents: { surfaceId, components } },
  ];
}

export class Stage {
  readonly host: Host;
  readonly url: string;
  readonly lines: string[];
  readonly #stopping = new AbortController();

  constructor(host: Host, url: string, lines: string[]) {
    this.host = host;
    this.url = url;
    this.lines = lines;
  }

  static async open(options: AgUiOptions = {}, folder?: string, ofHost: Partial<HostOptions> = {}): Promise<Stage> {
    const lines: string[] = [];
    const logger = createLogger({ level: 'error', stream: { write: (line: string) => void lines.push(line) } });
    const faces = [
      agUiFaceWith({ isOpen: true, defaultAgent: 'bot', ...options, limits: { quietMs: 200, ...options.limits } }),
    ];
    const host = await createHost({ faces, logger, ...(folder === undefined ? {} : { folder }), ...ofHost });
    const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
    const stage = new Stage(host, url, lines);
    onTestFinished(() => stage.stop());
    return stage;
  }

  #isStopped = false;

  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#stopping.abort();
    await this.host.stop(1000);
  }

  /** An agent of the host that answers each event by its script, and the key that it has. */
  async agent(script: Script, name = 'bot'): Promise<{ readonly key: string; readonly events: AgentEvent[] }> {
    const known = (await this.host.credentials.agents()).some(({ agent }) => agent === name);
    const { key } = await (known ? this.host.credentials.rotateAgent(name) : this.host.credentials.addAgent(name));
    const events: AgentEvent[] = [];
    void this.#serve(key, script, events).catch(() => undefined);
    while (!this.host.sessions.hasListener(name)) await new Promise((resolve) => setImmediate(resolve));
    return { key, events };
  }

  async #serve(key: string, script: Script, events: AgentEvent[]): Promise<void> {
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' };
    const { signal } = this.#stopping;
    for (let after = ''; !signal.aborted; ) {
      const answer = await fetch(`${this.url}/events?wait=20${after}`, { headers, signal });
      const page = (await answer.json()) as { events: { session: string; event: JsonObject }[]; next: number };
      for (const { session, event } of page.events) {
        const all = (event.body as AgentEvent[] | undefined) ?? [event as AgentEvent];
        for (const one of all) {
          events.push(one);
          await script(one, (...messages) => this.send(key, session, ...messages));
        }
      }
      after = `&after=${page.next}`;
    }
  }

  async send(key: string, session: string, ...messages: readonly JsonObject[]): Promise<void> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${this.url}/sessions/${session}/messages`, {
      ...{ method: 'POST', headers, body: JSON.stringify(messages) },
    });
    const { accepted, issues } = (await answer.json()) as { accepted: number; issues: unknown };
    if (accepted !== messages.length) throw new Error(`The host took ${accepted}: ${JSON.stringify(issues)}`);
  }

  async sessions(): Promise<readonly string[]> {
    return (await this.host.sessions.list('bot')).map(({ session }) => session);
  }

  post(
    path: string,
    body: unknown,
    token?: string,
    headers: { readonly [name: string]: string } = {},
  ): Promise<Response> {
    const own = {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return fetch(`${this.url}${path}`, { method: 'POST', headers: { ...own, ...headers }, body: text });
  }

  /** The events of one answer. */
  async events(path: string, body: unknown, token?: string): Promise<readonly JsonObject[]> {
    const answer = await this.post(path, body, token);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    return framesIn(await answer.text());
  }
}

export function framesIn(text: string): readonly JsonObject[] {
  return text
    .split('\n\n')
    .flatMap((frame) => (frame.startsWith('data: ') ? [JSON.parse(frame.slice(6)) as JsonObject] : []));
}

type CreateClient = (url: string, threadId?: string) => HttpAgent;

/** Both ask for server-sent events; with this they ask for protobuf first. */
function fetchProto(url: string, init: RequestInit): Promise<Response> {
  const headers = { ...(init.headers as { [name: string]: string }), Accept: 'application/vnd.ag-ui.event+proto' };
  return fetch(url, { ...init, headers });
}

function clientsWith(more: { readonly fetch?: typeof fetchProto }) {
  const configOf = (url: string, threadId?: string) => ({
    ...{ url, ...more },
    ...(threadId === undefined ? {} : { threadId }),
  });
  const create: CreateClient = (url, threadId) => new HttpAgent(configOf(url, threadId));
  const createOld: CreateClient = (url, threadId) => new OldHttpAgent(configOf(url, threadId)) as unknown as HttpAgent;
  return [create, createOld] as const;
}

const [sse, sseOld] = clientsWith({});
const [proto, protoOld] = clientsWith({ fetch: fetchProto });

/** The published clients, by their generation. */
export const CLIENTS = [
  ['1.0.0', sse],
  ['0.0.59', sseOld],
] as const;

/** And with what they ask for. */
export const CLIENTS_OF_ALL_FORMATS = [
  ...CLIENTS,
  ['1.0.0, which asks for protobuf', proto],
  ['0.0.59, which asks for protobuf', protoOld],
] as const;
